"""The games of a text that is SGF: each is read by the reader that knows it.

A text may hold games of many kinds and sites. One that no reader knows, that cannot be read, or on
which its reader fails is refused by itself, and the others are read.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import error_text, one_line
from gipf_meta.base.sgf import GameTree, SgfGame, place_finder, sgf_games
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import TookTooLong, work_limit
from gipf_meta.protocol.failures import describe_failure
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.readers import (
    PlaceOf,
    Reader,
    RefusedGame,
    SgfReader,
    WrittenGame,
    WrittenTurn,
)

READING_MS: Final = 20_000
"""The most milliseconds of the processor that a reader may take for a game."""

Read: TypeAlias = tuple[str, WrittenGame | RefusedGame]
"""The name of a reader, and the game that it read or refused."""

_NUMBERED: Final[Mapping[str, str]] = {
    "1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku", "6": "backgammon", "7": "xiangqi",
    "8": "shogi", "10": "Ataxx", "11": "Hex", "12": "Jungle", "13": "Neutron", "15": "Quadrature",
    "16": "Trax", "17": "Tantrix", "18": "Amazons", "19": "Octi", "20": "Gess", "21": "TwixT",
    "23": "Plateau", "26": "Gobblet", "27": "Hive", "28": "Exxit", "29": "Hnefatafl", "30": "Kuba",
    "31": "Tripples", "32": "Chase", "34": "Sahara", "35": "Byte", "36": "Focus", "40": "Kropki",
}  # fmt: skip
"""Games to which the standard gives a number in ``GM``."""


def root_of(tree: GameTree) -> dict[str, str]:
    """The properties of the first node of *tree*, each with its first value."""
    root: dict[str, str] = {}
    for name, value in tree.nodes[0].properties if tree.nodes else ():
        root.setdefault(name, value)
    return root


def read_sgf_games(text: str, readers: Sequence[SgfReader]) -> Iterator[Read]:
    """The games of *text*, each read by the first of *readers* that knows it.

    A copy of a game that stands before it is left out, as sites write one into some files: it has
    the same turns, and the same people and date or none.
    """
    games, all_readers = sgf_games(text), _Readers(readers, place_finder(text))
    known: set[tuple[bytes, tuple[str, ...], str]] = set()
    while True:
        with work_limit(READING_MS, _("Reading it")):
            game = next(games, None)
        if game is None:
            return
        name, read = all_readers.read(game)
        if isinstance(read, WrittenGame) and read.turns:
            played, (names, day) = _played(read), _who_and_when(read)
            if (played, names, day) in known:
                continue
            # another that says less of people and day is a copy, too
            known.update((played, who, when) for who in (names, ()) for when in (day, ""))
        yield name, read


def _who_and_when(written: WrittenGame) -> tuple[tuple[str, ...], str]:
    """The names of the players, and the day of the game; empty where the text does not say it."""
    day = written.about.get("date", "")
    names = tuple(written.names) if any(written.names) else ()
    return names, day if re.search(r"[0-9]", day) else ""  # a site's own log has words there


def _played(written: WrittenGame) -> bytes:
    """A hash that is equal for games that differ in people and date alone: over all turns, without
    their places and times."""
    options = sorted(written.options.items())
    begun = repr((written.game, options, written.position, written.comment))
    said = hashlib.sha256(begun.encode("utf-8", "replace"))
    rest: list[WrittenTurn | str] = [*reversed(written.turns)]
    while rest:
        turn = rest.pop()
        if isinstance(turn, str):
            said.update(turn.encode())
            continue
        said.update(repr((turn.text, turn.comment, turn.signs)).encode("utf-8", "replace"))
        for line in reversed(turn.variations):
            rest.extend((")", *reversed(line), "("))
    return said.digest()


class _Readers:
    """Readers of the games of one text. One that has taken too long is not called again: a text may
    hold thousands."""

    def __init__(self, readers: Sequence[SgfReader], find_place: PlaceOf) -> None:
        self.readers = [*readers]
        self.find_place = find_place

    def read(self, game: SgfGame) -> Read:
        """The *game* as the first reader that knows it reads it; refused where none does."""
        root = root_of(game.tree)
        reader = next((each for each in self.readers.copy() if self._knows(each, root)), None)
        if reader is None:
            return "", RefusedGame(_unknown(root, game.fault))
        try:
            with Gate(reader.name, ValueError), work_limit(READING_MS, _("Reading it")):
                written = reader.read(game.tree, self.find_place)
                if not isinstance(written, WrittenGame):
                    what = one_line(repr(written), 60)
                    raise TypeError(f"it read {what}, which is no WrittenGame")
        except (GipfMetaError, ValueError) as error:
            self._leave_out(reader, error)
            return reader.name, RefusedGame(why_unread(reader, error, game.fault))
        faults = [*filter(None, (written.fault, game.fault))]
        notices = (*game.notices, *written.told, *faults[1:])
        return reader.name, replace(written, fault="".join(faults[:1]), told=notices)

    def _knows(self, reader: SgfReader, root: Mapping[str, str]) -> bool:
        """Whether *reader* knows a game with that *root*; one that fails does not."""
        try:
            with Gate(reader.name), work_limit(READING_MS, _("Looking at it")):
                return bool(reader.knows(root))
        except GipfMetaError as error:
            self._leave_out(reader, error)
            return False

    def _leave_out(self, reader: SgfReader, error: BaseException) -> None:
        if isinstance(error, TookTooLong):
            self.readers.remove(reader)


def why_unread(reader: Reader | SgfReader, error: BaseException, fault: str = "") -> str:
    """The sentence on a *reader* that could not read a text or a game, which may have a *fault*."""
    if isinstance(error, ValueError) and str(error):
        return fault or error_text(error)
    return _("the reader {reader} failed ({why}).").format(
        reader=reader.name, why=describe_failure(error)
    )


def _unknown(root: Mapping[str, str], fault: str) -> str:
    """The reason why a game with that *root*, which no reader knows, is refused."""
    number = root.get("GM", "").strip()
    form = root.get("FF", "").strip()  # littlegolem.net has the game there
    titles = (
        root.get("SU", ""),
        _NUMBERED.get(number, ""),
        "" if read_whole(form) is not None else form,
    )
    if title := one_line(next(filter(None, titles), ""), 40):
        return _("it is a game of {game}, which no reader here knows.").format(game=title)
    if number:
        return _("its game has the number {number} (GM), which no reader here knows.").format(
            number=one_line(number, 20)
        )
    return fault or _("it does not say which game it is (GM or SU).")
