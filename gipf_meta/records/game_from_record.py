"""From a record to a ``WrittenGame`` for the writers of readers; inverse of ``record_from_game``.

Nothing is played: the turns of a record stand in the notation of its game. Where time acts, each
decision is a turn of its own, with its time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.readers import WrittenGame, WrittenResult, WrittenTurn
from gipf_meta.records.lines import TreeLine, Variations, variations_from
from gipf_meta.records.models import PlayedTurn, Record, RecordError, Result, all_lines, duels_of
from gipf_meta.records.record_from_game import SAID


def game_to_write(record: Record, finder: GameFinder) -> AnyGame:
    """The game of a *record* to be written. Raises ``RecordError`` if it is not installed."""
    try:
        game: AnyGame = configure(finder(record.game), record.options)
    except (LookupError, GipfMetaError) as error:
        raise RecordError(_("The record cannot be written: {why}").format(why=error)) from None
    return game


def tell(record: Record, finder: GameFinder) -> WrittenGame:
    """The game of *record*, with its comments, signs and variations.

    Raises ``RecordError`` where its game is not installed, and for duels.
    """
    game = game_to_write(record, finder)
    if next(duels_of(record), None) is not None:
        raise RecordError(_("The forms of others tell one game: this match has duels."))
    return WrittenGame(
        record.game,
        _tree(record, with_times=timed(game) is not None),
        record.options,
        _names(record, game),
        record.about,
        record.comment,
        record.position,
        result=None if record.result is None else _result(record.result),
        ms=record.time if timed(game) is not None else None,
    )


def _tree(record: Record, *, with_times: bool) -> tuple[WrittenTurn, ...]:
    """The turns of *record* with their variations, however deep these are nested."""
    lines = all_lines(record.turns)
    written: list[TreeLine[WrittenTurn]] = []
    places: list[list[int]] = []
    """The index of the first decision of each turn of each line."""
    for of, turns in lines:
        line: list[WrittenTurn] = []
        places.append([])
        for turn in turns:
            places[-1].append(len(line))
            line.extend(_turn(turn, with_times))
        here = None if of is None else (of[0], places[of[0]][of[1]])
        written.append(TreeLine(here, line))
    return variations_from(written, _with_variations)[0]


def _with_variations(turn: WrittenTurn, variations: Variations[WrittenTurn]) -> WrittenTurn:
    return replace(turn, variations=variations)


def _turn(turn: PlayedTurn, with_times: bool) -> Iterator[WrittenTurn]:
    """*turn*, or its decisions, the first with the comment and the signs of the turn."""
    seat = next((each.by for each in turn.decisions if each.by is not None), None)
    if not with_times:
        yield WrittenTurn(turn.text, seat, turn.comment, turn.signs)
        return
    for number, each in enumerate(turn.decisions):
        beside = ("", "") if number else (turn.comment, turn.signs)
        yield WrittenTurn(each.move or "", each.by, *beside, ms=each.at)


def _names(record: Record, game: AnyGame) -> tuple[str, ...]:
    """The names of the players, seat by seat; ``""`` for those who are called like their seats."""
    names = [""] * len(record.players)
    for seat, person in enumerate(record.people):
        if seat < len(names) and person.name != game.seat_names[seat]:
            names[seat] = person.name
    return tuple(names)


def _result(result: Result) -> WrittenResult:
    """The result of the match; its reason only where it is not by the rules."""
    is_silent = result.by_rules or result.reason == SAID
    return WrittenResult(result.winners, "" if is_silent else result.reason)
