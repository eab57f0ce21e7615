"""A view in spoken words: for those who hear the board, and for answers to questions about it.

Pieces are called by colour and kind. Directions are those of the printed board: up is away from
the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import atan2, degrees, hypot
from typing import Final

from gipf_meta.base.sentences import natural_key
from gipf_meta.base.texts import N_, _
from gipf_meta.base.word_cache import made_once
from gipf_meta.protocol.view import (
    MarkKind,
    Piece,
    PieceKind,
    Point,
    ScoreSheet,
    Tray,
    TrayItem,
    View,
)

LatticeStep = tuple[int, int]
"""The way from one point to another on the view's lattice: x and y."""

HEADINGS = (
    N_("right"), N_("up right"), N_("up"), N_("up left"),
    N_("left"), N_("down left"), N_("down"), N_("down right"),
)  # fmt: skip
SIGNS = {
    "capture": N_("can be captured"), "danger": N_("in danger"), "selected": N_("chosen"),
}  # fmt: skip
COLOURED = (
    N_("white marble"), N_("grey marble"), N_("black marble"), N_("red marble"), N_("blue marble"),
    N_("white disc"), N_("grey disc"), N_("black disc"), N_("red disc"), N_("blue disc"),
    N_("white ring"), N_("black ring"), N_("red ring"), N_("blue ring"),
    N_("white hourglass"), N_("black hourglass"), N_("red hourglass"), N_("blue hourglass"),
    N_("white tile"), N_("black tile"), N_("red tile"), N_("blue tile"),
)  # fmt: skip
"""Pieces of the usual colours: in many languages a colour has the gender of its thing."""
KINDS: dict[PieceKind, str] = {
    "marble": N_("marble"), "disc": N_("disc"), "ring": N_("ring"),
    "hourglass": N_("hourglass"), "tile": N_("tile"),
}  # fmt: skip
OWNED: dict[PieceKind, str] = {
    "marble": N_("{owner}'s marble"), "disc": N_("{owner}'s disc"), "ring": N_("{owner}'s ring"),
    "hourglass": N_("{owner}'s hourglass"), "tile": N_("{owner}'s tile"),
}  # fmt: skip
"""Pieces that belong to the player of a seat."""
NOTHING_YET = N_("nothing yet")
"""The words for an empty score sheet."""
MOST_LABELS = 6
"""The most buttons that are called by the labels of their choices; more would be too long to
read."""
SAME = 1.05
"""Distances whose ratio is less than this are equal: a pitch has rounded numbers."""


def begin_sentence(words: str) -> str:
    """*words* at the beginning of a sentence: with a capital, unless they begin with notation.

    A place (``a2``), a word with signs in it, and one that has capitals stay as they are.
    """
    first = words.split(" ", 1)[0].rstrip(",;.")
    is_word = len(first) > 1 and first.replace("-", "").isalpha() and first.islower()
    return words[:1].upper() + words[1:] if is_word or first.lower() == "a" else words


_PLAYER: Final = re.compile(r"p[1-9][0-9]?")
"""The role of what belongs to a player who has no colour."""


def owner_of(role: str, seats: Sequence[str]) -> int | None:
    """The seat whose colour *role* is: seat 0 for ``p1``, or the seat of that name."""
    if _PLAYER.fullmatch(role):
        return int(role[1:]) - 1
    names = [name.lower() for name in seats]
    return names.index(role) if role in names else None


def owner(one: Piece, seats: Sequence[str]) -> int | None:
    """The seat that a piece belongs to; ``None``: to nobody."""
    seat = owner_of(one.role, seats) if one.owner is None else one.owner
    return None if seat is None or seat < 0 else seat


@made_once()
def _thing(role: str, kind: PieceKind, label: str, seats: tuple[str, ...]) -> str:
    """The name of a piece: colour and *kind*, and its *label* if that says more."""
    seat = owner_of(role, seats)
    if role.isalpha() and role != "hidden":
        colour, called = role, _coloured(role, kind)
    elif seat is not None:
        colour = _("Player {number}").format(number=seat + 1)
        colour = seats[seat] if seat < len(seats) else colour
        if label == colour:
            return label
        called = _(OWNED[kind]).format(owner=colour)
    else:
        return f"{_(KINDS[kind])} {label}"
    # the label of a second state (Rx) begins with the colour's letter, too
    mark = "" if label[:1].upper() == colour[:1].upper() else f" {label}"
    return f"{called}{mark}"


def _coloured(colour: str, kind: PieceKind) -> str:
    """A thing of a *colour*: ``white marble``."""
    if f"{colour} {kind}" in COLOURED:
        return _(f"{colour} {kind}")
    return _("{colour} {thing}").format(colour=colour, thing=_(KINDS[kind]))


def piece(one: Piece, seats: Sequence[str] = ()) -> str:
    """The name of a piece: ``white marble``. *seats* are the names of the game's seats."""
    if one.spoken:
        return one.spoken
    high = _(", {count} high").format(count=one.stack) if one.stack > 1 else ""
    return _thing(one.role, one.kind, one.label, tuple(seats)) + high


def heap(item: TrayItem, seats: Sequence[str] = ()) -> str:
    """The name of one thing of a heap."""
    short = len(item.label) < 3
    return _thing(item.role, item.kind, item.label, tuple(seats)) if short else item.label


def word_names(view: View, seats: Sequence[str] = ()) -> dict[str, str]:
    """The names of the words in the choices' paths: a tray item and a button are called as the view
    says, else by what they are or do. Places are left out: they are their own names."""
    points = {point.id for point in view.points}
    names = {item.id: heap(item, seats) for each in view.trays for item in each.items}
    # a word that is all of a decision is called what the decision is called
    whole = {each.path[0]: each.label for each in view.choices if len(each.path) == 1}
    names |= whole if len(whole.keys() - points) <= MOST_LABELS else {}
    names |= dict(view.names)
    return {word: name for word, name in names.items() if word not in points}


def condition(one: Piece) -> str:
    """The time or sand of a piece, and its word, beside its name; ``""`` if it has neither."""
    share = ""
    if not one.clock and one.sand is not None:
        share = _("{share} of its sand").format(share=f"{one.sand:.0%}")
    badge = one.badge if len(one.badge) > 2 else ""
    return ", ".join(part for part in (one.clock or share, badge) if part)


def tray(one: Tray, seats: Sequence[str] = ()) -> str:
    """A tray: its title, and its things with their counts."""
    return f"{one.title}: {tray_things(one, seats)}."


def tray_things(one: Tray, seats: Sequence[str] = ()) -> str:
    """The things in a tray with their counts."""
    things = ", ".join(
        " ".join([item.label] * item.count)
        if is_short_tile(item)
        else heap(item, seats) + ("" if item.is_endless else f" {item.count}")
        for item in one.items
        if item.count
    )
    return things or _("nothing")


def is_short_tile(item: TrayItem) -> bool:
    """Whether equal tiles are told one by one, because their name is a number."""
    return item.kind == "tile" and len(item.label) < 3


def row(columns: Sequence[str], words: Sequence[str]) -> str:
    """A row of a score sheet without the columns that are empty, or only printed there."""
    cells = zip(columns, words, strict=True)
    return ", ".join(f"{column} {word}".lstrip() for column, word in cells if counts(word))


def counts(word: str) -> bool:
    """Whether a *word* of a score sheet is worth saying: ``(3)`` is printed there, not scored."""
    return word not in ("", "0") and not (word[0] == "(" and word[-1] == ")")


def total(sheet: ScoreSheet) -> str:
    """The grand total of a score sheet, and its parts: its footer, or its last row if that has no
    name, or all of its rows."""
    sheet = sheet.in_words
    amounts = ", ".join(f"{name} {amount}" for name, amount in sheet.footer if amount)
    has_total = bool(sheet.rows) and sheet.rows[-1][:1] == ("",)
    rows = "; ".join(
        row(sheet.columns, words) for words in (sheet.rows[-1:] if has_total else _written(sheet))
    )
    return f"{sheet.title}: {(amounts if sheet.footer else rows) or _(NOTHING_YET)}."


def _written(sheet: ScoreSheet) -> list[tuple[str, ...]]:
    """The rows of a score sheet that are not empty; a row alone needs no name, and is one."""
    is_alone = len(sheet.rows) == 1
    return [words for words in sheet.rows if is_alone or row(sheet.columns[1:], words[1:])]


def score_sheet(sheet: ScoreSheet) -> Iterator[str]:
    """A score sheet line by line, without its empty rows."""
    sheet = sheet.in_words
    written = _written(sheet)
    yield f"{sheet.title}:" if written else f"{sheet.title}: {_(NOTHING_YET)}."
    for words in written:
        yield f"{row(sheet.columns, words)}."
    if written:
        yield from (f"{name} {amount}." for name, amount in sheet.footer if amount)


@dataclass(frozen=True)
class SpokenBoard:
    """The places of a view, the things on them and the ways between them, in words.

    *seats* are the names of the game's seats. Places are named as in the view.
    """

    view: View
    seats: Sequence[str] = ()

    @cached_property
    def points(self) -> dict[str, Point]:
        """The points of the view by their names."""
        return {point.id: point for point in self.view.points}

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """The pieces of the view by their places."""
        return {one.at: one for one in self.view.pieces}

    @cached_property
    def _marks(self) -> dict[str, list[MarkKind]]:
        """The kinds of the marks at each point."""
        kinds: dict[str, list[MarkKind]] = {}
        for mark in self.view.marks:
            kinds.setdefault(mark.at, []).append(mark.kind)
        return kinds

    @cached_property
    def _edges(self) -> dict[str, list[str]]:
        """The other ends of the edges at each point."""
        ends: dict[str, list[str]] = {}
        for edge in self.view.edges:
            ends.setdefault(edge.a, []).append(edge.b)
            ends.setdefault(edge.b, []).append(edge.a)
        return ends

    def _vector(self, start: Point, end: Point) -> tuple[float, float]:
        """The way from *start* to *end* on paper: to the right, and up."""
        right, down = self.view.pitch
        return (end.x - start.x) * right, (start.y - end.y) * down

    def angle(self, start: str, end: str) -> float:
        """The direction from *start* to *end* in degrees: 0 is right, 90 is up."""
        right, up = self._vector(self.points[start], self.points[end])
        return degrees(atan2(up, right)) % 360

    def _clockwise(self, start: str, end: str) -> float:
        """A key that sorts directions clockwise from above."""
        return (90 - self.angle(start, end)) % 360

    def heading(self, start: str, end: str) -> str:
        """The direction from *start* to *end* in words, one of ``HEADINGS``."""
        return _(HEADINGS[round(self.angle(start, end) / 45) % len(HEADINGS)])

    def neighbours(self, at: str) -> list[str]:
        """The places next to *at*, clockwise from above: at the other ends of its edges.

        On a board without edges they are the nearest places; so they are where edges are no lines
        of the board, for not every place has one, but the shapes of pieces.
        """
        here = self.points[at]
        if self._edges.keys() == self.points.keys():
            near = self._edges.get(at, [])
        else:
            far = {
                point.id: hypot(*self._vector(here, point))
                for point in self.view.points
                if point is not here
            }
            nearest = min(far.values(), default=0.0)
            near = [name for name, way in far.items() if way <= SAME * nearest]
        return sorted(near, key=lambda name: self._clockwise(at, name))

    def ray(self, at: str, towards: str) -> Iterator[str]:
        """The places from *towards*, a neighbour of *at*, straight on to the edge of the board."""
        step = self._step(at, towards)
        end: str | None = towards
        while end is not None:
            yield end
            start = end
            near = self.neighbours(start)
            end = next((name for name in near if self._step(start, name) == step), None)

    def _step(self, start: str, end: str) -> LatticeStep:
        here, there = self.points[start], self.points[end]
        return there.x - here.x, there.y - here.y

    # ---- in words ----------------------------------------------------------------------------

    def thing(self, at: str) -> str:
        """The things on the place *at*: a piece and held things, or ``empty``."""
        point, one = self.points[at], self.pieces.get(at)
        parts = [piece(one, self.seats), condition(one)] if one else [_empty_name(point)]
        if point.load:
            parts.append(_holds(point))
        return ", ".join(part for part in parts if part)

    def place(self, at: str) -> str:
        """A sentence with all that can be said of the place *at*."""
        return f"{self.name(at)}."

    def name(self, at: str) -> str:
        """The place *at* with all that can be said of it: ``c4: white marble, in danger``."""
        point = self.points[at]
        parts = [self.thing(at)]
        if point.kind == "special":
            parts.append(_("special place"))
        if point.level and not point.load:
            parts.append(_holds(point))
        parts += [_(SIGNS[kind]) for kind in self._marks.get(at, ()) if kind in SIGNS]
        return f"{at}: {', '.join(parts)}"

    def around(self, at: str) -> str:
        """A sentence on the neighbours of the place *at*, clockwise."""
        near = (f"{self.heading(at, end)} {end} {self.thing(end)}" for end in self.neighbours(at))
        return _("Around {at}, clockwise: {near}.").format(
            at=at, near="; ".join(near) or _("nothing")
        )

    def lines(self, at: str) -> Iterator[str]:
        """A sentence for every straight line through the place *at*, from end to end."""
        lines = list(self._lines(at))
        for line in sorted(lines, key=lambda line: self._clockwise(*line[:2])):
            heading = self.heading(line[0], line[1]).capitalize()
            yield _("{heading} from {at}: {things}.").format(
                heading=heading, at=line[0], things=self.along(line)
            )

    def _lines(self, at: str) -> Iterator[list[str]]:
        """The places of each line through *at*, from below or from the left."""
        near = {self._step(at, end): end for end in self.neighbours(at)}
        for (x, y), end in near.items():
            behind = near.get((-x, -y))
            if self.angle(at, end) < 180:
                before = reversed(list(self.ray(at, behind))) if behind else ()
                yield [*before, at, *self.ray(at, end)]
            elif behind is None:
                yield [*reversed(list(self.ray(at, end))), at]

    def along(self, places: Iterable[str]) -> str:
        """The things on *places*, one after the other; equal ones in a row are named together."""
        runs = ((what, list(run)) for what, run in groupby(places, self.thing))
        return "; ".join(f"{_span(run)} {what}" for what, run in runs)


def _empty_name(point: Point) -> str:
    if point.kind == "gone":
        return _("gone")
    return _("dot") if point.kind == "dot" else _("empty")


def _holds(point: Point) -> str:
    return _("holds {load} of {level}").format(load=point.load, level=point.level)


def _span(run: Sequence[str]) -> str:
    """The names of a *run* of places; only its ends if all have one letter or one number."""
    column = len({_letters(name) for name in run}) == 1
    if len(run) > 2 and (column or len({name.removeprefix(_letters(name)) for name in run}) == 1):
        return _("{first} to {last}").format(first=run[0], last=run[-1])
    return ", ".join(run)


def spans(places: Iterable[str]) -> str:
    """The names of *places* in order; only the ends of a run of numbers: ``a9 to a11, b1``."""
    return ", ".join(span_list(places))


def span_list(places: Iterable[str]) -> list[str]:
    """The runs of ``spans``, one by one."""
    runs: list[list[str]] = []
    for name in sorted(places, key=natural_key):
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return list(map(_span, runs))


def _follows(before: str, name: str) -> bool:
    *head, (letters, number) = natural_key(before)
    return natural_key(name) == (*head, (letters, number + 1))


def bounds(places: Iterable[str], near: str = "") -> str:
    """The first and last letters and numbers of *places*, or those of the column of *near*."""
    ordered = sorted(places, key=natural_key)
    column = [name for name in ordered if _letters(name) == _letters(near)]
    if column:
        return _("column {letter} goes from {first} to {last}").format(
            letter=_letters(near), first=column[0], last=column[-1]
        )
    keys = [natural_key(name) for name in ordered]
    if all(len(key) == 1 and key[0][0] and key[0][1] for key in keys):
        numbers = [key[0][1] for key in keys]
        return _("letters go from {a} to {z}, numbers from {least} to {most}").format(
            a=_letters(ordered[0]), z=_letters(ordered[-1]), least=min(numbers), most=max(numbers)
        )
    return _("places go from {first} to {last}").format(first=ordered[0], last=ordered[-1])


def _letters(name: str) -> str:
    return name.rstrip("0123456789")
