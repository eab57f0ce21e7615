"""Generates the schema of the messages between clients and rooms from their types in Python.

``python -m docs.wire`` prints the JSON schema; ``python -m docs.wire FILE.d.ts`` writes the types
for the modules of the page, under the same names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

from gipf_meta.deeds import elements, messages
from gipf_meta.deeds.commands import COMMAND
from gipf_meta.deeds.messages import Answer
from gipf_meta.desk import responses as desk
from gipf_meta.desk.requests import REQUEST
from gipf_meta.narration import analysis_words, scene_motion
from gipf_meta.render import scene_elements
from gipf_meta.rooms.events import EVENT
from gipf_meta.web import frames

Beside: TypeAlias = desk.DeskMessage | frames.HelloMessage | frames.HelloRefused | frames.LagMessage
"""A message to a page that is of no room."""

for _module in (scene_elements, analysis_words, elements, scene_motion, messages, desk, frames):
    for _type in vars(_module).values():
        if is_typeddict(_type) and not hasattr(_type, "__pydantic_config__"):
            # the server does not check what it sends; here any other key is an error
            _type.__pydantic_config__ = ConfigDict(extra="forbid")

ANSWER: Final[TypeAdapter[Answer]] = TypeAdapter(Answer)
"""Validates the messages of rooms."""
BESIDE: Final[TypeAdapter[Beside]] = TypeAdapter(Beside)
"""Validates the other messages to a page."""
_PARTS: Final[Mapping[str, TypeAdapter[Any]]] = {
    "command": COMMAND,
    "answer": ANSWER,
    "event": EVENT,
    "beside": BESIDE,
    "request": REQUEST,
}
_KEYS: Final = (
    elements.SceneParts,
    elements.SceneKinds,
    analysis_words.ReviewParts,
    analysis_words.ReviewKinds,
)
"""The types of elements by key, which the page uses under their names."""


def wire_schema() -> dict[str, Any]:
    """Returns the JSON schema of commands, answers, events of a ledger, and other messages."""
    named, definitions = _describe(_PARTS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What is said between rooms and those who reach them",
        "properties": named,
        **definitions,
    }


def schema_text() -> str:
    """Returns the schema as JSON text."""
    return json.dumps(wire_schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def page_types() -> str:
    """Returns the types of all messages, in a namespace of TypeScript, for the page."""
    keys = {each.__name__: TypeAdapter[Any](each) for each in _KEYS}
    named, definitions = _describe({**_PARTS, **keys})
    unions = {f"Any{name.capitalize()}": named[name] for name in _PARTS}
    lines = "\n".join(_declare({**definitions["$defs"], **unions}))
    return f"// python -m docs.wire writes this file.\ndeclare namespace Wire {{\n{lines}\n}}\n"


def _describe(parts: Mapping[str, TypeAdapter[Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the schema of each of *parts* by its name, and the definitions that they refer to."""
    schemas, definitions = TypeAdapter.json_schemas(
        [(name, "validation", adapter) for name, adapter in parts.items()]
    )
    return {name: schemas[name, "validation"] for name in parts}, dict(definitions)


def _declare(types: Mapping[str, Any]) -> Iterator[str]:
    for name, schema in sorted(types.items()):
        yield f"type {name} = {_type(schema)};"


def _type(schema: Mapping[str, Any]) -> str:
    """Returns *schema* as a type of TypeScript."""
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(each) for each in values)
        case {"anyOf": several} | {"oneOf": several}:
            return " | ".join(dict.fromkeys(map(_type, several)))
        case {"type": "object"}:
            return _object(schema)
        case {"prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"type": "array"}:
            return f"({_type(schema.get('items', {}))})[]"
        case {"type": "integer"}:
            return "number"
        case {"type": kind}:
            return str(kind)
    return "any"


def _object(schema: Mapping[str, Any]) -> str:
    fields, required = schema.get("properties", {}), schema.get("required", ())
    lines = [
        # a field with one possible value is always there
        f"{name}{'' if name in required or 'const' in field else '?'}: {_type(field)}"
        for name, field in fields.items()
    ]
    patterns = schema.get("patternProperties", {})
    for pattern, field in patterns.items():
        lines.append(f"[key: `{pattern.removeprefix('^')}${{string}}`]: {_type(field)}")
    other = schema.get("additionalProperties", not (fields or patterns))
    if other:
        lines.append(f"[key: string]: {_type(other) if isinstance(other, dict) else 'any'}")
    return f"{{{'; '.join(lines)}}}"


def main(file: str = "") -> str:
    """Prints the schema, or writes the page's types into *file*; returns an error, or ``""``."""
    if not file:
        print(schema_text(), end="")
        return ""
    try:
        Path(file).write_text(page_types(), encoding="utf-8")
    except OSError as error:
        return f"{file} cannot be written: {error.strerror}; name one in a folder that exists."
    return ""


if __name__ == "__main__":
    if why := main(*sys.argv[1:2]):
        print(why, file=sys.stderr)
        sys.exit(2)
