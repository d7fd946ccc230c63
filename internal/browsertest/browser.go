package browsertest

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

var (
	enabled = flag.Bool("browser", false, "run the tests that open pages in Chromium")
	shots   = flag.String("shots", "", "folder that keeps the screenshots of -browser")
)

// patience bounds one action in the browser: a loaded machine needs long to start Chromium.
const patience = 40 * time.Second

//go:embed problems.js
var problems string

// View is a window and the colours that its user prefers.
type View struct {
	Name          string
	Width, Height int64 // in pixels of CSS
	Touch         bool  // a phone: no pointer hovers
	Dark          bool
}

// Views are those in which each page must be sound: a phone and a desktop, light and dark.
func Views() []View {
	return []View{
		{Name: "phone-light", Width: 390, Height: 844, Touch: true},
		{Name: "phone-dark", Width: 390, Height: 844, Touch: true, Dark: true},
		{Name: "desktop-light", Width: 1280, Height: 900},
		{Name: "desktop-dark", Width: 1280, Height: 900, Dark: true},
	}
}

// Browser is a Chromium that runs until its test ends.
type Browser struct {
	ctx context.Context
}

// Page is an open page. Its methods fail the test that opened it, and say what they were doing.
type Page struct {
	t    testing.TB
	view View
	ctx  context.Context

	mu     sync.Mutex
	errors []string // of the console and of requests, in order
}

// Find returns the Chromium that tests use: $CHROMIUM, or the first of the usual names.
func Find() (string, error) {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return exec.LookPath(path)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome", "chrome-headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no Chromium: install it (apt-get install chromium), or name it in $CHROMIUM")
}

// Start starts Chromium. It skips the test where -browser is not given, and fails it where there is
// no Chromium.
func Start(t *testing.T) *Browser {
	t.Helper()
	if !*enabled {
		t.Skip("opens a page in Chromium: give -args -browser")
	}
	path, err := Find()
	require.NoError(t, err)
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("headless", true), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.NoDefaultBrowserCheck,
	}
	for _, f := range []string{"disable-background-networking", "disable-component-update", "disable-default-apps",
		"disable-dev-shm-usage", "disable-extensions", "disable-quic", "disable-sync", "hide-scrollbars", "mute-audio"} {
		options = append(options, chromedp.Flag(f, true))
	}
	// Names resolve to nothing but the test's own server: a page that needs the network fails.
	options = append(options, chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeAll := chromedp.NewContext(alloc)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits for Chromium, so that its folder can be removed
		closeAll()
		stop()
	})
	require.NoError(t, chromedp.Do(ctx), "starting %s", path)
	return &Browser{ctx}
}

// Serve serves a folder until the test ends, and returns its address without a final slash.
func Serve(t testing.TB, dir string) string {
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(s.Close)
	return s.URL
}

// File returns the address of a file.
func File(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		panic(err) // the working directory is gone
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// Open opens a page in a window of its own. The page is closed when t ends.
func (b *Browser) Open(t testing.TB, address string, v View) *Page {
	t.Helper()
	ctx, stop := chromedp.NewContext(b.ctx)
	t.Cleanup(stop)
	p := &Page{t: t, view: v, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, p.listen))
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	colours := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	window := emulation.SetDeviceMetricsOverrideParams{
		Width: v.Width, Height: v.Height, DeviceScaleFactor: 1, Mobile: v.Touch,
	}
	do(p, "opening "+address, chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		return errors.Join(
			call(ctx, tab, network.Enable, network.EnableParams{}),
			call(ctx, tab, log.Enable, cdp.Empty{}),
			call(ctx, tab, runtime.Enable, cdp.Empty{}),
			call(ctx, tab, emulation.SetDeviceMetricsOverride, window),
			call(ctx, tab, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: v.Touch}),
			call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: colours}),
		)
	}))
	do(p, "opening "+address, chromedp.Navigate(address))
	return p
}

// call asks the browser for what has no answer but an error.
func call[P, R any](ctx context.Context, tab *chromedp.Target, c cdp.Command[P, R], params P) error {
	_, err := cdp.Call(ctx, tab, c, params)
	return err
}

// listen notes what went wrong while the page lives.
func (p *Page) listen(event any) {
	var text string
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type != runtime.ConsoleAPICalledTypeError && e.Type != runtime.ConsoleAPICalledTypeAssert {
			return
		}
		var args []string
		for _, a := range e.Args {
			args = append(args, inspect(a))
		}
		text = "console: " + strings.Join(args, " ")
	case *runtime.EventExceptionThrown:
		text = "uncaught: " + e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + inspect(x)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level != log.EntryLevelError || strings.HasSuffix(e.Entry.URL, "/favicon.ico") {
			return
		}
		text = "log: " + e.Entry.Text + " " + e.Entry.URL
	case *network.EventLoadingFailed:
		if e.Canceled {
			return
		}
		text = "request failed: " + e.ErrorText + " (" + string(e.Type) + ")"
	default:
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errors = append(p.errors, text)
}

// inspect returns a value of JavaScript as text.
func inspect(o *runtime.RemoteObject) string {
	if o.Description != "" {
		return o.Description
	}
	return strings.Trim(string(o.Value), `"`)
}

// do runs an action and returns its value. It fails the test where the action fails.
func do[T any](p *Page, what string, a chromedp.Action[T]) T {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	v, err := chromedp.Run(ctx, a)
	require.NoError(p.t, err, "%s: %s; so far: %q%s", p.view.Name, what, p.noted(), p.kept(err))
	return v
}

// kept is what the page shows where an action on it has failed: its text.
func (p *Page) kept(err error) string {
	if err == nil {
		return ""
	}
	ctx, stop := context.WithTimeout(p.ctx, 5*time.Second)
	defer stop()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body.innerText.slice(0, 1500)"))
	if err != nil {
		return ""
	}
	return "; the page shows:\n" + text
}

func (p *Page) noted() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.errors)
}

// Eval runs JavaScript and stores its result in into, as encoding/json does; nil drops it. A promise
// is waited for.
func (p *Page) Eval(js string, into any) {
	p.t.Helper()
	if into == nil {
		do(p, "running "+js, chromedp.Evaluate[chromedp.Void](js, chromedp.EvalAwaitPromise))
		return
	}
	raw := do(p, "running "+js, chromedp.Evaluate[[]byte](js, chromedp.EvalAwaitPromise))
	require.NoError(p.t, json.Unmarshal(raw, into), "%s: %s gives %s", p.view.Name, js, raw)
}

// Text returns the text of the first element that a CSS selector finds, as a user sees it.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	var s *string
	p.Eval(fmt.Sprintf("(e => e && (e.value ?? e.innerText))(document.querySelector(%q))", selector), &s)
	require.NotNil(p.t, s, "%s: nothing on the page is %s", p.view.Name, selector)
	return *s
}

// Click clicks the first element that a CSS selector finds, with the mouse, once it is visible.
func (p *Page) Click(selector string) {
	p.t.Helper()
	do(p, "clicking "+selector, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// Type types text into the element that has the focus.
func (p *Page) Type(text string) {
	p.t.Helper()
	do(p, "typing "+text, chromedp.KeyEvent(text))
}

// Keys that print nothing, for Type.
const (
	Enter      = kb.Enter
	Tab        = kb.Tab
	Escape     = kb.Escape
	ArrowDown  = kb.ArrowDown
	ArrowUp    = kb.ArrowUp
	ArrowLeft  = kb.ArrowLeft
	ArrowRight = kb.ArrowRight
)

// Wait waits until a JavaScript expression is true.
func (p *Page) Wait(js string) {
	p.t.Helper()
	do(p, "waiting for "+js, chromedp.Poll[chromedp.Void](js, chromedp.WithPollingTimeout(0)))
}

// Problems returns what is wrong with the page: errors of the console, requests that failed, a page
// wider than the window, texts cut off. A part that scrolls may be wider than the window.
func (p *Page) Problems() []string {
	p.t.Helper()
	var found []string
	p.Eval(problems, &found)
	return append(p.noted(), found...)
}

// Sound requires that nothing is wrong with the page, and takes a screenshot of all of it where
// -shots asks for them. The name tells states of one page apart.
func (p *Page) Sound(name string) {
	p.t.Helper()
	if *shots != "" {
		p.Screenshot(filepath.Join(*shots, name+"-"+p.view.Name+".png"))
	}
	require.Empty(p.t, p.Problems(), "%s: %s", p.view.Name, name)
}

// Screenshot writes a picture of all of the page, in PNG.
func (p *Page) Screenshot(file string) {
	p.t.Helper()
	whole := true
	png := do(p, "taking a screenshot", func(ctx context.Context, tab *chromedp.Target) ([]byte, error) {
		r, err := cdp.Call(ctx, tab, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: &whole})
		return r.Data, err
	})
	require.NoError(p.t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(p.t, os.WriteFile(file, png, 0o644))
}
