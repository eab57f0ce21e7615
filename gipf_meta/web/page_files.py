"""The files of the page as they are sent: its modules joined in four files, to save requests.

The modules also run unjoined, from any folder. Each becomes a function of its own, so that their
names do not collide. No imports are circular.

Modules that are imported only by ``import("./name.js")`` are needed later, or never: they stand in
the second file, which imports from the first. Those of them that only a page at a host with people
needs (``AT_HOST``) stand in the third, which imports from both: a page that plays alone, in a tab
or at the server of one's own machine, never asks for it. What moves are made in advance with
(``WALKED_AHEAD``) is the fourth: few matches need it, and none at first.

The colours are those of pictures: ``theme.css`` is made of ``gipf_meta/render/theme.py``. So
are the bodies of pieces, which the page holds once (``gipf_meta/render/material.py``).
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from textwrap import indent
from typing import Final, NamedTuple

from gipf_meta.desk.page_texts import first_words
from gipf_meta.render.board_material import GRAINED, grain_of
from gipf_meta.render.material import DEFINITIONS
from gipf_meta.render.plain_bodies import PLAIN_BODIES
from gipf_meta.render.svg_elements import tag
from gipf_meta.render.theme import (
    INHERITED,
    LIGHT,
    OWN_BOARDS,
    THEMES,
    Theme,
    board_rules,
    css_variables,
)

FOLDER: Final = files("gipf_meta.web") / "page"
MAIN: Final = "main"
"""The module that the page loads first; also the name of its file."""
LATER: Final = "later"
"""The name of the file of the modules that are needed later."""
HOST: Final = "host"
"""The name of the file of the modules that only a page at a host needs."""
AT_HOST: Final = frozenset(
    {"entering", "hours", "invite", "people", "push", "waiting", "ways_back"}
)
"""The modules of that file, except those that only they import."""
AHEAD: Final = "ahead"
"""The name of the file of the modules in which moves are made in advance."""
WALKED_AHEAD: Final = frozenset({"imagining"})
"""The modules of that file, likewise."""
APART: Final = {HOST: AT_HOST, AHEAD: WALKED_AHEAD}
"""The modules that are no part of the second file, by the file that they stand in."""
TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""The kinds of files that are sent."""
THEME: Final = "theme.css"
"""The name of the file of all colours."""
GRAIN: Final = "grains.svg"
"""The name of the file of the grains of boards and of plain pieces, which a page gets after its
first board."""
BODIES: Final = "<!-- bodies -->"
"""The placeholder in the page for the bodies of pieces, which all boards share."""
SYSTEM: Final = {"prefers-color-scheme: dark": "dark", "prefers-contrast: more": "high-contrast"}
"""Media queries for preferences of the system, and the theme that each selects for a page that
follows the system."""
_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
_IMPORT_LATER: Final = re.compile(r'\bimport\("\./(\w+)\.js"\)')
_COMMENT: Final = re.compile(r"/\*[\s\S]*?\*/|^\s*//.*$", re.MULTILINE)
_SPACE: Final = re.compile(r"\n\s*")
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:const|class|function) (\w+))", re.MULTILINE)


class PageFiles(NamedTuple):
    """The page itself, and the files that it requests, by their names.

    Their paths contain their *version*, a hash, so browsers may cache them for good.
    """

    page: bytes
    by_name: dict[str, bytes]
    version: str


class Joined(NamedTuple):
    """The texts of the four files of modules."""

    main: str
    later: str
    host: str
    ahead: str


@cache
def page_files() -> PageFiles:
    """Returns the files of the page; they are read once."""
    found = {name: text.encode() for name, text in made_files().items()}
    for file in FOLDER.iterdir():
        if Path(file.name).suffix in (".css", ".svg"):
            found[file.name] = without_comments(file.read_text("utf-8")).encode()
    parts = b"".join(name.encode() + found[name] for name in sorted(found))
    version = hashlib.sha256(parts).hexdigest()[:16]
    page = with_words(index_page(), first_words()).replace('="page/', f'="page/{version}/')
    return PageFiles(page.encode(), found, version)


def index_page() -> str:
    """Returns the HTML of the page, with the bodies of pieces."""
    return FOLDER.joinpath("index.html").read_text("utf-8").replace(BODIES, DEFINITIONS)


def with_words(page: str, words: dict[str, dict[str, str]]) -> str:
    """Returns *page* with *words*, its texts before the greeting, in all languages."""
    return page.replace("<body>", f'<body data-words="{escape(json.dumps(words))}">')


def made_files() -> dict[str, str]:
    """Returns the generated files by their names: the joined modules, colours and grains."""
    joined = join_modules(FOLDER)
    drawn = (*map(grain_of, GRAINED), *PLAIN_BODIES.values())
    names = (MAIN, LATER, *APART)
    modules = {f"{name}.js": text for name, text in zip(names, joined, strict=True)}
    return {**modules, THEME: style_sheet(), GRAIN: tag("defs", *drawn)}


# ---- modules ------------------------------------------------------------------------------------


def join_modules(folder: Traversable, main: str = MAIN) -> Joined:
    """Joins the module *main* of *folder* with its imports, the modules that are imported later,
    and of those the ones that stand apart.

    Raises ``FileNotFoundError`` for a module that is missing.
    """
    texts = dict[str, str]()
    _read(folder, main, texts)
    files = dict.fromkeys(texts, MAIN)
    for file in (LATER, *APART):
        left_out = {name for each, names in APART.items() if each != file for name in names}
        while missing := _wanted(texts) - left_out - set(texts):
            for name in sorted(missing):
                _read(folder, name, texts)
        files.update({name: file for name in texts if name not in files})
    return Joined(*(_join_file(file, texts, files) for file in (MAIN, LATER, *APART)))


def _wanted(texts: dict[str, str]) -> set[str]:
    """Returns the names of the modules that *texts* import later."""
    return set(_IMPORT_LATER.findall("".join(texts.values())))


def _join_file(file: str, texts: dict[str, str], files: dict[str, str]) -> str:
    """Returns the text of one file: what it imports from the files before it, its modules, and what
    it exports; "" without modules. *files* has the file of each module."""
    own = [name for name in texts if files[name] == file]
    used = {name for each in own for _names, name in _IMPORT.findall(texts[each])}
    others = (text for name, text in texts.items() if files[name] != file)
    exported = {name for text in others for _names, name in _IMPORT.findall(text)} | _wanted(texts)
    imports = {
        before: [n for n in texts if n in used and files[n] == before] for before in (MAIN, LATER)
    }
    shared = [name for name in own if name in exported]
    return (
        "".join(
            f'import {{ {_names(names)} }} from "./{before}.js";\n'
            for before, names in imports.items()
            if names and before != file
        )
        + "".join(_join(name, texts[name], files) for name in own)
        + (f"export {{ {_names(shared)} }};\n" if shared else "")
    )


def _read(folder: Traversable, name: str, found: dict[str, str]) -> None:
    """Adds the text of the module *name* to *found*, after the modules that it imports."""
    text = without_comments(folder.joinpath(f"{name}.js").read_text("utf-8"))
    for _names, imported in _IMPORT.findall(text):
        if imported not in found:
            _read(folder, imported, found)
    found[name] = text


def without_comments(text: str) -> str:
    """Returns a module or a style sheet without comments and indentation, which are half of it.

    No string in these files looks like a comment, or spans several lines.
    """
    return _SPACE.sub("\n", _COMMENT.sub("", text)).lstrip()


def _names(modules: list[str]) -> str:
    """Returns the names of the constants of joined *modules*, separated by commas."""
    return ", ".join(f"{name}_js" for name in modules)


def _join(name: str, text: str, files: dict[str, str]) -> str:
    """Returns the module *name* as a function that is called at once and returns its exports."""
    exported = ", ".join(_EXPORT.findall(text))
    code = _IMPORT.sub(r"const { \1 } = \2_js;\n", _EXPORT.sub("", text))
    code = _IMPORT_LATER.sub(
        lambda found: f'import("./{files[found[1]]}.js").then((all) => all.{found[1]}_js)', code
    )
    return f"const {name}_js = (() => {{\n{code}return {{ {exported} }};\n}})();\n"


# ---- colours ------------------------------------------------------------------------------------


def style_sheet() -> str:
    """Returns the themes as a style sheet: light, and others where page or system select them; with
    the boards of each material in them."""
    named = [_rule(f'[data-theme="{n}"]', THEMES[n]) for n in THEMES if THEMES[n] is not LIGHT]
    by_system = [
        f"@media ({question}) {{\n{indent(_rule('[data-theme=system]', THEMES[name]), '  ')}}}\n"
        for question, name in SYSTEM.items()
    ]
    return "\n".join([_rule(":root", LIGHT), *named, *by_system, NO_OWN_BOARDS])


NO_OWN_BOARDS: Final = f"""[data-boards=wood] {OWN_BOARDS} {{ {INHERITED} --grain: url(#m-grain); }}
[data-boards=plain] {OWN_BOARDS} {{ --grain: none; }}
[data-boards] .edge {{ display: none; }}
"""
"""The rules for people who want all boards of wood, or plain ones."""


def _rule(selector: str, theme: Theme) -> str:
    """Returns the rule that gives the elements of *selector* the colours of *theme*.

    ``--paper`` is the background, ``--sheet`` the colour of cards on it, which is brighter in light
    and in dark themes.
    """
    by_day = theme is LIGHT
    lines = [
        f"color-scheme: {'light' if by_day else 'dark'};",
        f"--paper: var(--{'card' if by_day else 'ground'});",
        f"--sheet: var(--{'ground' if by_day else 'card'});",
        *css_variables(theme).splitlines(),
    ]
    own = f"{selector} {{\n{indent(chr(10).join(lines), '  ')}\n}}\n"
    return own + board_rules(theme, "" if by_day else f"{selector} ")
