"""Setting a board of TAMSK up: glasses with their sand, rings on spaces, and the turn so far."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta import (
    BoardEditor,
    Draft,
    DraftField,
    PalettePiece,
    Piece,
    Reserve,
    View,
    minutes,
    number_field,
)
from gipf_meta_tamsk.board import CAPACITY, NAMES, SPACE
from gipf_meta_tamsk.notation import player_name
from gipf_meta_tamsk.positions import SEATS
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.texts import _
from gipf_meta_tamsk.view import ROLES, ROWS_PITCH, VIEW_LABELS, point_of

RING: Final = "o"
GLASSES_EACH: Final = 3
STEP_MS: Final = 30_000
"""The steps in which sand is offered; any other time can be typed."""
IDLE, DEAD = "idle", "dead"
AMOUNTS: Final = {IDLE: "", DEAD: "x0"}
"""Glasses whose sand does not run, as a position writes them."""
_RUNNING: Final = re.compile(r"~[0-9]{1,12}")
_CLOCK: Final = re.compile(r"([0-9]{1,3}):([0-5][0-9])(?:\.([0-9]{1,3}))?")
"""Minutes, seconds and parts of a second."""
_SPACE: Final = f"({'|'.join(NAMES)})"
_TYPED: Final = {
    "sand": rf"{_CLOCK.pattern}|~[0-9]{{1,12}}|x[0-9]{{1,12}}|{IDLE}|{DEAD}|",
    "glasses": rf"({_SPACE}(,{_SPACE}){{0,{GLASSES_EACH - 1}}})?",
    "timer": r"-|[0-9]{1,6}@[RB-]",
    "skip": r"[0-9]{1,3}/[0-9]{1,3}",
    "open": rf"-|{_SPACE}[RB]",
    "t": r"[0-9]{1,15}",
    "more": rf"(idle:[0-9]{{1,15}})?((^| )lift:{_SPACE})?((^| )late:{_SPACE}[RB])?",
}
"""The pattern of the text that may be typed for each field, as positions write it."""


class TamskEditor(BoardEditor):
    """Sets up positions under these *rules*.

    The field of a seat's glasses names their spaces in the order in which they were placed; the
    sand of each is a field of its own.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def palette(self) -> Sequence[PalettePiece]:
        """A glass of each colour, and a ring on a space."""
        names = (_("a red hourglass"), _("a black hourglass"))
        glasses = (
            PalettePiece(letter, name, Piece("", "hourglass", role, letter))
            for letter, name, role in zip(SEATS, names, ROLES, strict=True)
        )
        ring = PalettePiece(RING, _("a ring"), Piece("", "ring", "neutral", RING))
        return (*glasses, ring, *self._amounts())

    def _amounts(self) -> Iterator[PalettePiece]:
        """The sand that a glass can be given, in steps; none runs at level 1."""
        if self.rules.level == 1:
            return
        words = {name: _("a glass with {time} of sand").format(time=name) for name in self._times}
        for name, spoken in (*words.items(), (DEAD, _("a dead glass")), (IDLE, _("an idle glass"))):
            label = {DEAD: _("dead"), IDLE: _("idle")}.get(name, name)
            look = Piece("", "hourglass", "neutral", label)
            yield PalettePiece(name, spoken, look, _("Sand for a glass"))

    @property
    def _times(self) -> list[str]:
        """The amounts of sand that are offered, the most first."""
        steps = range(self.rules.sand_ms // STEP_MS * STEP_MS, 0, -STEP_MS)
        return [f"{ms // 60_000}:{ms // 1000 % 60:02}" for ms in steps]

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields: side to move, rings, sand, and the events of the turn."""
        seats = tuple(zip(SEATS, map(player_name, (0, 1)), strict=True))
        fields = [DraftField("turn", _("whose turn it is"), seats), *self._rings()]
        fields += self._sand(draft)
        fields += self._in_the_turn(draft, seats)
        return fields

    def _rings(self) -> Iterator[DraftField]:
        for seat, letter in enumerate(SEATS):
            name = _("rings left to {player}").format(player=player_name(seat))
            look = Piece("", "ring", ROLES[seat], _("rings"))
            yield number_field(
                f"left.{letter}",
                name,
                self.rules.rings,
                piece=look,
                title=player_name(seat),
            )

    def _sand(self, draft: Draft) -> Iterator[DraftField]:
        """The sand of each glass, to be typed, as ``2:11``; none runs at level 1."""
        if self.rules.level == 1:
            return
        for place in (*_glasses(draft, "R"), *_glasses(draft, "B")):
            name = _("the sand on {place}").format(place=place)
            yield _typed(f"sand.{place}", name, (), "2:58.5", IDLE, DEAD)

    def _in_the_turn(self, draft: Draft, seats: Sequence[tuple[str, str]]) -> Iterator[DraftField]:
        """The fields of the turn: order of glasses, the 15-second glass, lost turns, the rest."""
        for letter, name in seats:
            own = draft.field(f"glasses.{letter}")
            words = _("the glasses of {player}, in order").format(player=name)
            yield _typed(f"glasses.{letter}", words, ((own, own or "-"),), "a4,b5,c6")
        if self.rules.level == 3 and not self.rules.beat_ms:
            full = self.rules.timer_ms
            against = [(f"{full}@{letter}", name) for letter, name in seats]
            values = (("-", _("empty")), (f"{full}@-", _("against nobody")), *against)
            yield _typed("timer", _("the 15-second glass"), values, "12500@R")
        lost = (("0/0", "0"), *((f"{r}/{b}", f"{r}/{b}") for r, b in ((1, 0), (0, 1), (1, 1))))
        yield _typed("skip", _("turns to be lost"), lost, "2/0")
        standing = [(place + letter) for letter in SEATS for place in _glasses(draft, letter)]
        words = _("a ring was forgotten on")
        yield _typed("open", words, (("-", "-"), *((each, each[:-1]) for each in standing)), "a4R")
        yield _typed("t", _("the time in ms"), (("0", "0"),), "178500")
        yield _typed("more", _("more of the turn"), (("", _("nothing")),), "lift:a4")

    def reserves(self, draft: Draft) -> Sequence[Reserve]:
        """The rings left: those on the board were dropped in turn, the first by Red."""
        dropped = sum(len(rings) for _place, rings in draft.pieces)
        each = (dropped + 1) // 2, dropped // 2
        return [
            Reserve(f"left.{letter}", used, self.rules.rings)
            for letter, used in zip(SEATS, each, strict=True)
        ]

    def why_impossible(self, draft: Draft) -> str:
        """Why not: more rings than the game has; ``""``: fewer may be left."""
        count = sum(used + int(draft.field(field)) for field, used, _all in self.reserves(draft))
        if count <= 2 * self.rules.rings:
            return ""
        words = _("On the board and left there are {count} rings, but the game has {most}.")
        return words.format(count=count, most=2 * self.rules.rings)

    def empty(self) -> Draft:
        """The draft without a glass or a ring on the board."""
        fields = {f"left.{letter}": str(self.rules.rings) for letter in SEATS}
        fields |= {f"glasses.{letter}": "" for letter in SEATS}
        fields |= {"turn": "R", "timer": "-", "skip": "0/0", "open": "-", "t": "0", "more": ""}
        return Draft.of({}, fields)

    def take_apart(self, text: str) -> Draft:
        """The rings on spaces, and the fields by their names."""
        _level, turn, left, red, black, rings, timer, skip, opened, time, *more = text.split(" ")
        fields = {"turn": turn, "more": " ".join(more)}
        fields |= zip(("left.R", "left.B"), left.split("/"), strict=True)
        for field, name in ((timer, "timer"), (skip, "skip"), (opened, "open"), (time, "t")):
            fields[name] = field.partition(":")[2]
        for field in (red, black):
            glasses = [glass for glass in field[2:].split(",") if glass != "-"]
            fields[f"glasses.{field[0]}"] = ",".join(glass[:2] for glass in glasses)
            fields |= {f"sand.{glass[:2]}": glass[2:] for glass in glasses if glass[2:]}
        heaps = rings.partition(":")[2]
        pieces = {heap[:2]: RING * int(heap[2:]) for heap in heaps.split(",") if heap != "-"}
        return Draft.of(pieces, fields)

    def put_together(self, draft: Draft) -> str:
        """The ten fields of a position and the optional ones."""
        heaps = (f"{name}{len(draft.at(name))}" for name in NAMES if draft.at(name))
        sides = []
        for letter in SEATS:
            glasses = [place + _sand(draft, place) for place in _glasses(draft, letter)]
            glasses += ["-"] * (GLASSES_EACH - len(glasses))
            sides.append(f"{letter}:{','.join(glasses)}")
        fields = (
            f"T{self.rules.level}",
            draft.field("turn"),
            f"{draft.field('left.R')}/{draft.field('left.B')}",
            *sides,
            f"rings:{','.join(heaps) or '-'}",
            *(f"{name}:{draft.field(name)}" for name in ("timer", "skip", "open", "t")),
            draft.field("more"),
        )
        return " ".join(fields).rstrip(" ")

    def draw(self, draft: Draft) -> View:
        """The rings on the spaces, and the glasses."""
        points = (point_of(SPACE[name], len(draft.at(name))) for name in NAMES)
        glasses = (
            self._glass(draft, seat, place)
            for seat, letter in enumerate(SEATS)
            for place in _glasses(draft, letter)
            if place in SPACE
        )
        return View(
            tuple(points), tuple(glasses), labels=VIEW_LABELS, pitch=ROWS_PITCH, board="sand"
        )

    def _glass(self, draft: Draft, seat: int, place: str) -> Piece:
        sand = _sand(draft, place)
        label = SEATS[seat] + ("x" if sand.startswith("x") else "")
        if self.rules.level == 1:
            return Piece(place, "hourglass", ROLES[seat], label)
        ms = int(sand[1:]) if _RUNNING.fullmatch(sand) else 0
        share = min(1.0, ms / self.rules.sand_ms)
        clock = minutes(ms) if ms else _("dead") if sand else _("idle")
        return Piece(place, "hourglass", ROLES[seat], label, sand=share, clock=clock)

    def put(self, draft: Draft, place: str, piece: str) -> Draft:
        """*draft* with a ring more on *place*, with a glass there instead of another, or with other
        sand in the glass that stands there."""
        if piece == RING:
            rings = min(len(draft.at(place)) + 1, CAPACITY[SPACE[place]])
            return draft.with_piece(place, RING * rings)
        if piece not in SEATS:
            has_glass = any(place in _glasses(draft, letter) for letter in SEATS)
            return draft.with_field(f"sand.{place}", _amount(piece)) if has_glass else draft
        if place in _glasses(draft, piece):
            return draft
        draft = _without_glass(draft, place)
        glasses = [*_glasses(draft, piece), place]
        return draft.with_field(f"glasses.{piece}", ",".join(glasses))

    def take(self, draft: Draft, place: str) -> Draft:
        """*draft* without the glass on *place*, or, where none stands, without a ring there."""
        if any(place in _glasses(draft, letter) for letter in SEATS):
            return _without_glass(draft, place)
        return draft.with_piece(place, draft.at(place)[:-1])

    def is_there(self, draft: Draft, place: str, piece: str) -> bool:
        """Whether that glass stands there, or as many rings lie there as can."""
        if piece == RING:
            return len(draft.at(place)) == CAPACITY[SPACE[place]]
        return place in _glasses(draft, piece)

    def move(self, draft: Draft, start: str, end: str) -> Draft:
        """*draft* with the glass of *start* and its sand on *end*; where none stands, its rings."""
        for letter in SEATS:
            if start in _glasses(draft, letter) and end:
                return _with_glass_moved(draft, letter, start, end)
            if start in _glasses(draft, letter):
                return _without_glass(draft, start)
        rings, left = draft.at(start), draft.with_piece(start, "")
        return left.with_piece(end, rings[: CAPACITY[SPACE[end]]]) if end and rings else left

    def steps(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """The glasses in their order, with sand that is offered, then the rings one by one."""
        names = {_amount(each.id): each.id for each in self._amounts()}
        steps = []
        for place, letter in ((place, who) for who in SEATS for place in _glasses(draft, who)):
            steps.append((place, letter))
            if _sand(draft, place) in names and draft.field(f"sand.{place}"):
                steps.append((place, names[_sand(draft, place)]))
        return [*steps, *((place, ring) for place, rings in draft.pieces for ring in rings)]


def _typed(id: str, name: str, values: tuple[tuple[str, str], ...], *examples: str) -> DraftField:
    """A field of which more can be typed than is offered."""
    return DraftField(id, name, values, typed=_TYPED[id.partition(".")[0]], examples=examples)


def _glasses(draft: Draft, letter: str) -> list[str]:
    """The places of a seat's glasses, in the order in which they were placed."""
    return [place for place in draft.field(f"glasses.{letter}").split(",") if place]


def _sand(draft: Draft, place: str) -> str:
    """The sand of the glass on *place* as a position writes it."""
    return _amount(draft.field(f"sand.{place}"))


def _amount(sand: str) -> str:
    """*sand*, which may be minutes and seconds or a word, as a position writes it."""
    clock = _CLOCK.fullmatch(sand)
    if not clock:
        return AMOUNTS.get(sand, sand)
    parts = (clock[3] or "").ljust(3, "0")
    return f"~{(int(clock[1]) * 60 + int(clock[2])) * 1000 + int(parts)}"


def _without_glass(draft: Draft, place: str) -> Draft:
    for letter in SEATS:
        left = [each for each in _glasses(draft, letter) if each != place]
        draft = draft.with_field(f"glasses.{letter}", ",".join(left))
    fields = {name: value for name, value in draft.fields if name != f"sand.{place}"}
    return Draft.of(dict(draft.pieces), fields)


def _with_glass_moved(draft: Draft, letter: str, start: str, end: str) -> Draft:
    """*draft* with a glass of a seat on *end*, in its place in the order, its sand with it."""
    if end == start:
        return draft
    sand, draft = draft.field(f"sand.{start}"), _without_glass(draft, end)
    order = [end if each == start else each for each in _glasses(draft, letter)]
    draft = _without_glass(draft, start).with_field(f"glasses.{letter}", ",".join(order))
    return draft.with_field(f"sand.{end}", sand) if sand else draft
