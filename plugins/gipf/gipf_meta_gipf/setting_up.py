"""Setting a board of GIPF up: pieces with their potentials, reserves, and the point in the turn.

A stack on a spot is written as the letter of its owner, then its letters as in a position:
``W``, ``BG``, ``WT`` (loaded), ``Wt`` (used), ``BdD`` (a cover on a loaded piece).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Final

from gipf_meta import (
    BadNotation,
    BoardEditor,
    Draft,
    DraftField,
    PalettePiece,
    Piece,
    Reserve,
    View,
    number_field,
)
from gipf_meta_gipf.board import BIT_OF
from gipf_meta_gipf.pieces import BASIC, GIPF, LOADED
from gipf_meta_gipf.positions import BoardReader, listed, name_of_kind, player_name
from gipf_meta_gipf.rules import Rules
from gipf_meta_gipf.texts import _
from gipf_meta_gipf.view import VIEW_EDGES, VIEW_LABELS, VIEW_POINTS, piece_on, spoken_piece

LETTERS: Final = "WB"
_SIDES: Final = ("w", "b")
_NUMBER: Final = re.compile(r"([A-Z])(\d+)", re.ASCII)
_BOOKS: Final = ("supply", "lost", "challenges")
_OPEN: Final = ("-", "W", "B", "WB")
_SPOT: Final = "[a-i][1-9]"
_SPOTS: Final = f"{_SPOT}(,{_SPOT})*"
_LINE: Final = f"{_SPOT}-{_SPOT}"
_DONE: Final = rf"{_LINE}(\+{_SPOT})*"
_PART: Final = (
    f"(part|extra|main|move|use|rows|row:{_LINE}|(keep|take):{_SPOTS}|done:{_DONE}(,{_DONE})*"
    f"|[A-Z]{_SPOT}:(asked|free|won|lot|duel[WB][0-9]{{1,2}}))"
)
_TURN: Final = f"turn:{_PART}(;{_PART})*"
"""The pattern of a point in a turn as positions write it; it may still not fit the board."""
_TURN_EXAMPLES: Final = ("turn:row:a1-i5;keep:c3", "turn:Zb2:asked")
_ANNOUNCED: Final = "([A-Z]+|-),([A-Z]+|-)"


class GipfEditor(BoardEditor):
    """Sets up positions under these *rules*."""

    turn: ClassVar[str] = "side"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    # ---- pieces -------------------------------------------------------------------------------

    def palette(self) -> Sequence[PalettePiece]:
        """The pieces of each player that the game has."""
        table = self.rules.table
        codes = [BASIC]
        if self.rules.tournament or self.rules.gipfs_at_start:
            codes.append(GIPF)
        for at in range(table.n):
            codes += [LOADED + at, LOADED + table.n + at]
        return tuple(
            PalettePiece(
                LETTERS[player] + table.letters[code],
                spoken_piece(table, player, code),
                piece_on(table, (code,), "", player),
            )
            for player in (0, 1)
            for code in codes
        )

    def put(self, draft: Draft, place: str, piece: str) -> Draft:
        """*draft* with *piece* on *place*; a used cover lies on the pieces that are there."""
        there = draft.at(place)[1:] if self._is_cover(piece[1:]) else ""
        return draft.with_piece(place, piece + there)

    def is_there(self, draft: Draft, place: str, piece: str) -> bool:
        """Whether *piece* is on *place*, a cover over whatever else."""
        what = draft.at(place)
        return what.startswith(piece) if self._is_cover(piece[1:]) else what == piece

    def _is_cover(self, letter: str) -> bool:
        """Whether the used potential of that *letter* lies on other pieces."""
        table = self.rules.table
        return letter.islower() and table.kind_at(table.code(letter)).used == "cover"

    def steps(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """Each stack from the lowest piece on, whose owner does not matter until it is covered."""
        return [
            (place, what[0] + letter)
            for place, what in draft.pieces
            for letter in reversed(what[1:] or " ")
            for letter in (letter.strip(),)
        ]

    def draw(self, draft: Draft) -> View:
        """The pieces, each with its top."""
        pieces = (self._piece(place, what) for place, what in draft.pieces)
        return View(VIEW_POINTS, tuple(pieces), VIEW_EDGES, VIEW_LABELS, board="slate")

    def _piece(self, place: str, what: str) -> Piece:
        player, letters = LETTERS.index(what[0]), what[1:]
        try:
            codes = BoardReader(self.rules).read_stack(player, letters, what, "")
        except BadNotation:  # what cannot lie so is seen by its top
            codes = (self.rules.table.code(letters[:1]),)
        return piece_on(self.rules.table, codes, place, player)

    # ---- fields -------------------------------------------------------------------------------

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields: side to move, point in the turn, reserves, and the books of potentials."""
        seats = tuple(zip(_SIDES, map(player_name, (0, 1)), strict=True))
        fields = [DraftField("side", _("whose turn it is"), seats), self._turn(draft)]
        fields += self._reserves()
        if self.rules.tournament:
            names = [(letters, letters) for letters in _OPEN]
            fields.append(DraftField("open", _("who may still bring in GIPF-pieces"), tuple(names)))
        fields += self._numbers()
        if self.rules.first_use_only:
            words = _("powers that were announced before")
            none = (("", "-,-"),)
            fields.append(
                DraftField("announced", words, none, typed=_ANNOUNCED, examples=("TZ,-",))
            )
        return fields

    def _turn(self, draft: Draft) -> DraftField:
        """The point in the turn: each loaded piece of the mover can have announced its power."""
        own = LETTERS[draft.field("side") == "b"]
        announced = [
            (f"turn:{what[1]}{place}:asked", f"{what[1]}{place}^")
            for place, what in draft.pieces
            if what[0] == own and len(what) == 2 and what[1].isupper() and what[1] != "G"
        ]
        values = (("", _("it begins")), ("turn:main;rows", _("rows after the move")), *announced)
        return DraftField(
            "turn", _("within the turn"), values, typed=_TURN, examples=_TURN_EXAMPLES
        )

    def _reserves(self) -> Iterator[DraftField]:
        for player, letter in enumerate(LETTERS):
            name = _("the reserve of {player}").format(player=player_name(player))
            yield number_field(
                f"reserve.{letter}",
                name,
                self.rules.basics[player],
                piece=piece_on(self.rules.table, (BASIC,), "", player),
                title=name,
            )

    def _numbers(self) -> Iterator[DraftField]:
        """The fields of the numbers of potentials in supply and lost, and of challenges left."""
        names = {
            "supply": _("{kind} in supply of {player}"),
            "lost": _("{kind} lost by {player}"),
            "challenges": _("{kind}: challenges left to {player}"),
        }
        for book in _BOOKS if any(self.rules.potentials) else ("supply",):
            for player, owner in enumerate(LETTERS):
                for letter in self._letters(book):
                    if letter not in ("", *self.rules.table.index):
                        continue  # of kinds that are not in the game there is none
                    kind = name_of_kind(self.rules.table, letter) if letter else _("all kinds")
                    name = names[book].format(kind=kind, player=player_name(player))
                    most = self._most(book, player, letter)
                    yield number_field(f"{book}.{owner}{letter}", name, most)

    def _most(self, book: str, player: int, letter: str) -> int:
        """The highest number in *book* for *player*'s kind of that *letter*."""
        table, rules = self.rules.table, self.rules
        if not table.n or (letter and letter not in table.index):
            return 0
        slot = rules.slot(player, table.index[letter] if letter else 0)
        return rules.challenges[slot] if book == "challenges" else rules.potentials[slot]

    def reserves(self, draft: Draft) -> Sequence[Reserve]:
        """The basic pieces, and the potentials of each kind, lost ones used, too."""
        board = BoardReader(self.rules)
        for place, what in draft.pieces:
            player = LETTERS.index(what[0])
            with suppress(BadNotation):  # what cannot lie so counts for nothing
                board.count(player, board.read_stack(player, what[1:], what + place, ""))
        found = []
        for player, owner in enumerate(LETTERS):
            basics = board.values[player], self.rules.basics[player]
            found.append(Reserve(f"reserve.{owner}", *basics))
            for letter, at in self.rules.table.index.items():
                slot = self.rules.slot(player, at)
                used = board.found[slot] + int(draft.field(f"lost.{owner}{letter}"))
                all_of_them = self.rules.potentials[slot]
                found.append(Reserve(f"supply.{owner}{letter}", used, all_of_them))
        return found

    def _letters(self, book: str) -> list[str]:
        """The kinds of which *book* has numbers; ``""``: one number for all."""
        if book == "challenges" and self.rules.shared_challenges:
            return [""]
        return listed(self.rules.table)

    # ---- text ---------------------------------------------------------------------------------

    def empty(self) -> Draft:
        """The draft without a piece on the board: all are in the reserves and in supply."""
        fields = {"side": "w", "turn": "", "open": "WB", "announced": ""}
        for player, letter in enumerate(LETTERS):
            fields[f"reserve.{letter}"] = str(self.rules.basics[player])
        for book in _BOOKS:
            for player, owner in enumerate(LETTERS):
                for letter in self._letters(book):
                    most = 0 if book == "lost" else self._most(book, player, letter)
                    fields[f"{book}.{owner}{letter}"] = str(most)
        return Draft.of({}, fields)

    def take_apart(self, text: str) -> Draft:
        """The draft of a position: the pieces on each spot, and the numbers one by one."""
        side, reserves, supply, white, black, *more = text.split(" ")
        pieces = {}
        for owner, field in zip(LETTERS, (white, black), strict=True):
            for item in filter(None, field[2:].split(",")):
                pieces[item[-2:]] = owner + item[:-2]
        fields = {**dict(self.empty().fields), "side": side}
        fields |= zip(("reserve.W", "reserve.B"), reserves.split(","), strict=True)
        fields |= self._read_numbers("supply", supply)
        for field in more:
            head, _colon, value = field.partition(":")
            if head == "turn":
                fields["turn"] = field
            elif head in ("G", "A"):
                fields["open" if head == "G" else "announced"] = value
            else:
                fields |= self._read_numbers("lost" if head == "L" else "challenges", value)
        return Draft.of(pieces, fields)

    def _read_numbers(self, book: str, text: str) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for owner, side in zip(LETTERS, text.split(","), strict=True):
            numbers = _NUMBER.findall(side) or [("", side)]
            found |= {f"{book}.{owner}{letter}": number for letter, number in numbers}
        return found

    def put_together(self, draft: Draft) -> str:
        """The fields of a position under these rules."""
        sides = (
            f"{owner}:"
            + ",".join(
                draft.at(name)[1:] + name for name in BIT_OF if draft.at(name).startswith(owner)
            )
            for owner in LETTERS
        )
        fields = [
            draft.field("side"),
            f"{draft.field('reserve.W')},{draft.field('reserve.B')}",
            self._write_numbers(draft, "supply"),
            *sides,
        ]
        if self.rules.tournament:
            fields.append("G:" + draft.field("open"))
        if any(self.rules.potentials):
            fields.append("L:" + self._write_numbers(draft, "lost"))
            fields.append("C:" + self._write_numbers(draft, "challenges"))
        if draft.field("announced"):
            fields.append("A:" + draft.field("announced"))
        return " ".join((*fields, draft.field("turn"))).rstrip(" ")

    def _write_numbers(self, draft: Draft, book: str) -> str:
        return ",".join(
            "".join(
                letter + draft.field(f"{book}.{owner}{letter}") for letter in self._letters(book)
            )
            for owner in LETTERS
        )
