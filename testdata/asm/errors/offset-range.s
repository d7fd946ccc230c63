; gpu: gfx900
ds_read_b32 v0, v1 offset:65536
