"""Messages over a line, as version 0.2.0 has them: ``wire_of_0_2_0.json`` is its own schema.

It is what ``python -m docs.wire`` of that version prints, without words and defaults.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Schema = Mapping[str, Any]
TYPES = {
    "array": list, "boolean": bool, "integer": int, "null": type(None), "object": dict,
    "number": (int, float), "string": str,
}  # fmt: skip


CHANGED_WITH_THE_PAGE = {"TreeElement": "rows"}
"""Fields that scenes do not have any more: pages draw them, and a page comes from its host."""


@cache
def wire_of_before() -> Schema:
    """The schema of version 0.2.0."""
    file = Path(__file__).parent / "wire_of_0_2_0.json"
    wire: Schema = json.loads(file.read_text(encoding="utf-8"))
    for element, fields in CHANGED_WITH_THE_PAGE.items():
        wire["$defs"][element]["required"].remove(fields)
    return wire


def named(wire: Schema, schema: Schema) -> Schema:
    """*schema*, or what it refers to in *wire*."""
    while ref := schema.get("$ref"):
        schema = wire["$defs"][ref.rpartition("/")[2]]
    return schema


def faults(value: Any, schema: Schema, at: str = "") -> Iterator[str]:
    """Yields the faults of *value*, held against the *schema* of before."""
    schema = named(wire_of_before(), schema)
    if several := schema.get("anyOf") or schema.get("oneOf"):
        found = [[*faults(value, each, at)] for each in several]
        if all(found):  # the one of which least is wrong is meant
            yield from min(found, key=len)
        return
    if "const" in schema and value != schema["const"]:
        # far more is wrong with what is something else
        yield from [f"{at}: {value!r} is not {schema['const']!r}"] * 99
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is unknown"
    if "type" in schema and not isinstance(value, TYPES[schema["type"]]):
        yield f"{at}: {value!r} is no {schema['type']}"
        return
    if isinstance(value, str | list):
        most = schema.get("maxLength" if isinstance(value, str) else "maxItems")
        if most is not None and len(value) > most:
            yield f"{at}: {len(value)} are more than {most}"
    if isinstance(value, list) and "items" in schema:
        for n, each in enumerate(value):
            yield from faults(each, schema["items"], f"{at}.{n}")
    if isinstance(value, dict):
        fields = schema.get("properties", {})
        yield from (f"{at}: no {name}" for name in schema.get("required", ()) if name not in value)
        for name, each in value.items():
            if name in fields:
                yield from faults(each, fields[name], f"{at}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{at}: {name} is unknown"


def event_faults(event: Mapping[str, Any]) -> list[str]:
    """The faults that version 0.2.0 finds in an *event* that is sent to it."""
    heard = json.loads(json.dumps({**event}))
    return [*faults(heard, wire_of_before()["properties"]["event"])]


# ---- a sample of everything ---------------------------------------------------------------------


def sample(schema: Schema, wire: Schema, levels: int = 4) -> Any:
    """A value as *schema* of *wire* says, in which every field is set; so many *levels* deep where
    something may stand inside its like."""
    if ref := schema.get("$ref"):
        name = ref.rpartition("/")[2]
        levels -= name in ("Record", "PlayedTurn")
        return None if levels < -1 else sample(wire["$defs"][name], wire, levels)
    if several := schema.get("anyOf"):
        wanted = [each for each in several if each.get("type") != "null"]
        return sample(wanted[0], wire, levels)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            fields = schema.get("properties", {}).items()
            return {name: sample(each, wire, levels) for name, each in fields}
        case "array":
            items = schema.get("items", {})
            return [each for each in [sample(items, wire, levels)] if each is not None]
        case "integer":
            return max(1, schema.get("minimum", 1))
        case "boolean":
            return True
        case "string":
            return "" if "pattern" in schema and "minLength" not in schema else "x"
    return "x"


# ---- comparing with today -----------------------------------------------------------------------


def _alternatives(old: Schema, new: Schema) -> list[list[tuple[Schema, Schema]]]:
    """Each kind of *old* beside all kinds of *new*; none where each has one kind alone."""
    several, others = _several(old), _several(new)
    is_simple = len(several) <= 1 and len(others) <= 1
    return [] if is_simple else [[(one, other) for other in others] for one in several]


def still_heard(old: Schema, new: Schema, wire: Schema, seen: frozenset[Any] = frozenset()) -> bool:
    """Whether *new* of today's *wire* reads every message that fits *old*, of before."""
    if (about := (str(old), str(new))) in seen:
        return True
    seen |= {about}
    pairs = _alternatives(old := named(wire_of_before(), old), new := named(wire, new))
    if pairs:
        return all(any(still_heard(o, n, wire, seen) for o, n in each) for each in pairs)
    if not _values(old) <= _values(new) or old.get("type") != new.get("type"):
        return bool(not new)
    if any(new.get(most, 1e9) < old.get(most, 1e9) for most in ("maxLength", "maxItems")):
        return False
    if not {*new.get("required", ())} <= {*old.get("required", ())}:
        return False
    fields, known = old.get("properties", {}), new.get("properties", {})
    if "items" in old and not still_heard(old["items"], new.get("items", {}), wire, seen):
        return False
    return all(
        name in known and still_heard(each, known[name], wire, seen)
        for name, each in fields.items()
    )


def still_told(old: Schema, new: Schema, wire: Schema, seen: frozenset[Any] = frozenset()) -> bool:
    """Whether all that *old* was told for certain, before, is told by *new* of today's *wire*."""
    if (about := (str(old), str(new))) in seen:
        return True
    seen |= {about}
    pairs = _alternatives(old := named(wire_of_before(), old), new := named(wire, new))
    if pairs:
        return all(any(still_told(o, n, wire, seen) for o, n in each) for each in pairs)
    if old.get("type") != new.get("type") or not _values(new) <= _values(old):
        return False
    if not {*old.get("required", ())} <= {*new.get("required", ())}:
        return False
    fields, known = old.get("properties", {}), new.get("properties", {})
    if "items" in old and not still_told(old["items"], new.get("items", {}), wire, seen):
        return False
    return all(
        still_told(each, known[name], wire, seen) for name, each in fields.items() if name in known
    )


def _several(schema: Schema) -> list[Schema]:
    several: list[Schema] = schema.get("anyOf") or schema.get("oneOf") or [schema]
    return several


class _Everything(frozenset[Any]):
    """All values."""

    def __ge__(self, other: object) -> bool:
        return True

    def __le__(self, other: object) -> bool:
        return isinstance(other, _Everything)


def _values(schema: Schema) -> frozenset[Any]:
    if "const" in schema:
        return frozenset({schema["const"]})
    return frozenset(schema["enum"]) if "enum" in schema else _Everything()
