; gpu: gfx803 gfx900
.text
.globl kernel
.weak other
.p2align 8
.type kernel,@function
kernel:
s_getpc_b64 s[0:1]
s_add_u32 s0, s0, table@rel32@lo+4
s_addc_u32 s1, s1, table@rel32@hi+12
s_getpc_b64 s[2:3]
s_add_u32 s2, s2, other@gotpcrel32@lo+4
s_addc_u32 s3, s3, other@gotpcrel32@hi+12
s_mov_b32 s4, table@abs32@lo
s_mov_b32 s5, table@abs32@hi
s_add_u32 s6, s6, function - (kernel + 4)
s_mov_b32 s7, function
s_add_u32 s8, s8, .Ldata@rel32@lo+4
s_mov_b32 s9, other
s_endpgm
.size kernel, .-kernel
.Lend:
function:
s_setpc_b64 s[30:31]
.section .rodata,"a",@progbits
.p2align 6
table:
.quad kernel, function + 8, other
.long kernel - table, other - .
.quad .Lend - kernel
.type table,@object
.size table, . - table
.data
.Ldata:
.quad table + 4
.amdhsa_kernel kernel
.amdhsa_next_free_vgpr 4
.amdhsa_next_free_sgpr 10
.end_amdhsa_kernel
