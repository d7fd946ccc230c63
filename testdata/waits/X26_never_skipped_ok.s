; The branch around the wait is never taken.
; source: AMD ISA manuals, EXEC
; gpu: gfx600 gfx700 gfx803 gfx900
; quiet

	s_mov_b64 exec, 0xff
	buffer_load_dword v6, v0, s[4:7], 0 offen
	s_cbranch_execz end
	s_waitcnt vmcnt(0)
end:
	v_mov_b32 v7, v6
	s_endpgm
