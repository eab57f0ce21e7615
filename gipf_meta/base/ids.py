"""Ids of games, lessons, options and bots: ASCII, and the same in capitals."""

from __future__ import annotations

from collections.abc import Iterable


def match_id(words: str, known: Iterable[str]) -> str:
    """The one of the *known* ids that *words* mean, without case; *words* if they mean none."""
    if not words.isascii():
        return words  # in other alphabets, letters of another case are sometimes other letters
    meant = words.lower()
    return next((each for each in known if each.lower() == meant), words)


def match_game(words: str) -> str:
    """The id of a game that *words* mean, without case: all are written in small letters."""
    return words.lower() if words.isascii() else words


def is_ambiguous(ids: Iterable[str]) -> bool:
    """Whether two of the *ids* differ in case alone."""
    lowered = [each.lower() for each in ids]
    return len(set(lowered)) < len(lowered)
