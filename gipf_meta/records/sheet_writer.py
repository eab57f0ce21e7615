"""Writes a match as a note sheet: headers, numbered turns, comments, signs, variations, a result.

``match.written_games`` reads it again, and so do people. A sheet holds the turns, comments, signs
and variations; it has no seed, no clock, and no times where time does not act.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import changed_options
from gipf_meta.records.game_from_record import game_to_write
from gipf_meta.records.models import (
    LONGEST_TEXT,
    PlayedTurn,
    Record,
    RecordError,
    Result,
    duels_of,
)
from gipf_meta.records.tree import with_brackets

HEADERS: Final[Mapping[str, str]] = {
    "date": "Date", "event": "Event", "place": "Place", "site": "Website", "round": "Round",
    "annotator": "Annotator", "source": "Source", "clock": "Clock", "rated": "Rated",
}  # fmt: skip
"""The headers of sheets for facts about a match, by their keys; any other key is its own header."""
OWN_HEADERS: Final = {"game", "position"}
"""The headers that a sheet itself needs: an option with one of these names cannot be written."""
_ESCAPED: Final = re.compile(r'["\\]')
_NO_NAME: Final = re.compile(r'[]["{}“”„]')
"""Signs that no name of a header can have."""
_BRACE: Final = re.compile(r"[{}]|\n\s*\[")
"""Signs in a comment that would end it in braces, or make it look as if it were never closed."""
_SIGN: Final = re.compile(r"[!?]{1,2}|[^!?\s]+")


def to_sheet(record: Record, finder: GameFinder) -> str:
    """*record* as a note sheet.

    Raises ``RecordError`` where its game is not installed, and for duels and boards that are set
    up, which a sheet cannot hold.
    """
    game = game_to_write(record, finder)
    if next(duels_of(record), None) is not None:
        raise RecordError(_("A note sheet tells one game: this match has duels."))
    for name in changed_options(game):
        if name in OWN_HEADERS:
            raise RecordError(
                _("A note sheet cannot hold this: {title} has an option called {name}.").format(
                    title=title_of(game), name=name
                )
            )
    lines = [*_headers(record, game), ""]
    if record.comment:
        lines.append(_comment(record.comment))
    lines.extend(_line(with_brackets((turn,))) for turn in record.turns)
    if timed(game) is not None:
        lines.append(f"@{record.time}")
    if record.result is not None and not record.result.by_rules:
        lines.append(_result(record.result, game))
    return "\n".join(lines) + "\n"


def _headers(record: Record, game: AnyGame) -> Iterator[str]:
    yield _header("Game", record.game)
    for name, value in changed_options(game).items():
        yield _header(name, str(value))
    if record.position:
        yield _header("Position", record.position)
    for seat, person in zip(game.seat_names, record.people, strict=False):
        yield _header("".join(seat.split()), person.name)
    for name, value in record.about.items():
        yield _header(HEADERS.get(name, name), value)


def _header(name: str, value: str) -> str:
    shown = _ESCAPED.sub(r"\\\g<0>", one_line(value, LONGEST_TEXT))
    return f'[{_NO_NAME.sub("", one_line(name))} "{shown}"]'


def _line(turns: Iterable[PlayedTurn | str]) -> str:
    """*turns* on a line, with their comments and signs."""
    words, opening = list[str](), ""
    for each in turns:
        if isinstance(each, str) and each == "(":
            opening = each
        else:
            first, *rest = (each,) if isinstance(each, str) else _words(each)
            words += (f"{opening}{first}", *rest)
            opening = ""
    return " ".join(words)


def _words(turn: PlayedTurn) -> Iterator[str]:
    yield f"{turn.number}. {turn.text}"
    for sign in _SIGN.findall(turn.signs):
        yield sign if sign[0] in "!?" else f"${sign}"
    if turn.comment:
        yield _comment(turn.comment)


def _comment(words: str) -> str:
    """*words* in braces; those with a brace in them on lines of their own."""
    if not _BRACE.search(words):
        return f"{{{words}}}"
    return "\n" + "".join(f"; {line}\n" for line in words.splitlines())


def _result(result: Result, game: AnyGame) -> str:
    """The words for the result of a match, where its rules have not ended it."""
    if not result.winners:
        return "Draw" if result.reason == "draw" else f"Draw, {result.reason}"
    losers = [seat for seat in range(len(game.seat_names)) if seat not in result.winners]
    if result.reason == "resign" and len(losers) == 1:
        return f"{game.seat_names[losers[0]]} resigns"
    winners = " and ".join(game.seat_names[seat] for seat in result.winners)
    return f"{winners} wins, {result.reason}"
