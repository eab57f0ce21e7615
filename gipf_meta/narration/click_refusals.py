"""Why a click is refused: in the game's own words where it has them for what was clicked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.partial_decision import PartialDecision, left_to_say
from gipf_meta.match.session import Session
from gipf_meta.narration.answers import spoken_seats
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.view import View
from gipf_meta.render.speech import begin_sentence, span_list, word_names

MOST_NAMED: Final = 8
"""The most words, and the most runs of places, that a refusal names."""
MOST_TRIED: Final = 4
"""The most decisions that are tried for the game's own sentence."""
_NEXT_SENTENCE: Final = re.compile(r"(?<=[.!?]) (?=[^a-z0-9])")
_PLACE: Final = re.compile(r"\b[a-z][0-9]{1,2}\b")


def why_no_click(session: Session, players: Sequence[int], view: View, path: Sequence[str]) -> str:
    """The reason why the last word of *path* cannot be clicked after those before it; ``""`` if it
    can be, or if those cannot.

    *view* has the choices of *players* in *session*. Names what is possible unless the game has a
    sentence of its own.
    """
    if not path:
        return ""
    decision, word = PartialDecision(view.choices, tuple(path[:-1])), path[-1]
    words = decision.words
    if not words or word in words:
        return ""
    points = {point.id for point in view.points}
    if word in points:
        seats = [session.seat_of(player) for player in players if player in session.players]
        if own := _own_words(session, seats, decision, word, points):
            return own
    names = word_names(view, spoken_seats(session.game))
    return f"{_in_general(view, words, word, names.get(word, word))} {_possible(words, names)}"


def _own_words(
    session: Session, seats: Sequence[int], decision: PartialDecision, word: str, points: set[str]
) -> str:
    """The reason of the game against *word*, a place, whatever else is decided; ``""``: none."""
    said: list[str] = []
    for text, is_whole in _tried(decision, word, points):
        refusals = [_refusal(session, seat, text) for seat in seats]
        sentence = next(iter(refusals), "") if all(refusals) else ""
        said.append(_against(sentence, text, word, {*decision.path, word}, is_whole=is_whole))
        if not said[-1] or said[-1] != said[0] or len(said) == MOST_TRIED:
            break
    return said[0] if said and said.count(said[0]) == len(said) else ""


def _tried(decision: PartialDecision, word: str, points: set[str]) -> Iterator[tuple[str, bool]]:
    """Decisions with *word* in place of a place that may be clicked, and whether all their words
    are said then."""
    tried: set[str] = set()
    for choice in decision.open:
        left = left_to_say(choice, decision.path)
        place = next((each for each in left if each in points), None)
        if place is None:
            continue
        token = re.compile(rf"(?<![a-z0-9]){re.escape(place)}(?![0-9])")
        if len(token.findall(choice.notation)) == 1:
            text = token.sub(word, choice.notation)
            if text not in tried:
                tried.add(text)
                yield text, len(left) == 1


def _refusal(session: Session, seat: int, text: str) -> str:
    """The sentence by which the game refuses *text*; ``""`` if it does not, or fails."""
    try:
        with Gate(session.game, MoveError):
            session.game.parse(session.state, seat, text)
    except MoveError as error:
        return str(error)
    except GipfMetaError:
        return ""
    return ""


def _against(sentence: str, text: str, word: str, said: set[str], *, is_whole: bool) -> str:
    """The first sentence of a refusal of *text*, without what nobody has *said*; ``""`` if it
    speaks of that, too. One that *is_whole* has been said but for its signs."""
    first = _NEXT_SENTENCE.split(sentence, maxsplit=1)[0]
    if text != word and text in first:
        _head, colon, first = first.partition(": ")
        if not colon or text in first:
            return ""
    named = set(_PLACE.findall(first.partition(";")[0]))
    return begin_sentence(first) if is_whole or named <= said else ""


def _in_general(view: View, words: Sequence[str], word: str, name: str) -> str:
    """A sentence on *word*, called *name*, where others are possible: on what stands there, if it
    alone stands in the way."""
    kinds = {point.id: point.kind for point in view.points}
    taken = {piece.at for piece in view.pieces}
    places = [each for each in words if each in kinds]
    if kinds.get(word) == "gone":
        return _("{place} is gone from the board.").format(place=word)
    if word in taken and places and not taken & set(places):
        return _("{place} is occupied.").format(place=word)
    if word in kinds and word not in taken and places and taken >= set(places):
        return _("Nothing stands on {place}.").format(place=word)
    return _("{word} is not possible here.").format(word=begin_sentence(name))


def _possible(words: Sequence[str], names: dict[str, str]) -> str:
    """A sentence with *words*: those beside the board by their *names*, then places in order."""
    beside = [names[word] for word in words if word in names]
    places = span_list(word for word in words if word not in names)
    parts = [
        ", ".join(each[:MOST_NAMED]) + (" …" if each[MOST_NAMED:] else "")
        for each in (beside, places)
        if each
    ]
    return _("Possible: {possible}.").format(possible="; ".join(parts)).replace("….", "…")
