"""Answers to questions about a scene: sentences, line by line, made from a ``View``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from gipf_meta.base.sentences import natural_key
from gipf_meta.base.texts import N_, _
from gipf_meta.narration.choice_relations import ChoiceRelations, MotionsOf, no_motions
from gipf_meta.narration.question_words import forms, plain, words_that_mean
from gipf_meta.plugins.setting_up import game_on_board
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.protocol.view import Choice, MarkKind, Piece, Point, ScoreSheet, Tray, View
from gipf_meta.render import speech

NO_BOARD = N_("This game has no board.")
KINDS_OF_PLACES = {
    "empty": N_("empty"), "gone": N_("gone"), "full": N_("full"), "special": N_("special"),
}  # fmt: skip
"""The words for the states of a place."""

Lines = Iterable[str]
"""An answer, line by line."""
DescribePiece = Callable[[Piece], str]
"""Describes a piece in words."""


def choices_at(view: View, place: str) -> list[Choice]:
    """The choices of *view* whose path or label names *place*."""
    # a piece may be written before its place (Zc3); a place of one letter may be an article
    named = re.compile(rf"\b[^\W\d_]?{re.escape(place)}\b" if len(place) > 1 else r"(?!)")
    return [choice for choice in view.choices if place in choice.path or named.search(choice.label)]


def spoken_seats(game: AnyGame) -> tuple[str, ...]:
    """The names of the seats of *game* in the player's language; those of the game whose board is
    set up."""
    shown = game_on_board(game)
    return tuple(seat_name(shown, seat) for seat in range(len(shown.seat_names)))


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """The game's verdict on a *text* as a decision: *why* it cannot be played, ``""`` if it can.
    What *is_notation* is at least written as a decision is."""

    text: str
    why: str = ""
    is_notation: bool = True


@dataclass(frozen=True)
class QuestionContext:
    """The view that a question is about, and the seat that asks.

    *seats* are the game's names of its seats, *names* those of the players on them, *seat* is the
    seat that asks, *last* tells the last move, *stakes* tells what a duel decides. *called* are the
    seats' names in the player's language, *moved* tells what moved in the last turn, in sentences.
    *on_turn* is the seat on turn, *first* the one that began; ``None``: none. *motions* finds those
    of a choice, *judge* says whether the seat that asks can play a text, as the game does.
    """

    view: View
    seats: Sequence[str] = ()
    names: Sequence[str] = ()
    seat: int | None = None
    last: str = ""
    stakes: Sequence[str] = ()
    called: Sequence[str] = ()
    moved: Callable[[], Sequence[str]] = tuple
    on_turn: int | None = None
    first: int | None = None
    motions: MotionsOf = no_motions
    judge: Callable[[str], PlayVerdict] | None = None

    @property
    def seat_words(self) -> Sequence[str]:
        """The names of the seats, as they are spoken."""
        return self.called or self.seats

    @cached_property
    def board(self) -> speech.SpokenBoard:
        """The board of the view, in words."""
        return speech.SpokenBoard(self.view, self.seat_words)

    @cached_property
    def relations(self) -> ChoiceRelations:
        """The choices of the view by the places from which, onto which and against which they
        go."""
        return ChoiceRelations(self.view, self.motions)

    def seat_called(self, seat: int) -> str:
        """The name of a *seat*, as it is spoken."""
        words = self.seat_words
        return words[seat] if seat < len(words) else _("Player {number}").format(number=seat + 1)

    @cached_property
    def _names(self) -> frozenset[str]:
        """All words by which pieces, heaps, trays, sheets and players are called, in all forms."""
        view = self.view
        texts = [
            *(f"{self.name(one)} {speech.condition(one)} {one.label}" for one in view.pieces),
            *(tray.title for tray in view.trays),
            *(
                f"{speech.heap(item, self.seat_words)} {item.label} {item.brief}"
                for tray in view.trays
                for item in tray.items
            ),
            *(name for _word, name in view.names),
            *(row[0] for sheet in view.sheets for row in sheet.rows if row),
            *(sheet.title for sheet in view.sheets),
            *self.seats,
            *self.called,
            *self.names,
            *self.relations.labels,
            *(_(coloured).split()[0] for coloured in speech.COLOURED),
        ]
        words = re.findall(r"\w+", plain(" ".join(texts)))
        return frozenset(form for word in words for form in forms(word))

    def is_name(self, word: str) -> bool:
        """Whether *word* belongs to the name of a piece, a heap, a tray, a sheet or a player, or to
        the label of a choice; or is the end of such a word, as ``glass`` is, or a colour."""
        found = {form for same in words_that_mean(word) for form in forms(same)}
        long = tuple(form for form in found if len(form) > 3)
        return not found.isdisjoint(self._names) or (
            bool(long) and any(name.endswith(long) or name.startswith(long) for name in self._names)
        )

    @property
    def example(self) -> str:
        """A place for examples: one from the middle of the list; empty without a board."""
        points = self.view.points
        return points[len(points) // 2].id if points else ""

    # ---- places --------------------------------------------------------------------------------

    def places(self, kind: str) -> str:
        """A sentence on the places that are ``empty``, ``gone``, ``full`` or ``special``."""
        names = self.places_of(kind)
        if not names:
            return _("No place is {kind}.").format(kind=_(KINDS_OF_PLACES[kind]))
        called = _(KINDS_OF_PLACES[kind]).capitalize()
        return f"{called}, {len(names)}: {speech.spans(names)}."

    def places_of(self, kind: str) -> list[str]:
        """The places that are ``empty``, ``gone``, ``full`` or ``special``; those of another kind
        of point by its name."""
        return [point.id for point in self.view.points if self._is_of(point, kind)]

    def _is_of(self, point: Point, kind: str) -> bool:
        if kind == "empty":
            return point.kind not in ("gone", "dot") and point.id not in self.board.pieces
        if kind == "full":
            return 0 < point.level == point.load
        return point.kind == kind

    def marked_places(self, kind: MarkKind) -> str:
        """The places with a mark of *kind*, each with the things on it; empty if none has one."""
        return self.listed(self.places_with(kind))

    def listed(self, places: Iterable[str]) -> str:
        """The *places* in order, each with the things on it."""
        ordered = sorted(places, key=natural_key)
        return "; ".join(f"{at} {self.board.thing(at)}" for at in ordered)

    def places_with(self, kind: MarkKind) -> list[str]:
        """The places with a mark of *kind*."""
        return [mark.at for mark in self.view.marks if mark.kind == kind]

    def danger(self, meant: Iterable[Piece]) -> str:
        """A sentence on those of the pieces *meant* that are in danger."""
        marked = self.listed({one.at for one in meant} & {*self.places_with("danger")})
        if not marked:
            return _("Nothing is marked as in danger.")
        return _("In danger: {places}.").format(places=marked)

    # ---- what was and can be played ------------------------------------------------------------

    def last_turn(self) -> Lines:
        """Tells the last move, what moved, and the places that are marked as last."""
        if not self.last:  # what luck has set up is seen on the board
            yield _("Nothing has been played yet.")
            return
        yield f"{self.last}."
        if moved := self.moved():
            yield " ".join(moved)
        if marked := self.marked_places("last"):
            yield _("Marked as last: {places}.").format(places=marked)

    def at_stake(self) -> Lines:
        """Tells what the duel that is being played decides, or what a challenge would decide."""
        return self.stakes or [_("No duel is being played.")]

    def situation(self) -> Lines:
        """The caption and the prompt of the view; of a board that is set up the prompt, for its
        caption is a position."""
        return [self.view.prompt] if self.is_set_up else [self.view.caption, self.view.prompt]

    # ---- pieces --------------------------------------------------------------------------------

    def name(self, one: Piece) -> str:
        """The name of a piece."""
        return speech.piece(one, self.seat_words)

    def owner(self, one: Piece) -> int | None:
        """The seat that a piece belongs to, or ``None``."""
        return speech.owner(one, self.seats)

    def is_called(self, one: Piece, word: str) -> bool:
        """Whether *word*, in singular or plural, or one that means the same, belongs to a piece's
        name or condition."""
        # what lies in a stack stands in brackets
        name = re.sub(r"\(.*?\)", "", self.name(one))
        words = plain(f"{name}, {speech.condition(one)}")
        if roles := {self._colours[each] for each in forms(word) & self._colours.keys()}:
            return not roles.isdisjoint((one.role, *one.layers))
        whole = {plain(one.label), *re.findall(r"\w+", words)}
        return any(is_word_in(same, words, whole) for same in words_that_mean(word))

    @cached_property
    def _colours(self) -> dict[str, str]:
        """The roles of pieces by the colours that no piece is called by."""
        names = plain(" ".join(self.name(one) for one in self.view.pieces))
        found: dict[str, str] = {}
        for role in {one.role for one in self.view.pieces}:
            for coloured in speech.COLOURED:
                words = plain(_(coloured)).split()
                if coloured.startswith(f"{role} ") and not any(w in names for w in forms(words[0])):
                    found |= dict.fromkeys((*forms(words[0]), role), role)
        return found

    def is_meant(self, one: Piece, word: str) -> bool:
        """Whether *word* belongs to a piece's name or condition, or to its owner's name."""
        owner = self.owner(one)
        return (owner is not None and word in self.words_of_player(owner)) or self.is_called(
            one, word
        )

    def words_of_player(self, seat: int) -> set[str]:
        """The names of *seat* and of the player on it, those that are one word."""
        names = (self.seats, self.called, self.names)
        return {plain(each[seat]) for each in names if seat < len(each)}

    def piece_lines(self, pieces: Iterable[Piece]) -> Lines:
        """A line for each name of *pieces*, with their places and conditions."""
        return self._group(pieces, self.name, speech.condition)

    def names_of_pieces(self) -> str:
        """The names of the pieces on the board."""
        return ", ".join(sorted({self.name(one) for one in self.view.pieces})) or _("no pieces")

    def _group(
        self, pieces: Iterable[Piece], name: DescribePiece, more: DescribePiece
    ) -> Iterator[str]:
        groups: dict[str, list[str]] = {}
        for one in sorted(pieces, key=lambda one: natural_key(one.at)):
            groups.setdefault(name(one), []).append(f"{one.at} {more(one)}".rstrip())
        for called, places in sorted(groups.items()):
            yield f"{called[:1].upper()}{called[1:]}, {len(places)}: {', '.join(places)}."

    def sand(self) -> Lines:
        """The pieces whose sand runs, the first to run out first; the other pieces with sand; and
        the clocks beside the board."""
        timed = [one for one in self.view.pieces if one.sand is not None]
        running = sorted((one for one in timed if one.sand), key=lambda one: one.sand or 0.0)
        words = _("{piece} on {at} {condition}")
        parts = [
            words.format(piece=self.name(one), at=one.at, condition=speech.condition(one))
            for one in running
        ]
        yield (
            _("Next is the {pieces}.").format(pieces=_("; then ").join(parts))
            if parts
            else _("No time is running on the board.")
        )
        resting = (one for one in timed if not one.sand)
        yield from self._group(
            resting, lambda one: f"{self.name(one)}, {speech.condition(one)}", lambda one: ""
        )
        # the caption names clocks beside the board; its sentences on pieces would be repetitions
        places = {one.at for one in timed}
        sentences = re.split(r"(?<=\.) ", self.view.caption)
        yield " ".join(each for each in sentences if places.isdisjoint(re.findall(r"\w+", each)))

    # ---- a board that is set up ----------------------------------------------------------------

    @property
    def is_set_up(self) -> bool:
        """Whether this is a board that somebody sets up."""
        return self.view.hand is not None

    def whole_board(self) -> Lines:
        """Describes a board that is being set up so far: its pieces, the things beside it, its
        fields."""
        yield from self.piece_lines(self.view.pieces)
        if not self.view.pieces:
            yield _("Nothing stands on the board.")
        counted, heaps = list[Tray](), set[str]()
        for tray in self.view.trays:
            heaps |= {item.id for item in tray.items}
            if not any(item.is_endless for item in tray.items):
                counted.append(tray)
        if counted:
            yield from self.trays(counted)
        fields = {each.path[0] for each in self.view.choices if "=" in each.notation}
        fields -= {point.id for point in self.view.points} | heaps
        yield " ".join(f"{speech.begin_sentence(name)}." for word, name in self.view.names
                       if word in fields)  # fmt: skip
        yield self.view.prompt

    # ---- beside the board ----------------------------------------------------------------------

    def trays(self, trays: Sequence[Tray]) -> Lines:
        """A line for each of *trays*."""
        lines = [self._tray(tray) for tray in trays]
        return lines or [_("Nothing lies beside the board.")]

    def _tray(self, tray: Tray) -> str:
        """A tray in words; pieces that can be put on a board without end by their names."""
        if not (self.is_set_up and any(item.is_endless for item in tray.items)):
            return speech.tray(tray, self.seat_words)
        names = dict(self.view.names)
        return f"{tray.title}: {', '.join(names.get(each.id, each.label) for each in tray.items)}."

    def scores(self, sheets: Sequence[ScoreSheet]) -> Lines:
        """The totals of *sheets*, or all rows of those without; without score sheets, everything
        beside the board."""
        lines = [
            line
            for sheet in sheets
            for line in ([speech.total(sheet)] if sheet.footer else speech.score_sheet(sheet))
        ]
        return lines or self.beside()

    def beside(self) -> Lines:
        """Everything but the board: the trays, all rows of the score sheets, the caption."""
        return [
            *map(self._tray, self.view.trays),
            *(line for sheet in self.view.sheets for line in speech.score_sheet(sheet)),
            *filter(None, [self.view.caption]),
        ]

    def sheets(self, sheets: Sequence[ScoreSheet]) -> Lines:
        """All rows of *sheets*."""
        lines = [line for sheet in sheets for line in speech.score_sheet(sheet)]
        return lines or [_("There is no score sheet in this game.")]


def is_word_in(word: str, text: str, whole: set[str]) -> bool:
    """Whether *word* is in *text* in one of its forms; a short one must be one of the *whole*
    words."""
    return word in whole or (len(word) > 2 and any(form in text for form in forms(word)))
