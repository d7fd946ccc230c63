; GCN 1.0 has no wide-store hazard, only the wait for the data.
; source: LLVM has12DWORDStoreHazard
; gpu: gfx600
; quiet

	buffer_store_dwordx4 v[8:11], v0, s[8:11], 0 offen
	s_waitcnt expcnt(0)
	v_mov_b32 v10, 0
	s_endpgm
