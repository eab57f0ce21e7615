"""Games of ZÈRTZ as zertz.app writes them, ZEN: tags, and turns in numbered pairs.

``[ZIP "…"]`` says where the game begins. Rings are called by the columns of that board, which for
37 and 61 rings are ours, for 48 in a mirror. What ZEN has no word for stands in tags and in
commands of comments, ``{[%sign !?] Bold.}``, which zertz.app passes over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gipf_meta import (
    DEEPEST_VARIATIONS,
    N_,
    MoveError,
    OptionError,
    Reader,
    WrittenGame,
    WrittenResult,
    WrittenTurn,
    configure,
)
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.positions import position_text, read_position
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import State
from gipf_meta_zertz.texts import _
from gipf_meta_zertz.zen_moves import WORD, read_word, unknown_ring
from gipf_meta_zertz.zen_tags import Tags, read_tags
from gipf_meta_zertz.zen_writer import write
from gipf_meta_zertz.zip_layout import board_of, is_layout, labels_of, laid, names_of, read_layout

MOST_LOOKED_AT: Final = 20_000
"""The number of letters of a text that are read to tell whether it is ZEN."""

_TAG: Final = r'\[(\w+)[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]'
_PIECE: Final = re.compile(rf"{_TAG}|\{{([^}}]*)(\}}?)|([()])|[^\s(){{}}\[]+|\S")
_NUMBER: Final = re.compile(r"([0-9]+)\.+")
_SIGN: Final = re.compile(r"\[%sign ([^\]\s]{1,20})\]\s*")
_NUMBERED_SIGNS: Final = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
_RESULTS: Final = {"1-0": (0,), "0-1": (1,), "1/2-1/2": (), "½-½": ()}
_OPEN: Final = "*"


# ---- whether it is ZEN -------------------------------------------------------------------------


def looks_like(text: str) -> bool:
    """Whether *text* begins with a ZIP position in a tag, or with turns that only ZEN writes so."""
    words: list[str] = []
    tags: dict[str, str] = {}
    for found in _PIECE.finditer(text, 1 if text[:1] == "\ufeff" else 0, MOST_LOOKED_AT):
        if found[1]:
            if words:
                break
            tags[found[1].lower()] = found[2]
        elif found[3] is None and not found[5]:
            word = _NUMBER.sub("", found[0], count=1)
            if word and (not WORD.fullmatch(word) or len(words) > 11):
                break
            words += [word] if word else []
    if tags.get("game", "zertz").casefold() not in ("zertz", "zèrtz"):
        return False
    fields = tags.get("zip", "").split()
    if fields and is_layout(fields[0]):
        return True
    is_theirs = "zertz.app" in tags.get("site", "").lower()
    # in GIPF Gf1-f2 is a turn, in ZÈRTZ Wd4 is one of ours
    own = [word for word in words if "-" in word or "x" in word or "×" in word]
    return bool(words) and (is_theirs or any(word[0] in "WB" for word in own))


# ---- reading -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Turn:
    """A turn that is being read: its texts, signs, comments and variations so far."""

    texts: tuple[str, ...]
    place: str
    signs: str = ""
    comments: list[str] = field(default_factory=list)
    variations: list[tuple[WrittenTurn, ...]] = field(default_factory=list)

    def written(self) -> Iterator[WrittenTurn]:
        """The turn, or its decisions, the first with the signs, the comments and the variations."""
        for number, text in enumerate(self.texts):
            if number:
                yield WrittenTurn(text, place=self.place)
            else:
                comment, beside = "\n".join(self.comments), tuple(self.variations)
                yield WrittenTurn(text, None, comment, self.signs, None, beside, self.place)


@dataclass(slots=True)
class _Line:
    """A line that is being read: the states *before* its last turn and *now*, where they are
    known. *comments* stand before its first turn. A line that is *skipped* is not read."""

    before: State | None
    now: State | None
    turns: list[_Turn] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    skipped: bool = False

    def written(self) -> tuple[WrittenTurn, ...]:
        """The turns of the line, as read so far."""
        return tuple(each for turn in self.turns for each in turn.written())


class _Game:
    """A game that is being read, from its tags on."""

    def __init__(self, tags: Tags, told: Sequence[str] = ()) -> None:
        self.tags = tags
        self.names: Mapping[str, str] = {}
        """Our names of rings by those of the app."""
        self.rules: Rules | None = None
        self.options: dict[str, Any] = dict(tags.options)
        self.position = tags.position
        self.told = [*told]
        self.fault = ""
        self.result: str = ""
        state = self._begin()
        self.main = _Line(state, state)
        self.lines = [self.main]
        self.too_deep = 0

    def _begin(self) -> State | None:
        """The state in which the game begins; ``None`` if it has none: the host then says why."""
        layout = next(iter(self.tags.zip.split()), "")
        try:
            if is_layout(layout) and not {"board", "variant"} & self.options.keys():
                rings = board_of(layout)
                self.options |= {} if rings == 37 else {"board": rings}
            game = configure(Zertz, self.options)
            rules = self.rules = game.rules
            start = rules.start()
            if said := self.position or self.tags.zip:
                state = read_position(rules, said)
                if position_text(rules, state) != position_text(rules, start):
                    self.position, start = position_text(rules, state), state
        except (MoveError, OptionError):
            self.position = self.position or self.tags.zip
            self.rules = None
            return None
        rings = game.rings
        lattice = rules.board.lattice
        by_place: Mapping[tuple[int, int], str] | None = None
        if is_layout(layout) and not self.tags.position:
            by_place = names_of(rings, tuple(read_layout(layout)))
        by_place = by_place or laid(rings, lattice.names(start.rings))
        self.names = {label: by_place[place] for place, label in labels_of(tuple(by_place)).items()}
        return start

    def take(self, found: re.Match[str], line: int) -> None:
        """Adds a piece of text that was *found* in a *line*: bracket, comment or word."""
        here = self.lines[-1]
        if self.too_deep or found[5]:
            self._bracket(found[5] or "", line)
        elif found[3] is not None:
            self._comment(found[3].strip())
            if not found[4]:
                self.fault = _("Line {number}: a comment is never closed.").format(number=line)
        elif not here.skipped:
            number = _NUMBER.match(found[0])
            if word := found[0][number.end() if number else 0 :]:
                self._word(word, line)

    def _bracket(self, which: str, line: int) -> None:
        if self.too_deep or (which == "(" and len(self.lines) > DEEPEST_VARIATIONS):
            if not self.too_deep:
                self._tell(line, _("variations inside each other are left out below here"))
            self.too_deep += (which == "(") - (which == ")")
        elif which == "(":
            above = self.lines[-1]
            if not above.turns and not above.skipped:
                self._tell(line, _("a variation before the first turn is left out"))
            inner = _Line(above.before, above.before, skipped=above.skipped or not above.turns)
            self.lines.append(inner)
        elif len(self.lines) > 1:
            inner = self.lines.pop()
            if self.lines[-1].turns and (written := inner.written()):
                self.lines[-1].turns[-1].variations.append(written)
            elif inner.comments:
                self._tell(line, _("a comment of a variation without turns is left out"))
        else:
            self._tell(line, _("a bracket is closed that was never opened"))

    def _comment(self, words: str) -> None:
        turns = self.lines[-1].turns
        if turns:
            turns[-1].signs += "".join(_SIGN.findall(words))
            words = _SIGN.sub("", words).strip()
        if words:
            (turns[-1].comments if turns else self.lines[-1].comments).append(words)

    def _word(self, word: str, line: int) -> None:
        here = self.lines[-1]
        is_sign = word in _NUMBERED_SIGNS or not word.strip("!?")
        if is_sign and here.turns:
            here.turns[-1].signs += _NUMBERED_SIGNS.get(word, word)
        elif (word == _OPEN or word in _RESULTS) and here is self.main:
            self.result = word
        elif (found := WORD.fullmatch(word)) is None:
            self._unreadable(_("{word!r} is no turn of ZEN").format(word=word[:40]), line)
        elif self.rules is None:  # it cannot begin: the host says why
            self._add(_Turn((word,), _place(line)))
        else:
            self._turn(self.rules, found, line)

    def _turn(self, rules: Rules, found: re.Match[str], line: int) -> None:
        here = self.lines[-1]
        if missing := unknown_ring(self.names, found):
            why = _("{word}: there is no ring {name} where the game begins")
            self._unreadable(why.format(word=found[0], name=missing), line)
            return
        word = read_word(rules, here.now, self.names, found)
        for doubt in word.doubts:
            self._tell(line, f"{found[0]}: {doubt}")
        here.before, here.now = here.now, word.after
        self._add(_Turn(word.texts, _place(line), word.signs))

    def _add(self, turn: _Turn) -> None:
        """Adds *turn* to the line. Comments before a variation's first turn become its comments."""
        here = self.lines[-1]
        if here is not self.main:
            turn.comments, here.comments = here.comments + turn.comments, []
        here.turns.append(turn)

    def _unreadable(self, why: str, line: int) -> None:
        """Ends the main line at a fault, or a variation, with a note."""
        if self.lines[-1] is self.main:
            self.fault = _("Line {number}: {what}.").format(number=line, what=why)
        else:
            self._tell(line, why)
            self.lines[-1].skipped = True

    def _tell(self, line: int, what: str) -> None:
        self.told.append(_("Line {number}: {what}.").format(number=line, what=what))

    def written(self, line: int) -> WrittenGame:
        """The game, which ends in a *line*."""
        if len(self.lines) > 1 and not self.fault:
            self._tell(line, _("a variation is never closed"))
        while len(self.lines) > 1:
            self._bracket(")", line)
        tags, said = self.tags, self.result or self.tags.result
        if self.result and tags.result not in ("", self.result):
            self._tell(
                line,
                _("the game ends with {result}, its tag says {other}").format(
                    result=self.result, other=tags.result
                ),
            )
        result = None
        if said in _RESULTS:
            reason = tags.termination or ("" if _RESULTS[said] else "draw")
            result = WrittenResult(_RESULTS[said], reason)
        elif tags.termination:
            result = WrittenResult((), tags.termination)
        return WrittenGame(
            Zertz.id,
            self.main.written(),
            self.options,
            tags.names,
            tags.about,
            "\n".join(self.main.comments),
            self.position,
            result=result,
            fault=self.fault,
            told=tuple(self.told),
        )


def _place(line: int) -> str:
    return _("line {number}").format(number=line)


def read(text: str) -> Iterator[WrittenGame]:
    """The games of *text*; tags behind turns begin another one."""
    game: _Game | None = None
    tags: dict[str, str] = {}
    twice: list[str] = []
    line, at = 1, 0
    for found in _PIECE.finditer(text.lstrip("\ufeff")):
        line, at = line + found.string.count("\n", at, found.start()), found.start()
        if found[1]:
            if game is not None:
                yield game.written(line)
            game = None
            if found[1] in tags:
                why = _("Line {number}: the tag {name} stands there again, and counts.")
                twice.append(why.format(number=line, name=found[1]))
            tags[found[1]] = found[2]
            continue
        if game is None:
            game = _Game(read_tags(tags), twice)
            tags, twice = {}, []
        if not game.fault:
            game.take(found, line)
    if game is not None or tags:
        yield (game or _Game(read_tags(tags), twice)).written(line)


ZEN: Final = Reader(
    "zertzapp-zen",
    N_("ZÈRTZ as zertz.app writes it (ZEN)"),
    looks_like,
    read,
    example='[Event "Casual"]\n[Site "zertz.app"]\n[Date "2026.07.16"]\n[Player1 "Anna"]\n'
    '[Player2 "Bert"]\n[Result "0-1"]\n\n1. Wd1-g4 {Far [%csl Gd1]} Bc1-b5 2. Wd1×b1+b! Gb2-g1\n'
    "(2... Wd4-g1 {Worse.} 3. Bd2-f1) 3. Wb1xb3+g Ba1-d7 0-1\n",
    write=write,
    ending=".zen",
)
