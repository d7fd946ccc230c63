; gpu: gfx900
s_branch end
.zero 131072
end:
