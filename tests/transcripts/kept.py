"""The stored transcripts, and the differences of today's answers from them."""

from __future__ import annotations

import json
import lzma
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from tests.transcripts.playing import play
from tests.transcripts.scripts import Script

HERE = Path(__file__).parents[1]


def place(game: str) -> Path:
    """The file of the transcripts of *game*."""
    return HERE / game / "transcripts.json.xz"


def read_kept(game: str) -> list[tuple[Script, str]]:
    """The scripts of *game*, each with what was answered when it was recorded; none: nothing is
    kept."""
    if not place(game).is_file():
        return []
    kept = json.loads(lzma.decompress(place(game).read_bytes()))
    return [(Script(tuple(each["arguments"]), tuple(each["lines"])), each["said"]) for each in kept]


def record(game: str, scripts: Sequence[Script]) -> None:
    """Stores today's answers to *scripts*."""
    kept = [
        {"arguments": each.arguments, "lines": each.lines, "said": play(each)} for each in scripts
    ]
    place(game).write_bytes(lzma.compress(json.dumps(kept).encode(), preset=9))


def difference(script: Script, said: str) -> str:
    """The difference of today's answers to *script* from those *said* before; empty without one."""
    lines = unified_diff(said.splitlines(), play(script).splitlines(), "then", "now", lineterm="")
    return "\n".join(lines)
