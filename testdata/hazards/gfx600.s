setreg_getreg:
	s_setreg_b32 hwreg(HW_REG_MODE), s0
	s_nop 1
	s_getreg_b32 s1, hwreg(HW_REG_MODE)
	s_endpgm
setreg_getreg_other:
	s_setreg_b32 hwreg(HW_REG_MODE), s0
	s_getreg_b32 s1, hwreg(HW_REG_STATUS)
	s_endpgm
setreg_imm_getreg:
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
	s_nop 1
	s_getreg_b32 s1, hwreg(HW_REG_MODE)
	s_endpgm
setreg_setreg:
	s_setreg_b32 hwreg(HW_REG_MODE), s0
	s_nop 0
	s_setreg_b32 hwreg(HW_REG_MODE), s1
	s_endpgm
setreg_setreg_other:
	s_setreg_b32 hwreg(HW_REG_MODE), s0
	s_setreg_b32 hwreg(HW_REG_TRAPSTS), s1
	s_endpgm
setvskip_getreg:
	s_setvskip s0, 0
	s_getreg_b32 s1, hwreg(HW_REG_MODE)
	s_endpgm
vskip_vector:
	s_setreg_b32 hwreg(HW_REG_MODE, 28, 1), s0
	v_mov_b32_e32 v0, v9
	s_endpgm
vccz_read:
	v_cmp_eq_u32_e32 vcc, v0, v1
	v_mov_b32_e32 v2, src_vccz
	s_endpgm
execz_read:
	v_cmpx_eq_u32_e32 vcc, v0, v1
	v_mov_b32_e32 v2, src_execz
	s_endpgm
lane_read:
	v_readfirstlane_b32 s4, v0
	s_nop 3
	v_readlane_b32 s5, v1, s4
	s_endpgm
lane_write:
	v_readfirstlane_b32 s4, v0
	s_nop 3
	v_writelane_b32 v1, 1, s4
	s_endpgm
lane_vcc:
	v_cmp_eq_u32_e32 vcc, v0, v1
	s_nop 3
	v_readlane_b32 s5, v1, vcc_lo
	s_endpgm
lane_salu:
	s_mov_b32 s4, s0
	v_readlane_b32 s5, v1, s4
	s_endpgm
lane_between:
	v_readfirstlane_b32 s4, v0
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v8, v9
	s_nop 1
	v_readlane_b32 s5, v1, s4
	s_endpgm
divfmas_cmp:
	v_cmp_eq_u32_e32 vcc, v0, v1
	s_nop 3
	v_div_fmas_f32 v2, v3, v4, v5
	s_endpgm
divfmas_scale:
	v_div_scale_f32 v2, vcc, v3, v4, v3
	s_nop 3
	v_div_fmas_f32 v2, v3, v4, v5
	s_endpgm
divfmas_salu:
	s_mov_b64 vcc, s[0:1]
	v_div_fmas_f32 v2, v3, v4, v5
	s_endpgm
divfmas_f64:
	v_cmp_eq_u32_e32 vcc, v0, v1
	s_nop 3
	v_div_fmas_f64 v[2:3], v[4:5], v[6:7], v[8:9]
	s_endpgm
wide_store:
	buffer_store_dwordx4 v[0:3], off, s[0:3], 0
	v_mov_b32_e32 v3, v9
	s_endpgm
wide_store_salu_offset:
	buffer_store_dwordx4 v[0:3], off, s[0:3], s8
	v_mov_b32_e32 v3, v9
	s_endpgm
wide_store_x2:
	buffer_store_dwordx2 v[0:1], off, s[0:3], 0
	v_mov_b32_e32 v1, v9
	s_endpgm
wide_store_format:
	buffer_store_format_xyzw v[0:3], off, s[0:3], 0
	v_mov_b32_e32 v0, v9
	s_endpgm
wide_tbuffer:
	tbuffer_store_format_xyzw v[0:3], off, s[0:3], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]
	v_mov_b32_e32 v0, v9
	s_endpgm
wide_cmpswap:
	buffer_atomic_cmpswap_x2 v[0:3], off, s[0:3], 0
	v_mov_b32_e32 v0, v9
	s_endpgm
wide_image:
	image_store v[0:3], v4, s[0:7] dmask:0xf unorm
	v_mov_b32_e32 v0, v9
	s_endpgm
wide_store_readlane:
	buffer_store_dwordx4 v[0:3], off, s[0:3], 0
	v_readfirstlane_b32 s5, v3
	s_endpgm
wide_store_writelane:
	buffer_store_dwordx4 v[0:3], off, s[0:3], 0
	v_writelane_b32 v3, 1, s4
	s_endpgm
wide_store_cmp:
	buffer_store_dwordx4 v[0:3], off, s[0:3], 0
	v_cmp_eq_u32_e32 vcc, v0, v1
	s_endpgm
wide_store_interp:
	buffer_store_dwordx4 v[0:3], off, s[0:3], 0
	v_interp_p1_f32 v3, v4, attr0.x
	s_endpgm
wide_store_load:
	buffer_store_dwordx4 v[0:3], off, s[0:3], 0
	buffer_load_dword v3, off, s[8:11], 0
	s_endpgm
wide_store_lds:
	buffer_store_dwordx4 v[0:3], off, s[0:3], 0
	ds_read_b32 v3, v4
	s_endpgm
vmem_soffset:
	v_readfirstlane_b32 s4, v0
	buffer_load_dword v1, off, s[8:11], s4
	s_endpgm
vmem_resource:
	v_readfirstlane_b32 s10, v0
	buffer_load_dword v1, off, s[8:11], 0
	s_endpgm
vmem_store:
	v_readfirstlane_b32 s4, v0
	buffer_store_dword v1, off, s[0:3], s4
	s_endpgm
vmem_image:
	v_readfirstlane_b32 s4, v0
	image_load v1, v4, s[0:7] dmask:0x1 unorm
	s_endpgm
vmem_sampler:
	v_readfirstlane_b32 s11, v0
	image_sample v1, v[4:5], s[0:7], s[8:11] dmask:0x1 unorm
	s_endpgm
vmem_vcc:
	v_cmp_eq_u32_e32 vcc, v0, v1
	buffer_load_dword v1, off, s[8:11], vcc_lo
	s_endpgm
vmem_salu:
	s_mov_b32 s4, s0
	buffer_load_dword v1, off, s[8:11], s4
	s_endpgm
vmem_exec:
	v_cmpx_eq_u32_e32 vcc, v0, v1
	buffer_load_dword v1, off, s[8:11], 0
	s_endpgm
vmem_between:
	v_readfirstlane_b32 s4, v0
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_barrier
	v_mov_b32_e32 v8, v9
	buffer_load_dword v1, off, s[8:11], s4
	s_endpgm
m0_sendmsg:
	s_mov_b32 m0, s0
	s_sendmsg sendmsg(MSG_INTERRUPT)
	s_endpgm
m0_sendmsghalt:
	s_mov_b32 m0, s0
	s_sendmsghalt sendmsg(MSG_INTERRUPT)
	s_endpgm
m0_ttrace:
	s_mov_b32 m0, s0
	s_ttracedata
	s_endpgm
m0_gws_barrier:
	s_mov_b32 m0, s0
	ds_gws_barrier v0 gds
	s_endpgm
m0_gws_v:
	s_mov_b32 m0, s0
	ds_gws_sema_v gds
	s_endpgm
m0_append_gds:
	s_mov_b32 m0, s0
	ds_append v0 gds
	s_endpgm
m0_append_lds:
	s_mov_b32 m0, s0
	ds_append v0
	s_endpgm
m0_ordered:
	s_mov_b32 m0, s0
	ds_ordered_count v0, v1 gds
	s_endpgm
m0_add_gds:
	s_mov_b32 m0, s0
	ds_add_u32 v0, v1 gds
	s_endpgm
m0_read_lds:
	s_mov_b32 m0, s0
	ds_read_b32 v0, v1
	s_endpgm
m0_interp_p1:
	s_mov_b32 m0, s0
	v_interp_p1_f32 v0, v1, attr0.x
	s_endpgm
m0_interp_mov:
	s_mov_b32 m0, s0
	v_interp_mov_f32 v0, p0, attr0.x
	s_endpgm
m0_buffer_lds:
	s_mov_b32 m0, s0
	buffer_load_dword off, s[0:3], 0 lds
	s_endpgm
m0_lds_direct:
	s_mov_b32 m0, s0
	v_mov_b32_e32 v0, src_lds_direct
	s_endpgm
m0_movrels:
	s_mov_b32 m0, s0
	s_movrels_b32 s4, s5
	s_endpgm
m0_movreld:
	s_mov_b32 m0, s0
	s_movreld_b64 s[4:5], s[6:7]
	s_endpgm
trapsts_rfe:
	s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0
	s_rfe_b64 s[2:3]
	s_endpgm
status_rfe:
	s_setreg_b32 hwreg(HW_REG_STATUS), s0
	s_rfe_b64 s[2:3]
	s_endpgm
icache_inv:
	s_icache_inv
	s_mov_b32 s0, s1
	s_endpgm
smrd_address:
	v_readfirstlane_b32 s4, v0
	s_nop 3
	s_load_dword s6, s[4:5], 0x0
	s_endpgm
smrd_offset:
	v_readfirstlane_b32 s4, v0
	s_nop 3
	s_load_dword s6, s[0:1], s4
	s_endpgm
smrd_resource:
	v_readfirstlane_b32 s3, v0
	s_nop 3
	s_buffer_load_dword s6, s[0:3], 0x0
	s_endpgm
smrd_vcc:
	v_cmp_eq_u32_e32 vcc, v0, v1
	s_nop 3
	s_load_dword s6, vcc, 0x0
	s_endpgm
smrd_between:
	v_readfirstlane_b32 s4, v0
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v8, v9
	s_nop 1
	s_load_dword s6, s[4:5], 0x0
	s_endpgm
smrd_salu_address:
	s_mov_b32 s4, s0
	s_load_dword s6, s[4:5], 0x0
	s_endpgm
smrd_salu_resource:
	s_mov_b32 s0, s5
	s_nop 3
	s_buffer_load_dword s6, s[0:3], 0x0
	s_endpgm
smrd_salu_third:
	s_mov_b32 s2, s5
	s_nop 3
	s_buffer_load_dword s6, s[0:3], 0x0
	s_endpgm
smrd_salu_offset:
	s_mov_b32 s4, s5
	s_nop 3
	s_buffer_load_dword s6, s[0:3], s4
	s_endpgm
interp_readlane:
	v_interp_p1_f32 v2, v4, attr0.x
	v_readfirstlane_b32 s5, v2
	s_endpgm
xnack_smem:
	s_load_dword s6, s[4:5], 0x0
	s_load_dword s4, s[8:9], 0x0
	s_endpgm
xnack_smem_own:
	s_load_dword s6, s[4:5], 0x0
	s_load_dword s8, s[8:9], 0x0
	s_endpgm
xnack_vmem:
	buffer_load_dword v0, v1, s[0:3], 0 offen
	buffer_load_dword v1, v2, s[0:3], 0 offen
	s_endpgm
xnack_vmem_store:
	buffer_store_dword v0, v1, s[0:3], 0 offen
	buffer_load_dword v0, v2, s[0:3], 0 offen
	s_endpgm
xnack_vmem_store_load:
	buffer_store_dword v0, v1, s[0:3], 0 offen
	buffer_load_dword v3, v2, s[0:3], 0 offen
	buffer_load_dword v0, v2, s[0:3], 0 offen
	s_endpgm
join:
	s_cbranch_scc0 .LBB74_2
	v_readfirstlane_b32 s4, v0
	v_mov_b32_e32 v7, v9
	v_mov_b32_e32 v8, v9
	s_branch .LBB74_3
.LBB74_2:
	v_readfirstlane_b32 s4, v1
	v_mov_b32_e32 v7, v9
.LBB74_3:
	s_nop 2
	v_readlane_b32 s5, v1, s4
	s_endpgm
loop:
	s_mov_b32 s4, 0
.LBB75_1:
	s_nop 2
	v_readlane_b32 s5, v1, s4
	v_readfirstlane_b32 s4, v0
	s_cbranch_scc1 .LBB75_1
	s_endpgm
