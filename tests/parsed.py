"""The syntax trees of files: a dozen tests look at those of the whole program."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file. Nobody changes it: the next who asks gets the same one."""
    return _tree(path.read_text(encoding="utf-8"))


@cache
def _tree(source: str) -> ast.Module:
    return ast.parse(source)
