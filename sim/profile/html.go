package profile

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
)

//go:embed annotate.html
var page string

// HTML writes the annotated source as one page that needs no network.
func (a *Annotated) HTML(w io.Writer) error {
	t, err := template.New("annotate").Funcs(template.FuncMap{
		"percent": func(c Cost) string { return fmt.Sprintf("%.1f %%", 100*a.Share(c)) },
		"heat": func(c Cost) template.CSS {
			return template.CSS(fmt.Sprintf("background: rgba(220, 60, 20, %.2f)", min(1, 1.6*a.Share(c))))
		},
		"hex": func(n uint64) string { return fmt.Sprintf("%08x", n) },
		"cells": func(c Cost) []string {
			return a.cells(&c)[1:]
		},
		"head": func() []string { return a.columns()[1:] },
	}).Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(w, a)
}
