"""What a text begins that is no decision yet: if only one way to go on is left, that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.view import counters

T = TypeVar("T")


def play_begun(play: Callable[[str], T], match: Match, players: Iterable[int], text: str) -> T:
    """What *play* returns of *text*; where it refuses that, of the only decision that it begins.

    Raises the ``MoveError`` of *play*.
    """
    try:
        return play(text)
    except MoveError:
        whole = only_continuation(match, players, text)
        if whole is None:
            raise
    return play(whole)


def only_continuation(match: Match, players: Iterable[int], text: str) -> str | None:
    """The decision of the first of the *players* who has just one that *text* begins, in notation.

    *text* is the beginning of its notation, up to the end of a name or number there, or one of its
    words, capitals aside. ``None`` if there is no such decision, or more than one; and where words
    are counted, for the next decision may have one more.
    """
    typed = " ".join(text.split()).casefold()
    for player in players:
        view = match.top.view(player)
        if counters(view, view.choices):
            continue
        names = {word: name.casefold() for word, name in view.names}
        begun = PartialDecision(tuple(view.choices))
        said = [word for word in begun.words if typed in (word.casefold(), names.get(word))]
        found = [each.notation for word in said for each in begun.choices_with(word)]
        written = (each.notation for each in view.choices)
        found += [each for each in written if _begins(each.casefold(), typed)]
        if found and found.count(found[0]) == len(found):
            return found[0]
    return None


def _begins(notation: str, typed: str) -> bool:
    """Whether *notation* goes on behind *typed*, which does not end within a name or number."""
    rest = notation[len(typed) :]
    ends = not rest[:1].isalnum() or not typed[-1:].isalnum()
    return bool(typed) and bool(rest) and notation.startswith(typed) and ends
