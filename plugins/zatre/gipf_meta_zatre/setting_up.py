"""Setting a board of Zatre up: tiles, hands, sheets, and the point in the turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import ClassVar, Final

from gipf_meta import SQUARE_PITCH, BoardEditor, Draft, DraftField, PalettePiece, Piece, View
from gipf_meta_zatre.board import CELL, NAME, WIDTH
from gipf_meta_zatre.positions import position_text
from gipf_meta_zatre.rules import Rules
from gipf_meta_zatre.state import LETTERS, VALUES
from gipf_meta_zatre.texts import _, player_name
from gipf_meta_zatre.view import VIEW_POINTS, tile_piece

_SIDE: Final = range(1, 16)
_COUNT: Final = re.compile(r"[0-9]{1,3}")
_MORE: Final = ("seat", "sheets", "idle", "turn")
"""The optional fields of a position, in their order; ``turn`` is the turn so far."""
_COLUMNS: Final = ("X", "10", "11", "12")
"""The columns of a sheet: crosses, and the entries for each sum."""
_COLUMN: Final = r"[0-9]{1,3}(\+[0-9]{1,3})*"
_TILE: Final = "[a-o][0-9]{1,2}=[1-6]!?"
_PART: Final = (
    "(begun|first|drew:[A-F][1-6]{1,6}(,[A-F][1-6]{1,6})*"
    f"|placed:{_TILE}(,{_TILE})*|(draws|asked):[A-F]{{1,6}})"
)
_TURN: Final = f"{_PART}(;{_PART})*"
"""A turn so far as a position writes it; whether it fits board and hands, its reader says."""
_TURNS: Final = ("drew:A46;placed:a6=4", "asked:A")
_NO_SHEET: Final = "X0/-/-/-"
_ENTRIES: Final = ("-", "1", "2", "3", "4", "1+1", "1+2", "2+2", "1+1+1")
"""The entries of a column that are offered; others can be typed."""
_MOST_CROSSES: Final = 20
_EMPTY: Final = {"X": "0", "10": "-", "11": "-", "12": "-"}
"""The columns of an empty sheet, as positions write them."""


class ZatreEditor(BoardEditor):
    """Sets up positions under these *rules*; the tiles in the bag follow from the rest."""

    turn: ClassVar[str] = "player"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def palette(self) -> Sequence[PalettePiece]:
        """A tile of each value."""
        name = _("tile {value}")
        return tuple(
            PalettePiece(str(v), name.format(value=v), Piece("", "tile", f"v{v}", str(v)))
            for v in VALUES
        )

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        """The fields: player on turn, hands, sheets, and those that matter in mid-game only."""
        players = _players(draft)
        letters = [LETTERS[player] for player in range(players)]
        names = [(letter, _("player {letter}").format(letter=letter)) for letter in letters]
        counts = (4, 6) if self.rules.teams else range(2, 7)
        return (
            DraftField("count", _("how many play"), tuple((str(n), str(n)) for n in counts)),
            DraftField("player", _("whose turn it is"), tuple(names)),
            *(
                DraftField(
                    f"hand.{letter}",
                    _hand_name(letter),
                    _HANDS,
                    typed="[1-6]{1,6}",
                    examples=("46",),
                )
                for letter in letters
            ),
            DraftField("seat", _("the seat of player A"), _numbered(players)),
            *(self._column(column, side) for side in self._sides(draft) for column in _COLUMNS),
            DraftField("idle", _("turns without a tile"), (("", "0"), *_numbers(1, players))),
            DraftField(
                "turn", _("the turn so far"), (("", _("it begins")),), typed=_TURN, examples=_TURNS
            ),
        )

    def seats(self, draft: Draft) -> Sequence[tuple[str, str]]:
        """The players by their seats, which are not in the order of letters if A sits elsewhere."""
        players, seat = _players(draft), draft.field("seat")
        first = int(seat) if seat and int(seat) < players else 0
        by_seat = sorted(zip(self.rules.playing_order(first, players), LETTERS, strict=False))
        return [(letter, player_name(seat)) for seat, letter in by_seat]

    def _sides(self, draft: Draft) -> list[str]:
        """The letters of each side: of a player, or of the partners of a team."""
        size, letters = 2 if self.rules.teams else 1, LETTERS[: _players(draft)]
        return [letters[at : at + size] for at in range(0, len(letters), size)]

    def _column(self, column: str, side: str) -> DraftField:
        """A column of the sheet of a *side*."""
        if column == "X":
            crosses = _numbers(0, _MOST_CROSSES + 1)
            name = _("crosses of {side}").format(side=side)
            return DraftField(f"X.{side}", name, crosses, typed="[0-9]{1,3}", examples=("21",))
        words = _("lines of {sum} of {side}").format(sum=column, side=side)
        entries = tuple((each, each) for each in _ENTRIES)
        return DraftField(f"{column}.{side}", words, entries, typed=_COLUMN, examples=("1+1+4",))

    def empty(self) -> Draft:
        """The draft with no tile on the board, and none in the hands of two players."""
        players = 4 if self.rules.teams else 2
        start = self.take_apart(position_text(self.rules, self.rules.start(players)))
        return Draft.of({}, dict(start.fields))

    def take_apart(self, text: str) -> Draft:
        """The tiles on the board, and the fields by their names."""
        board, player, hands, _bag, *more = text.split(" ")
        pieces = {}
        for row, signs in zip(reversed(_SIDE), board.split("/"), strict=True):
            for column, sign in zip(_SIDE, signs, strict=True):
                if sign in "0123456789":
                    pieces[NAME[WIDTH * row + column]] = sign
        count = str(hands.count(",") + 1)
        fields = {"count": count, "player": player, **dict.fromkeys(_MORE, "")}
        for letter, hand in zip(LETTERS, hands.split(","), strict=False):
            fields[f"hand.{letter}"] = hand
        for field in more:
            head, _colon, value = field.partition(":")
            fields[head] = value
        sides = self._sides(Draft.of({}, fields))
        sheets = fields.pop("sheets") or ",".join([_NO_SHEET] * len(sides))
        for side, sheet in zip(sides, sheets.split(","), strict=True):
            columns = zip(_COLUMNS, sheet.removeprefix("X").split("/"), strict=True)
            fields |= {f"{column}.{side}": entries for column, entries in columns}
        return Draft.of(pieces, fields)

    def put_together(self, draft: Draft) -> str:
        """The board, row by row, and the fields; the bag has all other tiles."""
        on = {CELL[place]: what for place, what in draft.pieces}
        rows = (
            "".join(_sign(on, WIDTH * row + column) for column in _SIDE) for row in reversed(_SIDE)
        )
        hands = _hands(draft)
        held = sum(len(hand) for hand in hands if hand != "-")
        bag = sum(self.rules.tiles) - len(on) - held
        draft = draft.with_field("sheets", self._sheets(draft))
        more = (f"{name}:{draft.field(name)}" for name in _MORE if draft.field(name))
        return " ".join(("/".join(rows), draft.field("player"), ",".join(hands), str(bag), *more))

    def _sheets(self, draft: Draft) -> str:
        """The sheets of all sides; nothing if all are empty. One that nobody has set is empty."""
        sheets = [
            "X" + "/".join(draft.field(f"{column}.{side}") or _EMPTY[column] for column in _COLUMNS)
            for side in self._sides(draft)
        ]
        return ",".join(sheets) if set(sheets) != {_NO_SHEET} else ""

    def draw(self, draft: Draft) -> View:
        """The tiles on the board."""
        pieces = tuple(tile_piece(CELL[place], int(what)) for place, what in draft.pieces)
        return View(VIEW_POINTS, pieces, pitch=SQUARE_PITCH, tile="square", board="leather")


def _sign(on: dict[int, str], cell: int) -> str:
    return on.get(cell, ".") if cell in NAME else "_"


def _players(draft: Draft) -> int:
    """The number of players; the most possible where the field holds no such number."""
    count = draft.field("count")
    return min(int(count), len(LETTERS)) if _COUNT.fullmatch(count) else len(LETTERS)


def _hands(draft: Draft) -> list[str]:
    """The hands of all players, by letter; one that nobody has set is empty."""
    return [draft.field(f"hand.{letter}") or "-" for letter in LETTERS[: _players(draft)]]


def _hand_name(letter: str) -> str:
    return _("the hand of player {letter}").format(letter=letter)


def _make_hands() -> Iterator[tuple[str, str]]:
    yield "-", "-"
    for count in (1, 2):
        for tiles in combinations_with_replacement("123456", count):
            yield "".join(tiles), " ".join(tiles)


_HANDS: Final = tuple(_make_hands())


def _numbers(first: int, end: int) -> tuple[tuple[str, str], ...]:
    return tuple((str(n), str(n)) for n in range(first, end))


def _numbered(players: int) -> tuple[tuple[str, str], ...]:
    """The seats of so many players; the first is not written."""
    return tuple((str(seat) if seat else "", player_name(seat)) for seat in range(players))
