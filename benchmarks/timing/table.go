package timing

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed tables/*.tsv
var tables embed.FS

// table reads one of the published tables: its rows, by the names of its columns.
func table(name string) ([]map[string]string, error) {
	data, err := tables.ReadFile("tables/" + name)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	head := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for i, l := range lines[1:] {
		cells := strings.Split(l, "\t")
		if len(cells) != len(head) {
			return nil, fmt.Errorf("%s: line %d has %d cells, want %d", name, i+2, len(cells), len(head))
		}
		row := map[string]string{}
		for j, h := range head {
			row[h] = cells[j]
		}
		rows = append(rows, row)
	}
	return rows, nil
}
