// Package files opens the files that users and launch files name.
//
// An input is a regular file of bounded size ([Open], [Read]): a pipe or a device may never end, or
// may block for ever. An output ([Create]) appears whole or not at all: it is written to a
// temporary file beside its place and renamed when it is complete, so that nothing is lost where a
// run fails. It is never one of the inputs, under whatever name. What is no regular file
// (/dev/stdout, a FIFO) is written directly, as there is nothing to lose.
//
// A [Fence] keeps what a launch file names inside folders, also where symbolic links lead out of
// them.
package files
