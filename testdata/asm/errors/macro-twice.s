; gpu: gfx900
.macro m
.endm
.macro m
.endm
