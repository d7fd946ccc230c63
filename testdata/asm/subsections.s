; gpu: gfx600 gfx900
; Subsections of a section stand behind one another in the order of their numbers, wherever the text
; has them; labels in them reach one another.
.text
k:
	s_mov_b32 s0, late-k
	s_branch cold
.text 2
late:
	s_endpgm
	.p2align 4
.text 1
cold:
	s_mov_b32 s1, 1
	s_branch warm
.subsection 0
warm:
	s_mov_b32 s2, 2
	s_cbranch_scc0 late
.pushsection .text, 1
	s_nop 1
.popsection
	s_nop 2
.previous
	s_nop 3
.section .text
	s_nop 4
.text 3
	.long (late-cold)/4
