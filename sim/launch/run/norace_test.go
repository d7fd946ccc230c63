//go:build !race

package run_test

const race = false
