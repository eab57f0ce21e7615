"""A sound game for two, in which one text at a time, or all of them, can be made hostile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from pydantic import Field

from gipf_meta import (
    BadNotation,
    Choice,
    Edge,
    Game,
    Label,
    Lesson,
    Over,
    Page,
    Piece,
    Point,
    ScoreSheet,
    Status,
    Tray,
    TrayItem,
    View,
    hookimpl,
    turn,
)

HOSTILE = "\x1b[31m\x07\u202e\u200bX"
SHOWN = r"\x1b[31m\x07\u202e\u200bX"

VIEW = View(
    (Point("a1", 0, 0), Point("a2", 0, 2, level=2, load=1), Point("b1", 2, 1)),
    (Piece("a1", "disc", "p1", "PP", 2, "B", None, "1:00", "spoken piece"),),
    (Edge("a1", "a2"),),
    (Label("side", -2, 0),),
    (Tray("The tray", (TrayItem("white", "W", 2, "marble", "p1"),), None),),
    (ScoreSheet("The sheet", ("column", "n"), (("row", "1"),), 0),),
    (),
    (Choice("one", ("a1",), "say one", "+1"), Choice("two", ("white", "a2"), "say two", "+2")),
    "The caption.",
    "The prompt.",
)
DRAWN = (Point, Edge, Piece, Label, Tray, TrayItem, ScoreSheet, Choice, View)
NO_TEXTS = {"Edge.a", "Edge.b", "Piece.at"}
"""The names of points, which change with the point's own."""
IN_VIEWS = [
    f"{kind.__name__}.{field.name}"
    for kind in DRAWN
    for field in fields(kind)
    if str(field.type) in ("str", "tuple[str, ...]", "tuple[tuple[str, ...], ...]")
    and f"{kind.__name__}.{field.name}" not in NO_TEXTS
]
IN_LESSONS = [f"Lesson.{field.name}" for field in fields(Lesson) if field.name != "pages"]
IN_LESSONS += [f"Page.{field.name}" for field in fields(Page) if field.name != "ms"]
IN_GAMES = [
    *("Game.format", "Game.refusal", "Game.reason", "Game.error", "Game.happenings", "Game.rules"),
    *("Game.position", "Game.tally", "Option.description", "Option.value", "Option.fault"),
    *("Game.id", "Game.title", "Game.tagline", "Game.seat_names", "Option.name"),
]
PLACES = [*IN_VIEWS, *IN_LESSONS, *IN_GAMES]


def hostile_view(*places: str) -> View:
    """A view that is hostile in *places*."""
    view: View = _changed(VIEW, places)
    return view


def _changed(thing: Any, places: Iterable[str]) -> Any:
    if isinstance(thing, tuple):
        return tuple(_changed(each, places) for each in thing)
    if thing in ("a1", "white") and ("Point.id" if thing == "a1" else "TrayItem.id") in places:
        return HOSTILE
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    new = {}
    for field in fields(thing):
        value = _changed(getattr(thing, field.name), places)
        place = f"{type(thing).__name__}.{field.name}"
        if place in places and place not in ("Point.id", "TrayItem.id"):
            value = _poisoned(value)
        new[field.name] = value
    return replace(thing, **new)


def _poisoned(value: Any) -> Any:
    return tuple(map(_poisoned, value)) if isinstance(value, tuple) else f"{value}{HOSTILE}"


def hostile_game(*places: str) -> type[Game[int, str]]:
    """The class of a game that is hostile in *places*."""

    def said(place: str, text: str) -> str:
        return text + HOSTILE if place in places else text

    class Odd(Game[int, str]):
        id = said("Game.id", "odd")
        title = said("Game.title", "Odd")
        tagline = said("Game.tagline", "Say one.")
        seat_names = ("A", said("Game.seat_names", "B"))
        word: str = Field(
            said("Option.value", "one"),
            description=said("Option.description", "What is said."),
            alias=said("Option.name", "word"),
        )

        def model_post_init(self, _context: object) -> None:
            if self.word == "fault":
                raise ValueError(said("Option.fault", "no such word"))

        def start(self, seats: int) -> int:
            return 0

        def status(self, state: int) -> Status[str]:
            return turn(state % 2, state + 1) if state < 4 else Over((0,), said("Game.reason", "4"))

        def legal_moves(self, state: int, seat: int) -> Sequence[str]:
            return ("one", "two") if state < 4 and seat == state % 2 else ()

        def apply(self, state: int, move: str) -> int:
            if state == 2 and "Game.error" in places:
                raise RuntimeError(HOSTILE)
            return state + 1

        def format(self, state: int, move: str) -> str:
            return said("Game.format", move)

        def parse(self, state: int, seat: int, text: str) -> str:
            if "refuse" in text:
                raise BadNotation(said("Game.refusal", "no."))
            return super().parse(state, seat, text)

        def view(self, state: int, seat: int | None = None) -> View:
            view = hostile_view(*places)
            return view if state < 4 else replace(view, choices=())

        def happenings(self, state: int, move: Any = None, ms: int = 0) -> Sequence[str]:
            return (said("Game.happenings", "It happens."),)

        @property
        def rules_text(self) -> str:
            return said("Game.rules", "# Rules") + "\n\nSay *one*."

        def to_text(self, state: int, ended: Over | None = None) -> str:
            return said("Game.position", str(state))

        def from_text(self, text: str) -> int:
            return int(text[:1])

        @classmethod
        def tally(cls, turns: Iterable[str]) -> Mapping[str, Mapping[str, int]]:
            return {said("Game.tally", "words"): {said("Game.tally", "said"): 1}}

        @classmethod
        def lessons(cls) -> Sequence[Lesson]:
            lesson = Lesson("first", "First", "Say it.", (Page("Say one.", ("one",)),), ("word=a",))
            return (_changed(lesson, places),)

    return Odd


class Plugin:
    """A module that brings the game."""

    def __init__(self, *places: str) -> None:
        self.game = hostile_game(*places)

    @hookimpl
    def games(self) -> list[type[Game[int, str]]]:
        return [self.game]
