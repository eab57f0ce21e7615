"""Counts where the code repeats itself: ``python -m tests.twins FOLDER …``.

Two files are a pair if they share a run of ``RUN`` lines: the same to the letter, or alike but for
their names, texts and numbers. One file that repeats itself is a pair, too. Imports, comments,
docstrings and lone brackets are no lines here. Left out is how one writes Python: a run that stands
in more than ``COMMON`` places, and one that is only alike and has fewer than ``WORDS`` words.
"""

from __future__ import annotations

import ast
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement
from keyword import iskeyword
from pathlib import Path
from typing import Final

RUN: Final = 6
COMMON: Final = 8
WORDS: Final = 30
_NO_WORDS: Final = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def lines_of(path: Path, *, to_the_letter: bool) -> list[tuple[int, str]]:
    """The number of each line of code in a file of Python, and its words or its shape."""
    passed = _imports_and_docstrings(path)
    lines: defaultdict[int, list[str]] = defaultdict(list)
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type not in _NO_WORDS and token.start[0] not in passed:
                lines[token.start[0]].append(token.string if to_the_letter else _shape(token))
    return [(number, " ".join(words)) for number, words in lines.items() if len(words) > 1]


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


def pairs(folder: Path, *, to_the_letter: bool = False) -> Counter[tuple[Path, Path]]:
    """The pairs of files below *folder*, with the number of lines that begin a run they share."""
    places: defaultdict[tuple[str, ...], list[tuple[Path, int]]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        lines = lines_of(path, to_the_letter=to_the_letter)
        for begin in range(len(lines) - RUN + 1):
            run = tuple(line for _number, line in lines[begin : begin + RUN])
            if to_the_letter or sum(len(line.split()) for line in run) >= WORDS:
                places[run].append((path, lines[begin][0]))
    return Counter(
        (one[0], other[0])
        for alike in places.values()
        if 1 < len(alike) <= COMMON
        for one, other in _apart(alike)
    )


def _apart(places: list[tuple[Path, int]]) -> Iterator[tuple[tuple[Path, int], tuple[Path, int]]]:
    """The pairs of *places* that do not overlap."""
    for one, other in combinations_with_replacement(places, 2):
        if one[0] != other[0] or other[1] - one[1] >= RUN:
            yield one, other


def main() -> None:
    """Prints the pairs of each folder, the worst first."""
    for name in sys.argv[1:] or ("gipf_meta", "plugins", "tests"):
        same = pairs(Path(name), to_the_letter=True)
        alike = pairs(Path(name))
        print(f"{name}: {len(same)} pairs of files are the same to the letter, {len(alike)} alike")
        for (one, other), count in alike.most_common(10):
            print(f"{count:>9} {one} ~ {other}")


if __name__ == "__main__":
    main()
