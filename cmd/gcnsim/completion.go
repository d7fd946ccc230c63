package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

type completionCmd struct {
	Shell string   `arg:"" enum:"bash,zsh,fish,man,words" help:"bash, zsh or fish. man: no script, but the man pages of gcnsim and each verb. words: what the scripts ask for while one types."`
	Words []string `arg:"" optional:"" passthrough:"" help:"Behind man: the folder. Behind words: kernels and the words of the command line, for the kernels of the files among them; mnemonics, for all of them."`
}

// Help is shown below the flags.
func (*completionCmd) Help() string {
	return `Examples:

    source <(gcnsim completion bash)
    gcnsim completion zsh > "${fpath[1]}/_gcnsim"
    gcnsim completion fish > ~/.config/fish/completions/gcnsim.fish
    gcnsim completion man ~/.local/share/man/man1; man gcnsim-run
    gcnsim completion words kernels run k.hsaco

Verbs, flags and their values are completed: GPUs, rules, kernels of the code object or launch file on the command line, and mnemonics.`
}

// Run executes the verb.
func (c *completionCmd) Run(s streams, app *kong.Kong) error {
	w := bufio.NewWriter(s.out)
	if c.Shell != "words" && c.Shell != "man" && len(c.Words) > 0 {
		return usage("completion %s writes to standard output: it takes no %s", c.Shell, c.Words[0])
	}
	switch c.Shell {
	case "man":
		if len(c.Words) != 1 {
			return usage("completion man: want one folder, as in ~/.local/share/man/man1")
		}
		return writeMan(c.Words[0], app.Model.Node)
	case "words":
		list, err := c.words()
		if err != nil {
			return err
		}
		for _, word := range list {
			fmt.Fprintln(w, word)
		}
	case "bash":
		completeBash(w, app.Model.Node)
	case "zsh":
		completeZsh(w, app.Model.Node)
	default:
		completeFish(w, app.Model.Node)
	}
	return w.Flush()
}

// words are those that a script asks for.
func (c *completionCmd) words() (list []string, err error) {
	if len(c.Words) == 0 {
		return nil, usage("completion words: want kernels or mnemonics")
	}
	seen := map[string]bool{}
	add := func(word string) {
		if !seen[word] {
			seen[word], list = true, append(list, word)
		}
	}
	switch c.Words[0] {
	case asksKernels:
		for _, path := range c.Words[1:] {
			for _, k := range kernelsIn(path) {
				add(k)
			}
		}
	case asksMnemonics:
		for _, t := range isa.Targets() {
			for _, f := range t.Forms() {
				add(f.Base())
			}
		}
		slices.Sort(list)
	default:
		return nil, usage("completion words: %q: want %s or %s", c.Words[0], asksKernels, asksMnemonics)
	}
	return list, nil
}

// kernelsIn are the kernels of a code object, or of the one that a launch file names; none where it
// is something else.
func kernelsIn(path string) (names []string) {
	if i, err := os.Stat(path); err != nil || !i.Mode().IsRegular() {
		return nil
	}
	if strings.HasSuffix(path, ".json") {
		f, err := launch.Load(path)
		if err != nil || f.Code == "" {
			return nil
		}
		path = f.Resolve(f.Code)
	}
	o, raw, err := run.ReadCode(path, "", launch.Text{})
	if err != nil || raw {
		return nil
	}
	for i := range o.Kernels {
		names = append(names, o.Kernels[i].Name)
	}
	return names
}

// What "completion words" is asked for.
const (
	asksKernels   = "kernels"
	asksMnemonics = "mnemonics"
)

// asks is what a shell asks for where it completes a flag or argument: "" where its words are in
// the script, or are files.
func asks(verb *kong.Node, v *kong.Value) string {
	switch {
	case v.Name == "kernel":
		return asksKernels
	case verb.Name == "isa" && v.Flag == nil, verb.Name == "explain" && v.Flag == nil:
		return asksMnemonics
	}
	return ""
}

// flags are the flags of a verb, those of all verbs and of its commands included.
func flags(n *kong.Node) (out []*kong.Flag) {
	seen := map[string]bool{}
	for _, v := range append([]*kong.Node{n}, n.Children...) {
		for _, group := range v.AllFlags(true) {
			for _, f := range group {
				if !seen[f.Name] {
					seen[f.Name], out = true, append(out, f)
				}
			}
		}
	}
	return out
}

// subverbs are the commands of a verb, as "collect" of sweep.
func subverbs(n *kong.Node) (names []string) {
	for _, c := range n.Children {
		names = append(names, c.Name)
	}
	return names
}

// values are the words that a flag or an argument takes, nil where it takes anything.
func values(verb *kong.Node, v *kong.Value) (out []string) {
	switch {
	case v.Name == "gpu":
		return isa.GPUNames()
	case verb.Name == "chips" && v.Flag == nil:
		for _, c := range chip.All() {
			out = append(out, c.Name)
		}
		return out
	}
	for _, s := range v.EnumSlice() {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func completeBash(w *bufio.Writer, root *kong.Node) {
	var verbs []string
	for _, v := range root.Children {
		verbs = append(verbs, v.Name)
	}
	fmt.Fprintf(w, `_gcnsim() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "%s --help" -- "$cur"))
		return
	fi
	case "${COMP_WORDS[1]} $prev" in
`, strings.Join(verbs, " "))
	for _, v := range root.Children {
		for _, f := range flags(v) {
			list := strings.Join(values(v, f.Value), " ")
			if what := asks(v, f.Value); what != "" {
				list = `$(gcnsim completion words ` + what + ` "${COMP_WORDS[@]:2}" 2>/dev/null)`
			}
			if list != "" {
				fmt.Fprintf(w, "	\"%s --%s\") COMPREPLY=($(compgen -W \"%s\" -- \"$cur\")); return ;;\n", v.Name, f.Name, list)
			}
		}
	}
	fmt.Fprint(w, "	esac\n	case \"${COMP_WORDS[1]}\" in\n")
	for _, v := range root.Children {
		words := subverbs(v)
		for _, p := range v.Positional {
			words = append(words, values(v, p)...)
			if what := asks(v, p); what != "" {
				words = append(words, "$(gcnsim completion words "+what+" 2>/dev/null)")
			}
		}
		for _, f := range flags(v) {
			words = append(words, "--"+f.Name)
		}
		fmt.Fprintf(w, "	%s) words=\"%s\" ;;\n", v.Name, strings.Join(words, " "))
	}
	fmt.Fprint(w, `	esac
	COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur"))
}
complete -o filenames -F _gcnsim gcnsim
`)
}

// zshText quotes a help text for a specification of _arguments in single quotes.
var zshText = strings.NewReplacer("'", "'\\''", "[", "\\[", "]", "\\]", ":", "\\:", "\\", "\\\\")

func completeZsh(w *bufio.Writer, root *kong.Node) {
	fmt.Fprint(w, "#compdef gcnsim\n\nlocal -a verbs\nverbs=(\n")
	for _, v := range root.Children {
		fmt.Fprintf(w, "	'%s:%s'\n", v.Name, strings.ReplaceAll(v.Help, "'", "'\\''"))
	}
	fmt.Fprint(w, ")\nif (( CURRENT == 2 )); then\n	_describe verb verbs\n	return\nfi\nlocal verb=$words[2]\nshift "+
		"words\n(( CURRENT-- ))\ncase $verb in\n")
	for _, v := range root.Children {
		fmt.Fprintf(w, "%s)\n	_arguments", v.Name)
		for _, f := range flags(v) {
			value := ""
			switch list := values(v, f.Value); {
			case asks(v, f.Value) != "":
				value = fmt.Sprintf(":%s:{compadd -- $(gcnsim completion words %s $words 2>/dev/null)}", f.Name, asks(v, f.Value))
			case list != nil:
				value = fmt.Sprintf(":%s:(%s)", f.Name, strings.Join(list, " "))
			case !f.IsBool():
				value = ":" + f.Name + ":_files"
			}
			repeat := ""
			if f.IsCumulative() {
				repeat = "*"
			}
			fmt.Fprintf(w, " \\\n		'%s--%s[%s]%s'", repeat, f.Name, zshText.Replace(f.Help), value)
		}
		for _, p := range v.Positional {
			files := "_files"
			if list := values(v, p); list != nil {
				files = "(" + strings.Join(list, " ") + ")"
			} else if what := asks(v, p); what != "" {
				files = "{compadd -- $(gcnsim completion words " + what + " 2>/dev/null)}"
			}
			fmt.Fprintf(w, " \\\n		':%s:%s'", p.Name, files)
		}
		if list := subverbs(v); list != nil {
			fmt.Fprintf(w, " \\\n		'1:command or file:_alternative \"c\\:command\\:(%s)\" \"f\\:file\\:_files\"'",
				strings.Join(list, " "))
			fmt.Fprint(w, " \\\n		'*:file:_files'")
		}
		fmt.Fprint(w, "\n	;;\n")
	}
	fmt.Fprint(w, "esac\n")
}

func completeFish(w *bufio.Writer, root *kong.Node) {
	quote := func(s string) string { return "'" + strings.NewReplacer("\\", "\\\\", "'", "\\'").Replace(s) + "'" }
	for _, v := range root.Children {
		fmt.Fprintf(w, "complete -c gcnsim -n __fish_use_subcommand -f -a %s -d %s\n", v.Name, quote(v.Help))
	}
	for _, v := range root.Children {
		on := quote("__fish_seen_subcommand_from " + v.Name)
		if list := subverbs(v); list != nil {
			fmt.Fprintf(w, "complete -c gcnsim -n %s -a %s\n", on, quote(strings.Join(list, " ")))
		}
		for _, f := range flags(v) {
			fmt.Fprintf(w, "complete -c gcnsim -n %s -l %s", on, f.Name)
			if what := asks(v, f.Value); what != "" {
				fmt.Fprintf(w, " -x -a '(gcnsim completion words %s (commandline -opc) 2>/dev/null)'", what)
			} else if list := values(v, f.Value); list != nil {
				fmt.Fprintf(w, " -x -a %s", quote(strings.Join(list, " ")))
			} else if !f.IsBool() {
				fmt.Fprint(w, " -r")
			}
			fmt.Fprintf(w, " -d %s\n", quote(f.Help))
		}
		for _, p := range v.Positional {
			if what := asks(v, p); what != "" {
				fmt.Fprintf(w, "complete -c gcnsim -n %s -f -a '(gcnsim completion words %s 2>/dev/null)'\n", on, what)
			} else if list := values(v, p); list != nil {
				fmt.Fprintf(w, "complete -c gcnsim -n %s -f -a %s\n", on, quote(strings.Join(list, " ")))
			}
		}
	}
}
