//go:build !race

package launch_test

const race = false
