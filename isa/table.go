package isa

// allRows collects the rows of every class. Whoever looks rows up gets those of the table itself
// and must not change them.
func allRows() []*Desc {
	var rows []*Desc
	for _, list := range [][]Desc{
		sop2Rows, sop1Rows, sopcRows, sopkRows, soppRows,
		smemRows(),
		vop1Rows, vop2Rows, vopcRows(), vop3Rows, vop3pRows,
		vintrpRows(), expRows(),
		dsRows(), mubufRows(), mtbufRows(), mimgRows(), flatRows(),
	} {
		for i := range list {
			d := list[i]
			rows = append(rows, &d)
		}
	}
	return rows
}
