; gpu: gfx900
buffer_load_dword v0, v1, s[4:7], 0
