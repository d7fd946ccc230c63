// Package plain keeps texts of others in their line of an output: names and sources come from files
// that anybody can have made, and must neither break a table nor command a terminal.
package plain

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a name as it is, or quoted where it has what does not print.
func Name(s string) string {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// Line is a line of text with U+FFFD for each character that is neither a mark nor a space.
func Line(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
