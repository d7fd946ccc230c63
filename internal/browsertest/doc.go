// Package browsertest opens pages in Chromium, for tests only. A page is what "annotate --html"
// writes, or a folder of files behind a server of the test.
//
//	Start --> Browser --Open(url, view)--> Page --> Eval, Click, Press, Wait
//	                                        |
//	                                        +--> Problems: errors of the console, requests that
//	                                             failed, what is wider than the window, texts cut off
//
// A test that calls Start runs only with a flag, and is skipped without:
//
//	go test ./sim/profile -run Browser -args -browser
//	go test ./sim/profile -run Browser -args -browser -shots /tmp/shots
//
// The second form keeps the screenshots, one for each view. Chromium is the program that $CHROMIUM
// names, or one of the usual names in $PATH. A new profile is made for each Start, and Chromium may
// not load anything from the network but what the test serves.
//
// # Where to add things
//
// What is wrong with any page is a line of problems.js: all pages' tests then ask it. A size of
// window is an entry of Views.
package browsertest
