"""Words and errors of foreign code as one printable line."""

from __future__ import annotations

import traceback
from pathlib import Path

from gipf_meta.base.errors import STOPS
from gipf_meta.base.texts import _


def one_line(words: str, most: int = 400) -> str:
    """*words* as one printable line of about *most* letters: a longer one loses its middle."""
    shown = "".join(letter if letter.isprintable() else " " for letter in words)
    shown = " ".join(shown.split())
    return shown if len(shown) <= most else f"{shown[: most // 2]} … {shown[-most // 2 :]}"


def error_text(error: BaseException) -> str:
    """The text of an error on one line; empty if foreign code fails to say it."""
    try:
        return one_line(str(error))
    except STOPS:
        raise
    except BaseException:
        return ""


def describe_error(error: BaseException) -> str:
    """An error of foreign code on one line: the name of its class, and its text if it has one."""
    return one_line(f"{type(error).__name__}: {error_text(error)}").rstrip(": ")


def failure(error: BaseException) -> str:
    """The end of a sentence on a defect of a game or of this program: where what failed."""
    place = traceback.extract_tb(error.__traceback__)[-1:]
    if not place:
        return _("failed ({error}).").format(error=describe_error(error))
    return _("{file}, line {line}, failed ({error}).").format(
        file=Path(place[0].filename).name, line=place[0].lineno, error=describe_error(error)
    )
