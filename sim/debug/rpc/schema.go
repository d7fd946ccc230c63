package rpc

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// object is a JSON object; encoding/json writes its keys in order.
type object = map[string]any

// Schema is the description of all methods: an OpenRPC document (open-rpc.org), whose types are JSON
// Schema.
func Schema() (json.RawMessage, error) {
	defs := object{}
	var list []any
	for _, m := range methods() {
		params := []any{}
		for _, f := range fields(m.params) {
			params = append(params, object{"name": f.name, "required": !f.optional, "schema": f.schema(defs)})
		}
		list = append(list, object{"name": m.name, "summary": m.doc, "paramStructure": "by-name", "params": params,
			"result": object{"name": "result", "schema": schemaOf(m.result, defs)}})
	}
	schemaOf(reflect.TypeFor[Event](), defs)
	return json.MarshalIndent(object{
		"openrpc": "1.3.2",
		"info": object{"title": "gcnsim serve", "version": "1",
			"description": "JSON-RPC 2.0, one message a line. The server sends the notification \"event\" with parameters of type Event."},
		"methods":    list,
		"components": object{"schemas": defs},
	}, "", " ")
}

// field is one of a struct in JSON.
type field struct {
	name, doc string
	optional  bool
	typ       reflect.Type
}

func (f *field) schema(defs object) object {
	s := schemaOf(f.typ, defs)
	if f.doc != "" {
		if _, ref := s["$ref"]; ref {
			s = object{"allOf": []any{s}}
		}
		s["description"] = f.doc
	}
	return s
}

// fields are those of a struct, embedded ones included.
func fields(t reflect.Type) (list []field) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			list = append(list, fields(f.Type)...)
		case name != "" && name != "-":
			list = append(list, field{name, f.Tag.Get("doc"), strings.Contains(rest, "omit"), f.Type})
		}
	}
	return list
}

// schemaOf is the JSON Schema of a type; structs with names stand in defs.
func schemaOf(t reflect.Type, defs object) object {
	switch t {
	case reflect.TypeFor[Number](), reflect.TypeFor[waitcnt.Addr]():
		return object{"type": "string", "pattern": "^0x[0-9a-f]+$"}
	case reflect.TypeFor[waitcnt.Severity]():
		return object{"type": "string"}
	case reflect.TypeFor[json.RawMessage]():
		return object{"type": "object"}
	case reflect.TypeFor[[]byte]():
		return object{"type": "string", "contentEncoding": "base64"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem(), defs)
	case reflect.Slice:
		return object{"type": "array", "items": schemaOf(t.Elem(), defs)}
	case reflect.Array:
		return object{"type": "array", "items": schemaOf(t.Elem(), defs), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": schemaOf(t.Elem(), defs)}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Struct:
		name := t.Name()
		if _, known := defs[name]; !known && name != "" {
			defs[name] = nil // it may refer to itself
		} else if name != "" {
			return object{"$ref": "#/components/schemas/" + name}
		}
		props, required := object{}, []string{}
		for _, f := range fields(t) {
			props[f.name] = f.schema(defs)
			if !f.optional {
				required = append(required, f.name)
			}
		}
		s := object{"type": "object", "properties": props, "required": required}
		if name == "" {
			return s
		}
		defs[name] = s
		return object{"$ref": "#/components/schemas/" + name}
	}
	return object{"type": "integer"}
}
