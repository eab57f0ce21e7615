"""Games in our own notation as people write it: by hand, in mails, on note sheets.

``note_sheets`` splits a sheet into pieces; ``sheet_headers`` reads its headers, ``sheet_turns`` has
the game itself read the turns. Each game of a text is read, or refused, alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import did_you_mean, one_line
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import TookTooLong
from gipf_meta.match.note_sheets import NoteSheet, note_sheets
from gipf_meta.match.printed_match import as_sheet, without_happenings
from gipf_meta.match.sheet_headers import named_game, unknown_game
from gipf_meta.match.sheet_turns import SheetReading
from gipf_meta.protocol.failures import reason
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.readers import Reader, RefusedGame, WrittenGame
from gipf_meta.protocol.view import View

NAME: Final = "notation"
"""The name of the reader of our own notation."""
MOST_LOOKED_AT: Final = 20_000
"""The letters of a text that are looked at to know whether it holds turns."""
MOST_SHEETS_TRIED: Final = 8
"""The most games of a text whose turns are tried for that."""
MOST_TURNS_TRIED: Final = 12
"""The most turns of a game that are tried to know which games can read a text."""


def notation_reader(
    games: Sequence[type[AnyGame]],
    chosen: AnyGame | None = None,
    draw: Callable[[View], str] = str,
) -> Reader:
    """A reader of the notation of *games*: a text names one of them, or only one can read it.

    *chosen* is the game, with its options, where the caller knows it. *draw* draws the boards that
    stand between turns where the program itself has printed the text.
    """
    return Reader(
        NAME,
        _("turns in the notation of a game, as people write them"),
        lambda text: _looks_written(text, games, chosen),
        lambda text: _read(text, games, chosen, draw),
    )


_NO_TURNS: Final = re.compile(r'[\s\ufeff]*(?:<|\(;|[\[{]\s*["\[{}\]]|$)')
"""How JSON, SGF and pages begin."""


# ---- the game ----------------------------------------------------------------------------------


def _looks_written(text: str, games: Sequence[type[AnyGame]], chosen: AnyGame | None) -> bool:
    """Whether some game of *text* has turns that can be read, or names which game it is."""
    if _NO_TURNS.match(text) and chosen is None:
        return False
    if len(text) > MOST_LOOKED_AT:
        text = text[:MOST_LOOKED_AT]
        text = text.rpartition("\n")[0] or text
    sheets = list(note_sheets(as_sheet(text)))
    if chosen is not None:
        return bool(sheets)
    if any(named_game(sheet, games) or unknown_game(sheet) for sheet in sheets):
        return True
    tried = sheets[:MOST_SHEETS_TRIED]
    return any(_readable(sheet, game).legal for sheet in tried for game in games)


class _Readable(NamedTuple):
    """The number of first turns of a sheet that are *legal*, and whether all are."""

    legal: int = 0
    is_whole: bool = False


def _readable(sheet: NoteSheet, game: type[AnyGame]) -> _Readable:
    """The first turns of *sheet* as *game* can read them."""
    try:
        with Gate(game):
            reading = SheetReading(game, sheet, most=MOST_TURNS_TRIED)
            reading.read_all()
    except GipfMetaError:  # a game that cannot even begin so does not read it
        return _Readable()
    return _Readable(reading.legal, not reading.fault)


def _game_of(
    sheet: NoteSheet,
    games: Sequence[type[AnyGame]],
    chosen: AnyGame | None,
    before: type[AnyGame] | None,
) -> tuple[type[AnyGame], AnyGame | None]:
    """The game that *sheet* is written in; with its options, if it is the *chosen* one, which a
    sheet need not name. *before* is the game of the sheet before it.

    Raises ``ValueError``: it is not installed, none can read the turns, or several can.
    """
    known = games if chosen is None else (type(chosen), *games)
    named = named_game(sheet, known)
    if named is None and (unknown := unknown_game(sheet)):
        near = did_you_mean(unknown, map(title_of, games))
        raise ValueError(
            _("{name} is no game that is installed here.").format(name=one_line(unknown, 60)) + near
        )
    if chosen is not None and (named is None or named is type(chosen)):
        return type(chosen), chosen
    if named is None and sheet.goes_on:
        named = before
    return named or _game_that_reads(sheet, games), None


def _game_that_reads(sheet: NoteSheet, games: Sequence[type[AnyGame]]) -> type[AnyGame]:
    """The only game that can read the turns of *sheet*. Raises ``ValueError``."""
    read = {game: _readable(sheet, game) for game in games}
    able = [game for game in games if read[game].legal and read[game].is_whole]
    if not able:
        most = max((each.legal for each in read.values()), default=0)
        able = [game for game in games if most and read[game].legal == most]
    if len(able) == 1:
        return able[0]
    if not able:
        raise ValueError(_("no game that is installed has such turns."))
    raise ValueError(
        _("these turns can be read in {games}: say which by --game, or by a header.").format(
            games=_(" and ").join(game.id for game in able)
        )
    )


# ---- a whole game ------------------------------------------------------------------------------


def _read(
    text: str,
    games: Sequence[type[AnyGame]],
    chosen: AnyGame | None,
    draw: Callable[[View], str],
) -> Iterator[WrittenGame | RefusedGame]:
    """The games of *text*, with a ``RefusedGame`` for each that cannot be read."""
    before: type[AnyGame] | None = None
    sheet_text = as_sheet(text)
    for sheet in note_sheets(sheet_text):
        try:
            with Gate(NAME, ValueError):
                before, given = _game_of(sheet, games, chosen, before)
                reading = SheetReading(before, sheet, given)
                reading.read_all()
                written = _written(reading)
                if sheet_text is not text:
                    written = without_happenings(reading.game, reading.first, written, draw)
        except TookTooLong:
            raise
        except (GipfMetaError, ValueError) as error:
            yield RefusedGame(reason(error))
        else:
            yield written


def _written(reading: SheetReading) -> WrittenGame:
    """The game as its *reading* says it."""
    game, read = reading.game, reading.read
    return WrittenGame(
        game.id,
        reading.turns,
        game.options_in_record(),
        tuple(reading.names),
        read.about,
        reading.comment,
        read.position,
        read.luck,
        result=reading.result,
        fault=reading.damage or _fault_at_its_line(reading),
        ms=reading.next_ms,
        told=reading.notices.sentences(),
    )


def _fault_at_its_line(reading: SheetReading) -> str:
    """The fault and its place, where more text follows it; else ``""``. A part of a turn may be a
    decision, so the record that plays it again may find no fault."""
    if not reading.is_cut:
        return ""
    return _("In {place}: {why}").format(place=reading.turns[-1].place, why=reading.fault)
