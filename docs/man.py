"""Writes the manual page, building/gipf-meta.1, from the help of the program: ``make man``.

Wheels and source archives contain it: pipx and packagers install it where ``man`` looks.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from argparse_manpage.manpage import Manpage

from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.base.version import __version__
from gipf_meta.cli import program

PAGE: Final = Path(__file__).parents[1] / "building" / "gipf-meta.1"
"""The file of the manual page."""


def manual_page() -> str:
    """Returns the manual page as troff."""
    speak(ENGLISH)
    os.environ["COLUMNS"] = "80"  # argparse asks the terminal otherwise
    page = Manpage(program())
    page.date = ""  # the page of a version is the same whenever it is written
    page.source = f"gipf-meta {__version__}"
    page.manual = "GIPF Meta"
    page.description = "play the games of the GIPF project, unofficial"
    return str(page)


if __name__ == "__main__":
    PAGE.write_text(manual_page(), encoding="utf-8")
