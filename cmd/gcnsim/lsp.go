package main

import (
	"errors"
	"path"
	"strings"

	"github.com/gcnsim/gcnsim/cmd/gcnsim/internal/lsp"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

type lspCmd struct {
	GPU     string `name:"gpu" default:"gfx900" placeholder:"GPU" help:"What assembly text is for that does not say it: generation (gcn1.2), target (gfx803) or chip (fiji). Default: ${default}."`
	Grammar string `enum:"asm,gcn," default:"" placeholder:"asm|gcn" help:"Write the TextMate grammar of assembly, or of .gcn files, and end."`
}

// Help is shown below the flags.
func (*lspCmd) Help() string {
	return `Editors start this command and speak the Language Server Protocol with it on standard input and output. It serves GCN assembly and .gcn files:
messages of the assembler, findings of the checker, what an instruction does, labels and names, completion. docs/editors.md says how editors are set up.

Exit status: 0 the editor has ended the session, 2 it has gone without that.`
}

// Run executes the verb.
func (c *lspCmd) Run(s streams) error {
	if c.Grammar != "" {
		return lsp.WriteGrammar(s.out, c.Grammar)
	}
	t, err := isa.FindTarget(c.GPU)
	if err != nil {
		return usage("--gpu: %w", err)
	}
	err = lsp.Serve(s.in, s.out, lsp.Backend{Version: version, GPU: t, Instruction: instructionText, Check: checkAll})
	if errors.Is(err, lsp.ErrNoShutdown) {
		return usage("%w", err)
	}
	return err
}

// instructionText is what "gcnsim isa" says of an instruction, empty where the target has none.
func instructionText(t isa.Target, name string) string {
	if _, err := path.Match(name, ""); err != nil || name == "" || strings.ContainsAny(name, `*?[\`) {
		return ""
	}
	list := instructions(t, name)
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	isaText(&b, t, list)
	_, text, _ := strings.Cut(b.String(), "\n") // the summary
	return text
}

// checkAll are the findings of "gcnsim check".
func checkAll(o *codeobj.Object, raw bool) ([]waitcnt.Finding, error) {
	in, err := checkInput(o, raw, nil)
	if err != nil {
		return nil, err
	}
	r, err := check.Run(in, check.Options{})
	if err != nil {
		return nil, err
	}
	return r.Findings, nil
}
