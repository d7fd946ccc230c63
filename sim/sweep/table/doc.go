// Package table writes records as tables: CSV, JSON and Parquet.
//
//	records in JSON ──Columns──► the columns of all, with their types ──► WriteCSV, WriteParquet
//	                └──────────────────────────────────────────────────► WriteJSON
//
// A column is a field of a record; a field of a field has both names with a dot between them, as
// figures.l1_bytes. A record without the field has an empty cell, in Parquet a null. The order of
// columns is that of the fields of a record, then by name, so that the same records always make the
// same bytes.
package table
