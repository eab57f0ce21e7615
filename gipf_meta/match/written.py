"""Games in our own notation as people write it: by hand, in mails, on note sheets.

What a sheet holds beside its turns is told apart in ``note_sheets``; the game itself reads the
turns. Which words are one turn is not guessed: it is the longest run of words that the game takes
for a legal one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from gipf_meta.base.names import plain_letters as _plain
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.match.note_sheets import NoteSheet, SheetPiece, note_sheets
from gipf_meta.match.own_tags import options_of_tags, own_tags_in, read_own_tags
from gipf_meta.match.told import as_sheet, without_happenings
from gipf_meta.protocol.capabilities import read_position, timed
from gipf_meta.protocol.game import (
    AnyGame,
    Game,
    MoveError,
    Turn,
    game_called,
    seat_names,
    title_of,
)
from gipf_meta.protocol.options import (
    OptionError,
    configure,
    given_options,
    options_of,
    start_state,
)
from gipf_meta.protocol.readers import (
    DEEPEST_VARIATIONS,
    Reader,
    WrittenGame,
    WrittenResult,
    WrittenTurn,
)
from gipf_meta.protocol.view import View

NAME: Final = "notation"
"""The name of the reader of our own notation."""
MOST_WORDS: Final = 16
"""The most words of a turn: the longest are those of Zatre."""
MOST_LOOKED_AT: Final = 20_000
"""So many letters of a text are looked at before it is known whether it holds turns."""
MOST_TURNS_TRIED: Final = 12
"""So many turns are tried before it is said which games can read a text."""


def notation_reader(
    games: Sequence[type[AnyGame]],
    chosen: AnyGame | None = None,
    draw: Callable[[View], str] = str,
) -> Reader:
    """A reader of the notation of *games*, of which a text names one, or only one can read it.

    *chosen* is the game, with its options, where somebody says which one it is. *draw* draws the
    boards that stand between turns where the program itself has told them.
    """
    return Reader(
        NAME,
        _("turns in the notation of a game, as people write them"),
        lambda text: _looks_written(text, games, chosen),
        lambda text: _read(text, games, chosen, draw),
    )


_NO_TURNS: Final = re.compile(r'[\s\ufeff]*(?:<|\(;|[\[{]\s*["\[{}\]]|$)')
"""How JSON, SGF and pages begin."""
_TIME: Final = re.compile(r"@([0-9]{1,15})")
_WON: Final = {"1-0": (0,), "0-1": (1,), "1/2-1/2": (), "½-½": (), "draw": (), "drawn": ()}
_RESIGNS: Final = ("resign", "resigns", "resigned", "gives up")
_POSITION: Final = ("position", "fen")
_WINS: Final = ("wins", "won", "wins the game")


# ---- which game --------------------------------------------------------------------------------


def _looks_written(text: str, games: Sequence[type[AnyGame]], chosen: AnyGame | None) -> bool:
    """Whether some turn of the first game of *text* can be read, or it names its game."""
    if _NO_TURNS.match(text) and chosen is None:
        return False
    if len(text) > MOST_LOOKED_AT:
        text = text[:MOST_LOOKED_AT]
        text = text.rpartition("\n")[0] or text
    sheet = next(note_sheets(as_sheet(text)), None)
    if sheet is None:
        return False
    if chosen is not None or _named_game(sheet, games) is not None:
        return True
    return any(_readable(sheet, game).legal for game in games)


def _named_game(sheet: NoteSheet, games: Sequence[type[AnyGame]]) -> type[AnyGame] | None:
    """The game that the headers name, by its id or its title."""
    for name, value in sheet.headers.items():
        named = game_called(value, games) if _plain(name) in ("game", "variant") else None
        if named is not None:
            return named
    return None


def _readable(sheet: NoteSheet, game: type[AnyGame]) -> _Reading:
    """How far the first turns of *sheet* can be read as *game*."""
    try:
        reading = _Reading(_configured(game, sheet), sheet, MOST_TURNS_TRIED)
        reading.read()
    except Exception:  # a game that cannot even begin so does not read it
        return _Reading.nothing(sheet)
    return reading


def _game_of(sheet: NoteSheet, games: Sequence[type[AnyGame]], chosen: AnyGame | None) -> AnyGame:
    """The game that *sheet* is written in. Raises ``ValueError``: none, or several can read it."""
    if chosen is not None:
        return _configured(type(chosen), sheet, given_options(chosen))
    if named := _named_game(sheet, games):
        return _configured(named, sheet)
    read = {game: _readable(sheet, game) for game in games}
    able = [game for game in games if read[game].legal and not read[game].fault]
    if not able:
        most = max((each.legal for each in read.values()), default=0)
        able = [game for game in games if most and read[game].legal == most]
    if len(able) == 1:
        return _configured(able[0], sheet)
    if not able:
        raise ValueError(_("no game that is installed has such turns."))
    raise ValueError(
        _("these turns can be read in {games}: say which by --game, or by a header.").format(
            games=_(" and ").join(game.id for game in able)
        )
    )


def _configured(
    game: type[AnyGame], sheet: NoteSheet, given: Mapping[str, Any] | None = None
) -> AnyGame:
    """*game* with the options that the headers say, and those that are *given*, which count more.
    Raises ``OptionError``."""
    options = options_of_tags(game, sheet.headers)
    own_tags = own_tags_in(game, sheet.headers)
    known = {_plain(option): option for option in options_of(game)}
    for name, value in sheet.headers.items():
        if name not in own_tags and (option := known.get(_plain(name))):
            options[option] = value
    return configure(game, {**options, **(given or {})})


# ---- turns -------------------------------------------------------------------------------------


_Moments: TypeAlias = list[tuple[Any, int]]
"""The states before the turns of a line and after the last, each with the time of the game."""


def _number_of_turn(game: AnyGame, state: Any) -> int | None:
    """The number of the turn that is due; ``None``: none is."""
    now = game.status(state)
    return now.number if isinstance(now, Turn) else None


def _position(sheet: NoteSheet) -> str:
    """Where the headers say that the game begins; empty for its start."""
    said = {_plain(name): value for name, value in sheet.headers.items()}
    return next((said[name] for name in _POSITION if said.get(name)), "")


def _first_state(game: AnyGame, sheet: NoteSheet, seats: int) -> tuple[tuple[str, ...], Any]:
    """What luck has drawn by the headers, and the state after that, in which a game of so many
    *seats* begins. Raises ``ValueError``."""
    position = _position(sheet)
    state = start_state(game, seats) if not position else None
    try:
        if state is None:
            state = read_position(game, position, seats)[0]
        return read_own_tags(game, state, sheet.headers)
    except MoveError as error:
        raise ValueError(str(error)) from None


@dataclass(slots=True)
class _TurnBeingRead:
    """A turn, and what has been read beside it so far: it is put together once, at the end."""

    text: str
    ms: int | None
    place: str
    comments: list[str] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    variations: list[tuple[WrittenTurn, ...]] = field(default_factory=list)

    def written(self) -> WrittenTurn:
        """The turn with all that stands beside it."""
        comment, signs = _joined(self.comments), "".join(self.signs)
        variations = tuple(self.variations)
        return WrittenTurn(self.text, None, comment, signs, self.ms, variations, self.place)


def _joined(comments: Sequence[str]) -> str:
    """The *comments* of a turn as one."""
    return "\n".join(comments).strip()


class _Reading:
    """Reads the pieces of a *sheet* as turns of a *game*, at most so many."""

    def __init__(self, game: AnyGame, sheet: NoteSheet, most: int | None = None) -> None:
        self.game, self.sheet, self.most = game, sheet, most
        self.names = _names(game, sheet)
        self.position = _position(sheet)
        self.luck, self.state = _first_state(game, sheet, len(self.names))
        self.ms = 0
        """The time of the game, where the turns tell it."""
        self.told_ms: int | None = None
        """The time that stands before what comes next."""
        self.turns: list[_TurnBeingRead] = []
        self.comments: list[str] = []
        """Those before the first turn."""
        self.fault = ""
        self.is_cut = False
        """Whether something stands behind the turn of the fault."""
        self.left_out = ""
        """A sentence on variations that are left out."""
        self.skips = False
        """Whether the rest of a variation is passed over, because a turn of it is not legal."""
        self.legal = 0
        """How many turns are legal."""
        self.result = _result_in_headers(game, sheet, len(self.names))

    @classmethod
    def nothing(cls, sheet: NoteSheet) -> _Reading:
        """A reading in which nothing was read."""
        nothing = cls.__new__(cls)
        nothing.turns, nothing.fault, nothing.legal, nothing.sheet = [], "", 0, sheet
        return nothing

    def read(self) -> None:
        """Reads up to the end, the first fault, or the most turns."""
        lines: list[tuple[list[_TurnBeingRead], _Moments]] = []
        before: _Moments = [(self.state, self.ms)]
        too_deep = 0
        pieces = self.sheet.pieces
        # a variation that is never closed ends with the sheet
        pieces = [*pieces, *(replace(each, kind=")") for each in pieces if each.kind == "(")]
        at = end = 0
        while at < len(pieces) and not self.fault:
            piece = pieces[at]
            if self.most is not None and len(self.turns) >= self.most and not lines:
                return
            at += 1
            if too_deep or (piece.kind == "(" and len(lines) == DEEPEST_VARIATIONS):
                too_deep += (piece.kind == "(") - (piece.kind == ")")
                self.left_out = self.left_out or _too_deep(piece.line)
            elif piece.kind == "comment":
                self._add_comment(piece.text)
            elif piece.kind == "sign" and self.turns:
                self.turns[-1].signs.append(_sign(piece.text))
            elif piece.kind == "(":
                lines.append((self.turns, before))
                self.skips = False
                self.state, self.ms = before[self._begin_of_turn(before)]
                self.turns, before = [], [(self.state, self.ms)]
            elif piece.kind == ")" and lines:
                line, self.skips = self.turns, False
                self.turns, before = lines.pop()
                self.state, self.ms = before[-1]
                if self.turns and line:
                    at_turn = self._begin_of_turn(before)
                    variation = tuple(turn.written() for turn in line)
                    self.turns[at_turn].variations.append(variation)
            elif piece.kind == "word" and not self.skips:
                end = max(at, end)  # of the words in a row, which are looked for once
                while end < len(pieces) and pieces[end].kind == "word":
                    end += 1
                at += self._take(pieces, at - 1, end, before, bool(lines)) - 1
        if self.fault:
            self.is_cut |= any(each.kind in ("word", "comment", "sign") for each in pieces[at:])

    def fault_at_its_line(self) -> str:
        """Why no more was read, and where; empty if nothing follows. A turn that is not whole may
        be a decision, so whoever plays it again may find no fault."""
        if not self.is_cut:
            return ""
        return _("In {place}: {why}").format(place=self.turns[-1].place, why=self.fault)

    def _begin_of_turn(self, before: _Moments) -> int:
        """Where the last turn begins: it may stand in several decisions, each at its time."""
        at = max(0, len(before) - 2)
        number = _number_of_turn(self.game, before[at][0])
        while at and number and _number_of_turn(self.game, before[at - 1][0]) == number:
            at -= 1
        return at

    def _add_comment(self, words: str) -> None:
        (self.turns[-1].comments if self.turns else self.comments).append(words)

    def _take(
        self,
        pieces: Sequence[SheetPiece],
        first: int,
        end: int,
        before: _Moments,
        is_variation: bool,
    ) -> int:
        """Reads the first turn of the words from *first* to *end* of *pieces*; returns how many of
        them it took."""
        if (time := _TIME.fullmatch(pieces[first].text)) is not None:
            self.told_ms = int(time[1])
            return 1
        ms, self.told_ms = self.told_ms, None
        words = [each.text for each in pieces[first : min(end, first + MOST_WORDS)]]
        place = _("line {number}").format(number=pieces[first].line)
        count, why = self._take_turn(words, place, before, ms)
        if count:
            self.legal += not is_variation
            return count
        if not is_variation:
            result = self._result([each.text for each in pieces[first:end]])
            if result is not None:
                self.result = result
                return end - first
        if (count := self._count_idle(pieces, first, end)) and not is_variation:
            self.told_ms = ms
            return count
        # what cannot be read is handed on: whoever plays it again says why, at its turn
        self.turns.append(_TurnBeingRead(words[0], ms, place))
        if is_variation:
            self.skips = True
        else:
            self.fault, self.is_cut = why, end - first > 1
        return end - first

    def _take_turn(
        self, words: Sequence[str], place: str, before: _Moments, ms: int | None
    ) -> tuple[int, str]:
        """Reads the longest turn of the first of *words*; returns how many it took, and why it took
        none."""
        why = ""
        if ms is not None and ms > self.ms and (acting := timed(self.game)) is not None:
            self.state, self.ms = acting.advance(self.state, ms - self.ms), ms
        for count in range(len(words), 0, -1):
            text = " ".join(words[:count])
            try:
                moves = self._moves(text, ms)
            except MoveError as error:
                why = str(error)
                continue
            for move in moves:
                self.state = self.game.apply(self.state, move)
            before.append((self.state, self.ms))
            self.turns.append(_TurnBeingRead(text, ms, place))
            return count, ""
        return 0, why

    def _count_idle(self, pieces: Sequence[SheetPiece], first: int, end: int) -> int:
        """How many of the words from *first* to *end* play nothing: a mark that only time passes,
        a line that says the scores."""
        if type(self.game).play_line is Game.play_line:
            return 0
        for last in range(min(end, first + MOST_WORDS), first, -1):
            text = " ".join(each.text for each in pieces[first:last])
            with suppress(MoveError):
                if all(
                    after == self.state for _text, after in self.game.play_line(self.state, text)
                ):
                    return last - first
        return 0

    def _moves(self, text: str, ms: int | None) -> Sequence[Any]:
        """The moves of a turn; where its time is told, of one decision of it. Raises
        ``MoveError``."""
        try:
            return self.game.parse_turn(self.state, text)
        except MoveError:
            now = self.game.status(self.state)
            if ms is None or not isinstance(now, Turn):
                raise
            return [self.game.parse(self.state, now.seat, text)]

    def _result(self, words: Sequence[str]) -> WrittenResult | None:
        """The result that *words* tell: ``White resigns``, ``1-0``, ``draw``, ``Black wins``."""
        said = " ".join(words).strip(" .").casefold()
        now = self.game.status(self.state)
        mover = now.seat if isinstance(now, Turn) else None
        return _result(self.game, said, self.names, mover)


def _too_deep(line: int) -> str:
    return _("Line {number}: variations stand inside each other {most} deep at most.").format(
        number=line, most=DEEPEST_VARIATIONS
    )


def _sign(text: str) -> str:
    """A sign as it is kept: ``!`` for ``$1`` of the numbered signs of chess."""
    numbered = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
    if text.startswith("$") and read_whole(text[1:]) is not None:
        return numbered.get(text, "")
    return text.removeprefix("$")


def _result(
    game: AnyGame, said: str, names: Sequence[str], mover: int | None
) -> WrittenResult | None:
    """The result that *said* says, in small letters; ``None``: it says none."""
    if said in ("*", "…", "..."):
        return None
    said, _comma, why = said.partition(", ")
    found = _result_without_reason(game, said, names, mover)
    return replace(found, reason=why) if found and why else found


def _result_without_reason(
    game: AnyGame, said: str, names: Sequence[str], mover: int | None
) -> WrittenResult | None:
    seats = len(names)
    if said in _WON and (seats == 2 or not _WON[said]):
        return WrittenResult(_WON[said], "" if _WON[said] else "draw")
    for words in _RESIGNS:
        who = said.removesuffix(words).strip() if said.endswith(words) else None
        if who is None and said.startswith(f"{words} "):
            who = said.removeprefix(words).strip()
        if who is not None:
            seat = mover if not who else _seat_called(game, who, names)
            if seat is not None:
                return WrittenResult(tuple(n for n in range(seats) if n != seat), "resign")
    for words in _WINS:
        if said.endswith(words):
            called = said.removesuffix(words).strip().split(" and ")
            won = [_seat_called(game, each, names) for each in called]
            if None not in won:
                return WrittenResult(tuple(sorted(seat for seat in won if seat is not None)))
    return None


def _result_in_headers(game: AnyGame, sheet: NoteSheet, seats: int) -> WrittenResult | None:
    """The result that a header tells."""
    for name, value in sheet.headers.items():
        if _plain(name) == "result":
            return _result(game, value.strip(" .").casefold(), ("",) * seats, None)
    return None


def _seat_called(game: AnyGame, who: str, names: Sequence[str]) -> int | None:
    """The seat that is called *who*, by its name, its number, or that of its player."""
    if (number := read_whole(who, 0, len(names) - 1)) is not None:
        return number
    plain = _plain(who)
    called = [
        seat
        for seat in range(len(names))
        if plain and plain in (*_calls(game, seat), _plain(names[seat]))
    ]
    return called[0] if len(called) == 1 else None


def _calls(game: AnyGame, seat: int) -> tuple[str, ...]:
    """What headers and results may call a *seat*, as ``_plain`` compares it."""
    return (
        *map(_plain, seat_names(game, seat)), f"player{seat + 1}", f"p{seat + 1}",
        *(("white", "black")[seat : seat + 1]),
    )  # fmt: skip


# ---- a whole game ------------------------------------------------------------------------------

_NO_LETTER: Final = re.compile(r"[^\w ]")
"""Marks beside small letters of other scripts, which no header has."""
_ABOUT: Final[Mapping[str, str]] = {
    "date": "date", "event": "event", "site": "place", "place": "place", "round": "round",
    "annotator": "annotator", "source": "source", "clock": "clock", "timecontrol": "clock",
    "rated": "rated", "tournament": "event", "website": "site",
}  # fmt: skip


def _names(game: AnyGame, sheet: NoteSheet) -> tuple[str, ...]:
    """The names of the players, as many as play; empty where a header does not say one."""
    said = {_plain(name): value for name, value in sheet.headers.items()}
    seats = game.seat_counts[0]
    if (count := read_whole(said.get("players", ""))) is not None:
        seats = count
    while seats < game.seat_counts[-1] and _name_of(game, seats, said):
        seats += 1
    if seats not in game.seat_counts:
        raise OptionError(
            _("{title} is not for {count} players.").format(title=title_of(game), count=seats)
        )
    names = [_name_of(game, seat, said) for seat in range(seats)]
    if not any(names) and (listed := said.get("players", "")):
        parts = [part.strip() for part in re.split(r",|;| vs\.? | - ", listed)]
        names = parts if len(parts) == seats else names
    return tuple(names)


def _name_of(game: AnyGame, seat: int, said: Mapping[str, str]) -> str:
    return next((said[call] for call in _calls(game, seat) if said.get(call)), "")


def _about(game: AnyGame, sheet: NoteSheet, seats: int) -> dict[str, str]:
    """What else the headers say about the match; those that nobody knows by their own names."""
    read = {
        "game",
        "variant",
        "result",
        "players",
        *_POSITION,
        *map(_plain, options_of(type(game))),
    }
    read.update(call for seat in range(seats) for call in _calls(game, seat))
    own_tags = own_tags_in(type(game), sheet.headers)
    return {
        _ABOUT.get(plain, _NO_LETTER.sub("", name.lower())): value
        for name, value in sheet.headers.items()
        if (plain := _plain(name)) not in read and name not in own_tags and value.strip("?. ")
    }


def _read(
    text: str,
    games: Sequence[type[AnyGame]],
    chosen: AnyGame | None,
    draw: Callable[[View], str],
) -> Iterator[WrittenGame]:
    """The games of *text*. Raises ``ValueError`` where it is not clear which game it is."""
    sheet_text = as_sheet(text)
    for sheet in note_sheets(sheet_text):
        game = _game_of(sheet, games, chosen)
        reading = _Reading(game, sheet)
        reading.read()
        written = WrittenGame(
            game.id,
            tuple(turn.written() for turn in reading.turns),
            game.options_in_record(),
            reading.names,
            _about(game, sheet, len(reading.names)),
            _joined(reading.comments),
            reading.position,
            reading.luck,
            result=reading.result,
            fault=reading.left_out or reading.fault_at_its_line(),
            ms=reading.told_ms,
        )
        if sheet_text is not text:
            first = _first_state(game, sheet, len(reading.names))[1]
            written = without_happenings(game, first, written, draw)
        yield written
