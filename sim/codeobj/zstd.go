//go:build !js

package codeobj

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/zstd"
)

// unpackZstd reads what is packed by zstd into whole bytes; done ends it.
func unpackZstd(packed []byte, whole uint64) (in io.Reader, done func(), err error) {
	d, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxMemory(whole+1<<20), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, nil, err
	}
	return d, d.Close, nil
}
