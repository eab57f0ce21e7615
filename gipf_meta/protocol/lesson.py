"""Lessons as data: pages of words. Some pages ask for a move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """*words* to read, and perhaps a move to make.

    *asked* are texts of decisions or whole turns; each of them leads to the next page. A page
    without them asks for nothing. *answer* is what the others play before the next page. Before
    the page is shown, *position* sets the board up anew, as ``Positions.from_text`` reads it, and
    *ms* milliseconds pass.
    """

    words: str
    asked: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    position: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """*pages* from the start of a game with *options*, texts ``NAME=VALUE`` as for ``--set``.

    *id* names the lesson where the host remembers that it was taken: lower-case letters, digits
    and ``_``.
    """

    id: str
    title: str
    summary: str
    pages: tuple[Page, ...]
    options: tuple[str, ...] = ()
