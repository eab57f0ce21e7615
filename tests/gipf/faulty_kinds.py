"""Kinds of potentials with one fault each, as their authors might make them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from gipf_meta_gipf import (
    SPOTS,
    BoardView,
    Change,
    Kind,
    KindOption,
    capture_top,
    cover,
    put_on,
    take_off,
)
from tests.gipf.leap import LEAP, leap, two_steps


def beside(view: BoardView, spot: int) -> list[int]:
    fitting = view.neighbours(spot) & view.enemy & view.basic
    return [at for at in SPOTS.name_of if fitting >> at & 1]


def climb(view: BoardView, spot: int, target: int) -> list[Change]:
    return [take_off(spot), cover(target)]


CLIMB = replace(LEAP, used="cover", targets=beside, effect=climb)


@dataclass(frozen=True)
class Fault:
    """A faulty kind, the law that finds it, and a word of the advice."""

    name: str
    kind: Kind
    law: str
    word: str


FAULTS: list[Fault] = []


def found_by(law: str, word: str, kind: Kind, name: str) -> None:
    FAULTS.append(Fault(name, kind, law, word))


found_by("gipf_takes_it", "data", replace(LEAP, letter="G"), "the letter of GIPF")
found_by("signs_are_short", "figure", replace(LEAP, figure=lambda how: "L"), "one sign for both")
found_by("signs_are_short", "full stop", replace(LEAP, help="a leap"), "help without a sentence")


def over_the_edge(view: BoardView, spot: int) -> list[int]:
    return [ray[1] for ray in view.rays(spot) if view.vacant >> ray[1] & 1]


found_by("functions_answer", "over_the_edge", replace(LEAP, targets=over_the_edge), "over the edge")


def no_number(view: BoardView, spot: int) -> Any:
    return float("nan")


found_by("functions_answer", "lean", replace(LEAP, lean=no_number), "no number for bots")


def onto_dots(view: BoardView, spot: int) -> list[int]:
    steps = [spot + 2 * step for step in SPOTS.shifts]
    return [at for at in steps if at >= 0 and not view.occupied >> at & 1]


found_by("targets_are_spots", "dot", replace(LEAP, targets=onto_dots), "onto dots")


def twice(view: BoardView, spot: int) -> list[int]:
    return two_steps(view, spot) * 2


found_by("targets_are_spots", "once", replace(LEAP, targets=twice), "each target twice")

ASKED = count()


def tired(view: BoardView, spot: int) -> list[int]:
    return two_steps(view, spot)[next(ASKED) % 2 :]


found_by("answers_stay_the_same", "keep nothing", replace(LEAP, targets=tired), "counts questions")


def always(view: BoardView, spot: int) -> bool:
    return True


found_by("short_cuts_agree", "usable", replace(LEAP, usable=always), "usable without a target")


def due_for_both(view: BoardView) -> list[int]:
    return [at for at in SPOTS.name_of if view.loaded("L") >> at & 1]


found_by(
    "short_cuts_agree", "own", replace(LEAP, timing="due", due=due_for_both), "due for the other"
)


def column(target: int) -> str:
    return SPOTS.name_of[target][0]


found_by("targets_are_read_as_written", "write", replace(LEAP, write=column), "the column alone")


def look_up(text: str) -> int:
    return SPOTS.bit_of[text]


found_by("targets_are_read_as_written", "ValueError", replace(LEAP, read=look_up), "a KeyError")


def anywhere_beside(view: BoardView, spot: int) -> list[int]:
    return [ray[0] for ray in view.rays(spot) if ray]


found_by(
    "effects_are_possible", "targets", replace(LEAP, targets=anywhere_beside), "onto other pieces"
)


def without_brackets(view: BoardView, spot: int) -> list[int]:
    # >> binds before &: this asks whether the opponent stands on the first spot of all
    return [ray[0] for ray in view.rays(spot) if ray and view.enemy & view.basic >> ray[0] & 1]


found_by("effects_are_possible", "targets", replace(CLIMB, targets=without_brackets), "no brackets")


def sweep(view: BoardView, spot: int, target: int) -> list[Change]:
    return [take_off(spot), *map(capture_top, beside(view, spot)), put_on(target)]


found_by("pieces_are_conserved", "capture", replace(LEAP, effect=sweep), "captures all around")


def northwards(view: BoardView, spot: int) -> list[int]:
    ray = view.rays(spot)[0]
    return [ray[0]] if ray and view.vacant >> ray[0] & 1 else []


found_by("boards_may_be_turned", "directions", replace(LEAP, targets=northwards), "northwards")


def for_white(view: BoardView, spot: int) -> list[int]:
    return [] if view.player else two_steps(view, spot)


found_by("colours_may_be_swapped", "player", replace(LEAP, targets=for_white), "for White alone")


def never(view: BoardView, spot: int) -> bool:
    return False


found_by(
    "what_is_forbidden_has_a_reason",
    "why_unchallenged",
    replace(LEAP, may_challenge=never),
    "never challenged",
)


def nowhere(view: BoardView, spot: int) -> list[int]:
    return []


found_by("games_end_and_use_it", "targets", replace(LEAP, targets=nowhere), "no target at all")


def here_or_there(view: BoardView, spot: int, target: int) -> list[Change]:
    found = two_steps(view, spot)
    return leap(view, spot, found[next(ASKED) % len(found)])


found_by(
    "games_are_replayed", "keep nothing", replace(LEAP, effect=here_or_there), "lands anywhere"
)

ANNOUNCED: dict[tuple[int, int], int] = {}


def note(view: BoardView, spot: int) -> bool:
    ANNOUNCED[view.own, view.enemy] = spot
    return True


def trust_notes(view: BoardView, spot: int) -> bool:
    """After a denied use all pieces stand where they stood, but one is a basic piece."""
    noted = view.top(ANNOUNCED.get((view.own, view.enemy), spot))
    assert noted is None or noted.how == "loaded"
    return bool(two_steps(view, spot))


found_by(
    "a_denied_use_leaves_the_base",
    "basic",
    replace(LEAP, may_challenge=note, usable=trust_notes),
    "counts on its announcement",
)


def second_below(view: BoardView, spot: int) -> Any:
    return "all" if view.stack(spot)[2].letter else "cover"


found_by(
    "rows_with_the_used_form_end",
    "leaves",
    replace(CLIMB, leaves=second_below),
    "counts on high stacks",
)

IDLE: Sequence[KindOption] = (KindOption("leap_far", ("off", "on"), "How far it leaps."),)
