; The lanes of a condition in the last turn of a loop are no others than those in this one.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: race-raw error at use producer load

	s_mov_b32 s12, 3
loop:
	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[20:21], vcc
	s_xor_b64 s[22:23], exec, s[20:21]
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_mov_b64 exec, s[22:23]
	v_add_f32 v5, v0, v0
	s_mov_b64 exec, s[20:21]
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 loop
	v_cmp_ne_u32 vcc, 0, v0
use:
	v_mov_b32 v7, v6
	s_endpgm
