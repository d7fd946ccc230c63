package launch

import (
	"fmt"

	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// Trust says which files a launch file may name. The zero value lets it read what its user can
// read, and write in its own folder only.
type Trust struct {
	Confine   bool     // it reads in its own folder and in AllowDirs only
	AllowDirs []string // further folders
}

// Inputs are the files that the launch file reads, itself included, and what each is.
func (f *File) Inputs() []files.Taken {
	var list []files.Taken
	add := func(path, as string) {
		if path != "" {
			list = append(list, files.Taken{Path: f.Resolve(path), As: as})
		}
	}
	if f.Path != "" {
		list = append(list, files.Taken{Path: f.Path, As: "the launch file"})
	}
	add(f.Code, "the code")
	for i := range f.Buffers {
		b := &f.Buffers[i]
		add(b.Init.File, fmt.Sprintf("what buffer %q begins with", b.Name))
		for j := range b.Expect {
			add(b.Expect[j].File, fmt.Sprintf("what buffer %q must hold", b.Name))
		}
	}
	return list
}

// Outputs are the files that buffers are saved to.
func (f *File) Outputs() []files.Taken {
	var list []files.Taken
	for i := range f.Buffers {
		if b := &f.Buffers[i]; b.Save != "" {
			list = append(list, files.Taken{Path: f.Resolve(b.Save),
				As: fmt.Sprintf("what buffer %q is saved to", b.Name)})
		}
	}
	return list
}
