// Package launch is the format of launch files: what a launch file says, checked, and nothing run.
//
//	launch.json --Load, Parse--> File -+- Buffers   name, size, what they begin with, what they must hold
//	                                   +- Launches  kernel or entry, grid, group, arguments, registers
//
// Package run (sim/launch/run) runs a [File]. This package reads the launch file itself and opens
// none of those that it names.
//
// # The file
//
// JSON, checked strictly: an unknown, repeated, missing or contradictory field is an [Error] that
// names the file, the line and the field ("vecadd.json:12: launches[0].args[2]: ..."). schema.json
// ([Schema]) is its published form for editors. Paths are relative to the file.
//
// Integers may be JSON numbers or strings, decimal or hexadecimal with 0x, negative ones with a
// minus. A hexadecimal string without a sign is a bit pattern: {"i32": "0xffffffff"} is -1, {"f32":
// "0x7fc00000"} is a NaN; {"f32": 1.5}, {"f32": "-inf"}, {"f32": "nan"} and {"f32": "0x1.8p0"} are
// values, rounded to nearest even. Numbers of bytes take units, as [ParseSize] reads them.
//
// Registers:
//
//	key                              value
//	s5, v3, m0, scc, mode            number (scc: 0 or 1)
//	s[4:7], v[0:1], exec, vcc        number, extended over all registers: by sign if it is negative, else by zeros
//	s[4:5], v[0:1]                   "buffer:NAME": the buffer's address
//	s[4:7]                           "buffer:NAME": a buffer resource over the whole buffer
//	v5                               what each lane has ([abi.LaneValue]): "lane", "local_id_y", "global_id"
//	s6, s[4:5], v5                   what each wave has ([abi.Role]): "group_x", "kernarg"
//	v5, v[0:1]                       list or range: one number per lane, from lane 0; lanes beyond the list are left alone
//	s[0:3]                           list: one number per register
//	any                              values of a type: {"f32": 1.5}, {"f32": {"8..15": 1}}
//
// Values in text ([Values]), for what buffers begin with and for what buffers, registers and LDS
// must hold: a number, a list, elements by number ({"8..15": 0}), ranges ("0..63 step 4"),
// repetitions ("0 x 16"), of the type that names the field ({"f32 ulp 2": [1.5]}), u32 without one.
//
// # Trust
//
// A launch file writes in its own folder only, and reads what its user can read: [Trust] says
// otherwise, package run holds to it.
//
// # Where to add things
//
// A type of values: one row of types. A field: in the struct (file.go) and in schema.json;
// TestSchemaHasTheFieldsOfTheStructs says what is missing. A kind of argument: one row of argKinds.
package launch
