"""Laws on states and moves as values: they are frozen, compare by value, and never change."""

from __future__ import annotations

from typing import Any, Final

from gipf_meta.protocol.game import Over
from gipf_meta.testing.laws.state_questions import find_changeable, questions, snapshot
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Broken, need
from gipf_meta.testing.trial.walks import Walk

ASKED: Final = 20
"""The number of states of a game about which every question is asked."""
MOST: Final = 400
"""States of a game that are watched for changes."""


def states_and_moves_are_frozen(case: Case) -> None:
    """Nothing in a state or a move can be changed."""
    for _, moment in case.moments(150):
        things = [("state", moment.state)]
        things += [("move", move) for moves in moment.offers for move in moves[:3]]
        if moment.has_move:
            things.append(("move", moment.move))
        for what, thing in things:
            part = find_changeable(thing)
            need(
                part is None,
                f"The {what}{part} and can be changed.",
                f"Make each {what} of frozen dataclasses, NamedTuples, tuples and numbers, so that"
                " apply and advance have to build new ones.",
            )


def states_and_moves_are_told_apart_by_value(case: Case) -> None:
    """States and moves have a hash; those of equal games are equal and have equal hashes; states
    with different legal moves are not equal."""
    for walk in case.first_walks(3):
        state = case.ask.start(walk.seats) if walk.moments else None
        for index, moment in enumerate(walk.moments):
            case.here = (walk, index)
            _check_same("state", state, moment.state)
            offers = [case.ask.legal_moves(state, seat) for seat in range(walk.seats)]
            for again, moves in zip(offers, moment.offers, strict=False):
                for one, other in zip(again, moves, strict=False):
                    _check_same("move", one, other)
            if index + 1 == len(walk.moments):
                break
            after = walk.moments[index + 1]
            differ = (moment.now, moment.offers) != (after.now, after.offers)
            need(
                not (differ and after.state == moment.state) or isinstance(after.now, Over),
                f"The states before and after {moment.event!r} are equal, but not what can be done"
                " in them.",
                "Let __eq__ compare all fields of a state; leave it to dataclass or NamedTuple.",
            )
            state = next_state(case, state, walk, index)
    case.here = None


def _check_same(what: str, one: Any, other: Any) -> None:
    try:
        hashes = hash(one), hash(other)
    except TypeError as error:
        raise Broken(
            f"A {what} has no hash: {error}",
            f"Make each {what} of hashable parts: tuples for lists, frozensets for sets, frozen"
            " dataclasses.",
        ) from None
    need(
        one == other and hashes[0] == hashes[1],
        f"Two {what}s that were made alike, {_short(one)} and {_short(other)}, are not equal"
        f"{'' if one != other else ' in their hashes'}.",
        f"Let equal {what}s be equal and have equal hashes (frozen dataclass or NamedTuple), and"
        " let start, legal_moves and apply give equal answers to equal questions.",
    )


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 60 else f"{text[:57]}…"


def next_state(case: Case, state: Any, walk: Walk, index: int) -> Any:
    """The state after the event of moment *index*, applied to *state*."""
    moment = walk.moments[index]
    if moment.has_move:
        return case.ask.apply(state, moment.move)
    return case.ask.advance(state, moment.ms)


def old_states_stay_as_they_were(case: Case) -> None:
    """No method changes the state or the move that it is given."""
    for walk in case.first_walks(2):
        if not walk.moments:
            continue
        state = case.ask.start(walk.seats)
        seen = []
        every = 1 + len(walk.moments) // ASKED
        for index, moment in enumerate(walk.moments[:MOST]):
            case.here = (walk, index)
            before = snapshot(state)
            seen.append((state, before))
            asking = () if index % every else questions(case.ask, moment, walk.seats, state)
            for name, ask in asking:
                ask()
                need(
                    snapshot(state) == before,
                    f"{name} changed the state it was given.",
                    f"Let {name} leave its state alone: build a new value instead of changing one.",
                )
            if index + 1 == len(walk.moments):
                break
            move = snapshot(moment.move)
            name = "apply" if moment.has_move else "advance"
            state = next_state(case, state, walk, index)
            need(
                snapshot(seen[-1][0]) == before and snapshot(moment.move) == move,
                f"{name} changed the state or the move it was given.",
                f"Let {name} build a new state and leave the old one alone; copy lists and dicts,"
                " or better, use tuples.",
            )
        for number, (old, before) in enumerate(seen):
            case.here = (walk, number)
            need(
                snapshot(old) == before,
                "A state changed when later ones were made from it.",
                "Let apply and advance share nothing between states that can be changed: tuples"
                " instead of lists.",
            )
    case.here = None
