// Package machine is what the page of the simulator asks: it opens a program from texts, steps it
// forward and back, and gives the whole state as one value that the page only has to show.
//
//	page (static/page.js) -- JSON --> web/wasm --> Machine --> sim/debug, sim/explain
//	                      <-- View --          --> Timeline --> a run with a clock, sim/timeline
//
// It knows no browser, so that its tests are plain Go.
//
// # Where to add things
//
// A command is a case of [Machine.Do]. What the page shows is a field of [View]: numbers are texts
// already, in the formats that the page asked for.
package machine
