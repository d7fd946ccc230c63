package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
)

// records are some that have all kinds of fields, and not each has all.
var records = []string{
	`{"task":"01","program":"a,\"b\"","figures":{"l1_bytes":16384},"status":"done","cycles":12,"microseconds":0.5,"vars":{"n":1}}`,
	`{"task":"02","program":"ä\nb","figures":{"l1_bytes":8192,"dram_gbs":0.1},"status":"error","reason":"why","vars":{"n":"x"}}`,
	`{"task":"03","status":"done","cycles":9007199254740993,"microseconds":2,"zz":[1,2],"findings":{"rules":{"raw":1}},"vars":{"n":2}}`,
}

func source(list []string) Source {
	return func(each func([]byte) error) error {
		for _, r := range list {
			if err := each([]byte(r)); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteCSV(&b, source(records)))
	require.Equal(t, `task,program,vars.n,figures.dram_gbs,figures.l1_bytes,status,reason,cycles,microseconds,findings.rules.raw,zz
01,"a,""b""",1,,16384,done,,12,0.5,,
02,"ä
b",x,0.1,8192,error,why,,,,
03,,2,,,done,,9007199254740993,2,1,"[1,2]"
`, b.String())
	n := 0
	require.NoError(t, ReadCSV(&b, func(row map[string]any) error {
		want, err := Row([]byte(records[n]))
		require.NoError(t, err)
		for name, v := range want {
			if name != "task" && name != "vars.n" { // numbers in texts are numbers
				require.Equal(t, v, row[name], name)
			}
		}
		n++
		return nil
	}))
	require.Equal(t, 3, n)
}

func TestJSONIsTheRecordsThemselves(t *testing.T) {
	for _, list := range [][]string{records, nil} {
		var b bytes.Buffer
		require.NoError(t, WriteJSON(&b, source(list)))
		var got []json.RawMessage
		require.NoError(t, json.Unmarshal(b.Bytes(), &got))
		require.Len(t, got, len(list))
		for i := range got {
			require.Equal(t, list[i], string(got[i]))
		}
	}
}

// What is read back from Parquet, by name of the column, is what the records have.
func TestParquet(t *testing.T) {
	var list []string
	for i := range 1000 {
		list = append(list, strings.Replace(records[i%3], `"0`, fmt.Sprintf(`"%d-`, i), 1))
	}
	var b, again bytes.Buffer
	require.NoError(t, WriteParquet(&b, source(list)))
	require.NoError(t, WriteParquet(&again, source(list)))
	require.Equal(t, b.Bytes(), again.Bytes(), "the same records are the same bytes")
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.EqualValues(t, len(list), f.NumRows())
	names := f.Schema().Columns()
	kinds := map[string]string{}
	for _, c := range f.Schema().Fields() {
		require.True(t, c.Optional())
		kinds[c.Name()] = c.Type().String()
	}
	require.Equal(t, "STRING", kinds["vars.n"], "numbers and texts are texts")
	require.Equal(t, "INT(64,true)", kinds["cycles"])
	require.Equal(t, "DOUBLE", kinds["microseconds"])
	r := parquet.NewReader(f)
	rows := make([]parquet.Row, 1)
	for i := range list {
		n, err := r.ReadRows(rows)
		require.True(t, err == nil || errors.Is(err, io.EOF))
		require.Equal(t, 1, n)
		want, err := Row([]byte(list[i]))
		require.NoError(t, err)
		have := 0
		for _, v := range rows[0] {
			name := names[v.Column()][0]
			if v.IsNull() {
				require.NotContains(t, want, name)
				continue
			}
			have++
			require.Equal(t, text(want[name]), v.String(), name)
		}
		require.Len(t, want, have)
	}
}

func TestWhatIsNoRecord(t *testing.T) {
	for _, bad := range []string{"", "1", "[]", "{"} {
		for _, write := range []func(io.Writer, Source) error{WriteCSV, WriteParquet} {
			require.Error(t, write(io.Discard, source([]string{bad})), bad)
		}
	}
	failed := errors.New("no")
	bad := func(func([]byte) error) error { return failed }
	for _, write := range []func(io.Writer, Source) error{WriteCSV, WriteJSON, WriteParquet} {
		require.ErrorIs(t, write(io.Discard, bad), failed)
	}
}
