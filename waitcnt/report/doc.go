// Package report writes findings for people and for machines.
//
//	[]waitcnt.Finding ──► File (name, GPU, verdict, Summary) ──► Write ──► text    diffable, in the manner of ThreadSanitizer
//	                                                                  ──► JSON    one document, findings as package waitcnt marshals them
//	                                                                  ──► SARIF   2.1.0, for code scanning services and editors
//
// The output depends on nothing but the findings: no time, no host, no colours.
//
// Where to add things: a field of a finding that people should see: text.go; JSON and the
// properties of SARIF have it by themselves.
package report
