"""The site of the documentation: its pages, the links between them, and its table of contents."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from docs.site import LINK, PICTURES, ROOT, configuration, lay_out, lead_to_board, pages
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import record_of_link
from tests.specimens import find_specimens

SITE = tomllib.loads(configuration())["project"]


@cache
def places() -> dict[Path, str]:
    return pages()


def contents(entries: list[dict[str, object]]) -> Iterator[str]:
    """The pages of a table of contents, sections and all."""
    for entry in entries:
        for target in entry.values():
            if isinstance(target, list):
                yield from contents(target)
            else:
                yield str(target)


def test_every_link_leads_to_a_page_or_a_picture() -> None:
    for place, text in places().items():
        if place.suffix == ".md" and (ROOT / place).is_file():
            for link in LINK.findall(text):
                target = Path(os.path.normpath(place.parent / link))
                drawn = target.suffix in (".svg", ".png", ".webp") and (ROOT / target).is_file()
                assert target in places() or drawn, f"{place}: {link}"


def test_a_link_to_a_folder_leads_to_a_list_of_its_pages() -> None:
    assert "](docs/reference/README.md)" in places()[Path("README.md")]
    assert "](zertz.md)" in places()[Path("docs/reference/README.md")]


def test_a_link_to_a_source_file_leads_to_its_text() -> None:
    assert "](gipf_meta/protocol/game.py.md)" in places()[Path("README.md")]
    source = (ROOT / "gipf_meta" / "protocol" / "game.py").read_text(encoding="utf-8")
    assert source in places()[Path("gipf_meta/protocol/game.py.md")]


def test_code_blocks_say_their_language_and_nothing_else() -> None:
    """The site takes a block whose first line says more for ordinary text."""
    for place, text in places().items():
        for line in text.splitlines():
            assert not line.startswith("```") or " " not in line, f"{place}: {line}"


def test_the_contents_name_all_pages_but_single_decisions() -> None:
    listed = set(contents(SITE["nav"]))
    assert listed <= {place.as_posix() for place in places()}
    written = {place.as_posix() for place in places() if (ROOT / place).is_file()}
    assert {page for page in written - listed if not page.startswith("docs/decisions/")} == set()


def test_what_was_laid_out_before_is_gone(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "old.md").touch()
    lay_out(tmp_path / "site")
    laid_out = {
        file.relative_to(tmp_path / "site")
        for file in (tmp_path / "site").rglob("*")
        if file.is_file()
    }
    pictures = {PICTURES / file.name for file in (ROOT / PICTURES).iterdir()}
    pictures |= {Path("tuning/results/gipf/training.svg"), Path("examples/learner/curve.svg")}
    assert laid_out == {*places(), *pictures, Path("docs/rooms.schema.json")}


def test_below_each_picture_of_a_position_a_link_leads_to_the_board_with_it() -> None:
    led = lead_to_board(places())
    for game in find_specimens():
        place = Path("docs/rules") / f"{game}.md"
        links = re.findall(r'"\.\./\.\./play/index\.html#screen/shared_match/([^"]+)"', led[place])
        assert len(links) == len(re.findall(r"^!\[", led[place], re.MULTILINE)) > 0
        for link in links:
            record = record_of_link(json.loads(unquote(link))["match"])
            assert record.game == game
            replay(record, installed_plugins().find)
    assert '<a href="play/index.html">' in led[Path("README.md")]


def test_nothing_is_fetched_from_elsewhere() -> None:
    assert SITE["theme"]["font"] is False
    assert "plugins" not in SITE
