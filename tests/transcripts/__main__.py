"""``python -m tests.transcripts`` compares all transcripts with what is answered now, and prints
where they differ; ``--record`` keeps what is answered now, of ``--count`` scripts."""

from __future__ import annotations

import argparse
import json
import lzma
import sys

from tests.transcripts.kept import KEPT, difference, read_kept
from tests.transcripts.playing import play
from tests.transcripts.scripts import make_script


def _record(count: int) -> None:
    made = [make_script(seed) for seed in range(count)]
    kept = [{"arguments": each.arguments, "lines": each.lines, "said": play(each)} for each in made]
    KEPT.write_bytes(lzma.compress(json.dumps(kept).encode(), preset=9))
    print(f"{count} transcripts, {KEPT.stat().st_size:,} bytes.")


def _compare() -> int:
    kept, differ = read_kept(), 0
    for number, (script, said) in enumerate(kept):
        if found := difference(script, said):
            differ += 1
            print(f"# {number}: gipf-meta {' '.join(script.arguments)}\n{found}\n")
    print(f"{differ} of {len(kept)} transcripts differ.")
    return 1 if differ else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--count", type=int, default=500)
    asked = parser.parse_args()
    sys.exit(_record(asked.count) if asked.record else _compare())
