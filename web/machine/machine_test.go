package machine_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/web/machine"
)

// example reads a program of the page.
func example(t *testing.T, name string) *machine.Program {
	t.Helper()
	var list []struct{ Name, Chip string }
	b, err := os.ReadFile("../examples/index.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &list))
	for _, x := range list {
		if x.Name == name {
			text, err := os.ReadFile(filepath.Join("../examples", name+".s"))
			require.NoError(t, err)
			launch, err := os.ReadFile(filepath.Join("../examples", name+".json"))
			if !os.IsNotExist(err) {
				require.NoError(t, err)
			}
			return &machine.Program{Text: string(text), Launch: string(launch), Chip: x.Chip}
		}
	}
	require.Fail(t, "no example "+name)
	return nil
}

func open(t *testing.T, p *machine.Program) *machine.Machine {
	t.Helper()
	m, err := machine.Open(p)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	return m
}

func do(t *testing.T, m *machine.Machine, c machine.Command) *machine.View {
	t.Helper()
	v, err := m.Do(&c)
	require.NoError(t, err)
	return v
}

func vector(t *testing.T, v *machine.View, name string) []string {
	t.Helper()
	for _, x := range v.Vectors {
		if x.Name == name {
			return x.Values
		}
	}
	require.Fail(t, "no "+name)
	return nil
}

// The examples do what their comments say.
func TestExamplesShowWhatTheySay(t *testing.T) {
	u32 := machine.Show{Formats: map[string]string{"v1": "i32", "lds": "u32", "out": "f32"}}
	t.Run("wait", func(t *testing.T) {
		m := open(t, example(t, "wait"))
		v := do(t, m, machine.Command{Do: "continue"})
		require.Equal(t, "finding", v.Reason)
		require.Len(t, v.Messages, 1)
		require.Equal(t, "error", v.Messages[0].Severity)
		require.Equal(t, 7, v.Messages[0].Line)
		require.Contains(t, v.Messages[0].Text, "v3")
	})
	for name, check := range map[string]func(t *testing.T, v *machine.View){
		"divergence": func(t *testing.T, v *machine.View) {
			for l, x := range vector(t, v, "v1") {
				want := -l
				if l < 20 {
					want = l * l
				}
				require.Equal(t, fmt.Sprint(want), x)
			}
		},
		"reduction": func(t *testing.T, v *machine.View) {
			require.Len(t, v.Waves, 2)
			require.Equal(t, "8256", v.Memory.Rows[0].Values[0])
		},
		"scan": func(t *testing.T, v *machine.View) {
			for l, x := range vector(t, v, "v1") {
				require.Equal(t, fmt.Sprint(l*(l+1)/2), x)
			}
		},
		"stream": func(t *testing.T, v *machine.View) {
			require.Equal(t, []string{"0.5", "3.5", "6.5", "9.5"}, v.Memory.Rows[0].Values)
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := open(t, example(t, name))
			show := u32
			show.Memory = "out"
			v := do(t, m, machine.Command{Do: "continue", Show: show})
			require.True(t, v.Ended)
			require.Empty(t, v.Messages, "nothing is wrong with it")
			check(t, v)
		})
	}
}

// Back and goto give the state that was there, whole.
func TestGoingBackShowsWhatWasShown(t *testing.T) {
	m := open(t, example(t, "reduction"))
	var shown []string
	look := func(v *machine.View) string {
		v.Step, v.Reason = nil, ""
		b, err := json.Marshal(v)
		require.NoError(t, err)
		return string(b)
	}
	v := do(t, m, machine.Command{})
	shown = append(shown, look(v))
	for range 60 {
		v = do(t, m, machine.Command{Do: "step"})
		shown = append(shown, look(v))
	}
	for tick := len(shown) - 1; tick >= 0; tick -= 7 {
		v := do(t, m, machine.Command{Do: "goto", Tick: uint64(tick)})
		var want machine.View
		require.NoError(t, json.Unmarshal([]byte(shown[tick]), &want))
		if w := want.Wave; w.Wave != v.Wave.Wave {
			v = do(t, m, machine.Command{Do: "wave", Group: w.Group, Wave: w.Wave})
		}
		require.Equal(t, shown[tick], look(v), "tick %d", tick)
	}
}

// What cannot be run says where and why, in the text or in its launch.
func TestWhatIsWrongNamesItsLine(t *testing.T) {
	for _, c := range []struct {
		name, in, text string
		line           int
		p              machine.Program
	}{
		{"an unknown instruction", "text", "has no instruction v_foo", 2, machine.Program{Text: "s_nop 0\nv_foo v1\n", Chip: "fiji"}},
		{"an operand", "text", "takes 2 operands", 1, machine.Program{Text: "s_mov_b32 s0", Chip: "fiji"}},
		{"a launch that is no JSON", "launch", "", 2, machine.Program{Text: "s_endpgm", Launch: "{\n\"launches\": x}", Chip: "fiji"}},
		{"a register that there is not", "launch", "v300", 3, machine.Program{Text: "s_endpgm", Chip: "fiji",
			Launch: "{\"buffers\": [],\n\"launches\": [{\"grid\": [64], \"group\": [64], \"registers\":\n{\"v300\": 1}}]}"}},
		{"code of its own", "launch", "the program is the text", 0, machine.Program{Text: "s_endpgm", Chip: "fiji",
			Launch: `{"code": "x", "buffers": [], "launches": [{"grid": [64], "group": [64]}]}`}},
		{"a chip", "", "nochip", 0, machine.Program{Text: "s_endpgm", Chip: "nochip"}},
		{"an order", "", "never", 0, machine.Program{Text: "s_endpgm", Chip: "fiji", Order: "never"}},
		{"too much text", "", "at most", 0, machine.Program{Text: strings.Repeat(" ", machine.MaxText+1), Chip: "fiji"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, f := range []func() error{
				func() error { _, err := machine.Open(&c.p); return err },
				func() error { _, err := machine.Timeline(&c.p, 80); return err },
			} {
				var failure *machine.Failure
				require.ErrorAs(t, f(), &failure)
				require.NotEmpty(t, failure.Messages)
				got := failure.Messages[0]
				require.Equal(t, c.in, got.In, got.Text)
				require.Equal(t, c.line, got.Line, got.Text)
				require.Contains(t, got.Text, c.text)
				require.Equal(t, "error", got.Severity)
			}
		})
	}
}

// A fault and a limit stop the program at their line.
func TestFaultsAndLimitsAreShown(t *testing.T) {
	m := open(t, &machine.Program{Text: "s_nop 0\ns_load_dword s0, s[2:3], 0x0\ns_waitcnt lgkmcnt(0)\ns_endpgm", Chip: "fiji"})
	v := do(t, m, machine.Command{Do: "continue"})
	for v.Reason == "finding" {
		v = do(t, m, machine.Command{Do: "continue"})
	}
	require.Contains(t, v.Fault, "not mapped")
	require.Equal(t, 2, v.Messages[len(v.Messages)-1].Line)
	v = do(t, m, machine.Command{Do: "back"})
	require.Empty(t, v.Fault)
	endless := open(t, &machine.Program{Text: "s_branch -1", Chip: "fiji"})
	require.NotEmpty(t, do(t, endless, machine.Command{Do: "continue"}).Fault)
}

// Breakpoints stop at their lines; those where no instruction is are told.
func TestBreakpointsAreLines(t *testing.T) {
	m := open(t, example(t, "divergence"))
	v := do(t, m, machine.Command{Do: "breaks", Lines: []int{8, 1, 12}})
	require.Len(t, v.Messages, 0+1)
	require.Equal(t, 1, v.Messages[0].Line)
	v = do(t, m, machine.Command{Do: "continue"})
	require.Equal(t, "breakpoint", v.Reason)
	require.Equal(t, 8, v.Line)
	v = do(t, m, machine.Command{Do: "breaks"})
	require.Empty(t, v.Messages)
	require.True(t, do(t, m, machine.Command{Do: "continue"}).Ended)
}

// The clocks of lines are those of the waves, and rows are as wide as asked for.
func TestTimelineHasARowForEachWave(t *testing.T) {
	x, err := machine.Timeline(example(t, "stream"), 60)
	require.NoError(t, err)
	require.Equal(t, "vega10", x.Chip)
	require.Positive(t, x.Clocks)
	require.Equal(t, 16, strings.Count(x.Text, "wave 0"))
	counts := map[int]uint64{}
	for _, l := range x.Lines {
		counts[l.Line] = l.Count
		require.Positive(t, l.Clocks)
	}
	require.Equal(t, map[int]uint64{3: 16, 4: 16, 5: 16, 6: 16, 7: 16, 8: 16, 9: 16, 10: 16, 11: 16, 12: 16}, counts)
}
