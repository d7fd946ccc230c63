; The same for VM, which has four bits before GCN 1.4.
; source: ROCm/rocm-systems#11202, #10925
; gpu: gfx600 gfx700 gfx803
; expect: race-pressure info at use producer load

load:
	buffer_load_dword v51, v0, s[4:7], 0 offen
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
use:
	v_mov_b32 v6, v51
	s_endpgm
