#!/usr/bin/env python3
"""Holds a JSON file against a JSON Schema, as far as docs/analysis.schema.json goes; a keyword that is not known here is
an error, so that nothing goes unchecked."""
import json
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
WORDS = {"$schema", "$id", "$defs", "title", "description", "type", "const", "enum", "properties", "required",
         "additionalProperties", "items", "$ref", "minimum", "anyOf"}


def is_type(value, name):
    if name in ("number", "integer"):
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return isinstance(value, (int, float)) and not isinstance(value, bool) and (name == "number" or whole)
    return isinstance(value, TYPES[name])


def faults(value, schema, root, at):
    if schema is False:
        return [f"{at}: is not in the schema"]
    found = [f"schema of {at}: unknown keyword {word}" for word in schema.keys() - WORDS]
    if "$ref" in schema:
        found += faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
    if "anyOf" in schema:
        choices = [faults(value, choice, root, at) for choice in schema["anyOf"]]
        found += [] if [] in choices else min(choices, key=len)
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(value, name) for name in types):
        return found + [f"{at}: {value!r} is not {types}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{at}: is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is not one of {schema['enum']}")
    if "minimum" in schema and is_type(value, "number") and value < schema["minimum"]:
        found.append(f"{at}: {value} is below {schema['minimum']}")
    if isinstance(value, dict):
        found += [f"{at}: {name} is missing" for name in schema.get("required", []) if name not in value]
        known = schema.get("properties", {})
        for name, inner in value.items():
            found += faults(inner, known.get(name, schema.get("additionalProperties", {})), root, f"{at}.{name}")
    if isinstance(value, list):
        for i, inner in enumerate(value):
            found += faults(inner, schema.get("items", {}), root, f"{at}[{i}]")
    return found


schema = json.load(open(sys.argv[1], encoding="utf-8"))
wrong = faults(json.load(open(sys.argv[2], encoding="utf-8")), schema, schema, "$")
for line in wrong[:20]:
    print(line)
sys.exit(1 if wrong else 0)
