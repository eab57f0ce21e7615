"""The turns of a note sheet, with comments, signs and variations, as the game itself reads them.

A turn is the longest run of words that the game takes for a legal one. Other words may be a sign, a
number, the name of a player, or a result; anything else ends the game, and the longest run of words
that looks like a turn is blamed for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gipf_meta.base.names import plain_letters
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sgf import name_line
from gipf_meta.base.texts import _
from gipf_meta.match.note_sheets import NoteSheet, SheetPiece
from gipf_meta.match.sheet_beginning import MOST_WORDS, RESERVED, begin_sheet
from gipf_meta.match.sheet_blame import count_blamed, count_idle, spare_words
from gipf_meta.match.sheet_lines import Moments, TurnBeingRead, TurnLine, joined
from gipf_meta.match.sheet_remarks import SheetNotices, never_closed, too_deep
from gipf_meta.match.sheet_results import is_open_end, read_result, seat_called
from gipf_meta.match.sheet_words import EVALUATIONS, sign_of, words_between, words_of
from gipf_meta.match.typed_turns import read_decisions
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, IllegalMove, MoveError, Turn
from gipf_meta.protocol.readers import DEEPEST_VARIATIONS, WrittenResult, WrittenTurn

MOST_WORDS_OF_NAMES: Final = 8
"""The most words before a colon that may be the name of a player."""
MOST_LOOKED_AT: Final = 100
"""The most words of a comment that are tried as turns."""

_TIME: Final = re.compile(r"@([0-9]{1,15})")
_BARE_NUMBER: Final = re.compile(r"([0-9]{1,4}):?")

# ---- turns -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _FoundTurn:
    """A turn that was found: the *count* of its words, its *text* and its *moves*."""

    count: int
    text: str
    moves: Sequence[Any]


class SheetReading:
    """Reads the pieces of a *sheet* as turns of a game of some *kind*, at most so many.

    Raises ``ValueError`` where it cannot even begin.
    """

    def __init__(
        self,
        kind: type[AnyGame],
        sheet: NoteSheet,
        chosen: AnyGame | None = None,
        most: int | None = None,
    ) -> None:
        self.read, self.state, self.sheet = begin_sheet(sheet, kind, chosen)
        self.first = self.state
        self.game: AnyGame = self.read.game
        self.most = most
        self.names = list(self.read.names)
        self.ms = 0
        """The time of the game in ms, where the turns tell it."""
        self.next_ms: int | None = None
        """The time in ms that stands before the next turn, if any."""
        self.next_seat: int | None = None
        """The seat whose name stands before the next turn, if any."""
        self.line = TurnLine(1, [(self.state, self.ms)])
        self.outer: list[TurnLine] = []
        """The lines around this one."""
        self.passed_over = 0
        """The number of open brackets in the text that is being skipped."""
        self.left_out: list[str] = []
        """The words that are being skipped."""
        self.notices = SheetNotices(place.sentence for place in self.sheet.notices)
        self.notices.add(self.read.notices)
        self.fault = ""
        """The reason why a turn is not legal, which ends the game; ``""``: all are."""
        self.is_cut = False
        """Whether turns, comments or signs follow the turn of the fault."""
        self.damage = ""
        """A sentence on damage other than in turns."""
        self.last: tuple[_FoundTurn | None, int] = (None, 0)
        """The last turn, and the place of the piece behind it."""
        self.looked_at = 0
        """The end of the words that were tried as a result."""
        self.legal = 0
        """The number of legal turns of the main line."""
        self.is_over = False
        """Whether a result was read."""
        self.result = self.read.result

    @property
    def comment(self) -> str:
        """The comment before the first turn."""
        return joined((self.outer[0] if self.outer else self.line).comments)

    @property
    def turns(self) -> tuple[WrittenTurn, ...]:
        """The turns of the main line."""
        return (self.outer[0] if self.outer else self.line).written()

    def read_all(self) -> None:
        """Reads up to the end, the first fault, or the most turns."""
        self._read(self.sheet.pieces[:])
        if self.passed_over and not self.line.skips:
            self._tell_left_out(self.sheet.pieces[-1].line)
        while self.outer and not self.fault:
            words = _("Line {number}: the variation that begins here never ends.")
            self.notices.tell(self.line.number, words)
            self._end_variation()
        if not self.fault:
            self.notices.tell_end(self.sheet.pieces, self.next_seat is not None)

    def _read(self, pieces: list[SheetPiece]) -> None:
        """Reads *pieces* up to the first fault, or the most turns."""
        at = end = 0
        while at < len(pieces) and not self.fault:
            if self.most is not None and len(self.line.turns) >= self.most and not self.outer:
                return
            piece = pieces[at]
            at += 1
            if piece.kind == "(":
                self._open(piece)
            elif piece.kind == ")":
                self._close(piece)
            elif self.passed_over or self.line.skips:
                self._pass_over(piece)
            elif piece.kind in ("comment", "open"):
                self._add_comment(piece)
            elif piece.kind == "sign":
                self._add_sign(piece)
            elif piece.kind == "word":
                end = max(at, end)  # of the words in a row, which are looked for once
                while end < len(pieces) and pieces[end].kind == "word":
                    end += 1
                at += self._take(pieces, at - 1, end) - 1
        if self.fault:
            self.is_cut |= any(each.kind in ("word", "comment", "sign") for each in pieces[at:])

    # ---- variations ----------------------------------------------------------------------------

    def _open(self, piece: SheetPiece) -> None:
        """Begins a variation of the last turn."""
        if self.passed_over or self.line.skips:
            self.passed_over += 1
            self.left_out.append("(")
        elif len(self.outer) == DEEPEST_VARIATIONS:
            self.passed_over, self.left_out = 1, [""]
            self.damage = self.damage or too_deep(piece.line)
        elif not self.line.turns:
            self.passed_over, self.left_out = 1, ["("]
        else:
            before = self.line.before
            self.state, self.ms = before[self._begin_of_turn(before)]
            self.next_seat = None
            self.outer.append(self.line)
            self.line = TurnLine(piece.line, [(self.state, self.ms)])

    def _close(self, piece: SheetPiece) -> None:
        """Ends the variation, or a bracket of the text that is being skipped."""
        if self.passed_over:
            self.passed_over -= 1
            self.left_out.append(")")
            if not (self.passed_over or self.line.skips):
                self._tell_left_out(piece.line)
        elif self.outer:
            self._end_variation()
        else:
            self.notices.tell(
                piece.line, _("Line {number}: a bracket closes that was never opened.")
            )

    def _end_variation(self) -> None:
        """Goes back to the line in which the variation stands."""
        line, self.line = self.line, self.outer.pop()
        if line.skips:
            words = _("Line {number}: a variation is left out from {text} on: {why}")
            self.notices.tell(line.number, words, text=" ".join(self.left_out), why=line.why)
        self.passed_over, self.next_seat = 0, None
        self.state, self.ms = self.line.before[-1]
        if line.turns:
            turn = self.line.turns[self._begin_of_turn(self.line.before)]
            turn.variations.append(line.written())
        else:
            self.line.turns[-1].comments += line.comments

    def _begin_of_turn(self, before: Moments) -> int:
        """The index of the first decision of the last turn, which may stand in several."""
        at = max(0, len(before) - 2)
        number = _number_of_turn(self.game, before[at][0])
        while at and number and _number_of_turn(self.game, before[at - 1][0]) == number:
            at -= 1
        return at

    def _pass_over(self, piece: SheetPiece) -> None:
        """Passes over a *piece*."""
        self.left_out.append(piece.text if piece.kind != "comment" else f"{{{piece.text}}}")
        if piece.kind == "open":
            self.damage = self.damage or never_closed(piece.line)

    def _tell_left_out(self, line: int) -> None:
        """Adds a notice on skipped words in brackets behind no turn, which end on this *line*; none
        on variations that are nested too deeply."""
        if not self.left_out[0]:
            return
        words = _("Line {number}: a variation of no turn is passed over: {text}")
        self.notices.tell(line, words, text=" ".join(self.left_out))

    # ---- beside turns --------------------------------------------------------------------------

    def _add_comment(self, piece: SheetPiece) -> None:
        if piece.kind == "open" or ("{" in piece.text and self._holds_turn(piece.text)):
            self.damage = self.damage or never_closed(piece.line)
        turns = self.line.turns
        (turns[-1].comments if turns else self.line.comments).append(piece.text)

    def _holds_turn(self, comment: str) -> bool:
        """Whether the next turn stands in a *comment* that seems to begin twice."""
        words = words_of(comment.replace("{", " "), MOST_LOOKED_AT)
        return any(
            isinstance(self._find_turn(words[at : at + 2], None, None), _FoundTurn)
            for at in range(len(words))
        )

    def _add_sign(self, piece: SheetPiece) -> None:
        sign = sign_of(piece.text)
        if not self.line.turns or not sign or self.is_over:
            words = _("Line {number}: the sign {text} stands behind no turn, or is not known.")
            self.notices.tell(piece.line, words, text=piece.text)
        else:
            self.line.turns[-1].signs.append(sign)

    # ---- words ---------------------------------------------------------------------------------

    def _take(self, pieces: list[SheetPiece], first: int, end: int) -> int:
        """Reads the first of the words from *first* to *end* of *pieces*; returns the number of
        words that it took."""
        piece = pieces[first]
        if (time := _TIME.fullmatch(piece.text)) is not None:
            self.next_ms = int(time[1])
            return 1
        words = [each.text for each in pieces[first : min(end, first + MOST_WORDS)]]
        self._advance()
        found = self._find_turn(words, self.next_ms, self.next_seat)
        spare: list[str] = []
        if not isinstance(found, _FoundTurn) and (spare := self._spare_words(first)):
            found = self._find_turn([*spare, *words], self.next_ms, self.next_seat)
        if isinstance(found, _FoundTurn) and found.count > len(spare):
            self._give_back(spare)
            self._play(found, piece.line)
            self.last = found, first + found.count - len(spare)
            return found.count - len(spare)
        if not self.outer and (idle := count_idle(self.game, self.state, words)):
            return idle
        if words[0] in EVALUATIONS and self.line.turns and first and _is_behind(pieces[first - 1]):
            self.line.turns[-1].signs.append(words[0])
            return 1
        if (count := self._take_name(pieces, first, words)) is not None:
            return count
        if end > self.looked_at:  # a result may be as long as its line; once for all its words
            self.looked_at = end
            words = [each.text for each in pieces[first:end]]
        if count := self._take_result(words, piece.line):
            return count
        words = words[:MOST_WORDS]
        if self.line.turns and (inside := _bracketed(piece)):
            self._read(inside)
            self.last = None, 0
            return 1
        if self._is_number(words, is_first=not first or pieces[first - 1].kind == "end"):
            return 1
        if self.is_over:
            said = " ".join(each.text for each in pieces[first:end])
            words_told = _("Line {number}: {text} stands behind the result, and is not kept.")
            self.notices.tell(piece.line, words_told, text=said)
            return end - first
        count = self._blame(words, spare, piece.line)
        self.is_cut = count < end - first
        return len(words) if self.outer else end - first

    def _spare_words(self, first: int) -> list[str]:
        """The words at the end of the last turn that it does not need, if the piece *first* stands
        right behind them: ``x``, with which a capture may begin there."""
        found, end = self.last
        if found is None or end != first or found.count == 1 or len(self.line.before) < 2:
            return []
        return spare_words(self.game, self.line.before[-2][0], found.text, found.moves)

    def _give_back(self, spare: Sequence[str]) -> None:
        """Takes the *spare* words away from the last turn."""
        if spare:
            turn = self.line.turns[-1]
            turn.text = turn.text.removesuffix(" ".join(spare)).rstrip()

    def _advance(self) -> None:
        """Lets the time pass that stands before the next turn."""
        ms = self.next_ms
        if ms is not None and ms > self.ms and (acting := timed(self.game)) is not None:
            self.state, self.ms = acting.advance(self.state, ms - self.ms), ms

    def _find_turn(
        self, words: Sequence[str], ms: int | None, seat: int | None
    ) -> _FoundTurn | dict[int, MoveError]:
        """The longest turn that *words* begin with, or the error for each number of them."""
        why: dict[int, MoveError] = {}
        for count in range(len(words), 0, -1):
            text = " ".join(words[:count])
            try:
                return _FoundTurn(count, text, _moves_of(self.game, self.state, text, ms, seat))
            except MoveError as error:
                why[count] = error
        return why

    def _play(self, found: _FoundTurn, line: int) -> None:
        for move in found.moves:
            self.state = self.game.apply(self.state, move)
        self.line.before.append((self.state, self.ms))
        self._add_turn(found.text, line)
        self.legal += not self.outer
        self.is_over = False

    def _add_turn(self, text: str, line: int) -> None:
        turn = TurnBeingRead(text, self.next_seat, self.next_ms, name_line(line))
        if self.outer and not self.line.turns:
            turn.comments += self.line.comments
        self.line.turns.append(turn)
        self.next_ms = self.next_seat = None

    def _is_number(self, words: Sequence[str], *, is_first: bool) -> bool:
        """Whether the first of *words* is the number of a turn without a dot: a turn stands behind
        it, or it is the next number and stands first on its line."""
        number = _BARE_NUMBER.fullmatch(words[0])
        if number is None:
            return False
        turn = _number_of_turn(self.game, self.state)
        if is_first and turn and int(number[1]) in (turn, (turn + 1) // 2):
            return True
        behind = self._find_turn(words[1:], self.next_ms, self.next_seat)
        return isinstance(behind, _FoundTurn)

    def _take_name(self, pieces: list[SheetPiece], first: int, words: Sequence[str]) -> int | None:
        """Reads the name of a player before a colon: ``White:``; returns its number of words,
        ``None``: it is no name. The rest of the last word, behind the colon, is left in place."""
        for count, word in enumerate(words[:MOST_WORDS_OF_NAMES], 1):
            before, colon, behind = word.partition(":")
            if not colon:
                continue
            name = " ".join((*words[: count - 1], before)).strip()
            rest = (*((behind,) if behind else ()), *words[count:])
            seat = None if self.next_seat is not None else self._seat_of(name, rest)
            if seat is None:
                return None
            self.next_seat = seat
            if not behind:
                return count
            last = first + count - 1
            piece = pieces[last]
            pieces[last] = replace(piece, text=behind, begin=piece.end - len(behind))
            return count - 1
        return None

    def _seat_of(self, name: str, words: Sequence[str]) -> int | None:
        """The seat called *name*; an unknown name becomes that of the seat on turn, where *words*
        behind it are a turn."""
        plain = plain_letters(name)
        if read_whole(name) is not None or not plain or plain in RESERVED:
            return None
        seat = seat_called(self.game, name, self.names)
        now = self.game.status(self.state)
        if seat is not None or not isinstance(now, Turn):
            return seat
        is_turn = isinstance(self._find_turn(words, self.next_ms, None), _FoundTurn)
        if not is_turn or now.seat >= len(self.names) or self.names[now.seat] or self.outer:
            return None
        self.names[now.seat] = name
        return now.seat

    def _take_result(self, words: Sequence[str], line: int) -> int:
        """Reads the result that *words* begin with; returns its number of words, 0: none."""
        counts: list[int] = [len(words), *range(min(len(words) - 1, MOST_WORDS), 0, -1)]
        for count in counts:
            said = " ".join(words[:count]).strip(" .").casefold()
            result = self._result(said)
            if result is None and not is_open_end(said or words[0]):
                continue
            if self.outer:
                words_told = _("Line {number}: the result of a variation is not kept: {text}")
                self.notices.tell(line, words_told, text=" ".join(words[:count]))
                return count
            if result and self.result and result.winners != self.result.winners:
                words_told = _("Line {number}: {text} is not the result that was told before.")
                self.notices.tell(line, words_told, text=" ".join(words[:count]))
            self.result, self.is_over, self.next_seat = result or self.result, True, None
            return count
        return 0

    def _result(self, said: str) -> WrittenResult | None:
        """The result in *said*: ``white resigns``, ``1-0``, ``draw``, ``black wins``."""
        now = self.game.status(self.state)
        mover = now.seat if isinstance(now, Turn) else None
        mover = mover if self.next_seat is None else self.next_seat
        return read_result(self.game, said, self.names, mover)

    # ---- faults --------------------------------------------------------------------------------

    def _blame(self, words: Sequence[str], spare: Sequence[str], line: int) -> int:
        """Ends the line before *words*, which begin with no turn, also not with the *spare* ones
        before them; returns the number of words to blame."""
        why, count = self._blamed(words)
        if spare:
            all_words = [*spare, *words]
            why_all, count_all = self._blamed(all_words)
            if count_all > len(spare):
                self._give_back(spare)
                words, why, count = all_words, why_all, count_all
            else:
                spare = ()
        text = " ".join(words[:count])
        if self.outer:
            self.line.skips, self.line.why = True, why
            self.line.number, self.left_out = line, [*words]
        else:
            # the turn is handed on: the replay of it reports the reason
            self._add_turn(text, line)
            self.fault = why or text
        return count - len(spare)

    def _blamed(self, words: Sequence[str]) -> tuple[str, int]:
        """The reason why *words* begin with no turn, and the number to blame; 0: they do."""
        found = self._find_turn(words, self.next_ms, self.next_seat)
        if isinstance(found, _FoundTurn):
            return "", 0
        count = count_blamed(words, found, self._is_understood)
        return str(found[count]), count

    def _is_understood(self, word: str) -> bool:
        """Whether a *word* alone is a turn, though it may be against the rules."""
        found = self._find_turn([word], None, None)
        return isinstance(found, _FoundTurn) or isinstance(found[1], IllegalMove)


def _moves_of(
    game: AnyGame, state: Any, text: str, ms: int | None, seat: int | None
) -> Sequence[Any]:
    """The moves of a turn of *seat*, ``None``: of the seat on turn; with a time *ms*, *text* may be
    one decision of a turn. Raises ``MoveError``."""
    now = game.status(state)
    if isinstance(now, Turn) and seat not in (None, now.seat):
        assert seat is not None
        return read_decisions(game, state, seat, False, text)
    try:
        return game.parse_turn(state, text)
    except MoveError:
        if ms is None or not isinstance(now, Turn):
            raise
        return [game.parse(state, now.seat, text)]


def _bracketed(piece: SheetPiece) -> list[SheetPiece]:
    """The pieces of a variation that is one word, ``(1...Bd7,a4)``; none: it is not."""
    word = piece.text
    if not (word.startswith("(") and word.endswith(")")) or "(" in word[1:]:
        return []
    inside = [
        replace(piece, kind=kind, text=text)
        for kind, text, _span in words_between(word, 1, len(word) - 1)
    ]
    return [replace(piece, kind="(", text="("), *inside, replace(piece, kind=")", text=")")]


def _is_behind(piece: SheetPiece) -> bool:
    """Whether a sign may stand behind *piece*."""
    return piece.kind not in ("number", "(")


def _number_of_turn(game: AnyGame, state: Any) -> int | None:
    """The number of the turn that comes next; ``None``: none does."""
    now = game.status(state)
    return now.number if isinstance(now, Turn) else None
