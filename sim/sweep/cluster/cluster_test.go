package cluster

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// job is a job with all that a script can ask for.
func job() *Job {
	return &Job{Name: "L1 & LDS", Workers: 20, Folder: "/work/study.sweep/jobs/1", CPUs: 4, Memory: 3<<30 + 1,
		Command: []string{"/work/bin/gcnsim", "sweep", "worker", "/work/it's.json", "--dir=/work/study.sweep", "--job=1", "--jobs=4"}}
}

func TestScripts(t *testing.T) {
	for name, c := range map[string]struct {
		change func(j *Job)
		want   string
	}{
		"slurm": {func(j *Job) { j.With = []string{"--partition=long", "--time=1:00:00"} }, `#!/bin/sh
#SBATCH --job-name=gcnsim-l1-lds
#SBATCH --array=0-19
#SBATCH --cpus-per-task=4
#SBATCH --mem=3073M
#SBATCH --output=/work/study.sweep/jobs/1/%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --partition=long
#SBATCH --time=1:00:00
exec /work/bin/gcnsim sweep worker '/work/it'\''s.json' --dir=/work/study.sweep --job=1 --jobs=4
`},
		"parallel": {func(j *Job) { j.With = []string{"--jobs=2"} }, `#!/bin/sh
# One line for each worker; PARALLEL_SEQ is its number, from 1.
seq 20 | parallel -n0 --joblog /work/study.sweep/jobs/1/parallel.log --jobs=2 '/work/bin/gcnsim sweep worker '\''/work/it'\''\'\'''\''s.json'\'' --dir=/work/study.sweep --job=1 --jobs=4'
`},
	} {
		e, err := Find(name)
		require.NoError(t, err)
		j := job()
		c.change(j)
		got, err := e.Script(j)
		require.NoError(t, err)
		require.Equal(t, c.want, string(got), name)
	}
}

// The manifest is that of the file. The test of module k8s decodes it with Kubernetes' own types.
func TestManifest(t *testing.T) {
	e, err := Find("kubernetes")
	require.NoError(t, err)
	j := job()
	j.Claim, j.Mount = "work", "/work"
	got, err := e.Script(j)
	require.NoError(t, err)
	want, err := os.ReadFile("testdata/job.yaml")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

func TestJobsThatCannotBeWritten(t *testing.T) {
	for _, c := range []struct {
		engine string
		change func(j *Job)
		says   string
	}{
		{"slurm", func(j *Job) { j.Workers = 0 }, "0 workers"},
		{"slurm", func(j *Job) { j.Folder = "/a b" }, "no folder with blanks"},
		{"slurm", func(j *Job) { j.Command[3] = "a\nb" }, "has one line"},
		{"kubernetes", func(j *Job) {}, "--claim"},
		{"kubernetes", func(j *Job) { j.Claim = "c"; j.Mount = "work" }, "absolute path"},
		{"kubernetes", func(j *Job) { j.Claim, j.Mount = "c", "/w"; j.With = []string{"--x"} }, "no further arguments"},
		{"kubernetes", func(j *Job) { j.Claim, j.Mount = "c", "/w"; j.Command[3] = "$(HOME)" }, "takes $( for a variable"},
	} {
		e, err := Find(c.engine)
		require.NoError(t, err)
		j := job()
		c.change(j)
		_, err = e.Script(j)
		require.ErrorContains(t, err, c.says)
	}
	_, err := Find("lsf")
	require.ErrorContains(t, err, "slurm, kubernetes, parallel")
}

func TestWorkersFindTheirNumber(t *testing.T) {
	for _, c := range []struct {
		engine, value string
		want          int
		says          string
	}{
		{"slurm", "0", 0, ""}, {"slurm", "17", 17, ""}, {"kubernetes", "3", 3, ""}, {"parallel", "1", 0, ""},
		{"parallel", "0", 0, "want a number from 1"}, {"slurm", "", 0, "SLURM_ARRAY_TASK_ID is not set"},
		{"kubernetes", "x", 0, "JOB_COMPLETION_INDEX is \"x\""}, {"slurm", "-1", 0, "want a number from 0"},
	} {
		e, err := Find(c.engine)
		require.NoError(t, err)
		n, err := e.Index(func(name string) string {
			require.Equal(t, e.Variable, name)
			return c.value
		})
		if c.says != "" {
			require.ErrorContains(t, err, c.says)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, n)
	}
}

// The shell reads the words of the command out of a script, whatever characters they have.
func TestTheShellSeesTheWords(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	words := []string{"a b", "it's", "$HOME", "", "`x`", `"q"`, "*", "-j=2", "a\\b", "ä"}
	j := &Job{Workers: 1, Folder: "/x", Command: append([]string{"printf", "%s|"}, words...)}
	e, err := Find("slurm")
	require.NoError(t, err)
	script, err := e.Script(j)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "s")
	require.NoError(t, os.WriteFile(path, script, 0o700))
	out, err := exec.Command(sh, path).CombinedOutput()
	require.NoError(t, err)
	require.Equal(t, strings.Join(words, "|")+"|", string(out))
}
