/* Two kernels with their configuration. gpu: gfx803 gfx900 */
.rocm
.kernel one
    .config
        .dims xy, x
        .tgsize
        .use_private_segment_buffer
        .use_dispatch_ptr
        .use_kernarg_segment_ptr
        .private_elem_size 4
        .use_ptr64
        .ieeemode
        .dx10clamp
        .priority 1
        .localsize 1000
        .scratchbuffer 48
        .kernarg_segment_size 40
        .group_segment_align 16
        .sgprsnum 20
        .vgprsnum 9
        .codeversion 1, 0
.kernel two
    .config
        .dims x
        .use_kernarg_segment_ptr
        .floatmode 0xf0
        .exceptions 0x12
.text
one:
.skip 256
    v_mov_b32 v30, s40
    s_endpgm
.p2align 8
two:
.skip 256
    v_mov_b32 v17, s20
    s_endpgm
