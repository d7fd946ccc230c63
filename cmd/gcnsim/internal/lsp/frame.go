package lsp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxMessage is the most bytes of a message.
const maxMessage = 64 << 20

// errFrame is for what is no message. What follows it may be one.
var errFrame = errors.New("this is no message with a header Content-Length")

// maxHeader is the most bytes of a line of a header.
const maxHeader = 4 << 10

// readMessage reads a message. An error that wraps errFrame is of this one; others end the stream.
func readMessage(r *bufio.Reader) ([]byte, error) {
	length, bad := -1, false
	for lines := 0; ; lines++ {
		line, err := readLine(r)
		if err != nil {
			return nil, err
		}
		if line == "" {
			if length >= 0 || bad || lines > 0 {
				break
			}
			lines-- // an empty line between messages
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		switch n, err := strconv.Atoi(strings.TrimSpace(value)); {
		case !ok || strings.ContainsAny(name, " {\"\t"):
			bad = true
		case strings.EqualFold(name, "Content-Length") && (err != nil || n < 0):
			bad = true
		case strings.EqualFold(name, "Content-Length"):
			length, bad = n, false // what was before it is not of this message
		}
	}
	switch {
	case length < 0 || bad:
		return nil, errFrame
	case length > maxMessage:
		if _, err := io.CopyN(io.Discard, r, int64(length)); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%w: it has %d bytes, and at most %d are read", errFrame, length, maxMessage)
	}
	var b bytes.Buffer // grows with what comes, not with what is announced
	if _, err := io.CopyN(&b, r, int64(length)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// readLine reads a line of a header, of which it keeps the first bytes.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) < maxHeader {
			line = append(line, part[:min(len(part), maxHeader)]...)
		}
		if err == nil {
			return strings.TrimRight(string(line), "\r\n"), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
	}
}

// writeMessage writes a message.
func writeMessage(w io.Writer, data []byte) error {
	_, err := w.Write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(data), data))
	return err
}
