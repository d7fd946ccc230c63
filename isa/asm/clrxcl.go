package asm

import (
	"slices"
	"strconv"
	"strings"
)

// What the containers of AMD's OpenCL drivers say of kernels, made of their configuration. The
// layouts are those of CLRX (documentation: ClrxAsmAmd, AmdAbi, ClrxAsmAmdCl2, AmdCl2Abi); what a
// driver writes depends on its version.

// Versions of drivers from which on something is different: major*100 + minor.
const (
	driver1124 = 112402
	driver1348 = 134805 // constants are among the UAVs
	driver1445 = 144505
	driver1526 = 152603
	driver1598 = 159805
	driver1642 = 164205
	driver1912 = 191205 // OpenCL 2.0: an HSA object in .text
	driver2004 = 200406
	driver2236 = 223600

	newestDriver = 258000 // what is written where the text names none
)

// clArg is an argument of .amd and .amdcl2.
type clArg struct {
	name, typeName   string
	base             string // OpenCL's type without the number of elements: "uint", "image2d", "structure"
	elems            int
	pointer          bool
	space            string // of a pointer: "local", "global", "constant"
	cnst, vol, restr bool
	access           int // of an image: 1 read, 2 written, 3 both
	size             int64
	constSize        int64
	slot             int64 // -1: the next free one
	used             int   // 0 not, 1 read, 2 written, 3 both
}

// clTypes are OpenCL's scalar types: the name in text metadata, bytes, the number in binary
// metadata.
var clTypes = map[string]struct {
	cal    string
	bytes  int
	number uint32
	signed bool
}{
	"uchar": {"u8", 1, 6, false}, "char": {"i8", 1, 6, true}, "ushort": {"u16", 2, 7, false},
	"short": {"i16", 2, 7, true}, "uint": {"u32", 4, 8, false}, "int": {"i32", 4, 8, true},
	"ulong": {"u64", 8, 9, false}, "long": {"i64", 8, 9, true}, "float": {"float", 4, 11, false},
	"double": {"double", 8, 12, false}, "void": {"u8", 1, 6, false},
}

// clImages are the kinds of images: the name in text metadata, the type's name.
var clImages = map[string][2]string{"image": {"2D", "image2d_t"}, "image1d": {"1D", "image1d_t"},
	"image1d_array": {"1DA", "image1d_array_t"}, "image1d_buffer": {"1DB", "image1d_buffer_t"},
	"image2d": {"2D", "image2d_t"}, "image2d_array": {"2DA", "image2d_array_t"}, "image3d": {"3D", "image3d_t"}}

// clOthers are the other types, with their names in the source language.
var clOthers = map[string]string{"sampler": "sampler_t", "structure": "structure", "counter32": "counter32_t",
	"queue": "queue_t", "clkevent": "clk_event_t", "pipe": "pipe"}

// openCLArgument reads .arg NAME[, "TYPE"], TYPE[, ...].
func (c *clrx) openCLArgument(k *clrxKernel, f []string, known func(int, int64) (int64, error), quoted bool,
	at int) error {
	x := clArg{name: f[0], elems: 1, slot: -1, used: 3}
	if quoted && len(f) > 2 {
		x.typeName = f[1]
		f = slices.Delete(f, 1, 2)
	}
	if len(f) < 2 || f[1] == "" {
		return errAt(at, ".arg takes a name and a type")
	}
	two := c.format == "amdcl2"
	if !two {
		x.used = 1
	}
	typ, star := strings.CutSuffix(strings.ToLower(strings.ReplaceAll(f[1], " ", "")), "*")
	x.pointer, x.base = star, strings.TrimRight(typ, "0123456789")
	number, scalar := typ[len(x.base):], clTypes[x.base].bytes > 0 && (star || x.base != "void")
	if scalar {
		switch number {
		case "":
		case "2", "3", "4", "8", "16":
			x.elems, _ = strconv.Atoi(number)
		default:
			return errAt(at, "there is no type %s", f[1])
		}
	} else if x.base = typ; clImages[typ] == [2]string{} && clOthers[typ] == "" ||
		star && typ != "structure" && typ != "queue" &&
			typ != "clkevent" || !two && (typ == "queue" || typ == "clkevent" || typ == "pipe") || two && typ == "counter32" {
		return errAt(at, "there is no type %s", f[1])
	}
	if x.typeName == "" {
		switch {
		case scalar:
			x.typeName = typ
		case clImages[typ] != [2]string{}:
			x.typeName = clImages[typ][1]
		default:
			x.typeName = clOthers[typ]
		}
		if star {
			x.typeName += "*"
		}
	}
	next := 2
	number64 := func(v *int64) (err error) {
		if next < len(f) {
			*v, err = known(next, *v)
		}
		next++
		return err
	}
	word := func() string {
		next++
		if next > len(f) {
			return ""
		}
		return strings.ToLower(f[next-1])
	}
	var err error
	if typ == "structure" {
		err = number64(&x.size)
	}
	if star {
		if x.space = word(); x.space != "local" && x.space != "global" && x.space != "constant" {
			return errAt(at, "a pointer's space is global, constant or local, not %q", x.space)
		}
		for _, q := range strings.Fields(word()) {
			switch q {
			case "const":
				x.cnst = true
			case "volatile":
				x.vol = true
			case "restrict":
				x.restr = true
			default:
				return errAt(at, "a pointer is const, restrict or volatile, not %q", q)
			}
		}
		if x.space == "constant" && !two && err == nil {
			err = number64(&x.constSize)
		}
		if x.space != "local" && !two && err == nil {
			err = number64(&x.slot)
		}
	} else if clImages[typ] != [2]string{} {
		switch a := word(); {
		case a == "" || a == "read_only" || a == "rdonly":
			x.access = 1
		case a == "write_only" || a == "wronly":
			x.access = 2
		case two && (a == "read_write" || a == "rdwr"):
			x.access = 3
		default:
			return errAt(at, "an image is read_only or write_only, not %q", a)
		}
		if err == nil {
			err = number64(&x.slot)
		}
	} else if typ == "counter32" || two && typ == "sampler" {
		err = number64(&x.slot)
	}
	if err != nil {
		return err
	}
	switch u := word(); {
	case u == "":
	case u == "unused":
		x.used = 0
	case two && u == "rdonly":
		x.used = 1
	case two && u == "wronly":
		x.used = 2
	default:
		return errAt(at, "%q is not expected here", u)
	}
	if next < len(f) {
		return errAt(at, "%q is not expected here", f[next])
	}
	if slices.ContainsFunc(k.cl, func(o clArg) bool { return o.name == x.name }) {
		return errAt(at, "the argument %s is given already", x.name)
	}
	k.cl = append(k.cl, x)
	k.args = append(k.args, c.rocmArgument(&x))
	return nil
}

// rocmArgument is an argument of OpenCL 2.0 as the metadata of ROCm would have it: its size and
// alignment count.
func (c *clrx) rocmArgument(x *clArg) clrxArg {
	word := c.word()
	y := clrxArg{name: x.name, typeName: x.typeName, size: word, align: word, kind: "ByValue", valueType: "Struct"}
	switch {
	case x.pointer && x.space == "local":
		y.kind, y.space = "DynamicSharedPointer", "Local"
	case x.pointer && x.space == "constant":
		y.kind, y.space = "GlobalBuffer", "Constant"
	case x.pointer:
		y.kind, y.space = "GlobalBuffer", "Global"
	case x.access != 0:
		y.kind = "Image"
	case x.base == "sampler":
		y.kind = "Sampler"
	case x.base == "queue" || x.base == "clkevent":
		y.kind = "Queue"
	case clTypes[x.base].bytes > 0:
		y.size, y.valueType = int64(clTypes[x.base].bytes*wholeElems(x.elems)), clrxTypes[x.base]
		y.align = int64(clTypes[x.base].bytes)
	}
	return y
}

// word is the bytes of a pointer.
func (c *clrx) word() int64 {
	if c.wide {
		return 8
	}
	return 4
}

// wholeElems is how many elements a vector has in memory.
func wholeElems(n int) int {
	if n == 3 {
		return 4
	}
	return n
}

// val is a number of the configuration.
func (k *clrxKernel) val(name string, absent int64) int64 {
	if v, ok := k.vals[name]; ok {
		return v
	}
	return absent
}

// driverVersion is the version of the driver that a container is for.
func (c *clrx) driverVersion() int64 {
	if c.driver == 0 {
		return newestDriver
	}
	return c.driver
}
