package codeobj

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestTry(t *testing.T) {
	for _, g := range []string{os.Getenv("TRY")} {
		fs, _ := filepath.Glob(g)
		for _, f := range fs {
			d, _ := os.ReadFile(f)
			o, err := LoadFor(d, os.Getenv("GPU"))
			if err != nil {
				fmt.Println(f, "ERR", err)
				continue
			}
			fmt.Printf("%s: %v %s v%d segs %d relocs %d unresolved %v\n", f, o.ABI, o.Target, o.Version, len(o.Segments), len(o.Relocations), o.Unresolved())
			for i := range o.Kernels {
				k := &o.Kernels[i]
				fmt.Printf("   %s entry %#x size %d kernarg %d user %d lds %d priv %d sgprs %v %v args %d\n", k.Name, k.Entry, k.CodeSize, k.KernargSize, k.Desc.UserSGPRs, k.Desc.LDSBytes, k.Desc.PrivateBytes, k.Desc.InitialSGPRs(), k.UserData, len(k.Args))
				for _, a := range k.Args {
					fmt.Printf("       %+v\n", a)
				}
			}
		}
	}
}
