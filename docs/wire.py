"""Writes the JSON schema of what is said between rooms and those who reach them.

``python -m docs.wire``
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from gipf_meta.rooms.answers import ANSWER
from gipf_meta.rooms.commands import COMMAND
from gipf_meta.rooms.events import EVENT

PATH: Final = Path(__file__).parent / "rooms.schema.json"
"""Where the schema stands."""


def wire_schema() -> dict[str, Any]:
    """The JSON schema: what clients say, what they are told, and the events of a ledger."""
    parts = {"command": COMMAND, "answer": ANSWER, "event": EVENT}
    schemas, definitions = TypeAdapter.json_schemas(
        [(name, "validation", adapter) for name, adapter in parts.items()]
    )
    named = {name: schemas[name, "validation"] for name in parts}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What is said between rooms and those who reach them",
        "properties": named,
        **definitions,
    }


def schema_text() -> str:
    """The schema as the file has it."""
    return json.dumps(wire_schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    PATH.write_text(schema_text(), encoding="utf-8")
