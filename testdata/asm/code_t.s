; gpu: gfx700 gfx803 gfx900
; triple: amdgcn-unknown-unknown
.text
.globl main
.p2align 8
main:
.amd_kernel_code_t
    amd_code_version_major = 1
    amd_code_version_minor = 1
    enable_sgpr_kernarg_segment_ptr = 1
    enable_sgpr_dispatch_ptr = 1
    is_ptr64 = 1
    user_sgpr_count = 4
    enable_sgpr_workgroup_id_x = 1
    enable_vgpr_workitem_id = 1
    granulated_workitem_vgpr_count = (24 - 1) / 4
    granulated_wavefront_sgpr_count = 2
    float_mode = 0xc0
    compute_pgm_rsrc2_lds_size = 3
    kernarg_segment_byte_size = 32
    wavefront_sgpr_count = 24
    workitem_vgpr_count = 24
    workgroup_group_segment_byte_size = 1024
    kernarg_segment_alignment = 4
    private_element_size = 1
.end_amd_kernel_code_t
s_endpgm
