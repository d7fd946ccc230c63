package launch

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// sizeText is a number of bytes in decimal with a unit of 1024s.
var sizeText = regexp.MustCompile(`^(0|[1-9][0-9]*)(?:([kKmMgGtT])(i?)([bB]?)|[bB])?$`)

// units are the powers of 1024 by their letters.
const units = "kmgt"

// ParseSize reads a number of bytes as people write it: 4096, 0x1000, 4K, 64KiB, 2M, 1G, 1TiB. K,
// M, G and T are powers of 1024, with iB or without; KB and its like are refused, since some mean
// 1000 by them.
func ParseSize(s string) (uint64, error) {
	if len(s) > maxDigits {
		return 0, fmt.Errorf("this size has more than %d characters", maxDigits)
	}
	v, shift := new(big.Int), uint(0)
	switch m := sizeText.FindStringSubmatch(s); {
	case m != nil && m[2] != "" && m[3] == "" && m[4] != "":
		return 0, fmt.Errorf("%q may mean powers of 1000 or of 1024: write %s%s for powers of 1024",
			s, m[1], strings.ToUpper(m[2]))
	case m != nil:
		v.SetString(m[1], 10)
		if m[2] != "" {
			shift = 10 * uint(1+strings.Index(units, strings.ToLower(m[2])))
		}
	case integer.MatchString(s) && s[0] == '-':
		return 0, fmt.Errorf("%s is not in the range 0 to 2^64-1", s)
	case integer.MatchString(s):
		v.SetString(s, 0)
	default:
		return 0, fmt.Errorf("%q is not a size; write bytes, or K, M, G or T behind a number for powers of 1024: "+
			"4096, 0x1000, 4K, 2MiB", s)
	}
	if v.Lsh(v, shift).BitLen() > 64 {
		return 0, fmt.Errorf("%s is not in the range 0 to 2^64-1", s)
	}
	return v.Uint64(), nil
}

// size is a number of bytes from 0 to 2^bits-1.
func size(path string, n *node, bits int) (uint64, error) {
	s, err := numberText(path, n)
	if err != nil {
		return 0, err
	}
	v, err := ParseSize(s)
	switch {
	case err != nil:
		return 0, n.errorf(path, "%v", err)
	case v>>bits != 0:
		return 0, n.errorf(path, "%s is not in the range 0 to 2^%d-1", s, bits)
	}
	return v, nil
}
