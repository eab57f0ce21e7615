"""Whether a record says the same as the match that it makes: what replaying alone does not see."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import zip_longest
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.records.models import Decision, PlayedTurn, Record


def idle_answers(record: Record) -> str:
    """Where luck or a duel says something beforehand (``then``), which only a seat can; ``""``.

    Such words do nothing, and the match that the record makes does not have them.
    """
    for turn in record.turns:
        for decision in turn.decisions:
            inside = "" if decision.duel is None else idle_answers(decision.duel)
            if inside or (decision.by is None and decision.then):
                return inside or _place(turn)
    return ""


def told_otherwise(record: Record, again: Record, missing: Collection[str] = ()) -> str:
    """Where *record* says something else than *again*, the record of the match it makes; ``""``.

    Running duels whose games are *missing* do not count, nor do options, of which a game of today
    may know more, words that do nothing, and scores that older records do not tell.
    """
    if (record.game, record.players, record.time) != (again.game, again.players, again.time):
        return _("its beginning or its time")
    for told, retold in zip_longest(_turns(record, missing), _turns(again, missing)):
        if told is None or retold is None or told[1:] != retold[1:]:
            return _place((told or retold)[0])
    said, ended = record.result, again.result
    if said is not None and ended is not None and said.scores is None:
        ended = ended.model_copy(update={"scores": None})
    return "" if said == ended else _("its result")


def _turns(record: Record, missing: Collection[str]) -> Iterator[Any]:
    """Each turn with what it says, without running duels whose games are *missing*."""
    for turn in record.turns:
        decisions = [
            _decision(each, missing)
            for each in turn.decisions
            if each.move is not None or each.duel is None or each.duel.game not in missing
        ]
        if decisions:
            yield turn, turn.number, turn.text, decisions


def _decision(decision: Decision, missing: Collection[str]) -> tuple[Any, ...]:
    then = () if decision.by is None else decision.then
    duel = decision.duel
    inside = None
    if duel is not None:
        inside = (duel.game, duel.players, duel.time, duel.result, *_inside(duel, missing))
    return decision.move, decision.at, then, inside


def _inside(duel: Record, missing: Collection[str]) -> Iterator[Any]:
    return (told[1:] for told in _turns(duel, missing))


def _place(turn: PlayedTurn) -> str:
    return _("turn {number} ({text})").format(number=turn.number, text=turn.text)
