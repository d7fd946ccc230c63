package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/gcnsim/gcnsim/isa/internal/oracle"
)

func main() {
	for ti, target := range []string{"gfx600", "gfx700"} {
		have := map[string]map[string]int{}
		for _, f := range oracle.Formats(target) {
			gs, err := oracle.Texts(target, f, 6000, 3)
			if err != nil {
				panic(err)
			}
			have[f] = map[string]int{}
			for _, g := range gs {
				m := strings.Fields(g.Text)[0]
				m = strings.TrimSuffix(strings.TrimSuffix(m, "_e32"), "_e64")
				have[f][m]++
			}
			fmt.Println(target, f, len(gs), "lines", len(have[f]), "mnemonics")
		}
		fh, _ := os.Open(os.Args[1])
		sc := bufio.NewScanner(fh)
		miss := map[string][]string{}
		want := map[string]map[string]bool{}
		for sc.Scan() {
			c := strings.Split(sc.Text(), "\t")
			if c[3+ti] == "-" || c[0] == "family" {
				continue
			}
			if want[c[0]] == nil {
				want[c[0]] = map[string]bool{}
			}
			want[c[0]][c[1]] = true
			if have[c[0]][c[1]] == 0 {
				miss[c[0]] = append(miss[c[0]], c[1])
			}
		}
		for f, m := range miss {
			fmt.Println("MISSING", target, f, len(m), m)
		}
		for f, m := range have {
			for x := range m {
				if !want[f][x] {
					fmt.Println("EXTRA", target, f, x)
				}
			}
		}
	}
}
