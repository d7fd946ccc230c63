package state

import (
	"bytes"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"github.com/gcnsim/gcnsim/mem"
)

// State is what could be reached from some roots.
type State struct {
	flat  []flat
	typed []typed
	maps  []table
	mems  []memory
	size  int
}

// flat is an object without pointers.
type flat struct {
	at   unsafe.Pointer
	data []byte
}

// typed is an object with pointers, or the elements of a slice.
type typed struct{ at, data reflect.Value }

// table is the contents of a map.
type table struct{ at, keys, values reflect.Value }

// memory is that of a device.
type memory struct {
	g *mem.Global
	s *mem.Snapshot
}

// Size is about how many bytes the state takes: without those that it shares with an older one, and
// without memory of simulated programs.
func (s *State) Size() int { return s.size }

// Restore makes all that was kept be as it was. Nothing of it may be in use.
func (s *State) Restore() error {
	for i := range s.mems {
		if err := s.mems[i].g.Restore(s.mems[i].s); err != nil {
			return err
		}
	}
	for i := range s.flat {
		f := &s.flat[i]
		copy(unsafe.Slice((*byte)(f.at), len(f.data)), f.data)
	}
	for i := range s.typed {
		t := &s.typed[i]
		if t.at.Kind() == reflect.Slice {
			reflect.Copy(t.at, t.data)
		} else {
			t.at.Set(t.data)
		}
	}
	for i := range s.maps {
		m := &s.maps[i]
		m.at.Clear()
		for k := range m.keys.Len() {
			m.at.SetMapIndex(m.keys.Index(k), m.values.Index(k))
		}
	}
	return nil
}

// module is where types are followed.
const module = "github.com/gcnsim/gcnsim/"

// fixedPackages have types whose values do not change while programs run.
var fixedPackages = map[string]bool{
	module + "isa": true, module + "isa/asm": true, module + "sim/abi": true, module + "sim/codeobj": true,
	module + "sim/launch": true,
}

// fixedTypes are those that their packages have declared.
var fixedTypes = map[reflect.Type]bool{}

// Fixed declares that values of a type do not change while programs run, or that a change does not
// matter: a table that is filled when it is first asked, for example. Packages call it when the
// program starts. It returns true, so that the value of a variable can call it.
func Fixed[T any]() bool {
	fixedTypes[reflect.TypeFor[T]()] = true
	return true
}

// Ranges of memory are in the snapshot of their memory, and so is what they consist of.
var _ = Fixed[mem.Range]()

func init() {
	f, ok := reflect.TypeFor[mem.Range]().FieldByName("block")
	if !ok {
		panic("state: a range of memory has no block")
	}
	fixedTypes[f.Type.Elem()] = true
}

// follow reports whether pointers to a type are followed.
func follow(t reflect.Type) bool {
	switch pkg := t.PkgPath(); {
	case fixedTypes[t]:
		return false
	case !planOf(t).points:
		return true
	case pkg == "":
		return true
	default:
		return strings.HasPrefix(pkg, module) && !fixedPackages[pkg]
	}
}

// plan says where values of a type have pointers.
type plan struct {
	points bool // it has any
	refs   []ref
}

// ref is a pointer, slice, map or interface within a value, or an array of values that have some.
type ref struct {
	offset uintptr
	typ    reflect.Type
}

// plans are those that are known, under keeping: one state is made at a time.
var (
	keeping sync.Mutex
	plans   = map[reflect.Type]*plan{}
)

func planOf(t reflect.Type) *plan {
	if p := plans[t]; p != nil {
		return p
	}
	p := &plan{}
	plans[t] = p
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		p.points, p.refs = true, []ref{{0, t}}
	case reflect.String, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		p.points = true
	case reflect.Array:
		if e := planOf(t.Elem()); t.Len() > 0 && e.points {
			if p.points = true; len(e.refs) > 0 {
				p.refs = []ref{{0, t}}
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			e := planOf(f.Type)
			p.points = p.points || e.points
			for _, r := range e.refs {
				p.refs = append(p.refs, ref{f.Offset + r.offset, r.typ})
			}
		}
	}
	return p
}

// keeper makes a state.
type keeper struct {
	*State
	seen map[object]struct{}
	work []value
	old  map[unsafe.Pointer][]byte // flat objects of the older state
}

// object is some memory, whatever the type under which it was found.
type object struct {
	at   unsafe.Pointer
	size uintptr
}

// value is one whose pointers are to be followed.
type value struct {
	at  unsafe.Pointer
	typ reflect.Type
}

// sharedBytes is from which size on an object is shared with an older state if it is the same.
const sharedBytes = 512

// Keep copies what can be reached from roots, which are pointers. older, if it is not nil, is an
// older state of the same roots: what has not changed since is shared with it. Nothing may run.
func Keep(older *State, roots ...any) *State {
	keeping.Lock()
	defer keeping.Unlock()
	k := &keeper{State: &State{}, seen: map[object]struct{}{}, old: map[unsafe.Pointer][]byte{}}
	if older != nil {
		for i := range older.flat {
			if f := &older.flat[i]; len(f.data) >= sharedBytes {
				k.old[f.at] = f.data
			}
		}
	}
	for _, r := range roots {
		v := reflect.ValueOf(r)
		k.object(v.UnsafePointer(), v.Type().Elem())
	}
	for len(k.work) > 0 {
		v := k.work[len(k.work)-1]
		k.work = k.work[:len(k.work)-1]
		k.scan(v.at, v.typ)
	}
	return k.State
}

// first reports whether memory is found the first time.
func (k *keeper) first(at unsafe.Pointer, size uintptr) bool {
	if _, ok := k.seen[object{at, size}]; ok || at == nil || size == 0 {
		return false
	}
	k.seen[object{at, size}] = struct{}{}
	return true
}

// object keeps a value at an address.
func (k *keeper) object(at unsafe.Pointer, t reflect.Type) {
	if t == reflect.TypeFor[mem.Global]() {
		if k.first(at, t.Size()) {
			g := (*mem.Global)(at)
			k.mems = append(k.mems, memory{g, g.Snapshot()})
		}
		return
	}
	if !follow(t) || !k.first(at, t.Size()) {
		return
	}
	p := planOf(t)
	if !p.points {
		k.bytes(at, t.Size())
		return
	}
	v := reflect.NewAt(t, at).Elem()
	c := reflect.New(t).Elem()
	c.Set(v)
	k.typed = append(k.typed, typed{v, c})
	k.size += int(t.Size())
	if len(p.refs) > 0 {
		k.work = append(k.work, value{at, t})
	}
}

// bytes keeps memory without pointers.
func (k *keeper) bytes(at unsafe.Pointer, size uintptr) {
	now := unsafe.Slice((*byte)(at), size)
	if old := k.old[at]; len(old) == len(now) && len(now) > 0 && bytes.Equal(old, now) {
		k.flat = append(k.flat, flat{at, old})
		return
	}
	k.flat = append(k.flat, flat{at, bytes.Clone(now)})
	k.size += len(now)
}

// scan follows the pointers of a value.
func (k *keeper) scan(at unsafe.Pointer, t reflect.Type) {
	p := planOf(t)
	for i := range p.refs {
		r := &p.refs[i]
		k.ref(unsafe.Add(at, r.offset), r.typ)
	}
}

// ref follows what is at an address.
func (k *keeper) ref(at unsafe.Pointer, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		k.object(*(*unsafe.Pointer)(at), t.Elem())
	case reflect.Array:
		e := t.Elem()
		for i := range t.Len() {
			k.scan(unsafe.Add(at, uintptr(i)*e.Size()), e)
		}
	case reflect.Slice:
		k.slice(reflect.NewAt(t, at).Elem())
	case reflect.Map:
		k.table(reflect.NewAt(t, at).Elem())
	case reflect.Interface:
		k.boxed(reflect.NewAt(t, at).Elem().Elem())
	}
}

// boxed follows a value of an interface or a map, which does not change itself.
func (k *keeper) boxed(v reflect.Value) {
	if !v.IsValid() || len(planOf(v.Type()).refs) == 0 {
		return
	}
	if t := v.Type(); t.Kind() == reflect.Pointer {
		k.object(v.UnsafePointer(), t.Elem())
		return
	}
	if !follow(v.Type()) {
		return
	}
	c := reflect.New(v.Type())
	c.Elem().Set(v)
	k.work = append(k.work, value{c.UnsafePointer(), v.Type()})
}

// slice keeps the elements of a slice.
func (k *keeper) slice(v reflect.Value) {
	e := v.Type().Elem()
	n := v.Cap()
	at := v.UnsafePointer()
	if n == 0 || !k.first(at, uintptr(n)*e.Size()) {
		return
	}
	p := planOf(e)
	if !p.points {
		k.bytes(at, uintptr(n)*e.Size())
		return
	}
	if !follow(e) {
		return
	}
	v = v.Slice3(0, n, n)
	c := reflect.MakeSlice(v.Type(), n, n)
	reflect.Copy(c, v)
	k.typed = append(k.typed, typed{v, c})
	k.size += n * int(e.Size())
	if len(p.refs) == 0 {
		return
	}
	for i := range n {
		k.scan(unsafe.Add(at, uintptr(i)*e.Size()), e)
	}
}

// table keeps the contents of a map.
func (k *keeper) table(v reflect.Value) {
	if v.IsNil() || !k.first(v.UnsafePointer(), 1) {
		return
	}
	t := v.Type()
	v = reflect.ValueOf(v.Interface()) // the map, wherever it was found
	m := table{at: v, keys: reflect.MakeSlice(reflect.SliceOf(t.Key()), 0, v.Len()),
		values: reflect.MakeSlice(reflect.SliceOf(t.Elem()), 0, v.Len())}
	for it := v.MapRange(); it.Next(); {
		m.keys, m.values = reflect.Append(m.keys, it.Key()), reflect.Append(m.values, it.Value())
	}
	k.maps = append(k.maps, m)
	k.size += v.Len() * int(t.Key().Size()+t.Elem().Size())
	for i := range m.keys.Len() {
		k.boxed(m.keys.Index(i))
		k.boxed(m.values.Index(i))
	}
}
