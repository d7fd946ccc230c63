; gpu: gfx900
	image_sample v[0:3], v[4:5], s[0:7], s[8:11] dmask:0x1f
	image_sample v[0:1], v[4:5], s[0:7], s[8:11] dmask:0xf
	image_load v[0:3], v[4:5], s[0:7], s[8:11] dmask:0xf
