package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// writeMan writes the pages of the program and of each verb to a folder, which is made where there
// is none.
func writeMan(dir string, root *kong.Node) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usage("completion man: %w", err)
	}
	for _, n := range append([]*kong.Node{root}, root.Children...) {
		w, err := create("completion man", filepath.Join(dir, manName(n)+".1"))
		if err != nil {
			return err
		}
		b := bufio.NewWriter(w)
		manPage(b, root, n)
		if err := finish("completion man", w, b.Flush()); err != nil {
			return err
		}
	}
	return nil
}

// manName is "gcnsim-run", or "gcnsim" of the program.
func manName(n *kong.Node) string { return strings.ReplaceAll(n.FullPath(), " ", "-") }

// manPage writes one page in the man macros of roff.
func manPage(w *bufio.Writer, root, n *kong.Node) {
	name := manName(n)
	fmt.Fprintf(w, ".TH %s 1 \"\" \"gcnsim %s\" \"gcnsim\"\n", strings.ToUpper(roff(name)), version)
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", roff(name), roff(n.Help))
	if n == root {
		fmt.Fprint(w, ".SH SYNOPSIS\n.B gcnsim\n\\fIverb\\fR [\\fIflags\\fR]\n.SH VERBS\n")
		manNodes(w, n.Children)
	} else {
		fmt.Fprint(w, ".SH SYNOPSIS\n")
		for _, s := range synopses(n) {
			fmt.Fprintf(w, ".B %s %s\n.br\n", root.Name, roff(s))
		}
	}
	if n.Detail != "" {
		fmt.Fprint(w, ".SH DESCRIPTION\n")
		manText(w, n.Detail)
	}
	if n != root && len(n.Children) > 0 {
		fmt.Fprint(w, ".SH COMMANDS\n")
		manNodes(w, n.Children)
		for _, c := range n.Children {
			if c.Detail != "" {
				fmt.Fprintf(w, ".SS %s\n", roff(c.Name))
				manText(w, c.Detail)
			}
		}
	}
	if len(n.Positional) > 0 {
		fmt.Fprint(w, ".SH ARGUMENTS\n")
		for _, p := range n.Positional {
			fmt.Fprintf(w, ".TP\n\\fI%s\\fR\n%s\n", roff(p.Name), roff(p.Help))
		}
	}
	for _, g := range manGroups(n) {
		fmt.Fprintf(w, ".SH %s\n", strings.ToUpper(roff(g.title)))
		for _, f := range g.flags {
			fmt.Fprintf(w, ".TP\n%s\n%s\n", manFlag(f), roff(f.Help))
		}
	}
	if n != root {
		fmt.Fprintf(w, ".SH SEE ALSO\n.BR gcnsim (1)\n")
	}
}

// synopses are the ways to write a verb: that of its own, and those of its commands.
func synopses(n *kong.Node) (list []string) {
	if len(n.Children) == 0 || n.DefaultCmd != nil {
		list = append(list, n.Summary())
	}
	for _, c := range n.Children {
		list = append(list, c.Summary())
	}
	return list
}

func manNodes(w *bufio.Writer, list []*kong.Node) {
	for _, c := range list {
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(c.Name), roff(c.Help))
	}
}

// manGroup are flags that the help shows together.
type manGroup struct {
	title string
	flags []*kong.Flag
}

// manGroups are the flags of a verb, those without a group last.
func manGroups(n *kong.Node) (list []manGroup) {
	rest := manGroup{title: "Flags"}
	all := n.Flags
	if n.Parent != nil {
		all = flags(n)
	}
	for _, f := range all {
		if f.Hidden {
			continue
		}
		if f.Group == nil {
			rest.flags = append(rest.flags, f)
			continue
		}
		title := strings.TrimSuffix(f.Group.Title, ":")
		i := slices.IndexFunc(list, func(g manGroup) bool { return g.title == title })
		if i < 0 {
			i, list = len(list), append(list, manGroup{title: title})
		}
		list[i].flags = append(list[i].flags, f)
	}
	return append(list, rest)
}

// manFlag is "-o, --output=FILE".
func manFlag(f *kong.Flag) string {
	s := ""
	if f.Short != 0 {
		s = `\fB\-` + string(f.Short) + `\fR, `
	}
	no := ""
	if f.Tag.Negatable != "" {
		no = "[no-]"
	}
	s += `\fB` + roff("--"+no+f.Name) + `\fR`
	if !f.IsBool() {
		s += `=\fI` + roff(f.FormatPlaceHolder()) + `\fR`
	}
	return s
}

// manText writes a help text: what is indented stays as it is, the other lines are filled.
func manText(w *bufio.Writer, text string) {
	kept := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		switch indented := strings.HasPrefix(line, "  "); {
		case line == "":
			if kept {
				fmt.Fprint(w, ".fi\n")
				kept = false
			}
			fmt.Fprint(w, ".PP\n")
			continue
		case indented != kept:
			fmt.Fprint(w, map[bool]string{true: ".nf\n", false: ".fi\n"}[indented])
			kept = indented
		}
		fmt.Fprintf(w, "%s\n", roff(line))
	}
	if kept {
		fmt.Fprint(w, ".fi\n")
	}
}

// roffText writes characters that roff takes for its own: a hyphen that can be copied is \-.
var roffText = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\n", " ")

// roff is a text for a page, on one line. A period at its start is no request.
func roff(s string) string {
	if s = roffText.Replace(s); strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}
