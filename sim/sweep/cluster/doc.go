// Package cluster writes jobs of sweeps for engines that run many workers: an array of Slurm, an
// Indexed Job of Kubernetes, GNU parallel.
//
//	Job (workers, command) ──Engine.Script──► a script or manifest ──Engine.Start──► sbatch, kubectl, sh
//	                                                                     worker ──Engine.Index──► its number
//
// The engine starts workers, limits them, restarts them and says which have failed. A worker finds its
// number in the variable of its engine, and leaves its results in the folder that all share. Nothing
// here listens, waits or asks how it goes.
//
// # Where to add things
//
// An engine: a row of engines.
package cluster
