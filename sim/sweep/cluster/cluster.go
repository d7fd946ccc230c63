package cluster

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Job is what an engine is to run.
type Job struct {
	Name    string   // of the sweep
	Workers int      // numbers 0 to Workers-1
	Command []string // of a worker: the program and its arguments, paths absolute
	Folder  string   // of the job: logs go there
	CPUs    int      // of a worker; 0 is 1
	Memory  uint64   // bytes of a worker; 0: what the engine gives
	With    []string // further arguments: of sbatch or parallel
	Image   string   // Kubernetes: the container's
	Claim   string   // Kubernetes: PersistentVolumeClaim that has the folder
	Mount   string   // Kubernetes: where the container has it
}

// Engine is something that runs workers.
type Engine struct {
	Name     string                       // as --engine has it
	File     string                       // that its Script is written to
	Variable string                       // in which a worker finds its number
	first    int                          // number of the first worker in it
	script   func(j *Job) ([]byte, error) // what File holds
	start    []string                     // command that starts it; the file is behind
}

var engines = []Engine{
	{"slurm", "slurm.job", "SLURM_ARRAY_TASK_ID", 0, slurm, []string{"sbatch"}},
	{"kubernetes", "kubernetes.yaml", "JOB_COMPLETION_INDEX", 0, kubernetes, []string{"kubectl", "create", "-f"}},
	{"parallel", "parallel.job", "PARALLEL_SEQ", 1, parallel, []string{"sh"}},
}

// Names are the names of engines.
func Names() (list []string) {
	for _, e := range engines {
		list = append(list, e.Name)
	}
	return list
}

// Find is an engine by its name.
func Find(name string) (*Engine, error) {
	for i := range engines {
		if engines[i].Name == name {
			return &engines[i], nil
		}
	}
	return nil, fmt.Errorf("no engine is called %q: there are %s", name, strings.Join(Names(), ", "))
}

// Script is what File has to hold for a job.
func (e *Engine) Script(j *Job) ([]byte, error) {
	if j.Workers < 1 || len(j.Command) == 0 {
		return nil, fmt.Errorf("a job of %d workers without a command cannot be run", j.Workers)
	}
	for _, w := range append(append([]string{j.Folder}, j.Command...), j.With...) {
		if strings.ContainsAny(w, "\n\r\x00") {
			return nil, fmt.Errorf("%q: an argument of a job has one line", w)
		}
	}
	return e.script(j)
}

// Start is the command that starts the job whose script is at path.
func (e *Engine) Start(path string) []string {
	return append(append([]string{}, e.start...), path)
}

// Index is the number of the worker that asks, from its environment.
func (e *Engine) Index(getenv func(string) string) (int, error) {
	text := getenv(e.Variable)
	if text == "" {
		return 0, fmt.Errorf("%s is not set: a worker of %s finds its number there (--index gives it by hand)", e.Variable,
			e.Name)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < e.first {
		return 0, fmt.Errorf("%s is %q: want a number from %d", e.Variable, text, e.first)
	}
	return n - e.first, nil
}

// label is what engines take as a name.
var label = regexp.MustCompile(`[^a-z0-9]+`)

func (j *Job) label() string {
	name := strings.Trim(label.ReplaceAllString(strings.ToLower(j.Name), "-"), "-")
	return "gcnsim-" + strings.Trim(cmp.Or(name, "sweep")[:min(40, len(cmp.Or(name, "sweep")))], "-")
}

// quote makes a word of a shell.
func quote(w string) string {
	if w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%") == "" {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

func quoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = quote(w)
	}
	return strings.Join(list, " ")
}

// megabytes rounds up.
func megabytes(bytes uint64) uint64 { return (bytes + 1<<20 - 1) >> 20 }

func slurm(j *Job) ([]byte, error) {
	if strings.Contains(j.Folder, "%") || strings.ContainsAny(j.Folder, " \"'\\") {
		return nil, fmt.Errorf("%s: Slurm takes no folder with blanks, quotes or %% for its logs", j.Folder)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "#!/bin/sh\n#SBATCH --job-name=%s\n#SBATCH --array=0-%d\n#SBATCH --cpus-per-task=%d\n", j.label(),
		j.Workers-1, max(j.CPUs, 1))
	if j.Memory > 0 {
		fmt.Fprintf(&b, "#SBATCH --mem=%dM\n", megabytes(j.Memory))
	}
	fmt.Fprintf(&b, "#SBATCH --output=%s\n#SBATCH --open-mode=append\n#SBATCH --requeue\n",
		path.Join(j.Folder, "%a.log"))
	for _, w := range j.With {
		fmt.Fprintf(&b, "#SBATCH %s\n", w)
	}
	fmt.Fprintf(&b, "exec %s\n", quoted(j.Command))
	return b.Bytes(), nil
}

func parallel(j *Job) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "#!/bin/sh\n# One line for each worker; PARALLEL_SEQ is its number, from 1.\n")
	fmt.Fprintf(&b, "seq %d | parallel -n0 --joblog %s%s %s\n", j.Workers, quote(path.Join(j.Folder, "parallel.log")),
		strings.TrimRight(" "+quoted(j.With), " "), quote(quoted(j.Command)))
	return b.Bytes(), nil
}

// The parts of a manifest that a job needs, in the words of Kubernetes' batch/v1.
type (
	manifest struct {
		APIVersion string  `yaml:"apiVersion"`
		Kind       string  `yaml:"kind"`
		Metadata   meta    `yaml:"metadata"`
		Spec       jobSpec `yaml:"spec"`
	}
	meta struct {
		GenerateName string            `yaml:"generateName,omitempty"`
		Labels       map[string]string `yaml:"labels,omitempty"`
	}
	jobSpec struct {
		CompletionMode       string   `yaml:"completionMode"`
		Completions          int      `yaml:"completions"`
		Parallelism          int      `yaml:"parallelism"`
		BackoffLimitPerIndex int      `yaml:"backoffLimitPerIndex"`
		Template             template `yaml:"template"`
	}
	template struct {
		Metadata meta    `yaml:"metadata"`
		Spec     podSpec `yaml:"spec"`
	}
	podSpec struct {
		RestartPolicy string      `yaml:"restartPolicy"`
		Containers    []container `yaml:"containers"`
		Volumes       []volume    `yaml:"volumes"`
	}
	container struct {
		Name      string    `yaml:"name"`
		Image     string    `yaml:"image"`
		Command   []string  `yaml:"command"`
		Resources resources `yaml:"resources"`
		Mounts    []mount   `yaml:"volumeMounts"`
	}
	resources struct {
		Requests map[string]string `yaml:"requests"`
		Limits   map[string]string `yaml:"limits,omitempty"`
	}
	mount struct {
		Name string `yaml:"name"`
		Path string `yaml:"mountPath"`
	}
	volume struct {
		Name  string `yaml:"name"`
		Claim claim  `yaml:"persistentVolumeClaim"`
	}
	claim struct {
		Name string `yaml:"claimName"`
	}
)

// retries is how often Kubernetes starts a worker again that has failed.
const retries = 2

// DefaultImage is a small public image: the program is on the volume.
const DefaultImage = "docker.io/library/busybox:stable"

func kubernetes(j *Job) ([]byte, error) {
	switch {
	case j.Claim == "":
		return nil, fmt.Errorf("a job of Kubernetes needs a volume that all workers share: name its claim (--claim NAME)")
	case len(j.With) > 0:
		return nil, fmt.Errorf("%s: a manifest takes no further arguments: change it by hand", j.With[0])
	case !path.IsAbs(j.Mount):
		return nil, fmt.Errorf("%q: want the absolute path at which containers have the volume", j.Mount)
	}
	for _, w := range j.Command {
		// The kubelet replaces $(NAME).
		if strings.Contains(w, "$(") {
			return nil, fmt.Errorf("%q: Kubernetes takes $( for a variable", w)
		}
	}
	labels := map[string]string{"app": j.label()}
	need := map[string]string{"cpu": strconv.Itoa(max(j.CPUs, 1))}
	var most map[string]string
	if j.Memory > 0 {
		m := fmt.Sprintf("%dMi", megabytes(j.Memory))
		need["memory"], most = m, map[string]string{"memory": m}
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	err := e.Encode(manifest{"batch/v1", "Job", meta{GenerateName: j.label() + "-", Labels: labels}, jobSpec{
		CompletionMode: "Indexed", Completions: j.Workers, Parallelism: j.Workers, BackoffLimitPerIndex: retries,
		Template: template{meta{Labels: labels}, podSpec{RestartPolicy: "Never",
			Containers: []container{{Name: "worker", Image: cmp.Or(j.Image, DefaultImage), Command: j.Command,
				Resources: resources{need, most}, Mounts: []mount{{"sweep", j.Mount}}}},
			Volumes: []volume{{"sweep", claim{j.Claim}}}}}}})
	return b.Bytes(), err
}
