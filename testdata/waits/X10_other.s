; The path without the load is the one that runs: only the static checker sees the other.
; source: gcnsim check looks at all paths
; gpu: gfx600 gfx700 gfx803 gfx900
; expect static: race-raw error at use producer load need vmcnt(0)
; quiet run

	s_cmp_lg_u32 s12, s13
	s_cbranch_scc0 join
load:
	buffer_load_dword v6, v0, s[4:7], 0 offen
join:
use:
	v_mov_b32 v7, v6
	s_endpgm
