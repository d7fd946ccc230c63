; gpu: gfx900
.macro again
again
.endm
again
