"""The page's modules as two files, shortened: few requests instead of two dozen.

The modules run as they are from any folder; joining them only saves the way to and fro. Each
becomes a function of its own, so their names cannot meet. None imports another in a circle.

What no module imports but by ``import("./name.js")`` is wanted later, or never: it stands in a file
of its own, which takes from the first what both need.
"""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from gipf_meta.web.shortening import shorten

LATER: Final = "later"
"""The name of the file of what is wanted later."""
_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
_IMPORT_LATER: Final = re.compile(r'\bimport\("\./(\w+)\.js"\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:const|class|function) (\w+))", re.MULTILINE)


class Joined(NamedTuple):
    """The texts of the two files."""

    main: str
    later: str


def join_modules(folder: Traversable, main: str) -> Joined:
    """The module *main* of *folder* with all that it imports, and what it imports later.

    Raises ``FileNotFoundError`` for a module that is missing.
    """
    first = dict[str, str]()
    _read(folder, main, first)
    wanted = sorted(set(_IMPORT_LATER.findall("".join(first.values()))) - set(first))
    both = dict(first)
    for name in wanted:
        _read(folder, name, both)
    later = {name: text for name, text in both.items() if name not in first}
    imported = [name for text in later.values() for _names, name in _IMPORT.findall(text)]
    shared = [name for name in first if name in imported]
    return Joined(
        "".join(_join(name, text) for name, text in first.items())
        + (f"export{{{_names(shared)}}};\n" if shared else ""),
        (f'import{{{_names(shared)}}}from"./{main}.js";\n' if shared else "")
        + "".join(_join(name, text) for name, text in later.items())
        + f"export{{{_names(wanted)}}};\n",
    )


def _read(folder: Traversable, name: str, found: dict[str, str]) -> None:
    """Adds the text of the module *name* to those *found*, after all that it imports."""
    text = folder.joinpath(f"{name}.js").read_text("utf-8")
    for _names, imported in _IMPORT.findall(text):
        if imported not in found:
            _read(folder, imported, found)
    found[name] = text


def _names(modules: list[str]) -> str:
    """The names of joined *modules*."""
    return ",".join(f"{name}_js" for name in modules)


def _join(name: str, text: str) -> str:
    """The module *name* as a function that is called at once, and gives what is exported."""
    exported = ",".join(_EXPORT.findall(text))
    code = _IMPORT.sub(r"const { \1 } = \2_js;\n", _EXPORT.sub("", text))
    code = _IMPORT_LATER.sub(rf'import("./{LATER}.js").then((all) => all.\1_js)', code)
    code = shorten(f"{code}\nreturn {{ {exported} }}")
    return f"const {name}_js=(()=>{{{code}}})();\n"
