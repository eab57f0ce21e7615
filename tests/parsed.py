"""The syntax trees of files: a dozen tests look at those of the whole program."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file. Nobody changes it: the next who asks gets the same one."""
    return tree_of(path.read_text(encoding="utf-8"))


def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the syntax tree of a file, as ``ast.walk`` finds them."""
    return walked(path.read_text(encoding="utf-8"))


@cache
def tree_of(source: str) -> ast.Module:
    """The syntax tree of a module with that *source*."""
    return ast.parse(source)


@cache
def walked(source: str) -> tuple[ast.AST, ...]:
    """All nodes of the tree of a module with that *source*."""
    return tuple(ast.walk(tree_of(source)))


IMPORTING: Final = {"import_module", "__import__", "resolve_name", "run_module"}
"""The functions that import a module by its name, in any namespace."""


def imported_by_call(node: ast.AST) -> tuple[str | None, ...]:
    """The module that a call imports, ``None`` if it is found out when it is called; empty for
    everything else."""
    if not isinstance(node, ast.Call):
        return ()
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    if name not in IMPORTING:
        return ()
    given = node.args[0] if node.args else None
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        return (given.value.replace(":", "."),)
    return (None,)
