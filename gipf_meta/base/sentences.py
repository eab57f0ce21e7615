"""Foreign words and errors as one printable sentence."""

from __future__ import annotations

import traceback
from pathlib import Path


def one_line(words: str, most: int = 400) -> str:
    """*words* as one printable line, cut where it would be longer than a sentence."""
    shown = "".join(letter if letter.isprintable() else " " for letter in words)
    shown = " ".join(shown.split())
    return shown if len(shown) <= most else f"{shown[: most // 2]} … {shown[-most // 2 :]}"


def error_said(error: BaseException) -> str:
    """An error of foreign code on one line: its kind, and what it says if it says anything."""
    return one_line(f"{type(error).__name__}: {error}").rstrip(": ")


def failure(error: Exception) -> str:
    """One sentence on an error that is no sentence: of a plugin's game, or of this program."""
    place = traceback.extract_tb(error.__traceback__)[-1:]
    where = f"{Path(place[0].filename).name}, line {place[0].lineno}, " if place else ""
    return f"{where}failed ({error_said(error)})."
