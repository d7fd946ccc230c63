package profile

import (
	_ "embed"
	"html/template"
	"io"

	"github.com/gcnsim/gcnsim/internal/page"
)

//go:embed annotate.html
var annotatePage string

// HTML writes the annotated source as one page that needs no network.
func (a *Annotated) HTML(w io.Writer) error {
	p := page.New("annotate", annotatePage, template.FuncMap{
		"share": a.Share,
		"cells": func(c Cost) []string { return a.cells(&c)[1:] },
		"head":  func() []string { return a.columns()[1:] },
	})
	return p.Write(w, a.Code+": where the time goes", a)
}
