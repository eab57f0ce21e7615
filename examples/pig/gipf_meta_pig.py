"""Pig for gipf_meta: a game of dice in which greed is the enemy, and a quick duel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from gipf_meta import (
    SQUARE_PITCH,
    Axis,
    Chance,
    Choice,
    DecisionGroup,
    Option,
    Over,
    Piece,
    Plane,
    PlaneGroup,
    Point,
    RulesGame,
    ScoreSheet,
    Status,
    View,
    called,
    hookimpl,
    is_you,
    listed_places,
)

PROTOCOL = "1.0"
RULES = """\
Roll the die as often as you dare. Whatever you roll adds to your pot, but a 1 empties it and ends
your turn. Hold, and the pot is yours. Whoever has reached the goal wins.
"""


@dataclass(frozen=True, slots=True)
class State:
    """Points by seat, the pot of the seat whose turn it is, and whether the die is in the air."""

    points: tuple[int, int] = (0, 0)
    pot: int = 0
    number: int = 1
    rolling: bool = False

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return (self.number - 1) % 2


Move = str
"""``roll`` or ``hold``, or what luck rolled: ``1`` to ``6``."""
DECISIONS: tuple[Move, ...] = ("roll", "hold")
"""The decisions by their numbers, for programs that learn."""


class Pig(RulesGame[State, Move]):
    """Pig: roll the die or hold the pot. A move is a word or the face of a die."""

    id = "pig"
    title = "Pig"
    tagline = "Roll as often as you dare: a 1 takes it all away."
    seat_names = ("First", "Second")
    rules_text = RULES
    decision_count: ClassVar[int] = len(DECISIONS)
    decisions: ClassVar = (DecisionGroup("roll or hold", (Axis("word", DECISIONS),)),)
    outcome_count: ClassVar[int] = 6

    goal: int = Option(30, "goal", "how many points win", ge=5, le=1000)

    def start(self, seats: int) -> State:
        """The state without points, in the first turn."""
        return State()

    def status(self, state: State) -> Status[Move]:
        """The roll of luck; else the seat that decides, or the end."""
        if state.rolling:
            return Chance(tuple((str(face), 1) for face in range(1, 7)))
        return super().status(state)

    def ending(self, state: State) -> Over | None:
        """The end once a seat has reached the goal, which wins."""
        for seat, points in enumerate(state.points):
            if points >= self.goal:
                return Over((seat,), "goal reached", state.points)
        return None

    def moves(self, state: State) -> Sequence[Move]:
        """``roll``, and ``hold`` if the pot is not empty."""
        return ("roll", "hold") if state.pot else ("roll",)

    def apply(self, state: State, move: Move) -> State:
        """The state after a decision or a roll."""
        if move == "roll":
            return replace(state, rolling=True)
        if move == "1":
            return State(state.points, 0, state.number + 1)
        if move != "hold":
            return replace(state, pot=state.pot + int(move), rolling=False)
        points = [*state.points]
        points[state.seat] += state.pot
        return State((points[0], points[1]), 0, state.number + 1)

    def evaluate(self, state: State, seat: int) -> float:
        """The lead of the seat, the pot counted by half: it may be lost."""
        if end := self.ending(state):
            return 1.0 if seat in end.winners else -1.0
        own, other = state.points[seat], state.points[1 - seat]
        pot = state.pot / 2 * (1 if seat == state.seat else -1)
        return max(-0.99, min(0.99, (own - other + pot) / self.goal))

    def number_of(self, state: State, move: Move) -> int:
        """The number of *move*: 0 to roll, 1 to hold."""
        return DECISIONS.index(move)

    def decision_of(self, state: State, number: int) -> Move:
        """The decision with that *number*: the inverse of ``number_of``."""
        return DECISIONS[number]

    def legal_numbers(self, state: State, seat: int) -> int:
        """Bit 0 if *seat* may roll, bit 1 if it may hold."""
        return sum(1 << DECISIONS.index(move) for move in self.turn_moves(state, seat))

    @property
    def observation_shape(self) -> tuple[int, int]:
        """Four rows as long as the way to the goal."""
        return (4, self.goal)

    @property
    def planes(self) -> PlaneGroup:
        """The names of the rows: a place for each point."""
        counts = [Plane(name, "count") for name in ("own points", "other points", "pot")]
        points = [str(point) for point in range(1, self.goal + 1)]
        way = listed_places("point", points, [(0, at) for at in range(self.goal)], "none")
        return PlaneGroup((*counts, Plane("seat is on turn", "flag")), way)

    def observe(self, state: State, seat: int) -> int:
        """Rows of as many ones as own points, the other's and the pot; a full one if on turn."""
        own, other = state.points[seat], state.points[1 - seat]
        lengths = own, other, state.pot, self.goal if seat == state.seat else 0
        rows = [(1 << min(length, self.goal)) - 1 for length in lengths]
        return sum(row << place * self.goal for place, row in enumerate(rows))

    def picture(self, state: State, moves: Sequence[Move]) -> View:
        """The pot and the points, with a choice for each of *moves*."""
        words = {"roll": "roll the die", "hold": f"keep the {state.pot} in the pot"}
        names = tuple(called(seat, name) for seat, name in enumerate(self.seat_names))
        who = "You have" if is_you(state.seat) else f"{names[state.seat]} has"
        return View(
            points=(Point("pot", 0, 0, "cell"),),
            pieces=(Piece("pot", "tile", f"p{state.seat + 1}", str(state.pot)),)
            if state.pot
            else (),
            sheets=(ScoreSheet("Points", names, (tuple(str(points) for points in state.points),)),),
            choices=tuple(Choice(move, (move,), words[move]) for move in moves),
            caption=f"{self.goal} points win.",
            prompt=f"{who} {state.pot} in the pot." if moves else "",
            pitch=SQUARE_PITCH,
            tile="square",
        )


@hookimpl
def games() -> list[type[Pig]]:
    """The game that this plugin brings."""
    return [Pig]
