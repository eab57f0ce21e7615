"""The transcripts that are kept, and how what is answered now differs from them."""

from __future__ import annotations

import json
import lzma
from difflib import unified_diff
from pathlib import Path
from typing import Final

from tests.transcripts.playing import play
from tests.transcripts.scripts import Script

KEPT: Final = Path(__file__).with_name("transcripts.json.xz")


def read_kept() -> list[tuple[Script, str]]:
    """The scripts, each with what was answered when it was recorded."""
    kept = json.loads(lzma.decompress(KEPT.read_bytes()))
    return [(Script(tuple(each["arguments"]), tuple(each["lines"])), each["said"]) for each in kept]


def difference(script: Script, said: str) -> str:
    """Where what is answered to *script* now differs from what was *said*; empty: nowhere."""
    lines = unified_diff(said.splitlines(), play(script).splitlines(), "then", "now", lineterm="")
    return "\n".join(lines)
