"""The log of a file of boardspace.net, read node by node: gestures become turns.

Gestures that were taken back are gone: the files number gestures, and a number that a finished turn
has had already restarts the game there. In the running turn numbers mean nothing: old files mix
them up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, TypeVar

from gipf_meta.base.sgf import COMMENT, SgfNode
from gipf_meta.base.texts import _
from gipf_meta.protocol.boardspace import SiteGesture
from gipf_meta.records.own_marks import from_sgf, tidy
from gipf_meta.records.site_words import KEPT, OTHER_SIGNS, PASSED_OVER, SIGN_CODES, SIGN_OF

_PLAYER: Final = re.compile(r"[Pp](\d|-1)", re.ASCII)
_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)
_MS: Final = re.compile(r"\d{1,12}", re.ASCII)
_FACTS: Final = ("id", "time", "ranking")
"""Words about a player that are no gestures."""
_ENDS: Final = ("resign", "winontime", "acceptdraw")
_SAY_NOTHING: Final = (
    "offerdraw", "declinedraw", "gameover", "nullmove", "edit:", "pop", "control",
)  # fmt: skip
"""Words that change no board; the last are of the site's own log of a broken game."""


MOST_OF_TURN: Final = 20
"""The most gestures of a turn, when turns are counted; a longer one counts as several."""


@dataclass(slots=True)
class LoggedTurn:
    """The *gestures* of one *side* up to Done, with their *numbers*, comments and signs.

    *at* is the letter at which it begins. *clocks* are the times that both sides had used by its
    end, in ms. *first_of* has the index of the first gesture of each number. *comments* have the
    letters at which their nodes begin.
    """

    side: int
    at: int
    clocks: tuple[int, int]
    gestures: list[SiteGesture] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    first_of: dict[int, int] = field(default_factory=dict)
    comments: list[tuple[int, str]] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    is_over: bool = False

    def copy(self) -> LoggedTurn:
        """A copy of this turn, for a variation."""
        return LoggedTurn(
            self.side,
            self.at,
            self.clocks,
            self.gestures[:],
            self.numbers[:],
            dict(self.first_of),
            self.comments[:],
            self.signs[:],
            self.is_over,
        )

    def add(self, gesture: SiteGesture, number: int) -> None:
        """Adds a *gesture* with its *number*."""
        self.first_of.setdefault(number, len(self.gestures))
        self.gestures.append(gesture)
        self.numbers.append(number)

    def cut(self, first: int) -> list[int]:
        """Takes back the gestures from the *first* on; returns the numbers that are gone."""
        gone = [n for n in dict.fromkeys(self.numbers[first:]) if self.first_of[n] >= first]
        for number in gone:
            del self.first_of[number]
        del self.numbers[first:], self.gestures[first:]
        return gone


_Key = TypeVar("_Key")


def _keeps(said: dict[_Key, str], name: _Key, value: str, is_beside: bool) -> bool:
    """Whether *said* has this *value* for *name*, after it was set where the name is new. A match
    has one value for a name, which a variation, *is_beside*, cannot set."""
    if name not in said and not is_beside:
        said[name] = value
    return said.get(name) == value


class SiteLog:
    """The log of a line so far. *before* are the gestures with which the board was set up.

    *ends* are words that end a game, each with its side. *last* are the words of the last gesture,
    Done included. *fault* is the reason why nothing follows. *waiting* are comments in a variation
    before its first gesture. *left* are properties that no record holds: the letter at which the
    node begins, the name, and the value.
    """

    def __init__(self) -> None:
        self.facts: dict[str, str] = {}
        self.people: dict[tuple[int, str], str] = {}
        self.before: list[SiteGesture] = []
        self.turns: list[LoggedTurn] = []
        self.comments: list[str] = []
        self.ends: list[tuple[int, str]] = []
        self.last: SiteGesture = ()
        self.fault = ""
        self.waiting: list[tuple[int, str]] = []
        self.left: list[tuple[int, str, str]] = []
        self._is_beside = self._begins_beside = False
        self._begun_at = 0
        self._edits = False
        self._highest = -1
        self._over = False
        self._turns_with: dict[int, list[int]] = {}
        """The turns that have a number, in their order."""

    def copy(self, at: int) -> SiteLog:
        """A copy of this log for a variation, which begins at letter *at*, without comments yet."""
        other = SiteLog()
        other._is_beside = other._begins_beside = True
        other._begun_at = at
        other.facts, other.people = dict(self.facts), dict(self.people)
        other.before, other.comments = self.before[:], self.comments[:]
        other.turns, other.ends = [turn.copy() for turn in self.turns], self.ends[:]
        other.fault, other._edits, other._highest = self.fault, self._edits, self._highest
        other._over = self._over
        other._turns_with = {number: at[:] for number, at in self._turns_with.items()}
        return other

    def weight(self) -> int:
        """The cost of a copy, in turns."""
        gestures = sum(len(turn.gestures) for turn in self.turns)
        return max(len(self.turns), gestures // MOST_OF_TURN)

    def take(self, node: SgfNode) -> None:
        """Reads *node*."""
        marks: list[str] = []
        for name, value in node.properties:
            if player := _PLAYER.fullmatch(name):
                self._take_words(int(player[1]), value, node.at)
            elif name == "TM":
                self._take_time(value.strip(), node.at)
            elif name in SIGN_CODES:
                self._take_signs(name, value, node.at)
            elif name in KEPT:
                if not _keeps(self.facts, name, value.strip(), self._is_beside):
                    self.left.append((node.at, name, value))
            elif drawn := from_sgf(name, value):
                marks.append(drawn)
            elif name != COMMENT and name not in PASSED_OVER:
                self.left.append((node.at, name, value))
        comments = [*filter(None, map(str.strip, node.values(COMMENT)))]
        for comment in [tidy([*comments, *marks])] if marks else comments:
            if self._begins_beside:
                self.waiting.append((node.at, comment))
            elif self.turns:
                self.turns[-1].comments.append((node.at, comment))
            else:
                self.comments.append(comment)

    def _take_time(self, value: str, at: int) -> None:
        if not _MS.fullmatch(value):
            self.left.append((at, "TM", value))
        if not self.turns or not _MS.fullmatch(value):
            return  # while a board is set up, a clock runs that says nothing of the match
        turn = self.turns[-1]
        used = list(turn.clocks)
        used[turn.side] = max(used[turn.side], int(value))
        turn.clocks = (used[0], used[1])

    def _take_signs(self, name: str, value: str, at: int) -> None:
        sign = value if name == OTHER_SIGNS else SIGN_OF.get((name, value), "")
        if self.turns and sign:
            self.turns[-1].signs.append(sign)
        else:
            self.left.append((at, name, value))

    def _take_words(self, side: int, value: str, at: int) -> None:
        number, words = -1, value.split()
        if words and _NUMBER.fullmatch(words[0]):
            number = int(words[0])
            words = words[1:]
        if not words or self.fault:
            return
        verb = words[0].lower()
        if verb not in _FACTS and self._is_after_end(side, verb):
            return
        if verb in ("start", "edit"):
            self._edits = verb == "edit"
        elif side < 0 or verb in _SAY_NOTHING:
            return
        elif verb not in _FACTS:
            self._take_verb(side, number, (verb, *words[1:]), at)
        else:
            about = " ".join(words[1:]).strip('"').strip()
            is_kept = side < 2 and _keeps(self.people, (side, verb), about, self._is_beside)
            if not is_kept and verb != "time":
                self.left.append((at, f"P{side}", value))

    def _take_verb(self, side: int, number: int, gesture: SiteGesture, at: int) -> None:
        """Reads a *gesture* of *side*."""
        verb, self.last = gesture[0], gesture
        if verb in _ENDS:
            self.ends.append((side, verb))
        elif verb == "done":
            self._finish_turn(side, at)
        elif verb == "reset":
            self._take_back_running()
        elif side > 1:
            self.fault = _("More than two people play in it.")
        elif self._edits and self.turns:
            self.fault = _("The board was changed by hand there.")
        elif self._edits:
            self.before.append(gesture)
        else:
            self._take_gesture(side, number, gesture, at)

    def _is_after_end(self, side: int, verb: str) -> bool:
        """Whether the game is over; a gesture behind a word that ends it, but before Done, revokes
        that word."""
        if not self.ends or side < 0:
            return False
        if self._over:
            if verb not in ("done", "edit", "start", *_ENDS, *_SAY_NOTHING):
                self.fault = _("The file goes on after the end of the game.")
            return True
        if verb == "done":
            self._over = True
        elif verb not in _ENDS:
            self.ends.clear()
        return False

    def _finish_turn(self, side: int, at: int) -> None:
        """Ends the turn of *side*; Done alone is a turn without gestures, by which some pass."""
        if self._over:
            return
        self._turn_of(side, at).is_over = True

    def _take_back_running(self) -> None:
        if self.turns and not self.turns[-1].is_over:
            self._cut(len(self.turns) - 1, 0)
            self._forget_turns(len(self.turns) - 1)

    def _take_back_from(self, number: int) -> None:
        """Takes back the gesture *number* of a finished turn, and all that came after it."""
        having = self._turns_with.get(number, [])
        finished = [at for at in having[-2:] if self.turns[at].is_over]
        if not finished:
            return
        index = finished[-1]
        turn = self.turns[index]
        first = turn.first_of[number]
        for later in range(len(self.turns) - 1, index, -1):
            self._cut(later, 0)
        self._cut(index, first)
        turn.is_over = False
        self._forget_turns(index + bool(first))

    def _forget_turns(self, first: int) -> None:
        """Drops the turns from the *first* on; the comments of this line on them go to ``left``."""
        for turn in self.turns[first:]:
            self.left.extend(
                (at, COMMENT, words) for at, words in turn.comments if at >= self._begun_at
            )
        del self.turns[first:]

    def _cut(self, index: int, first: int) -> None:
        """Takes back the gestures of turn *index* from the *first* on."""
        for number in self.turns[index].cut(first):
            self._turns_with[number].pop()

    def _turn_of(self, side: int, at: int) -> LoggedTurn:
        """The running turn of *side*, or a new one, with the comments that were waiting for it."""
        last = self.turns[-1] if self.turns else None
        if last is None or last.is_over or last.side != side:
            last = self._begin_turn(side, at)
        last.comments.extend(self.waiting)
        self.waiting, self._begins_beside = [], False
        return last

    def _begin_turn(self, side: int, at: int) -> LoggedTurn:
        """Begins a new turn of *side*; the last one is over now, also without Done."""
        clocks = (0, 0)
        if self.turns:
            self.turns[-1].is_over = True
            clocks = self.turns[-1].clocks
        self.turns.append(LoggedTurn(side, at, clocks))
        return self.turns[-1]

    def _take_gesture(self, side: int, number: int, gesture: SiteGesture, at: int) -> None:
        if 0 <= number <= self._highest:
            self._take_back_from(number)
        self._highest = max(self._highest, number)
        last = self._turn_of(side, at)
        at_turn, having = len(self.turns) - 1, self._turns_with.setdefault(number, [])
        if having[-1:] != [at_turn]:
            having.append(at_turn)
        last.add(gesture, number)
