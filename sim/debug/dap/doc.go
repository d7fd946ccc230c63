// Package dap serves the debugger to editors, by the Debug Adapter Protocol.
package dap

import _ "github.com/google/go-dap" // the messages
