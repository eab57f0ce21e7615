"""``python -m tests.transcripts`` compares all transcripts with what is answered now, and prints
where they differ; ``--record`` keeps what is answered now, of ``--count`` scripts."""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Final

from tests.transcripts.playing import play
from tests.transcripts.scripts import Script, make_script

KEPT: Final = Path(__file__).with_name("transcripts.json.xz")


def read_kept() -> list[tuple[Script, str]]:
    """The scripts, each with what was answered when it was recorded."""
    kept = json.loads(lzma.decompress(KEPT.read_bytes()))
    return [(Script(tuple(each["arguments"]), tuple(each["lines"])), each["said"]) for each in kept]


def difference(script: Script, said: str) -> str:
    """Where what is answered to *script* now differs from what was *said*; empty: nowhere."""
    lines = unified_diff(said.splitlines(), play(script).splitlines(), "then", "now", lineterm="")
    return "\n".join(lines)


def _record(count: int) -> None:
    made = [make_script(seed) for seed in range(count)]
    kept = [{"arguments": each.arguments, "lines": each.lines, "said": play(each)} for each in made]
    KEPT.write_bytes(lzma.compress(json.dumps(kept).encode(), preset=9))
    print(f"{count} transcripts, {KEPT.stat().st_size:,} bytes.")


def _compare() -> int:
    differ = 0
    for number, (script, said) in enumerate(read_kept()):
        if found := difference(script, said):
            differ += 1
            print(f"# {number}: gipf-meta {' '.join(script.arguments)}\n{found}\n")
    print(f"{differ} of {len(read_kept())} transcripts differ.")
    return 1 if differ else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--count", type=int, default=500)
    asked = parser.parse_args()
    sys.exit(_record(asked.count) if asked.record else _compare())
