"""Laws on the names of numbers: planes of observations, and groups of decisions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.number_groups import DecisionGroup, PlaneGroup
from gipf_meta.protocol.numbered import Numbered
from gipf_meta.protocol.planes import numbers_of_set
from gipf_meta.protocol.view import View
from gipf_meta.testing.laws.numbering import NOT_NUMBERED, NUMBERED
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import Advised, NotAsked, need

OWN = "own "
OTHER = "other "
OF_SEAT = "seat "
"""How a plane's name begins if it tells about the seat that looks."""
ON_TURN = "seat is on turn"
"""The plane that is compared with ``status``."""
FOR_TWO = "the perspective of planes is compared in games for two."
LOOKED_AT = 600
"""The number of states in which planes are looked for that are set, or empty."""
LABELLED = 40
"""The number of states in which the labels of a decision are compared with its text."""
COMPARED = 100
"""The number of states that both seats observe, and whose planes are looked at."""


@asked_of(Numbered, why_not=NOT_NUMBERED)
def numbers_have_names(case: Case) -> None:
    """Every legal number is in one group of ``decisions``, where each axis has a label for it."""
    groups = case.ask.decisions
    need(
        isinstance(groups, tuple)
        and all(isinstance(group, DecisionGroup) for group in groups)
        and case.new_game().decisions == groups,
        f"decisions answers {one_line(repr(groups), 60)}.",
        "Let decisions be a tuple of DecisionGroup, the same wherever the options are the same.",
    )
    names = [group.name for group in groups]
    need(
        len({*names}) == len(names) and all(names),
        f"decisions has groups named {one_line(repr(names), 80)}.",
        "Let each group of decisions have a name of its own.",
    )
    borders = [0, *[border for group in groups for border in (group.first, group.behind)]]
    need(
        borders == sorted(borders) and borders[-1] <= case.ask.decision_count,
        f"decisions has groups with the borders {one_line(repr(borders[1:]), 80)}, and"
        f" decision_count is {case.ask.decision_count}.",
        "Let the groups of decisions stand in order, share no number and end with decision_count.",
    )
    named = {
        number
        for group in groups
        for number in range(group.first, group.behind)
        if None not in group.labels_of(number)
    }
    for _walk, moment in case.moments(NUMBERED):
        if not isinstance(moment.now, Turn):
            continue
        legal = numbers_of_set(case.ask.legal_numbers(moment.state, moment.now.seat))
        nameless = [number for number in legal if number not in named]
        need(
            not nameless,
            f"decisions has no label for the legal numbers {one_line(repr(nameless), 60)}.",
            "Let each legal number be in a group of decisions, with a label on each axis.",
        )
    _require_true_labels(case, groups)


def _require_true_labels(case: Case, groups: Sequence[DecisionGroup]) -> None:
    """Raises ``Broken`` if decisions whose texts are points have other points as labels. A game may
    label them as one of its seats sees the board: in a group no seat is right."""
    seats, wrong = dict[str, set[int]](), dict[str, dict[int, str]]()
    for _walk, moment, now in case.moments_of(Turn, LABELLED):
        if moment.move not in case.ask.turn_moves(moment.state, now.seat):
            continue
        number = case.ask.number_of(moment.state, moment.move)
        group = next(each for each in groups if each.first <= number < each.behind)
        view = case.ask.view(moment.state, now.seat)
        points = {point.id for point in view.points}
        named = {label for label in group.labels_of(number) if label and label in points}
        if not named or moment.text not in points:
            continue
        seats.setdefault(group.name, set()).add(now.seat)
        if moment.text not in named:
            wrong.setdefault(group.name, {})[now.seat] = (
                f"decisions names {', '.join(sorted(named))} for the number {number}, which is"
                f" {moment.text}."
            )
    for name, found in wrong.items():
        need(
            seats[name] != {*found},
            next(iter(found.values())),
            "Let the labels of decisions that are ids of points be those that the decision is"
            " about.",
        )


@asked_of(Numbered, why_not=NOT_NUMBERED)
def planes_have_names(case: Case) -> None:
    """Every plane has a name of its own, and bits of its kind on places of the board."""
    group = case.ask.planes
    need(
        isinstance(group, PlaneGroup)
        and group.shape == case.ask.observation_shape
        and case.new_game().planes == group,
        f"planes {_shape_phrase(group)}, and observation_shape is {case.ask.observation_shape!r}.",
        "Let planes be a PlaneGroup of observation_shape, the same wherever the options are: the"
        " number of planes, then the shape of their places, (rows, columns) of grid_places, or the"
        " number of listed_places.",
    )
    need(
        len({*group.names}) == len(group.names) and all(group.names),
        f"planes has the names {one_line(repr(group.names), 80)}.",
        "Let each plane have a name of its own.",
    )
    _require_places(case, group)
    size = prod(group.shape[1:])
    full = (1 << size) - 1
    nowhere = 0
    for bit, label in enumerate(() if group.places is None else group.places.labels):
        nowhere |= 0 if label is not None else 1 << bit
    for walk, moment in case.moments(COMPARED):
        for seat in range(walk.seats):
            cut = _cut(case, group, moment.state, seat)
            for plane, bits in zip(group.planes, cut, strict=True):
                is_possible = {
                    "flag": bits in (0, full),
                    "count": not bits & bits + 1,
                    "places": not bits & nowhere,
                    "rows": True,
                }
                need(
                    is_possible.get(plane.kind, False),
                    f"observe has the bits {bits:#x} in the plane {plane.name}, of the kind"
                    f" {plane.kind}.",
                    "Let a flag fill its plane, a count its first bits, and a set have bits on"
                    " places with a label.",
                )
                need(
                    plane.name != ON_TURN
                    or not isinstance(moment.now, Turn)
                    or (bits != 0) == (moment.now.seat == seat),
                    f"observe has the bits {bits:#x} in the plane {ON_TURN} for seat {seat}, but"
                    f" status answers {moment.now!r:.80}.",
                    f"Let the plane {ON_TURN} be full for the seat on turn, and empty for others.",
                )


def _shape_phrase(group: object) -> str:
    """The shape of *group*, or what it is instead, as words behind its name."""
    if isinstance(group, PlaneGroup):
        return f"has the shape {group.shape!r}"
    return f"answers {one_line(repr(group), 60)}"


def _require_places(case: Case, group: PlaneGroup) -> None:
    """Raises ``Broken`` unless the places of *group* are points of the board, with other cells."""
    places = group.places
    if places is None:
        return
    cells = [cell for cell, label in zip(places.cells, places.labels, strict=False) if label]
    need(
        prod(places.shape) == len(places.labels) == len(places.cells)
        and len({*cells}) == len(cells)
        and len({*places.labels} - {None}) == len(cells),
        f"planes has {len(places.labels)} labels and {len(places.cells)} cells of places of the"
        f" shape {places.shape}, or twice the same.",
        "Let each place of planes have a cell and a label of its own, None off the board.",
    )
    if places.lattice == "none":
        return
    for walk in case.first_walks(1):
        moment = walk.moments[0]
        for seat in range(walk.seats):
            points = {point.id for point in case.ask.view(moment.state, seat).points}
            unknown = sorted({label for label in places.labels if label} - points)
            need(
                not unknown,
                f"planes has places called {one_line(repr(unknown), 60)}, which no point of the"
                " view is.",
                "Let the places of planes have the ids of the points of the board.",
            )


@asked_of(Numbered, why_not=NOT_NUMBERED)
def planes_are_used(case: Case) -> None:
    """Every plane is set in some state of the random games, and empty in another; every group of
    decisions has a legal number in one."""
    group = case.ask.planes
    seen, empty = [False] * len(group.planes), [False] * len(group.planes)
    legal = 0
    for walk, moment in case.moments(LOOKED_AT):
        if isinstance(moment.now, Turn):
            legal |= case.ask.legal_numbers(moment.state, moment.now.seat)
        for seat in range(walk.seats):
            for at, bits in enumerate(_cut(case, group, moment.state, seat)):
                seen[at] = seen[at] or bits != 0
                empty[at] = empty[at] or not bits
    never = [name for name, is_seen in zip(group.names, seen, strict=True) if not is_seen]
    always = [name for name, is_empty in zip(group.names, empty, strict=True) if not is_empty]
    case.here = None
    if never:
        raise Advised(
            f"In the random games observe never sets these planes: {', '.join(never)}.",
            "Let observe set them, or take them away; if they come up seldom, or under other"
            " options, all is well.",
        )
    unused = [
        each.name for each in case.ask.decisions if not legal >> each.first & (1 << each.size) - 1
    ]
    if unused:
        raise Advised(
            "In the random games no number of these groups of decisions is legal:"
            f" {', '.join(unused)}.",
            "Let number_of answer numbers of the group, or take it away; if such decisions come up"
            " seldom, or under other options, all is well.",
        )
    if len(always) == len(group.planes):
        raise Advised(
            "In the random games no plane is ever empty.",
            "Let observe clear what a state has not.",
        )


@asked_of(Numbered, why_not=NOT_NUMBERED)
def seats_see_alike(case: Case) -> None:
    """A plane ``own …`` of one seat is the plane ``other …`` of the next, and those without these
    words, or ``seat``, are alike for both."""
    group = case.ask.planes
    at = {name: number for number, name in enumerate(group.names)}
    pairs = []
    for name, number in at.items():
        counterpart = _counterpart(name)
        if counterpart is None:
            continue
        need(
            counterpart in at,
            f"planes has {name!r} and no {counterpart!r}.",
            "Let each plane that begins with own have one that begins with other, and the reverse.",
        )
        pairs.append((number, at[counterpart]))
    if 2 not in case.seat_counts:
        raise NotAsked(FOR_TWO)
    for walk, moment in case.moments(COMPARED):
        if walk.seats != 2:
            continue
        first, second = (_cut(case, group, moment.state, seat) for seat in (0, 1))
        wrong = [group.names[one] for one, other in pairs if first[one] != second[other]]
        need(
            not wrong or _is_shown_apart(case, moment.state),
            f"observe shows both seats {', '.join(wrong)} as if one of them were the other.",
            "Let observe put what is a seat's own before what is the other's, and begin the names"
            " of planes about the seat that looks with seat.",
        )


def _counterpart(name: str) -> str | None:
    """The plane in which the next seat sees what is in that *name* here; ``None`` if that differs
    by seats."""
    if name.startswith(OWN):
        return OTHER + name.removeprefix(OWN)
    if name.startswith(OTHER):
        return OWN + name.removeprefix(OTHER)
    return None if name.startswith(OF_SEAT) else name


def _is_shown_apart(case: Case, state: Any) -> bool:
    """Whether the two seats are shown different things: something is hidden from one of them."""
    first, second = (_shown(case.ask.view(state, seat)) for seat in (0, 1))
    return first != second


def _shown(view: View) -> tuple[object, ...]:
    """All that *view* shows of the state, without what may be decided."""
    marks = [mark for mark in view.marks if mark.kind != "legal"]
    return view.pieces, view.trays, view.sheets, marks


def _cut(case: Case, group: PlaneGroup, state: Any, seat: int) -> list[int]:
    """The planes that *seat* observes."""
    seen, size = case.ask.observe(state, seat), prod(group.shape[1:])
    full = (1 << size) - 1
    return [seen >> plane * size & full for plane in range(len(group.planes))]
