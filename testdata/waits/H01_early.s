; VALU writes an SGPR that vector memory reads, before GCN 1.2: Mesa inserts 5 wait states, LLVM none.
; source: Mesa aco; counters.md 4a
; gpu: gfx600 gfx700
; expect: hazard-valu-sgpr-vmem disputed at use producer write

write:
	v_readfirstlane_b32 s12, v0
use:
	buffer_load_dword v6, v0, s[4:7], s12 offen
	s_waitcnt vmcnt(0)
	s_endpgm
