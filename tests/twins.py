"""Counts where the code repeats itself: ``python -m tests.twins FOLDER …``.

Two files are a pair if they share a run of ``RUN`` lines that are alike: the same words of Python,
and where those differ, names, texts and numbers of any value. One file that repeats itself is a
pair, too. Imports, comments, docstrings and lone brackets are no lines here. A run that stands in
more than ``COMMON`` places is how one writes Python, and is left out.
"""

from __future__ import annotations

import ast
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement
from keyword import iskeyword
from pathlib import Path
from typing import Final

RUN: Final = 6
COMMON: Final = 8
_NO_WORDS: Final = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def lines_of(path: Path) -> list[tuple[int, str]]:
    """The number and the shape of each line of code in a file of Python."""
    passed = _imports_and_docstrings(path)
    shapes: defaultdict[int, list[str]] = defaultdict(list)
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type not in _NO_WORDS and token.start[0] not in passed:
                shapes[token.start[0]].append(_shape(token))
    return [(number, " ".join(words)) for number, words in shapes.items() if len(words) > 1]


def _imports_and_docstrings(path: Path) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _shape(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME and not iskeyword(token.string):
        return "name"
    return {tokenize.NUMBER: "1", tokenize.STRING: "text"}.get(token.type, token.string)


def pairs(folder: Path) -> dict[tuple[Path, Path], int]:
    """The pairs of files below *folder*, with the number of their first lines that are alike."""
    places: defaultdict[tuple[str, ...], list[tuple[Path, int]]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        lines = lines_of(path)
        for begin in range(len(lines) - RUN + 1):
            run = lines[begin : begin + RUN]
            places[tuple(shape for _number, shape in run)].append((path, run[0][0]))
    found: defaultdict[tuple[Path, Path], int] = defaultdict(int)
    for alike in places.values():
        if 1 < len(alike) <= COMMON:
            for one, other in _apart(alike):
                found[one[0], other[0]] += 1
    return dict(found)


def _apart(places: list[tuple[Path, int]]) -> Iterator[tuple[tuple[Path, int], tuple[Path, int]]]:
    """The pairs of *places* that do not overlap."""
    for one, other in combinations_with_replacement(places, 2):
        if one[0] != other[0] or other[1] - one[1] >= RUN:
            yield one, other


def main() -> None:
    """Prints the pairs of each folder, the worst first."""
    for name in sys.argv[1:] or ("gipf_meta", "plugins", "tests"):
        found = pairs(Path(name))
        print(f"{len(found):>5} pairs of files in {name}")
        for (one, other), count in sorted(found.items(), key=lambda pair: -pair[1])[:10]:
            print(f"{count:>9} {one} ~ {other}")


if __name__ == "__main__":
    main()
