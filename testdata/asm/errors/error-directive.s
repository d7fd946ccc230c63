; gpu: gfx900
.macro check n
.if \n > 4
.error "at most 4 waves"
.endif
.endm
check 5
