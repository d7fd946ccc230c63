; gpu: gfx900
.macro add a:req, b:req
v_add_f32 \a, \a, \b
.endm
add v0
