// Package launch reads launch files, runs them, and compares results with expectations.
//
//	launch.json --Load--> File -+- Buffers   name, size, contents (File.Content), expectation (File.Check)
//	                            +- Launches  kernel or entry, grid, group, arguments, registers
//
//	codeobj.Kernel, Launch.Args --BuildKernarg--> kernarg segment, bytes of dynamic LDS
//	Dispatch                    --Packet, Queue--> the AQL packet and the queue's structure, as kernels read them
//
// [File.Run] runs a file on a new device: it places the buffers, loads the code, runs the launches in
// order, and compares and saves buffers. [LoadModule] and [Module.Bind] are its parts for callers with
// a device of their own.
//
// # The file
//
// JSON, checked strictly: an unknown, repeated, missing or contradictory field is an [Error] that names the file, the line and the field
// ("vecadd.json:12: launches[0].args[2]: ..."). schema.json ([Schema]) is its published form for editors. Paths are relative to the file.
//
// Integers may be JSON numbers or strings, decimal or hexadecimal with 0x, negative ones with a minus. A hexadecimal string without a
// sign is a bit pattern: {"i32": "0xffffffff"} is -1, {"f32": "0x7fc00000"} is a NaN; {"f32": 1.5}, {"f32": "-inf"}, {"f32": "nan"} and
// {"f32": "0x1.8p0"} are values, rounded to nearest even.
//
// Registers:
//
//	key                              value
//	s5, v3, m0, scc, mode            number (scc: 0 or 1)
//	s[4:7], v[0:1], exec, vcc        number, extended over all registers: by sign if it is negative, else by zeros
//	s[4:5], v[0:1]                   "buffer:NAME": the buffer's address
//	s[4:7]                           "buffer:NAME": a buffer resource over the whole buffer
//	v5                               "lane": the lane's number, 0 to 63
//	v5, v[0:1]                       list: one number per lane, from lane 0; lanes beyond the list are left alone
//	s[0:3]                           list: one number per register
//
// # Trust
//
// A launch file writes in its own folder only, and reads what its user can read: [Trust] says otherwise, files.Fence holds it.
//
// # Comparing
//
// [Compare] goes element by element. "bytes" has no tolerance. A float matches if it has the same bits, if both are NaN, if it is at most
// ulp representable values away (-0 and +0 count as one apart), or if both are finite and differ by at most abs, or by at most rel times
// the wanted magnitude. With no tolerance at all a float comparison is exact but for the bits of NaNs.
//
// # Where to add things
//
// A field: in the struct (file.go) and in schema.json; TestSchemaHasTheFieldsOfTheStructs says what is missing. A kind of argument: one
// row of argKinds. A hidden argument: one row of hiddenArgs.
package launch
