; gpu: gfx600 gfx700 gfx801 gfx803 gfx900 gfx906
.ifdef .amdgcn.gfx_generation_number
.set waves, 4
.endif
.text
.globl first
.p2align 8
.type first,@function
first:
    v_mov_b32 v7, 0
    v_mov_b32 v[20:20], s33
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_endpgm
.Lfirst_end:
.size first, .Lfirst_end-first
.section .rodata,"a",@progbits
.p2align 6
.amdhsa_kernel first
    .amdhsa_group_segment_fixed_size waves * 1024
    .amdhsa_private_segment_fixed_size 16
    .amdhsa_kernarg_size 64
    .amdhsa_user_sgpr_private_segment_buffer 1
    .amdhsa_user_sgpr_dispatch_ptr 1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_system_sgpr_private_segment_wavefront_offset 1
    .amdhsa_system_sgpr_workgroup_id_x 1
    .amdhsa_system_sgpr_workgroup_id_y 1
    .amdhsa_system_sgpr_workgroup_id_z 0
    .amdhsa_system_sgpr_workgroup_info 1
    .amdhsa_system_vgpr_workitem_id 2
    .amdhsa_next_free_vgpr .amdgcn.next_free_vgpr
    .amdhsa_next_free_sgpr .amdgcn.next_free_sgpr
    .amdhsa_reserve_vcc 1
    .amdhsa_float_round_mode_32 1
    .amdhsa_float_round_mode_16_64 2
    .amdhsa_float_denorm_mode_32 3
    .amdhsa_float_denorm_mode_16_64 0
    .amdhsa_dx10_clamp 0
    .amdhsa_ieee_mode 0
    .amdhsa_exception_fp_ieee_invalid_op 1
    .amdhsa_exception_int_div_zero 1
.end_amdhsa_kernel
.set .amdgcn.next_free_vgpr, 0
.set .amdgcn.next_free_sgpr, 0
.text
.p2align 8
second:
    v_add_f32 v2, v2, v3
    s_endpgm
.set second.num_vgpr, max(4, helper.num_vgpr)
.set second.num_sgpr, max(8, helper.num_sgpr) + extrasgprs(second.uses_vcc, 0, 1)
.set second.uses_vcc, or(0, helper.uses_vcc)
.set helper.num_vgpr, 40
.set helper.num_sgpr, 30
.set helper.uses_vcc, 1
.section .rodata
.amdhsa_kernel second
    .amdhsa_next_free_vgpr max(totalnumvgprs(0, second.num_vgpr), 1, 0)
    .amdhsa_next_free_sgpr max(second.num_sgpr, 1) - extrasgprs(second.uses_vcc, 0, 1)
    .amdhsa_reserve_vcc second.uses_vcc
    .amdhsa_user_sgpr_count 8
.end_amdhsa_kernel
.amdhsa_kernel third
    .amdhsa_next_free_vgpr 0
    .amdhsa_next_free_sgpr 0
.end_amdhsa_kernel
.long .amdgcn.next_free_vgpr, .amdgcn.next_free_sgpr, .amdgcn.gfx_generation_number
.long .amdgcn.gfx_generation_minor, .amdgcn.gfx_generation_stepping
.text
third:
s_endpgm
.amdgpu_metadata
---
amdhsa.version:
  - 1
  - 0
amdhsa.kernels:
  - .name: first
    .symbol: first.kd
    .kernarg_segment_size: 64
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 4096
    .private_segment_fixed_size: 16
    .wavefront_size: 64
    .sgpr_count: 40
    .vgpr_count: 21
    .max_flat_workgroup_size: 256
...
.end_amdgpu_metadata
