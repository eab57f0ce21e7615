"""Writes the manual page, building/gipf-meta.1, from the help of the program: ``make man``.

Wheels and source archives contain it: pipx and packagers install it where ``man`` looks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from argparse_manpage.manpage import Manpage

from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.base.version import __version__
from gipf_meta.cli import program
from gipf_meta.commands.parser import Parser

PAGE: Final = Path(__file__).parents[1] / "building" / "gipf-meta.1"
"""The file of the manual page."""


def manual_page() -> str:
    """Returns the manual page as troff."""
    speak(ENGLISH)
    os.environ["COLUMNS"] = "80"  # argparse asks the terminal otherwise
    parser = program()
    page = Manpage(parser)
    page.date = ""  # the page of a version is the same whenever it is written
    page.source = f"gipf-meta {__version__}"
    page.manual = "GIPF Meta"
    page.description = "play the games of the GIPF project, unofficial"
    page.add_section("examples", ">", _examples(parser))
    return str(page)


def _examples(parser: Parser) -> str:
    """The examples of the program and of all its commands, as troff."""
    examples = dict.fromkeys(_all_examples(parser))
    lines = [each.replace("\\", "\\\\").replace("-", r"\-") for each in examples]
    return "\n".join([".nf", *lines, ".fi"])


def _all_examples(parser: Parser) -> Iterator[str]:
    yield from parser.examples
    for below in parser.commands().values():
        yield from _all_examples(below)


if __name__ == "__main__":
    PAGE.write_text(manual_page(), encoding="utf-8")
