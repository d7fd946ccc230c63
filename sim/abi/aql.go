package abi

import "encoding/binary"

// The bytes of what a launch places in memory for the kernel.
const (
	PacketSize = 64  // of a [Packet]
	QueueSize  = 256 // of a [Queue], all of amd_queue_t
)

// Packet is the AQL kernel dispatch packet, as dispatch_ptr points at it. HSA System Architecture,
// "AQL kernel dispatch packet".
type Packet struct {
	Dims         int       // 1 to 3
	Grid, Group  [3]uint32 // work-items; 1 in unused dimensions
	PrivateBytes uint32    // scratch of a work-item
	GroupBytes   uint32    // all LDS of a work-group
	KernelObject uint64    // address of the kernel's descriptor
	Kernarg      uint64    // address of the arguments
}

// Encode is the packet's bytes.
func (k *Packet) Encode() [PacketSize]byte {
	const (
		kernelDispatch = 2
		barrier        = 1 << 8
		acquireSystem  = 2 << 9
		releaseSystem  = 2 << 11
	)
	var p [PacketSize]byte
	le := binary.LittleEndian
	le.PutUint16(p[0:], kernelDispatch|barrier|acquireSystem|releaseSystem)
	le.PutUint16(p[2:], uint16(k.Dims))
	for i := range 3 {
		le.PutUint16(p[4+2*i:], uint16(k.Group[i]))
		le.PutUint32(p[12+4*i:], k.Grid[i])
	}
	le.PutUint32(p[24:], k.PrivateBytes)
	le.PutUint32(p[28:], k.GroupBytes)
	le.PutUint64(p[32:], k.KernelObject)
	le.PutUint64(p[40:], k.Kernarg)
	return p
}

// Queue is the part of amd_queue_t that compiled code reads through queue_ptr: the high halves of
// the apertures' addresses (amd_hsa_queue.h). The rest is zero.
type Queue struct {
	SharedBase  uint32 // of LDS
	PrivateBase uint32 // of scratch
}

// Encode is the queue's bytes.
func (q *Queue) Encode() [QueueSize]byte {
	var b [QueueSize]byte
	binary.LittleEndian.PutUint32(b[0x40:], q.SharedBase)
	binary.LittleEndian.PutUint32(b[0x44:], q.PrivateBase)
	return b
}
