"""Laws on the numbers of decisions, and on the observations of seats as bits."""

from __future__ import annotations

from math import prod
from typing import Any

from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.game import Chance, Turn
from gipf_meta.protocol.number_groups import PlaneGroup
from gipf_meta.protocol.numbered import Numbered
from gipf_meta.protocol.planes import numbers_of_set
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import need

NOT_NUMBERED = "the game gives its decisions no numbers."
NUMBERED = 200
"""The number of states whose decisions are numbered, and that are observed as bits."""
DIVIDED = 30
"""The number of states whose next states are compared as seats see them."""
MOST_NEXT = 6
"""The most next states that are compared for one of them."""
ALIKE = 6
"""The decisions for which two states that a seat cannot tell apart are played on."""


@asked_of(Numbered, why_not=NOT_NUMBERED)
def numbers_are_decisions(case: Case) -> None:
    """Every decision of a turn has a number of its own below ``decision_count``, from which it is
    found again, and ``legal_numbers`` has these and no other."""
    count = case.ask.decision_count
    need(
        isinstance(count, int) and count > 0 and case.new_game().decision_count == count,
        f"decision_count is {count!r}.",
        "Let decision_count be the same whole number above 0 wherever the options are the same.",
    )
    for walk, moment in case.moments(NUMBERED):
        for seat in range(walk.seats):
            moves = [*case.ask.turn_moves(moment.state, seat)]
            numbers = [case.ask.number_of(moment.state, move) for move in moves]
            need(
                all(isinstance(number, int) and 0 <= number < count for number in numbers),
                f"number_of answers {one_line(repr(numbers), 60)} where decision_count is {count}.",
                "Let number_of answer a whole number from 0 to one less than decision_count.",
            )
            need(
                len({*numbers}) == len(numbers),
                f"number_of answers {one_line(repr(numbers), 60)}: two decisions share a number.",
                "Let number_of tell all decisions of a state apart.",
            )
            legal = case.ask.legal_numbers(moment.state, seat)
            need(
                isinstance(legal, int) and legal >= 0 and numbers_of_set(legal) == sorted(numbers),
                f"legal_numbers answers {legal!r:.60}, but the numbers of turn_moves of seat {seat}"
                f" are {one_line(repr(sorted(numbers)), 60)}.",
                "Let legal_numbers have bit n for each number n of turn_moves, and no other bit.",
            )
            if not (isinstance(moment.now, Turn) and moment.now.seat == seat):
                continue
            again = [case.ask.decision_of(moment.state, number) for number in numbers]
            need(
                again == moves,
                f"decision_of answers {one_line(repr(again), 60)} for the numbers of"
                f" {one_line(repr(moves), 60)}.",
                "Let decision_of be the inverse of number_of for all legal numbers.",
            )


@asked_of(Numbered, why_not=NOT_NUMBERED)
def luck_has_no_more_outcomes(case: Case) -> None:
    """Luck never has more outcomes at a time than ``outcome_count``."""
    most = case.ask.outcome_count
    for _walk, moment in case.moments(NUMBERED):
        outcomes = len(moment.now.outcomes) if isinstance(moment.now, Chance) else 0
        need(
            isinstance(most, int) and outcomes <= most,
            f"luck has {outcomes} outcomes, and outcome_count is {most!r:.60}.",
            "Let outcome_count be the most outcomes that luck has at a time under these options.",
        )


@asked_of(Numbered, why_not=NOT_NUMBERED)
def observations_are_bits(case: Case) -> None:
    """``observe`` answers as many bits as ``observation_shape`` says, the same for the same state
    and options."""
    shape, new = case.ask.observation_shape, case.new_game()
    need(
        isinstance(shape, tuple)
        and all(isinstance(size, int) and size > 0 for size in shape)
        and new.observation_shape == shape,
        f"observation_shape is {shape!r:.60}.",
        "Let observation_shape be the same tuple of whole numbers above 0 wherever the options are"
        " the same.",
    )
    for walk, moment in case.moments(NUMBERED):
        for seat in range(walk.seats):
            seen = case.ask.observe(moment.state, seat)
            need(
                isinstance(seen, int) and 0 <= seen < 1 << prod(shape),
                f"observe answers {seen!r:.60} for seat {seat}, where observation_shape is"
                f" {shape!r}.",
                "Let observe answer a whole number of as many bits as observation_shape says.",
            )
            need(
                new.observe(moment.state, seat) == seen,
                f"observe answers {seen!r:.60} for seat {seat}, and something else when the game is"
                " made anew.",
                "Let observe depend on the state, the seat and the options alone.",
            )


@asked_of(Numbered, why_not=NOT_NUMBERED)
def observations_hide_what_views_hide(case: Case) -> None:
    """Observations of a seat are alike where its views are alike, whatever luck or another seat has
    done, and while both games go on alike."""
    for walk, moment in case.moments(DIVIDED):
        now, state = moment.now, moment.state
        if not isinstance(now, Chance | Turn):
            continue
        moves = _moves(case, state, now)
        following = [case.ask.apply(state, move) for move in moves[:MOST_NEXT]]
        for seat in range(walk.seats):
            if isinstance(now, Turn) and seat == now.seat:
                continue  # whoever decides knows what he has done, shown or not
            alike: dict[Any, Any] = {}
            for after in following:
                twin = alike.setdefault(case.ask.view(after, seat), after)
                if twin is not after:
                    _go_on_alike(case, seat, twin, after)


def _go_on_alike(case: Case, seat: int, one: Any, other: Any) -> None:
    """Plays on from two states that the views of *seat* show alike, by the same decisions and the
    same luck, as long as both are shown alike, and compares what *seat* observes."""
    rng = case.rng("alike")
    for _step in range(ALIKE):
        differ = case.ask.observe(one, seat) ^ case.ask.observe(other, seat)
        need(
            not differ,
            f"observe tells seat {seat} apart what its views show alike{_in_planes(case, differ)}.",
            "Let observe hide from a seat what view hides from it: in a plane own … is what the"
            " seat that looks has, not what the other one has.",
        )
        pair = [_next_by_text(case, state) for state in (one, other)]
        common = sorted(pair[0].keys() & pair[1].keys())
        if not common:
            return
        text = rng.choice(common)
        one, other = (case.ask.apply(*following[text]) for following in pair)
        if case.ask.view(one, seat) != case.ask.view(other, seat):
            return


def _in_planes(case: Case, differ: int) -> str:
    """The names of the planes in which bits *differ*, as the end of a sentence; ``""`` if the
    planes have no names yet."""
    group = case.ask.planes
    if not isinstance(group, PlaneGroup):
        return ""
    size = prod(group.shape[1:])
    places = sorted({bit // size for bit in numbers_of_set(differ)})
    names = [group.names[place] for place in places if place < len(group.names)]
    return f", in the planes {one_line(', '.join(names), 100)}" if names else ""


def _next_by_text(case: Case, state: Any) -> dict[str, tuple[Any, Any]]:
    """The *state* with each move that may follow in it, by the text of that move."""
    moves = _moves(case, state, case.ask.status(state))
    return {case.ask.format(state, move): (state, move) for move in moves}


def _moves(case: Case, state: Any, now: object) -> list[Any]:
    """The moves of the seat on turn, or of luck."""
    if isinstance(now, Chance):
        return [outcome for outcome, _weight in now.outcomes]
    return [*case.ask.turn_moves(state, now.seat)] if isinstance(now, Turn) else []
