package abi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// Work-items are numbered x first: counted one by one over whole grids whose last work-groups are
// cut.
func TestLanesKnowTheirPlace(t *testing.T) {
	for _, c := range []struct{ grid, group [3]uint32 }{
		{[3]uint32{1000, 1, 1}, [3]uint32{256, 1, 1}}, {[3]uint32{13, 7, 1}, [3]uint32{8, 4, 1}},
		{[3]uint32{5, 9, 11}, [3]uint32{3, 5, 7}}, {[3]uint32{1, 70, 3}, [3]uint32{1, 70, 2}},
	} {
		var first [3]uint32
		for first[2] = 0; first[2] < c.grid[2]; first[2] += c.group[2] {
			for first[1] = 0; first[1] < c.grid[1]; first[1] += c.group[1] {
				for first[0] = 0; first[0] < c.grid[0]; first[0] += c.group[0] {
					in := Items{First: first, Grid: c.grid}
					for d := range in.Size {
						in.Size[d] = min(c.group[d], c.grid[d]-first[d])
					}
					n := uint32(0)
					var rows [numLaneValues]isa.Row
					for z := range in.Size[2] {
						for y := range in.Size[1] {
							for x := range in.Size[0] {
								if n%isa.Lanes == 0 {
									for v := range rows {
										in.Fill(&rows[v], ^uint64(0), LaneValue(v), n)
									}
								}
								g := [3]uint32{first[0] + x, first[1] + y, first[2] + z}
								want := [numLaneValues]uint32{n % isa.Lanes, x, y, z, g[0], g[1], g[2], n, g[0] + c.grid[0]*(g[1]+c.grid[1]*g[2])}
								for v := range rows {
									require.Equal(t, want[v], rows[v][n%isa.Lanes], "%v of %v in %v", LaneValue(v), g, c)
								}
								n++
							}
						}
					}
				}
			}
		}
	}
	var row isa.Row
	(&Items{Size: [3]uint32{64, 1, 1}}).Fill(&row, 4, LocalIDX, 0)
	require.Equal(t, isa.Row{2: 2}, row, "lanes outside of EXEC keep what they have")
}

// Both names of a role and of a lane's value find it, and nothing else does.
func TestNamesOfRolesAndLaneValues(t *testing.T) {
	seen := map[string]bool{}
	for r := range allRoles {
		for _, name := range []string{roles[r].name, roles[r].short} {
			if name == "" {
				continue
			}
			require.False(t, seen[name], name)
			seen[name] = true
			got, ok := FindRole(name)
			require.True(t, ok)
			require.Equal(t, r, got)
			_, ok = FindLaneValue(name)
			require.False(t, ok, name)
		}
	}
	for v := range numLaneValues {
		got, ok := FindLaneValue(v.String())
		require.True(t, ok)
		require.Equal(t, v, got)
	}
	for _, name := range []string{"", "local", "group", "x"} {
		_, ok := FindRole(name)
		_, lane := FindLaneValue(name)
		require.False(t, ok || lane, name)
	}
	require.Len(t, RoleNames(), int(allRoles))
	require.Len(t, LaneNames(), int(numLaneValues))
}
