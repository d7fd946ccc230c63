; gpu: gfx803
buffer_load_dword v0, off, s[4:7], 0 offset:4096
