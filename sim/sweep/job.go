package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Job is what an engine is given: tasks without a result, divided among workers.
type Job struct {
	Number  int    // from 1: jobs of a sweep follow each other
	Workers int    // that it has
	Path    string // of its file
}

// jobHead is the first line of a job's file.
type jobHead struct {
	Sweep   string `json:"sweep"` // Sweep.Digest
	Tasks   int    `json:"tasks"` // of the sweep
	Missing int    `json:"todo"`  // of the job
	Workers int    `json:"workers"`
}

func (s *Sweep) jobsFolder() string { return filepath.Join(s.folder, "jobs") }

func (s *Sweep) jobPath(n int) string { return filepath.Join(s.jobsFolder(), strconv.Itoa(n)) }

// NewJob divides tasks among at most so many workers, and writes that down. Each worker takes every
// n-th of them, so that tasks that are alike are spread.
func (s *Sweep) NewJob(tasks []int, workers int) (*Job, error) {
	if len(tasks) == 0 {
		return nil, errors.New("there is nothing to do")
	}
	workers = min(max(workers, 1), len(tasks))
	head, err := json.Marshal(jobHead{s.Digest(), s.Len(), len(tasks), workers})
	if err != nil {
		return nil, err
	}
	b := append(head, '\n')
	for w := range workers {
		var mine []int
		for k := w; k < len(tasks); k += workers {
			mine = append(mine, tasks[k])
		}
		b = append(appendRuns(b, mine), '\n')
	}
	if err := os.MkdirAll(s.jobsFolder(), 0o777); err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		err := os.Mkdir(s.jobPath(n), 0o777) // whoever makes the folder has the number
		if errors.Is(err, os.ErrExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		path := filepath.Join(s.jobPath(n), "tasks")
		return &Job{n, workers, path}, writeWhole(path, b)
	}
}

// appendRuns writes rising numbers: "0-98/2,100,105".
func appendRuns(b []byte, list []int) []byte {
	for i := 0; i < len(list); {
		if i > 0 {
			b = append(b, ',')
		}
		j := i + 1
		if j < len(list) {
			step := list[j] - list[i]
			for j+1 < len(list) && list[j+1]-list[j] == step {
				j++
			}
			if j-i >= 2 {
				b = fmt.Appendf(b, "%d-%d/%d", list[i], list[j], step)
				i = j + 1
				continue
			}
		}
		b = strconv.AppendInt(b, int64(list[i]), 10)
		i++
	}
	return b
}

// parseRuns reads rising numbers below n.
func parseRuns(text string, n int) (list []int, err error) {
	for _, word := range strings.Split(text, ",") {
		from, to, step := 0, 0, 1
		span, by, stepped := strings.Cut(word, "/")
		first, last, run := strings.Cut(span, "-")
		from, err = strconv.Atoi(first)
		if to = from; err == nil && run {
			to, err = strconv.Atoi(last)
		}
		if err == nil && stepped {
			step, err = strconv.Atoi(by)
		}
		if err != nil || from < 0 || to < from || to >= n || step < 1 || stepped != run ||
			len(list) > 0 && from <= list[len(list)-1] {
			return nil, fmt.Errorf("%q: want rising numbers below %d, as in 0-98/2,100", word, n)
		}
		for i := from; i <= to; i += step {
			list = append(list, i)
		}
	}
	return list, nil
}

// Share are the tasks of a worker of a job, by its number from 0, and the prefix of its results.
func (s *Sweep) Share(job, worker int) (tasks []int, prefix string, err error) {
	path := filepath.Join(s.jobPath(job), "tasks")
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 128<<20)
	var h jobHead
	if !in.Scan() || strict(in.Bytes(), &h) != nil {
		return nil, "", errors.Join(fmt.Errorf("%s: it is no job of a sweep", path), in.Err())
	}
	switch d := s.Digest(); {
	case h.Sweep != d:
		return nil, "", fmt.Errorf("%s: it is of other tasks than these (%s, not %s): the spec, a file that it names or the "+
			"simulator has changed since", path, h.Sweep, d)
	case worker < 0 || worker >= h.Workers:
		return nil, "", fmt.Errorf("%s: it has workers 0 to %d, not %d", path, h.Workers-1, worker)
	}
	for w := 0; in.Scan(); w++ {
		if w == worker {
			tasks, err := parseRuns(string(bytes.TrimSpace(in.Bytes())), s.Len())
			if err != nil {
				return nil, "", fmt.Errorf("%s:%d: %w", path, w+2, err)
			}
			return tasks, fmt.Sprintf("job%d-%d-", job, worker), nil
		}
	}
	return nil, "", errors.Join(fmt.Errorf("%s: it ends before worker %d", path, worker), in.Err())
}

// Missing are the tasks without a result, or with one that another run may change.
func (s *Sweep) Missing(r *Results) (list []int) {
	for i := range s.Len() {
		if !r.Has(i) || r.Status(i) == StatusLost {
			list = append(list, i)
		}
	}
	return slices.Clip(list)
}

// All are the numbers of all tasks; of them, Shard is part k of n.
func (s *Sweep) All() []int { return s.Shard(0, 1) }

// Shard are every n-th task from the k-th.
func (s *Sweep) Shard(k, n int) (list []int) {
	for i := k; i < s.Len(); i += n {
		list = append(list, i)
	}
	return list
}
