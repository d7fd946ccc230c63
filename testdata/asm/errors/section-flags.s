; gpu: gfx900
.section .mine,"axq",@progbits
.section
