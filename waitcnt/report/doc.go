// Package report writes findings for people and for machines.
//
//	[]waitcnt.Finding ──► File (name, GPU, verdict, Summary) ──► Write ──► text    diffable, in the manner of ThreadSanitizer
//	                                                                  ──► JSON    one document, findings as package waitcnt marshals them
//	                                                                  ──► SARIF   2.1.0, for code scanning services and editors
//	                                                                  ──► JUnit   for build servers
//	                                                                  ──► GitHub  workflow commands, which annotate lines
//
// The output depends on nothing but the findings and the texts that they are about: no time, no
// host, no colours.
//
// A [Baseline] takes findings away that are known already, and an [Ignore] those that a comment in
// the source names. [Mend] puts into an assembly text what the findings ask for.
//
// Where to add things: a field of a finding that people should see is a part of text.go; JSON and
// the properties of SARIF have it by themselves. A format is a [Format] and a function in [Write].
package report
