package dyncheck

// quickly: see quickly.go.
const quickly = false
