"""Turns that are pasted into a match as one text: split, so that they are played one by one.

Several may stand on a line, with numbers, signs and comments, as on a note sheet. One turn is the
longest run of words that is legal in the match where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gipf_meta.base.addresses import is_address
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sgf import name_line
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.match.note_sheets import note_sheets
from gipf_meta.match.sheet_beginning import MOST_WORDS
from gipf_meta.protocol.capabilities import Positions, read_position

MOST_PASTED: Final = 1_000
"""The most turns of a text that is pasted into a match."""
_GAME: Final = re.compile(
    r"[\s\ufeff>]*(?:<|\{|%|\(\s*(?:;|$)|\[\s*\w+\s+[\"“”„]|\[\s*[\"\[{}\]]"
    r"|(?i:game|event)\s*[:：]\s*\S)"
)
"""How a game begins: JSON, SGF, the page of a site, the headers of a note sheet, also in a mail."""
_NUMBERED: Final = re.compile(r"\s*[0-9]{1,4}(?:\.+|\))\s*[^\s0-9.]")
"""How a turn with its number begins, as on a note sheet."""


@dataclass(frozen=True, slots=True)
class PastedTurn:
    """A turn as it was pasted, or words that are none; *place* is for sentences: ``line 3``."""

    place: str
    text: str


def is_more_than_turns(text: str) -> bool:
    """Whether *text* begins as a game with all that belongs to it, or is an address of one."""
    return _GAME.match(text) is not None or is_address(text)


def is_numbered(line: str) -> bool:
    """Whether *line* has turns behind a number."""
    return _NUMBERED.match(line) is not None


def is_whole(text: str) -> bool:
    """Whether *text* is more than one line of input: several lines, or turns with their numbers,
    or a game."""
    return len(text.strip().splitlines()) > 1 or is_numbered(text) or is_more_than_turns(text)


def pasted_turns(text: str, match: Match, *, knows_luck: bool) -> list[PastedTurn]:
    """The turns of *text* from where *match* stands, up to the first that is not legal; none where
    it is a game or a position of its own.

    Words are tried as turns only where the reader *knows_luck*, for a trial would reveal the next
    draws of luck; else the words between numbers and ends of lines are one turn.
    """
    if is_more_than_turns(text) or _is_position(match, text):
        return []
    turns: list[PastedTurn] = []
    for place, words in _runs(text):
        while words:
            count, after = _first_turn(match, words) if knows_luck else (len(words), match)
            turns.append(PastedTurn(place, " ".join(words[: count or len(words)])))
            if not count or len(turns) == MOST_PASTED:
                return turns
            match, words = after, words[count:]
    return turns


def _runs(text: str) -> Iterator[tuple[str, list[str]]]:
    """The runs of words between numbers and ends of lines, each behind its place; no variations."""
    depth, words, line = 0, list[str](), 1
    sheet = next(note_sheets(text), None)
    for piece in sheet.pieces if sheet is not None else ():
        depth += (piece.kind == "(") - (piece.kind == ")")
        if piece.kind == "word" and not depth:
            words, line = [*words, piece.text], piece.line
        elif piece.kind in ("number", "end") and words:
            yield name_line(line), words
            words = []
    if words:
        yield name_line(line), words


def _first_turn(match: Match, words: list[str]) -> tuple[int, Match]:
    """The number of *words* in the next turn, and the match after it; 0: no turn is legal."""
    for count in range(min(len(words), MOST_WORDS), 0, -1):
        try:
            return count, match.play(" ".join(words[:count]))
        except DuelUnavailable as error:
            return count, error.match
        except GipfMetaError:
            continue
    return 0, match


def _is_position(match: Match, text: str) -> bool:
    """Whether *text* is a position of the game on top."""
    game = match.top.game
    if not isinstance(game, Positions):
        return False
    try:
        read_position(game, text, None)
    except GipfMetaError:
        return False
    return True
