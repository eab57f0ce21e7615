"""Checks the words of the code: ``python -m tests.plain_words``, which ``make check`` runs.

A docstring begins with a verb or a noun, never with a pronoun that leaves the thing unnamed. The
docstring of ``why_…`` says that it returns what stands against something. Two modules of the host
have different names, but for those of ``SHARED``.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parents[1]
FOLDERS: Final = ("gipf_meta", "plugins", "building", "docs", "tuning", "examples", "tests")
SHARED: Final = {
    "replay": "the command, and the screen that it opens",
    "study": "the command, and the tree of turns that it opens",
}
"""Names of two modules of the host, and why they are alike."""
PRONOUN: Final = re.compile(
    r"(?:What|Who|Whose|Whom|Whoever|Whatever|Whichever|That which|Those who)\b", re.IGNORECASE
)
REASON: Final = re.compile(r"Why not\b|.*\b(?:reason|sentence|error|refus|fault)", re.DOTALL)
"""The docstrings that a function named ``why_…`` may have."""


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts that stand as statements below *tree*, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text.strip()


def obscure(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines of docstrings below *tree* that name nothing, each with a sentence on it."""
    for line, text in docstrings(tree):
        if PRONOUN.match(text):
            yield line, f"a docstring begins with a verb or a noun, not with {text.split()[0]!r}"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and re.match(r"_?why_", node.name):
            text = ast.get_docstring(node) or "Why not"
            if not REASON.match(text):
                yield node.lineno, f"{node.name} returns why not: {text.splitlines()[0]!r}"


def doubled(root: Path) -> dict[str, list[str]]:
    """The names that several modules of the host have, with their folders."""
    folders: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "gipf_meta").rglob("*.py")):
        if path.stem != "__init__" and "template" not in path.parts:
            folders[path.stem].append(str(path.parent.relative_to(root)))
    return {name: found for name, found in folders.items() if len(found) > 1}


def faults(root: Path) -> Iterator[str]:
    """Each fault of the words below *root*, as ``file:line: sentence``."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for line, sentence in obscure(tree):
                yield f"{path.relative_to(root)}:{line}: {sentence}"
    homes = doubled(root)
    for name, found in homes.items():
        if name not in SHARED:
            yield f"{name}.py stands in {' and '.join(found)}: no two modules share a name"
    for name in SHARED.keys() - homes.keys():
        yield f"tests/plain_words.py: {name} is no longer the name of two modules"


def main() -> int:
    """Prints the faults, and returns 1 if there are any."""
    found = list(faults(Path(sys.argv[1]) if sys.argv[1:] else HERE))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
