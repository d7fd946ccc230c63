package table

import (
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// rowGroup is how many records are in a row group: what is kept in memory while a file is written.
const rowGroup = 16384

// WriteParquet writes records as a Parquet file: a column for each of Columns, all optional.
func WriteParquet(w io.Writer, records Source) error {
	columns, err := Columns(records)
	if err != nil {
		return err
	}
	group := parquet.Group{}
	for _, c := range columns {
		node := parquet.String()
		switch c.Kind {
		case Whole:
			node = parquet.Int(64)
		case Real:
			node = parquet.Leaf(parquet.DoubleType)
		}
		group[c.Name] = parquet.Optional(node)
	}
	schema := parquet.NewSchema("records", group)
	at := map[string]int{} // the library orders columns by name
	for i, path := range schema.Columns() {
		at[path[0]] = i
	}
	out := parquet.NewWriter(w, schema, parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("gcnsim", "1", "0"))
	line := make(parquet.Row, len(columns))
	err = records(func(record []byte) error {
		row, err := Row(record)
		if err != nil {
			return err
		}
		for _, c := range columns {
			i, x := at[c.Name], row[c.Name]
			v, err := value(c.Kind, x)
			if err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			defined := 1
			if x == nil {
				defined = 0
			}
			line[i] = v.Level(0, defined, i)
		}
		_, err = out.WriteRows([]parquet.Row{line})
		return err
	})
	if err != nil {
		return err
	}
	return out.Close()
}

// value is a cell as the library has it.
func value(k Kind, x any) (parquet.Value, error) {
	if x == nil {
		return parquet.NullValue(), nil
	}
	switch k {
	case Whole:
		n, err := strconv.ParseInt(text(x), 10, 64)
		return parquet.Int64Value(n), err
	case Real:
		f, ok := number(x)
		if !ok {
			return parquet.Value{}, fmt.Errorf("%q is no number", text(x))
		}
		return parquet.DoubleValue(f), nil
	}
	return parquet.ByteArrayValue([]byte(text(x))), nil
}
