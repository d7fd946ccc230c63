; GCN 1.0: a store that 15 younger loads have pushed out of the counter is complete and has read its data.
; source: ROCm/rocm-systems#11202, #10925; AMD ISA manuals 4.4
; gpu: gfx600
; expect static: race-pressure info at write producer store
; quiet run

store:
	buffer_store_dword v6, v0, s[8:11], 0 offen
	buffer_load_dword v64, v0, s[4:7], 0 offen offset:0
	buffer_load_dword v65, v0, s[4:7], 0 offen offset:4
	buffer_load_dword v66, v0, s[4:7], 0 offen offset:8
	buffer_load_dword v67, v0, s[4:7], 0 offen offset:12
	buffer_load_dword v68, v0, s[4:7], 0 offen offset:16
	buffer_load_dword v69, v0, s[4:7], 0 offen offset:20
	buffer_load_dword v70, v0, s[4:7], 0 offen offset:24
	buffer_load_dword v71, v0, s[4:7], 0 offen offset:28
	buffer_load_dword v72, v0, s[4:7], 0 offen offset:32
	buffer_load_dword v73, v0, s[4:7], 0 offen offset:36
	buffer_load_dword v74, v0, s[4:7], 0 offen offset:40
	buffer_load_dword v75, v0, s[4:7], 0 offen offset:44
	buffer_load_dword v76, v0, s[4:7], 0 offen offset:48
	buffer_load_dword v77, v0, s[4:7], 0 offen offset:52
	buffer_load_dword v78, v0, s[4:7], 0 offen offset:56
write:
	v_mov_b32 v6, 0
	s_waitcnt vmcnt(0)
	s_endpgm
