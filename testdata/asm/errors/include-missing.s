; gpu: gfx900
.include "missing.inc"
