"""Validates jobs, replies and verdicts against schema.json, which `npm run docs:protocol` makes from src/domain.

It implements the part of JSON Schema that the file uses. Standard library only.
"""

import functools
import json
import math
import re
from pathlib import Path
from typing import Any

Schema = dict[str, Any]

KEYWORDS = frozenset(
    "$ref additionalProperties anyOf const default description enum exclusiveMinimum items maximum minItems minimum oneOf pattern properties propertyNames required type".split()
)
_TYPES: "dict[str, tuple[type, ...]]" = {"object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,), "null": (type(None),)}


@functools.lru_cache(maxsize=None)
def definitions() -> "dict[str, Schema]":
    """The named schemas: Job, Reply, Verdict and their parts."""
    return json.loads((Path(__file__).parent / "schema.json").read_text())["$defs"]


def problem(name: str, value: object) -> str:
    """The error of a value against the named schema, with its path. Empty for a valid value. Additional properties are allowed."""
    return _problem(definitions()[name], value, "")


def _problem(schema: Schema, value: Any, place: str) -> str:
    if "$ref" in schema:
        return _problem(definitions()[schema["$ref"].rpartition("/")[2]], value, place)
    if "oneOf" in schema or "anyOf" in schema:
        return _of_branches(schema.get("oneOf") or schema["anyOf"], value, place)
    return _type_problem(schema, value, place) or _value_problem(schema, value, place) or _inner_problem(schema, value, place)


def _of_branches(branches: "list[Schema]", value: Any, place: str) -> str:
    """The error in the matching branch: the one with the value's constant (`kind`, `status`), or else the only one of its type."""
    tag = next((key for key, each in branches[0].get("properties", {}).items() if "const" in each and all("const" in other.get("properties", {}).get(key, {}) for other in branches) and key != "protocol"), None)
    if tag is not None:
        known = {each["properties"][tag]["const"]: each for each in branches}
        given = value.get(tag) if isinstance(value, dict) else None
        if not isinstance(given, str) or given not in known:
            return f"{_at(place, tag)} is {_shown(given)}; it must be {_choice(known)}"
        return _problem(known[given], value, place)
    found = [_problem(each, value, place) for each in branches]
    typed = [each for each, branch in zip(found, branches) if not _type_problem(branch, value, place)]
    return "" if "" in found else next(iter(typed or found))


def _type_problem(schema: Schema, value: Any, place: str) -> str:
    wanted = schema.get("type", [])
    names: "list[str]" = [wanted] if isinstance(wanted, str) else wanted
    if not names or any(_is(name, value) for name in names):
        return ""
    return f"{place or 'it'} is {_shown(value)}; it must be {'an' if names[0][0] in 'aio' else 'a'} {' or '.join(names)}"


def _is(name: str, value: Any) -> bool:
    """Whether a value has one of JSON's types. NaN and infinity are refused as numbers, and so are booleans."""
    if name in ("number", "integer"):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and (name == "number" or value == int(value))
    return isinstance(value, _TYPES[name])


def _value_problem(schema: Schema, value: Any, place: str) -> str:
    if "const" in schema and value != schema["const"]:
        return f"{place} is {_shown(value)}; it must be {_shown(schema['const'])}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{place} is {_shown(value)}; it must be {_choice(schema['enum'])}"
    if "pattern" in schema and not re.search(schema["pattern"].replace("$", r"\Z"), value, re.ASCII):
        return f"{place} is {_shown(value)}; it must match {schema['pattern']}"
    low, high, above = schema.get("minimum", -math.inf), schema.get("maximum", math.inf), schema.get("exclusiveMinimum", -math.inf)
    if isinstance(value, (int, float)) and not (low <= value <= high and value > above):
        return f"{place} is {_shown(value)}; it is out of range"
    return ""


def _inner_problem(schema: Schema, value: Any, place: str) -> str:
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            return f"{place} has {len(value)} items; it must have {schema['minItems']} or more"
        found = (_problem(schema.get("items", {}), each, f"{place}[{at}]") for at, each in enumerate(value))
        return next(filter(None, found), "")
    if not isinstance(value, dict):
        return ""
    missing = [key for key in schema.get("required", ()) if key not in value]
    if missing:
        return f"{_at(place, missing[0])} is missing"
    known = schema.get("properties", {})
    for key, each in value.items():
        found = _problem(schema["propertyNames"], key, f"a name in {place}") if "propertyNames" in schema else ""
        found = found or _problem(known.get(key, schema.get("additionalProperties", {})), each, _at(place, key))
        if found:
            return found
    return ""


def _at(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _choice(values: Any) -> str:
    *others, last = values
    return f"{', '.join(others)} or {last}" if others else str(last)


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
