// Package k8s checks manifests of package cluster by Kubernetes' own types. It is a module of its own,
// so that only this test needs them:
//
//	cd sim/sweep/cluster/k8s && go test
package k8s

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/yaml"
)

// The manifest has no field that Kubernetes does not know, and its values are what batch/v1 wants of an
// Indexed Job.
func TestTheManifestIsAnIndexedJob(t *testing.T) {
	text, err := os.ReadFile("../testdata/job.yaml")
	require.NoError(t, err)
	var j batchv1.Job
	require.NoError(t, yaml.UnmarshalStrict(text, &j))
	require.Equal(t, "batch/v1", j.APIVersion)
	require.Equal(t, "Job", j.Kind)
	require.Equal(t, batchv1.IndexedCompletion, *j.Spec.CompletionMode)
	require.EqualValues(t, 20, *j.Spec.Completions)
	require.EqualValues(t, 20, *j.Spec.Parallelism)
	require.NotNil(t, j.Spec.BackoffLimitPerIndex)
	pod := j.Spec.Template.Spec
	require.Equal(t, corev1.RestartPolicyNever, pod.RestartPolicy, "backoffLimitPerIndex needs it")
	require.Len(t, pod.Containers, 1)
	c := pod.Containers[0]
	require.Empty(t, validation.IsDNS1123Label(c.Name))
	require.Empty(t, validation.IsDNS1123Label(j.GenerateName+"abcde"), "with what the server appends")
	for _, labels := range []map[string]string{j.Labels, j.Spec.Template.Labels} {
		for k, v := range labels {
			require.Empty(t, validation.IsQualifiedName(k))
			require.Empty(t, validation.IsValidLabelValue(v))
		}
	}
	require.EqualValues(t, 4, c.Resources.Requests.Cpu().Value())
	require.EqualValues(t, 3073<<20, c.Resources.Limits.Memory().Value())
	require.Len(t, c.VolumeMounts, 1)
	require.Equal(t, pod.Volumes[0].Name, c.VolumeMounts[0].Name)
	require.Empty(t, validation.IsDNS1123Label(pod.Volumes[0].Name))
	require.NotNil(t, pod.Volumes[0].PersistentVolumeClaim)
	require.NotEmpty(t, c.Image)
	require.Equal(t, "worker", c.Command[2])
}
