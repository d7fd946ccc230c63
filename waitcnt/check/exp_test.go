package check

import (
	"bufio"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// firstData is the first vector register of an instruction's text: where it has data, the first of
// them.
var firstData = regexp.MustCompile(`^(\w+) v\[?(\d+)`)

// Errata B-33 on every instruction that LLVM encodes: the names tell which of them have data that
// memory takes, and of GCN 1.0 alone it is said that it reads them late.
func TestEveryBufferAndImageWriteHoldsEXP(t *testing.T) {
	for i, target := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		g := isa.Gens()[i]
		seen, raced := 0, 0
		for _, format := range []string{"mubuf", "mtbuf", "mimg", "flat", "global", "scratch"} {
			f, err := os.Open(filepath.Join("../../testdata/isa", target, format+".txt"))
			if os.IsNotExist(err) {
				continue
			}
			require.NoError(t, err)
			defer f.Close()
			for s := bufio.NewScanner(f); s.Scan(); {
				code, text, ok := strings.Cut(s.Text(), " | ")
				m := firstData.FindStringSubmatch(text)
				if !ok || m == nil || strings.HasPrefix(code, "#") {
					continue
				}
				raw, err := hex.DecodeString(code)
				require.NoError(t, err, s.Text())
				in, err := isa.Decode(g, raw)
				if err != nil || in.Reserved() != nil {
					continue
				}
				writes := strings.Contains(text, "_store") || strings.Contains(text, "_atomic_")
				vm := format != "flat" && format != "global" && format != "scratch"
				want := uint8(0)
				if writes && vm {
					want = 1
				}
				require.Equal(t, want, waitcnt.EventOf(&in).Add[waitcnt.EXP], "%s: %s", target, text)
				if !writes || !vm {
					continue
				}
				seen++
				reg, err := strconv.Atoi(m[2])
				require.NoError(t, err)
				overwrite := "v_mov_b32 v" + strconv.Itoa(reg) + ", 0\ns_endpgm"
				rules := func(between string) map[string]bool {
					rest, err := asm.Code(g, between+"\n"+overwrite)
					require.NoError(t, err)
					r, err := Run(&Input{Gen: g, Code: append(append([]byte{}, raw[:in.Len]...), rest.Code...)}, Options{})
					require.NoError(t, err, text)
					found := map[string]bool{}
					for _, x := range r.Findings {
						if x.Kind == waitcnt.Race {
							found[x.Rule] = true
						}
					}
					return found
				}
				// An atomic with return also writes the register.
				returns := strings.Contains(text, "_atomic_") && strings.Contains(text, " glc")
				got := rules("")
				switch {
				case returns:
					require.True(t, got[waitcnt.RuleWAW], "%s: %s", target, text)
				case g == isa.GCN10:
					require.Equal(t, map[string]bool{waitcnt.RuleWAR: true}, got, "%s: %s", target, text)
					raced++
				default:
					require.Empty(t, got, "%s: %s", target, text)
				}
				if !returns {
					require.Empty(t, rules("s_waitcnt expcnt(0)"), "%s: %s", target, text)
				}
				require.Empty(t, rules("s_waitcnt vmcnt(0)"), "%s: %s", target, text)
			}
		}
		require.Greater(t, seen, 150, target)
		require.Equal(t, g == isa.GCN10, raced > 100, target)
	}
}
