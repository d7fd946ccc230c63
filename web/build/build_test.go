package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/browsertest"
)

// The page in Chromium: it is built once, and served.
func TestBrowserPage(t *testing.T) {
	b := browsertest.Start(t)
	address := built(t)
	t.Run("works", func(t *testing.T) { works(t, b, address) })
	t.Run("links", func(t *testing.T) { links(t, b, address) })
	t.Run("endless", func(t *testing.T) { endless(t, b, address) })
}

// built builds the page and serves it. The address ends without a slash.
func built(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	size, err := build(dir)
	require.NoError(t, err)
	t.Logf("%d bytes, of which the simulator has %d", size.all, size.wasm)
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	sum := int64(0)
	for _, f := range files {
		info, err := f.Info()
		require.NoError(t, err)
		sum += info.Size()
	}
	require.EqualValues(t, sum, size.all)
	return browsertest.Serve(t, dir)
}

// at waits until the status line has a text, and nothing is on its way or edited.
func at(t *testing.T, p *browsertest.Page, text string) {
	t.Helper()
	p.Wait(fmt.Sprintf("!document.body.hasAttribute('aria-busy') && !document.body.classList.contains('stale') && "+
		"document.getElementById('status').textContent.includes(%q)", text))
}

// choose chooses an option of a list, as a user does.
func choose(p *browsertest.Page, id, value string) {
	p.Eval(fmt.Sprintf("{ const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event('change', {bubbles: true})); }",
		id, value), nil)
}

// lane is what the table says of a lane of a vector register.
func lane(t *testing.T, p *browsertest.Page, reg string, lane int) (text string) {
	t.Helper()
	p.Eval(fmt.Sprintf(`(() => { const t = document.getElementById("vectors");
		const i = [...t.tHead.rows[0].cells].findIndex(c => c.firstChild.textContent === %q);
		return i < 0 ? "none" : t.tBodies[0].rows[%d].cells[i].textContent; })()`, reg, lane), &text)
	return text
}

// In each view the page is sound in all of its states, and does what a user wants.
func works(t *testing.T, b *browsertest.Browser, address string) {
	for _, v := range browsertest.Views() {
		t.Run(v.Name, func(t *testing.T) {
			p := b.Open(t, address+"/", v)
			at(t, p, "At the start")
			p.Sound("web-start")

			// A missing wait: Run stops at it, at its line; stepping goes on, back, and on.
			p.Click("#run")
			at(t, p, "Stopped at a finding")
			require.Contains(t, p.Text("#messages"), "line 7")
			p.Sound("web-finding")
			require.Contains(t, p.Text("#status"), "5 instructions")
			p.Click("#back")
			at(t, p, "4 instructions")
			require.Equal(t, "0", lane(t, p, "v3", 5))
			p.Click("#step")
			at(t, p, "5 instructions")
			require.Contains(t, p.Text("#step-text"), "v_mul_lo_u32")

			// An error of the assembler stands at its line; mended, it runs again.
			p.Eval("document.getElementById('text').select()", nil)
			p.Type("s_nop 0" + browsertest.Enter + "v_foo v1")
			p.Wait("document.getElementById('messages').textContent.includes('v_foo')")
			require.Contains(t, p.Text("#messages"), "line 2:1")
			p.Sound("web-error")

			choose(p, "example", "divergence")
			at(t, p, "At the start")
			p.Eval("document.activeElement.blur()", nil)
			p.Type("sss")
			at(t, p, "3 instructions")
			p.Sound("web-divergence")
			var active string
			p.Eval("document.getElementById('active').textContent", &active)
			require.Contains(t, active, "20 of 64")
			p.Type("c")
			at(t, p, "Ended")
			require.Equal(t, "361", lane(t, p, "v1", 19))
			require.Equal(t, "-20", lane(t, p, "v1", 20))

			choose(p, "example", "reduction")
			at(t, p, "At the start")
			p.Type("c")
			at(t, p, "Ended")
			require.Contains(t, p.Text("#bytes"), "8256")
			p.Sound("web-memory")

			choose(p, "example", "stream")
			at(t, p, "At the start")
			p.Type("t")
			p.Wait("!document.getElementById('timed').hidden")
			var rows int
			p.Eval("[...document.querySelectorAll('#timeline div')].filter(d => d.textContent.startsWith('cu ')).length", &rows)
			require.Equal(t, 16, rows)
			p.Sound("web-timeline")
		})
	}
}

// A link has the program, how it is run, and where it is; one that is damaged says so.
func links(t *testing.T, b *browsertest.Browser, address string) {
	view := browsertest.Views()[2]
	p := b.Open(t, address+"/", view)
	at(t, p, "At the start")
	p.Eval("document.getElementById('text').select()", nil)
	p.Type("v_mov_b32 v7, 42" + browsertest.Enter + "v_add_u32 v8, v7, v7" + browsertest.Enter + "s_endpgm")
	at(t, p, "At the start")
	choose(p, "chip", "vega20")
	at(t, p, "At the start")
	p.Click("#step")
	at(t, p, "1 instruction,")
	p.Click("#share")
	p.Wait("location.hash.length > 10")
	var link string
	p.Eval("location.href", &link)
	require.True(t, strings.HasPrefix(link, address+"/#1="), link)

	p = b.Open(t, link, view)
	at(t, p, "1 instruction,")
	require.Equal(t, "v_mov_b32 v7, 42\nv_add_u32 v8, v7, v7\ns_endpgm", p.Text("#text"))
	require.Equal(t, "vega20", p.Text("#chip"))
	require.Equal(t, "0000002a", lane(t, p, "v7", 63))
	require.Empty(t, p.Problems())

	for _, broken := range []string{link[:len(link)-9], address + "/#9=" + strings.SplitN(link, "=", 2)[1], address + "/#1=AAAA"} {
		p = b.Open(t, broken, view)
		at(t, p, "The link cannot be read")
		require.Empty(t, p.Problems())
	}
}

// A program that does not end can be stopped, and ends at the limit of instructions.
func endless(t *testing.T, b *browsertest.Browser, address string) {
	p := b.Open(t, address+"/", browsertest.Views()[2])
	at(t, p, "At the start")
	p.Eval("document.getElementById('text').select()", nil)
	p.Type("loop:" + browsertest.Enter + "s_branch loop")
	at(t, p, "At the start")
	p.Click("#run")
	p.Wait("!document.getElementById('stop').hidden || document.getElementById('status').textContent.includes('Fault')")
	p.Eval("document.getElementById('stop').hidden || document.getElementById('stop').click()", nil)
	p.Wait("!document.body.hasAttribute('aria-busy')")
	choose(p, "example", "scan")
	at(t, p, "At the start")
	p.Click("#run")
	at(t, p, "Ended")
	require.Equal(t, "2016", lane(t, p, "v1", 63))
}

// What the page loads is there: no file of the list is missing, and none of another host.
func TestPageNamesItsFiles(t *testing.T) {
	html, err := os.ReadFile(filepath.Join("..", "static", "index.html"))
	require.NoError(t, err)
	for _, name := range []string{"page.css", "page.js", "worker.js"} {
		_, err := os.Stat(filepath.Join("..", "static", name))
		require.NoError(t, err)
	}
	require.NotContains(t, string(html), "http")
	list, err := examples(filepath.Join("..", "examples"))
	require.NoError(t, err)
	require.Contains(t, string(list), "s_waitcnt")
}
