"""Compiles Python files into one archive of bytecode, for the interpreter that runs this script.

    python building/bytecode.py OUT FOLDER_OR_ARCHIVE ...

Modules that are imported or unpacked from such an archive need no compiler any more. Docstrings are
left out, and the columns of instructions where the runtime is set to. All other files are copied
unchanged. Equal content gives equal bytes.
"""

from __future__ import annotations

import ast
import marshal
import sys
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def read_files(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yields each file of a folder or archive: its relative name, and its content."""
    if source.is_dir():
        for path in source.rglob("*"):
            if path.is_file():
                yield path.relative_to(source).as_posix(), path.read_bytes()
        return
    with ZipFile(source) as archive:
        for name in archive.namelist():
            if not name.endswith("/"):
                yield name, archive.read(name)


def to_bytecode(name: str, content: bytes) -> tuple[str, bytes]:
    """Returns the name and the content of a file for the archive: bytecode of a Python file."""
    if not name.endswith(".py"):
        return name, content
    try:
        code = compile(
            without_docstrings(ast.parse(content, name)), name, "exec", dont_inherit=True
        )
    except SyntaxError:  # a template, or test data of a parser
        return name, content
    return f"{name}c", MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def without_docstrings(tree: ast.Module) -> ast.Module:
    """Removes the docstrings from *tree*, and returns it; a class gets ``"."``, for without one
    ``dataclass`` would write a longer one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(value=ast.Constant(value=str())) as first, *rest]:
                    if isinstance(node, ast.Module):
                        node.body = rest  # nothing may stand before an import from the future
                    else:
                        kept = "." if isinstance(node, ast.ClassDef) else 0
                        first.value = ast.copy_location(ast.Constant(kept), first)
    return tree


def write_archive(out: Path, sources: list[Path]) -> None:
    """Writes the files of all *sources* into the archive *out*."""
    files = dict(to_bytecode(*file) for source in sources for file in read_files(source))
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)


if __name__ == "__main__":
    write_archive(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
