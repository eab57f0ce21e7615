"""The page's modules as one file, without comments: one request instead of a dozen.

The modules run as they are from any folder; joining them only saves the way to and fro. Each
becomes a function of its own, so their names cannot meet. None imports another in a circle.
"""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from typing import Final

_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:const|class|function) (\w+))", re.MULTILINE)
_COMMENT: Final = re.compile(r"/\*\*[\s\S]*?\*/|^\s*//.*$", re.MULTILINE)
_BLANKS: Final = re.compile(r"\n\s*")
_NEEDLESS: Final = re.compile(r"^([^/\n]*[;{,(])\n", re.MULTILINE)
"""Lines without a comment after which a statement, a block or a list goes on anyway."""


def join_modules(folder: Traversable, main: str) -> str:
    """The module *main* of *folder* with all that it imports, as one module.

    Raises ``FileNotFoundError`` for a module that is missing.
    """
    joined: dict[str, str] = {}
    _join(folder, main, joined)
    return "".join(joined.values())


def _join(folder: Traversable, name: str, joined: dict[str, str]) -> None:
    """Adds the module *name* to those *joined*, after all that it imports."""
    text = folder.joinpath(f"{name}.js").read_text("utf-8")
    for _names, imported in _IMPORT.findall(text):
        if imported not in joined:
            _join(folder, imported, joined)
    exported = ",".join(_EXPORT.findall(text))
    code = _IMPORT.sub(r"const { \1 } = \2_js;\n", _COMMENT.sub("", text))
    code = _BLANKS.sub("\n", _EXPORT.sub("", code)).strip()
    code = _NEEDLESS.sub(r"\1", code)
    joined[name] = f"const {name}_js = (() => {{\n{code}\nreturn {{{exported}}};\n}})();\n"
