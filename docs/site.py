"""Lays out the pages of the site: ``python -m docs.site``, a step of ``make docs``.

The pages have the same places as in the repository, so that the links between them work in both. A
folder or a file that a page links to gets a page of its own: a folder a list of its pages, a file
its text.
"""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURES = Path("docs/pictures")
SOURCES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**/*.md")
LINK = re.compile(r"(?<=\]\()(?!https?:|#)[^)\s#]+")
MARKS = re.compile(r"(?<=^```)(\w+) .*$", re.MULTILINE)


def pages() -> dict[Path, str]:
    """The text of every page, by its place on the site."""
    found: dict[Path, str] = {}
    for page in [page for pattern in SOURCES for page in sorted(ROOT.glob(pattern))]:
        leads = partial(_resolve_link, found, page.parent)
        found[page.relative_to(ROOT)] = MARKS.sub(r"\1", LINK.sub(leads, _text(page)))
    return found


def _resolve_link(found: dict[Path, str], at: Path, link: re.Match[str]) -> str:
    """Where *link*, on a page in the folder *at*, leads on the site; adds that page to *found*."""
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
    """The pages of a folder, by their headings."""
    listed = sorted(folder.glob("*.md"))
    lines = [f"* [{_text(page).splitlines()[0].lstrip('# ')}]({page.name})" for page in listed]
    return "\n".join([f"# {folder.name.capitalize()}", "", *lines, ""])


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def lay_out(folder: Path) -> None:
    """Empties *folder*, then writes all pages and their pictures into it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / PICTURES, folder / PICTURES)
    for place, text in pages().items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    lay_out(ROOT / "build" / "pages")
