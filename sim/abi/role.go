package abi

import "github.com/gcnsim/gcnsim/isa"

// Role is what scalar registers hold when a wave starts.
type Role uint8

// The roles that descriptors ask for, in the order of their registers. The user SGPRs come first;
// their numbers are their bits in kernel_code_properties (version 2: code_properties). The system
// SGPRs follow after Descriptor.UserSGPRs registers.
const (
	PrivateSegmentBuffer Role = iota // 4: buffer resource of scratch memory
	DispatchPtr                      // 2: address of the dispatch packet
	QueuePtr                         // 2: address of the queue
	KernargSegmentPtr                // 2: address of the arguments
	DispatchID                       // 2: number of the dispatch in its queue
	FlatScratchInit                  // 2: gfx7, gfx8: offset of scratch, bytes per work-item; gfx9: address of scratch
	PrivateSegmentSize               // 1: scratch bytes of a work-item
	WorkGroupCountX                  // 1: work-groups in the grid, version 2 only
	WorkGroupCountY                  // 1
	WorkGroupCountZ                  // 1
	WorkGroupIDX                     // 1
	WorkGroupIDY                     // 1
	WorkGroupIDZ                     // 1
	WorkGroupInfo                    // 1: bit 31 first wave, 16:6 ordered append term, 5:0 waves in the group
	ScratchWaveOffset                // 1: byte offset of the wave's scratch

	NumRoles // how many a descriptor can ask for
)

// Roles that no descriptor asks for, but a launch of code without one.
const (
	WaveInGroup Role = NumRoles + iota // 1: number of the wave in its work-group
	GroupSizeX                         // 1: work-items of a whole work-group
	GroupSizeY                         // 1
	GroupSizeZ                         // 1
	GridSizeX                          // 1: work-items in all
	GridSizeY                          // 1
	GridSizeZ                          // 1

	allRoles
)

// roles has LLVM's name, without its "enable_sgpr_", a shorter one, and how many SGPRs the role
// takes.
var roles = [allRoles]struct {
	name, short string
	sgprs       int
}{
	PrivateSegmentBuffer: {"private_segment_buffer", "scratch_buffer", 4},
	DispatchPtr:          {"dispatch_ptr", "", 2},
	QueuePtr:             {"queue_ptr", "", 2},
	KernargSegmentPtr:    {"kernarg_segment_ptr", "kernarg", 2},
	DispatchID:           {"dispatch_id", "", 2},
	FlatScratchInit:      {"flat_scratch_init", "", 2},
	PrivateSegmentSize:   {"private_segment_size", "scratch_size", 1},
	WorkGroupCountX:      {"grid_workgroup_count_x", "groups_x", 1},
	WorkGroupCountY:      {"grid_workgroup_count_y", "groups_y", 1},
	WorkGroupCountZ:      {"grid_workgroup_count_z", "groups_z", 1},
	WorkGroupIDX:         {"workgroup_id_x", "group_x", 1},
	WorkGroupIDY:         {"workgroup_id_y", "group_y", 1},
	WorkGroupIDZ:         {"workgroup_id_z", "group_z", 1},
	WorkGroupInfo:        {"workgroup_info", "", 1},
	ScratchWaveOffset:    {"private_segment_wave_byte_offset", "scratch_offset", 1},
	WaveInGroup:          {"wave", "", 1},
	GroupSizeX:           {"group_size_x", "", 1},
	GroupSizeY:           {"group_size_y", "", 1},
	GroupSizeZ:           {"group_size_z", "", 1},
	GridSizeX:            {"grid_size_x", "", 1},
	GridSizeY:            {"grid_size_y", "", 1},
	GridSizeZ:            {"grid_size_z", "", 1},
}

// String is LLVM's name, without its "enable_sgpr_".
func (r Role) String() string { return roles[r].name }

// Count is how many registers the role takes.
func (r Role) Count() int { return roles[r].sgprs }

// FindRole finds a role by either name.
func FindRole(name string) (Role, bool) {
	for r := range roles {
		if name != "" && (name == roles[r].name || name == roles[r].short) {
			return Role(r), true
		}
	}
	return 0, false
}

// RoleNames are the names of the roles, the shorter ones where there are two.
func RoleNames() (list []string) {
	for i := range roles {
		name := roles[i].short
		if name == "" {
			name = roles[i].name
		}
		list = append(list, name)
	}
	return list
}

// LaneValue is what a vector register holds when a wave starts: each lane has its own.
type LaneValue uint8

// The values of lanes.
const (
	Lane           LaneValue = iota // number of the lane, 0 to 63
	LocalIDX                        // place in the work-group
	LocalIDY                        //
	LocalIDZ                        //
	GlobalIDX                       // place in the grid
	GlobalIDY                       //
	GlobalIDZ                       //
	LocalLinearID                   // number in the work-group, x first
	GlobalLinearID                  // number in the grid, x first

	numLaneValues
)

var laneValues = [numLaneValues]struct{ name, short string }{
	Lane:           {"lane", ""},
	LocalIDX:       {"local_id_x", "local_id"},
	LocalIDY:       {"local_id_y", ""},
	LocalIDZ:       {"local_id_z", ""},
	GlobalIDX:      {"global_id_x", "global_id"},
	GlobalIDY:      {"global_id_y", ""},
	GlobalIDZ:      {"global_id_z", ""},
	LocalLinearID:  {"local_linear_id", ""},
	GlobalLinearID: {"global_linear_id", ""},
}

// String is the name in launch files.
func (v LaneValue) String() string { return laneValues[v].name }

// FindLaneValue finds a value by its name; the x of an id may be left out.
func FindLaneValue(name string) (LaneValue, bool) {
	for v := range laneValues {
		if name != "" && (name == laneValues[v].name || name == laneValues[v].short) {
			return LaneValue(v), true
		}
	}
	return 0, false
}

// LaneNames are the names of the values.
func LaneNames() (list []string) {
	for _, v := range laneValues {
		list = append(list, v.name)
	}
	return list
}

// Items are where the work-items of a work-group are, in work-items, x, y, z.
type Items struct {
	Size  [3]uint32 // of the work-group; smaller at the edge of the grid
	First [3]uint32 // place of its first work-item in the grid
	Grid  [3]uint32 // size of the grid
}

// Fill sets the lanes in exec of a wave, whose lane 0 is work-item n of the work-group. Lanes
// behind the last work-item count on.
func (i *Items) Fill(row *isa.Row, exec uint64, v LaneValue, n uint32) {
	id := [3]uint32{n % i.Size[0], n / i.Size[0] % i.Size[1], n / i.Size[0] / i.Size[1]}
	for l := range row {
		if exec>>l&1 != 0 {
			switch v {
			case Lane:
				row[l] = uint32(l)
			case LocalIDX, LocalIDY, LocalIDZ:
				row[l] = id[v-LocalIDX]
			case GlobalIDX, GlobalIDY, GlobalIDZ:
				row[l] = i.First[v-GlobalIDX] + id[v-GlobalIDX]
			case LocalLinearID:
				row[l] = n + uint32(l)
			case GlobalLinearID:
				row[l] = i.First[0] + id[0] + i.Grid[0]*(i.First[1]+id[1]+i.Grid[1]*(i.First[2]+id[2]))
			}
		}
		if id[0]++; id[0] == i.Size[0] {
			id[0] = 0
			if id[1]++; id[1] == i.Size[1] {
				id[1] = 0
				id[2]++
			}
		}
	}
}
