"""Laws on turns: who acts, in which turn, with which moves, and how the game ends."""

from __future__ import annotations

import json
from typing import Any

from gipf_meta.protocol.capabilities import Eventful
from gipf_meta.protocol.game import Chance, Duel, Over, Turn
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import NotAsked, move_text, need
from gipf_meta.testing.trial.walks import moves_of

REFERRED = 250
"""The states in which the moves are compared with those of the reference."""
MOST_CHANGES = 16
"""The most times that decisions may change seats in a turn, as for challenges and answers."""


def random_games_end(case: Case) -> None:
    """Random games come to an end without an error."""
    for walk in case.walks:
        if walk.stopped is not None:
            case.here = (walk, max(0, len(walk.moments) - 1)) if walk.moments else None
            raise walk.stopped


def status_names_who_acts(case: Case) -> None:
    """``status`` answers Turn, Chance, Duel or Over, each with existing seats and turn numbers."""
    for walk, moment in case.moments():
        now = moment.now
        need(
            isinstance(now, Turn | Chance | Duel | Over),
            f"status answered {now!r}.",
            "Let status answer one of Turn, Chance, Duel and Over.",
        )
        if isinstance(now, Turn):
            need(
                type(now.seat) is int and now.seat in range(walk.seats),
                f"status names seat {now.seat!r}, but the seats are 0 to {walk.seats - 1}.",
                "Let status give Turn the seat that acts, counted from 0.",
            )
        number = getattr(now, "number", None)
        need(
            number is None or (type(number) is int and number >= 1),
            f"status names turn {number!r}.",
            "Let status number the turns 1, 2, 3, …",
        )
        need(
            number is not None or not isinstance(now, Turn),
            "status names a Turn without a number.",
            "Let status number the turns 1, 2, 3, …",
        )


def every_seat_is_asked(case: Case) -> None:
    """Every seat has a decision in at least one of the random games."""
    for seats in sorted({walk.seats for walk in case.walks if walk.stopped is None}):
        walks = [walk for walk in case.walks if walk.seats == seats]
        able = {
            seat
            for walk in walks
            for moment in walk.moments
            for seat, moves in enumerate(moment.offers)
            if moves
        }
        idle = sorted({*range(seats)} - able)
        need(
            not idle,
            f"With {seats} seats nobody asks seat {idle[0] if idle else 0} in {len(walks)} games.",
            "Let start heed the number of seats, and let status give every seat its turn.",
        )


def turn_numbers_grow(case: Case) -> None:
    """Turns are numbered from 1; the number never falls, and grows by one when a turn is over."""
    for walk in case.first_walks():
        last, changes, seat = 0, 0, None
        for index, moment in enumerate(walk.moments):
            case.here = (walk, index)
            now, number = moment.now, getattr(moment.now, "number", None)
            if type(number) is not int:
                continue
            need(
                last or number == 1,
                f"The first turn has the number {number}.",
                "Let status begin with turn number 1.",
            )
            need(
                number >= last,
                f"The turn number goes back from {last} to {number}.",
                "Keep the number in the state and let apply add one to it when a turn is over.",
            )
            before = walk.moments[index - 1] if index else moment
            need(
                number <= last + 1 or number - last <= _turns_passed(case, before),
                f"The turn number jumps from {last} to {number}.",
                "Let apply add one to the number when a turn is over; where turns pass by"
                " themselves, let happenings tell of each.",
            )
            if number != last:
                last, changes, seat = number, 0, None
            if isinstance(now, Turn):
                changes += seat not in (None, now.seat)
                seat = now.seat
            need(
                changes <= MOST_CHANGES,
                f"The decision went from seat to seat {changes} times within turn {number}.",
                "Let status give another turn another number: apply adds one to it when a turn is"
                " over. Only decisions of one turn share a number.",
            )
    case.here = None


def _turns_passed(case: Case, moment: Any) -> int:
    """The most turns that can have passed: the played one, and one for each happening."""
    if not isinstance(case.game, Eventful):
        return int(moment.has_move)
    if moment.has_move:
        return 1 + len(case.ask.happenings(moment.state, moment.move))
    return len(case.ask.happenings(moment.state, ms=moment.ms))


def legal_moves_are_for_those_who_act(case: Case) -> None:
    """The seat on turn has a legal move; no seat has one while luck or a duel is due, or at the
    end; no move is offered twice."""
    for _, moment in case.moments():
        now = moment.now
        if isinstance(now, Turn):
            able = case.is_timed or (now.seat < len(moment.offers) and moment.offers[now.seat])
            able = able and (any(moment.offers) or case.ask.deadline(moment.state))
            need(
                able,
                f"Seat {now.seat} is on turn and has no legal move.",
                "Let legal_moves offer it one (passing, too, is a move), or let status answer who"
                " acts instead.",
            )
        else:
            kind = type(now).__name__
            for seat, moves in enumerate(moment.offers):
                need(
                    not moves,
                    f"Seat {seat} has {len(moves)} legal moves although status answers {kind}.",
                    f"Let legal_moves return () for every seat where status answers {kind}.",
                )
        for seat, moves in enumerate(moment.offers):
            twice = (
                [] if _are_distinct(moves) else [m for n, m in enumerate(moves) if m in moves[:n]]
            )
            need(
                not twice,
                f"legal_moves offers seat {seat} {_text(case, moment.state, twice)} twice.",
                "Let legal_moves name every move once.",
            )


def _are_distinct(moves: tuple[Any, ...]) -> bool:
    """Whether *moves* have hashes and are distinct."""
    try:
        return len(set(moves)) == len(moves)
    except TypeError:
        return False


def _text(case: Case, state: Any, moves: list[Any]) -> str:
    return repr(case.ask.format(state, moves[0])) if moves else "nothing"


def legal_moves_are_those_of_the_reference(case: Case) -> None:
    """Where the author has written the rules a second time as ``reference_moves``, slow and plain,
    ``legal_moves`` names the same moves."""
    if not hasattr(case.game, "reference_moves"):
        raise NotAsked("the game has no reference_moves(state, seat), a slow second legal_moves.")
    for walk, moment in case.moments(REFERRED):
        for seat in range(walk.seats):
            named = moves_of(case.ask, "legal_moves", moment.state, seat)
            right = moves_of(case.ask, "reference_moves", moment.state, seat)
            for some, others, what in (
                (right, {*named}, "is in reference_moves and not in legal_moves"),
                (named, {*right}, "is in legal_moves and not in reference_moves"),
            ):
                for move in some:
                    need(
                        move in others,
                        f"Of seat {seat} {move_text(case.game, moment.state, move)!r} {what}.",
                        "Read the rules once more: one of the two methods is wrong.",
                    )


def turn_moves_are_legal(case: Case) -> None:
    """``turn_moves`` are legal moves of the seat on turn, at least one, and of no other seat."""
    for walk, moment in case.moments(600):
        for seat in range(walk.seats):
            answer = moves_of(case.ask, "turn_moves", moment.state, seat)
            offered = moment.offers[seat] if moment.offers else ()
            extra = [] if [*answer] == [*offered] else [m for m in answer if m not in offered]
            need(
                not extra,
                f"turn_moves names {_text(case, moment.state, extra)} for seat {seat}, which"
                " legal_moves does not.",
                "Let turn_moves return a part of legal_moves.",
            )
            is_on_turn = isinstance(moment.now, Turn) and moment.now.seat == seat
            need(
                is_on_turn or not answer,
                f"turn_moves names {_text(case, moment.state, list(answer))} for seat {seat},"
                " which is not on turn.",
                "Let legal_moves heed its seat and return () for one that may do nothing; if it may"
                " do that out of turn, override turn_moves to leave it out.",
            )
            need(
                answer or not is_on_turn or case.is_timed,
                f"turn_moves names nothing for seat {seat}, which is on turn.",
                "Let turn_moves return the moves that make up the turn: bots choose among them.",
            )
            need(
                len(answer) <= len(offered),
                f"turn_moves names a move twice for seat {seat}.",
                "Let turn_moves name every move once.",
            )


def results_are_sound(case: Case) -> None:
    """A finished game names winners among its seats, a reason, and one score for each side."""
    for walk, moment, now in case.moments_of(Over):
        seats = range(walk.seats)
        need(
            isinstance(now.winners, tuple)
            and all(type(seat) is int and seat in seats for seat in now.winners)
            and len(set(now.winners)) == len(now.winners),
            f"Over names the winners {now.winners!r} of {walk.seats} seats.",
            "Let status answer Over with a tuple of the seats that have won, each once; () is a"
            " draw.",
        )
        sides = {frozenset(case.ask.allies(moment.state, seat)) for seat in seats}
        for side in sides:
            need(
                len(side & {*now.winners}) in (0, len(side)),
                f"Over names the winners {now.winners}, but {sorted(side)} are allies.",
                "Let status name all seats of the winning side, or let allies say who plays"
                " together.",
            )
        need(
            isinstance(now.reason, str) and now.reason.strip() and now.reason.isprintable(),
            f"Over gives the reason {now.reason!r}.",
            "Let status say in Over, in a word or two, why the game is over.",
        )
        for name, entries in (("scores", now.scores), ("sheets", now.sheets)):
            need(
                entries is None or (isinstance(entries, tuple) and len(entries) == len(sides)),
                f"Over has {name} {entries!r} for {len(sides)} sides.",
                f"Let status give Over {name} as a tuple with one entry a side, or None.",
            )
        need(
            now.scores is None or all(type(score) is int for score in now.scores),
            f"Over has the scores {now.scores!r}.",
            "Let status give Over whole numbers as scores.",
        )
        for sheet in now.sheets or ():
            need(
                _is_json(dict(sheet)),
                f"Over has the sheet {sheet!r}, which is no JSON.",
                "Let a sheet hold texts, numbers and lists of them only.",
            )


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def allies_are_one_side(case: Case) -> None:
    """Every seat is its own ally, allies name each other, and they never change; a state that tells
    how many play tells the truth."""
    first: dict[tuple[int, int], dict[int, set[int]]] = {}
    for walk, moment in case.moments(300):
        allies = {seat: {*case.ask.allies(moment.state, seat)} for seat in range(walk.seats)}
        for seat, side in allies.items():
            need(
                seat in side and side <= {*range(walk.seats)},
                f"The allies of seat {seat} are {sorted(side)}.",
                "Let allies return the seats that win together with this one, itself included.",
            )
            need(
                all(allies[other] == side for other in side),
                f"The allies of seat {seat} are {sorted(side)}, but they do not say the same.",
                "Let allies return the same seats for all seats of one side.",
            )
        key = (walk.seats, walk.number)
        need(
            first.setdefault(key, allies) == allies,
            f"The allies change during the game, from {first[key]} to {allies}.",
            "Let allies depend on nothing but the seats.",
        )
        seats = case.ask.seats_of(moment.state)
        need(
            seats in (None, walk.seats),
            f"seats_of tells {seats} seats of a state in which {walk.seats} play.",
            "Let seats_of return how many play, or None if a state does not tell that.",
        )
