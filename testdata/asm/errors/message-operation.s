; gpu: gfx900
s_sendmsg sendmsg(MSG_GS, GS_OP_EMITT)
