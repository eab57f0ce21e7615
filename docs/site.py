"""Lays out the pages of the site: ``python -m docs.site``, a step of ``make docs``.

``python -m docs.site --play``, a step of ``make site``, adds links to the board in the folder
``play`` of the site: below each picture of a position, to that position.

The pages have the same places as in the repository, so that the links between them work in both. A
folder or a file that a page links to gets a page of its own: a folder a list of its pages, a file
its text.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from functools import partial
from pathlib import Path
from urllib.parse import quote

from docs.draw import EXAMPLES, find_games, match_of
from docs.draw import PICTURES as POSITIONS
from docs.wire import schema_text
from gipf_meta.records.record_files import link_of
from gipf_meta.records.writer import to_record

ROOT = Path(__file__).parents[1]
PICTURES = Path("docs/pictures")
DRAWN = re.compile(r"!\[[^\]]*\]\(([^):]+\.svg)\)")
SOURCES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**/*.md", "examples/learner/*.md")
LINK = re.compile(r"(?<=\]\()(?!https?:|#)[^)\s#]+")
PICTURE = re.compile(r"^!\[[^\]]*\]\(\S*?([\w-]+)\.svg\)$", re.MULTILINE)
PLAY = Path("play/index.html")
"""The page of the board, relative to the site."""
PATTERN = re.compile(r'\{ "([^"]*)" = "([^"]*\*[^"]*)" \},')
"""A line of the table of contents that stands for several pages."""
KIND = re.compile(r"(?:: | - )(?:the rules|implementation).*")
MARKS = re.compile(r"(?<=^```)(\w+) .*$", re.MULTILINE)


def pages() -> dict[Path, str]:
    """Returns the text of each page by its path on the site."""
    found: dict[Path, str] = {}
    for page in [page for pattern in SOURCES for page in sorted(ROOT.glob(pattern))]:
        leads = partial(_resolve_link, found, page.parent)
        found[page.relative_to(ROOT)] = MARKS.sub(r"\1", LINK.sub(leads, _text(page)))
    return found


def _resolve_link(found: dict[Path, str], at: Path, link: re.Match[str]) -> str:
    """Returns the target of *link*, on a page in folder *at*, on the site; adds it to *found*."""
    target = (at / link[0]).resolve()
    place = target.relative_to(ROOT)
    if target.is_dir():
        found[place / "README.md"] = _list_of(target)
        return f"{link[0].rstrip('/')}/README.md"
    if target.suffix in (".md", ".svg", ".png", ".webp") or not target.is_file():
        return link[0]
    text = f"# {place}\n\n~~~~~text\n{_text(target).rstrip()}\n~~~~~\n"
    found[place.with_name(f"{place.name}.md")] = text
    return f"{link[0]}.md"


def _list_of(folder: Path) -> str:
    """Returns a list of links to the pages of a folder, by their headings."""
    listed = sorted(folder.glob("*.md"))
    lines = [f"* [{_text(page).splitlines()[0].lstrip('# ')}]({page.name})" for page in listed]
    return "\n".join([f"# {folder.name.capitalize()}", "", *lines, ""])


def configuration() -> str:
    """Returns the configuration of Zensical: ``docs/site.toml``, with the pages of each pattern."""
    return PATTERN.sub(_section, _text(ROOT / "docs" / "site.toml"))


def _section(entry: re.Match[str]) -> str:
    """Returns a section of the table of contents, with a line for each page."""
    listed = sorted(ROOT.glob(entry[2]))
    lines = [f'        {{ "{_heading(page)}" = "{page.relative_to(ROOT)}" }},' for page in listed]
    return "\n".join([f'{{ "{entry[1]}" = [', *lines, "    ] },"])


def _heading(page: Path) -> str:
    """Returns the heading of a page, without the kind of page before it."""
    return KIND.sub("", _text(page).splitlines()[0].lstrip("# "))


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def addresses() -> dict[str, str]:
    """Returns the address of the board with the position of each picture, by the picture's name."""
    find = find_games()
    found = {}
    for picture in POSITIONS:
        if picture.game not in EXAMPLES:
            about = {"match": link_of(to_record(match_of(picture, find)))}
            found[picture.name] = f"#screen/shared_match/{quote(json.dumps(about))}"
    return found


def lead_to_board(pages: dict[Path, str]) -> dict[Path, str]:
    """Returns *pages* with links to the board: in ``README.md``, and below the pictures."""
    known = addresses()

    def leads(up: str, picture: re.Match[str]) -> str:
        if picture[1] not in known:
            return picture[0]
        return f'{picture[0]}\n\n<a href="{up}{PLAY}{known[picture[1]]}">Play this position</a>'

    led = {
        place: PICTURE.sub(partial(leads, "../" * len(place.parent.parts)), text)
        for place, text in pages.items()
    }
    start = Path("README.md")
    title, _, rest = led[start].partition("\n")
    led[start] = f'{title}\n\n<a href="{PLAY}">Play here, now</a>: nothing to install.\n{rest}'
    return led


def lay_out(folder: Path, *, with_board: bool = False) -> None:
    """Empties *folder*, then writes all pages and their pictures into it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / PICTURES, folder / PICTURES)
    for place, text in (lead_to_board(pages()) if with_board else pages()).items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
        for picture in DRAWN.findall(text):
            if (found := (ROOT / place.parent / picture).resolve()).is_file():
                copy = folder / found.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(found, copy)
    (folder / "docs/rooms.schema.json").write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    lay_out(ROOT / "build" / "pages", with_board="--play" in sys.argv[1:])
    (ROOT / "zensical.toml").write_text(configuration(), encoding="utf-8")
