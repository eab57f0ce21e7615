"""What can be said of a scene when somebody asks: sentences, line by line, out of a ``View``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from gipf_meta.protocol.view import (
    Choice,
    MarkKind,
    Piece,
    Point,
    ScoreSheet,
    Tray,
    View,
)
from gipf_meta.render import spoken

MOST = 12
"""So many choices are told one by one."""

Lines = Iterable[str]
Name = Callable[[Piece], str]


def touching(view: View, place: str) -> list[Choice]:
    """The choices in which a place has a part: it is one of the clicks, or it is spoken of."""
    # a piece may be written before its place (Zc3); a place of one letter may be an article
    named = re.compile(rf"\b[^\W\d_]?{re.escape(place)}\b" if len(place) > 1 else r"(?!)")
    return [choice for choice in view.choices if place in choice.path or named.search(choice.label)]


@dataclass(frozen=True)
class Scene:
    """What is asked about, and who asks.

    *seats* are the game's names of its seats, *names* the players there, *seat* is the one who
    asks, *last* tells what was played last.
    """

    view: View
    seats: Sequence[str] = ()
    names: Sequence[str] = ()
    seat: int | None = None
    last: str = ""

    @cached_property
    def board(self) -> spoken.Board:
        return spoken.Board(self.view, self.seats)

    @property
    def example(self) -> str:
        """A place to show how one asks: one in the middle of the list; empty without a board."""
        points = self.view.points
        return points[len(points) // 2].id if points else ""

    # ---- places --------------------------------------------------------------------------------

    def places(self, kind: str) -> str:
        """The places that are ``empty``, ``gone``, ``full`` or ``special``."""
        found = [point.id for point in self.view.points if self._is(point, kind)]
        if not found:
            return f"No place is {kind}."
        return f"{kind.capitalize()}, {len(found)}: {spoken.spans(found)}."

    def _is(self, point: Point, kind: str) -> bool:
        if kind == "empty":
            return point.kind not in ("gone", "dot") and point.id not in self.board.standing
        if kind == "full":
            return 0 < point.level == point.load
        return point.kind == kind

    def _marked(self, kind: MarkKind) -> str:
        """The places with a mark, and what is there; empty if there are none."""
        places = sorted(self._places_marked(kind), key=spoken.in_order)
        return "; ".join(f"{at} {self.board.thing(at)}" for at in places)

    def _places_marked(self, kind: MarkKind) -> list[str]:
        return [mark.at for mark in self.view.marks if mark.kind == kind]

    def danger(self) -> str:
        there = self._marked("danger")
        return f"In danger: {there}." if there else "Nothing is marked as in danger."

    # ---- what was and can be played ------------------------------------------------------------

    def played(self) -> Lines:
        """What was played last, and where its traces are."""
        yield f"{self.last}." if self.last else "Nothing has been played yet."
        if there := self._marked("last"):
            yield f"Marked as last: {there}."

    def stands(self) -> Lines:
        return [self.view.caption, self.view.prompt]

    def possible(self, choices: Sequence[Choice], place: str = "") -> Lines:
        """Choices with what they mean; many of them by their first click."""
        about = f" with {place}" if place else ""
        if not choices:
            return [f"Nothing can be played{about} now."]
        if len(choices) <= MOST:
            return [f"{choice.notation}: {choice.label}" for choice in choices]
        counts: dict[str, int] = {}
        for choice in choices:
            head = self._click(choice.path[0])
            counts[head] = counts.get(head, 0) + 1
        heads = ", ".join(f"{head} {n}" if n > 1 else head for head, n in counts.items())
        wish = f"moves {place}" if place else "moves"
        return [f"{len(choices)} decisions{about} are possible: {heads}. For a list say {wish}."]

    def _click(self, word: str) -> str:
        """The first word of a path as it is spoken."""
        heaps = {item.id: item for tray in self.view.trays for item in tray.items}
        item = heaps.get(word)
        return spoken.heap(item, self.seats) if item and not word.isalpha() else word

    def captures(self, place: str = "") -> Lines:
        """What can be captured, and how; with a *place*, where that has a part."""
        marked = self._places_marked("capture")
        among = touching(self.view, place) if place else self.view.choices
        taking = {choice for at in marked for choice in touching(self.view, at)}
        listed = [choice for choice in among if choice in taking]
        if not marked or (place and not listed and place not in marked):
            yield f"Nothing can be captured{f' with {place}' if place else ''} now."
            return
        yield f"To be captured: {self._marked('capture')}."
        # where no choice names what it takes, any of them may lead there
        if listed or not place:
            yield from self.possible(listed or among)

    def gains(self) -> Lines:
        """What scores at once."""
        scoring = [choice for choice in self.view.choices if choice.gain]
        told = [f"{choice.notation}: {choice.label}" for choice in scoring]
        return told or ["Nothing scores at once."]

    # ---- pieces --------------------------------------------------------------------------------

    def name(self, one: Piece) -> str:
        return spoken.piece(one, self.seats)

    def owner(self, one: Piece) -> int | None:
        return spoken.owner_of(one.role, self.seats)

    def is_called(self, one: Piece, word: str) -> bool:
        """Whether *word*, or what it is the plural of, belongs to a piece's name or state."""
        said = f"{self.name(one)}, {spoken.condition(one)}".lower()
        if len(word) < 3:
            return word in (one.label.lower(), *re.findall(r"\w+", said))
        return any(form in said for form in (word, word.removesuffix("s"), word.removesuffix("es")))

    def told(self, pieces: Iterable[Piece]) -> Lines:
        """Pieces by their names, with their places and what time each has."""
        return self._grouped(pieces, self.name, spoken.condition)

    def names_of_pieces(self) -> str:
        return ", ".join(sorted({self.name(one) for one in self.view.pieces})) or "no pieces"

    def _grouped(self, pieces: Iterable[Piece], name: Name, more: Name) -> Iterator[str]:
        groups: dict[str, list[str]] = {}
        for one in sorted(pieces, key=lambda one: spoken.in_order(one.at)):
            groups.setdefault(name(one), []).append(f"{one.at} {more(one)}".rstrip())
        for called, places in sorted(groups.items()):
            yield f"{called[:1].upper()}{called[1:]}, {len(places)}: {', '.join(places)}."

    def sand(self) -> Lines:
        """Pieces whose time runs, the one that is out first at the head; then the others."""
        timed = [one for one in self.view.pieces if one.sand is not None]
        running = sorted((one for one in timed if one.sand), key=lambda one: one.sand or 0.0)
        told = [f"{self.name(one)} on {one.at} {spoken.condition(one)}" for one in running]
        yield f"Next is the {'; then '.join(told)}." if told else "Time runs for no piece."
        resting = (one for one in timed if not one.sand)
        yield from self._grouped(
            resting, lambda one: f"{self.name(one)}, {spoken.condition(one)}", lambda one: ""
        )
        # a clock beside the board is told in the caption, where pieces are told once more
        places = {one.at for one in timed}
        sentences = re.split(r"(?<=\.) ", self.view.caption)
        yield " ".join(each for each in sentences if places.isdisjoint(re.findall(r"\w+", each)))

    # ---- beside the board ----------------------------------------------------------------------

    def trays(self, trays: Sequence[Tray]) -> Lines:
        told = [spoken.tray(tray, self.seats) for tray in trays]
        return told or ["Nothing lies beside the board."]

    def scores(self, tables: Sequence[ScoreSheet]) -> Lines:
        """What everybody's score sheet comes to; without sheets, what everybody has."""
        return [spoken.total(table) for table in tables] or self.beside()

    def beside(self) -> Lines:
        """All but the board: what lies beside it, the scores, and how things stand."""
        trays = (spoken.tray(tray, self.seats) for tray in self.view.trays)
        return [*trays, *map(spoken.total, self.view.sheets), self.view.caption]

    def sheets(self, tables: Sequence[ScoreSheet]) -> Lines:
        told = [line for table in tables for line in spoken.table(table)]
        return told or ["There is no score sheet in this game."]
