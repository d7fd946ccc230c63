package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is shown below the flags.
func (*completionCmd) Help() string {
	return `Examples:

    source <(gcnsim completion bash)
    gcnsim completion zsh > "${fpath[1]}/_gcnsim"
    gcnsim completion fish > ~/.config/fish/completions/gcnsim.fish`
}

// Run executes the verb.
func (c *completionCmd) Run(s streams, app *kong.Kong) error {
	w := bufio.NewWriter(s.out)
	switch c.Shell {
	case "bash":
		completeBash(w, app.Model.Node)
	case "zsh":
		completeZsh(w, app.Model.Node)
	default:
		completeFish(w, app.Model.Node)
	}
	return w.Flush()
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
func values(v *kong.Value) (out []string) {
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
			if list := values(f.Value); list != nil {
				fmt.Fprintf(w, "	\"%s --%s\") COMPREPLY=($(compgen -W \"%s\" -- \"$cur\")); return ;;\n", v.Name,
					f.Name, strings.Join(list, " "))
			}
		}
	}
	fmt.Fprint(w, "	esac\n	case \"${COMP_WORDS[1]}\" in\n")
	for _, v := range root.Children {
		words := subverbs(v)
		for _, p := range v.Positional {
			words = append(words, values(p)...)
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
			switch list := values(f.Value); {
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
			if list := values(p); list != nil {
				files = "(" + strings.Join(list, " ") + ")"
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
			if list := values(f.Value); list != nil {
				fmt.Fprintf(w, " -x -a %s", quote(strings.Join(list, " ")))
			} else if !f.IsBool() {
				fmt.Fprint(w, " -r")
			}
			fmt.Fprintf(w, " -d %s\n", quote(f.Help))
		}
		for _, p := range v.Positional {
			if list := values(p); list != nil {
				fmt.Fprintf(w, "complete -c gcnsim -n %s -f -a %s\n", on, quote(strings.Join(list, " ")))
			}
		}
	}
}
