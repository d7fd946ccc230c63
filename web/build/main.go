// Command build makes the page of the simulator: a folder of static files that any web server can
// serve. The module's folder, or one below it, is the working directory.
//
//	go run ./web/build -o DIR
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	out := flag.String("o", "", "folder that the page is written to; it is made")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./web/build -o DIR")
		os.Exit(2)
	}
	size, err := build(*out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d bytes, of which the simulator has %d\n", *out, size.all, size.wasm)
}

// maxSize is the most that the simulator may have as it is loaded, compressed.
const maxSize = 4_000_000

// sizes are bytes as they are served.
type sizes struct{ all, wasm int }

// lean are packages whose functions are not inlined into others: they read texts and files, once,
// and are a third of the code. The checker is one of them, as the page's programs are short.
var lean = []string{"isa/asm", "sim/chip", "sim/codeobj", "sim/debug", "sim/explain", "sim/formula", "sim/launch/...",
	"sim/timeline", "sim/internal/dyncheck", "sim/internal/explore", "sim/internal/hostcode", "sim/internal/state", "sim/internal/writers", "web/..."}

// leanOther are such packages of others.
var leanOther = []string{"go.yaml.in/...", "github.com/vmihailenco/...", "github.com/klauspost/...", "compress/...", "crypto/...",
	"bufio", "context", "debug/...", "encoding/...", "fmt", "internal/zstd", "io/...", "log", "math/big", "os", "path/...", "reflect",
	"regexp/...", "strconv", "syscall/...", "text/...", "time", "unicode/..."}

// build writes the page into a folder.
func build(out string) (size sizes, err error) {
	root, err := goTool("list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return size, err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return size, err
	}
	write := func(name string, data []byte) error {
		size.all += len(data)
		return os.WriteFile(filepath.Join(out, name), data, 0o644)
	}
	web := filepath.Join(root, "web")
	files, err := os.ReadDir(filepath.Join(web, "static"))
	if err != nil {
		return size, err
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(web, "static", f.Name()))
		if err = errors.Join(err, write(f.Name(), data)); err != nil {
			return size, err
		}
	}
	list, err := examples(filepath.Join(web, "examples"))
	if err = errors.Join(err, write("examples.json", list)); err != nil {
		return size, err
	}
	goroot, err := goTool("env", "GOROOT")
	if err != nil {
		return size, err
	}
	glue, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err = errors.Join(err, write("wasm_exec.js", glue)); err != nil {
		return size, err
	}
	wasm, err := simulator(root)
	if err != nil {
		return size, err
	}
	if size.wasm = len(wasm); size.wasm > maxSize {
		return size, fmt.Errorf("the simulator has %d bytes compressed, and may have %d: see what was linked in",
			size.wasm, maxSize)
	}
	return size, write("gcnsim.wasm.gz", wasm)
}

// simulator is the compressed program.
func simulator(root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "gcnsim-web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "gcnsim.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", file}
	for _, p := range lean {
		args = append(args, "-gcflags=github.com/gcnsim/gcnsim/"+p+"=-l")
	}
	for _, p := range leanOther {
		args = append(args, "-gcflags="+p+"=-l")
	}
	c := exec.Command("go", append(args, "./web/wasm")...)
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, text)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(data)
	err = errors.Join(err, z.Close())
	return b.Bytes(), err
}

// examples are the programs that the page offers, with their texts.
func examples(dir string) ([]byte, error) {
	index, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		return nil, err
	}
	var list []struct {
		Name    string            `json:"name"`
		Title   string            `json:"title"`
		Chip    string            `json:"chip"`
		Memory  string            `json:"memory,omitempty"` // that is shown first
		Formats map[string]string `json:"formats"`
		Text    string            `json:"text"`
		Launch  string            `json:"launch"`
	}
	if err := json.Unmarshal(index, &list); err != nil {
		return nil, fmt.Errorf("index.json: %w", err)
	}
	for i := range list {
		x := &list[i]
		text, err := os.ReadFile(filepath.Join(dir, x.Name+".s"))
		if err != nil {
			return nil, err
		}
		launch, err := os.ReadFile(filepath.Join(dir, x.Name+".json"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		x.Text, x.Launch = string(text), string(launch)
	}
	return json.Marshal(list)
}

// goTool is what a go command prints.
func goTool(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
