; A vector store is outstanding at a barrier.
; source: LLVM AMDGPUUsage and SIInsertWaitcnts (barrier)
; gpu: gfx600 gfx700 gfx803 gfx900
; waves: 2
; expect static: race-barrier-vm disputed at bar producer store
; quiet run

store:
	buffer_store_dword v1, v0, s[8:11], 0 offen
bar:
	s_barrier
	s_endpgm
