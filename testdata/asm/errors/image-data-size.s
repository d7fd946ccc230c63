; gpu: gfx900
image_load v[0:3], v[4:7], s[0:7] dmask:0x3 unorm
