package codeobj

import (
	"errors"
	"io"
)

// unpackZstd has no unpacker: a page assembles texts, and is loaded faster without one.
func unpackZstd([]byte, uint64) (in io.Reader, done func(), err error) {
	return nil, nil, errors.New("in a browser, bundles that zstd has packed cannot be read")
}
