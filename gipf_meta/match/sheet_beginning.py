"""The beginning of a note sheet: its headers, its first state, and lines that look like headers but
are turns, ``White: Wd4,d1``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from gipf_meta.base.names import plain_letters
from gipf_meta.match.note_sheets import NoteSheet, SheetHeader, SheetPiece
from gipf_meta.match.own_tags import read_own_tags
from gipf_meta.match.sheet_headers import ABOUT, GAME, PGN_TAGS, POSITION, ReadHeaders, read_headers
from gipf_meta.match.sheet_results import calls
from gipf_meta.protocol.capabilities import read_position
from gipf_meta.protocol.game import AnyGame, IllegalMove, MoveError, Turn
from gipf_meta.protocol.options import options_of, start_state

MOST_WORDS: Final = 16
"""The most words of a turn: the longest are those of Zatre."""

_COORDINATE: Final = re.compile(r"[^\W0-9_]{1,3}[0-9]")
RESERVED: Final = frozenset(
    (
        *GAME,
        *POSITION,
        *ABOUT,
        "players",
        *map(plain_letters, sorted(PGN_TAGS - {"White", "Black"})),
    )
)
"""The plain names of headers that are no names of seats."""


def _first_state(read: ReadHeaders) -> tuple[tuple[str, ...], Any]:
    """The draws of luck in the headers, and the state after them, in which the game begins.
    Raises ``ValueError``."""
    game, seats = read.game, len(read.names)
    state = start_state(game, seats) if not read.position else None
    try:
        if state is None:
            state = read_position(game, read.position, seats)[0]
        return read_own_tags(game, state, read.own)
    except MoveError as error:
        raise ValueError(str(error)) from None


def begin_sheet(
    sheet: NoteSheet, kind: type[AnyGame], chosen: AnyGame | None = None
) -> tuple[ReadHeaders, Any, NoteSheet]:
    """The headers of *sheet* as a game of this *kind* reads them, the state in which it begins, and
    the sheet itself, with its lines ``White: Wd4,d1`` as turns. Raises ``ValueError``."""
    read = read_headers(sheet, kind, chosen)
    read.luck, state = _first_state(read)
    lines = _lines_of_turns(sheet, read.game, state)
    if lines:
        sheet = _with_turns(sheet, lines)
        read = read_headers(sheet, kind, chosen)
        read.luck, state = _first_state(read)
    return read, state, sheet


def _lines_of_turns(sheet: NoteSheet, game: AnyGame, state: Any) -> list[SheetHeader]:
    """The headers of *sheet* that are turns: the first that the game can read from its first state,
    and all behind it. One that it cannot read is a name, unless its value begins with a place.
    """
    lines = _may_be_turns(sheet, game)
    readable = [_reads(header, is_seat, game, state) for header, is_seat in lines]
    if True in readable:
        first = readable.index(True)
    elif lines and not any(piece.kind == "word" for piece in sheet.pieces):
        first = len(lines)
    else:
        return []
    while first and lines[first - 1][1] and _has_place(lines[first - 1][0]):
        first -= 1
    return [header for header, _is_seat in lines[first:]]


def _reads(header: SheetHeader, is_seat: bool, game: AnyGame, state: Any) -> bool:
    """Whether the value of *header* is a turn of the *game* in this *state*."""
    words = [piece.text for piece in header.pieces if piece.kind == "word"][:MOST_WORDS]
    if not (_has_place(header) or is_seat):
        return False
    for count in range(len(words), 0, -1):
        try:
            game.parse_turn(state, " ".join(words[:count]))
        except IllegalMove:
            if is_seat and _has_place(header) and isinstance(game.status(state), Turn):
                return True
        except MoveError:
            continue
        else:
            return True
    return False


# ---- lines that are turns ----------------------------------------------------------------------


def _may_be_turns(sheet: NoteSheet, game: AnyGame) -> list[tuple[SheetHeader, bool]]:
    """The headers of *sheet* that may be turns, ``White: Wd4,d1``, each with whether a seat stands
    before the colon."""
    reserved = RESERVED.union(map(plain_letters, options_of(type(game))))
    seats = range(min(game.seat_counts[-1], len(game.seat_names)))
    called = {call for seat in seats for call in calls(game, seat)}
    lines = [(header, plain_letters(header.name)) for header in sheet.said if not header.is_tag]
    return [(header, plain in called) for header, plain in lines if plain not in reserved]


def _has_place(header: SheetHeader) -> bool:
    """Whether the value of *header* begins as places of boards are written."""
    return _COORDINATE.match(header.value) is not None


def _with_turns(sheet: NoteSheet, headers: Sequence[SheetHeader]) -> NoteSheet:
    """*sheet*, some of whose *headers* are turns."""
    turned = {header.begin for header in headers}
    said = [header for header in sheet.said if header.begin not in turned]
    pieces = sheet.pieces[:]
    for header in headers:
        begin, line = header.begin, header.line
        behind = header.pieces[0].begin if header.pieces else header.end
        pieces.append(SheetPiece("word", f"{header.name}:", line, begin, behind))
        pieces += (*header.pieces, SheetPiece("end", "", line, header.end, header.end))
    pieces.sort(key=lambda piece: piece.begin)
    return NoteSheet(said, pieces, sheet.notices, sheet.goes_on)
