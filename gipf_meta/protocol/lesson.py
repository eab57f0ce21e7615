"""Lessons as data: pages of a few words, some of which ask for a move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """*words* to read, and perhaps a move to make.

    *asked* are notations of decisions or whole turns, any of which goes on; a page without them is
    only read. *answer* is what is played then, by whoever may, before the next page. *position*
    sets the board up anew, as ``Positions.from_text`` reads it, and *ms* pass, before the page is
    shown.
    """

    words: str
    asked: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    position: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """*pages* from the start of a game with *options*, which are written as for ``--set``.

    *id* is remembered where the lesson is done: lower-case letters, digits and ``_``.
    """

    id: str
    title: str
    summary: str
    pages: tuple[Page, ...]
    options: tuple[str, ...] = ()
