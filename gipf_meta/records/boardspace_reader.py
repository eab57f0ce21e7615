"""Reads the SGF of boardspace.net: the gestures of players with the mouse, turn by turn.

A gesture stands in a property ``P0`` or ``P1``, with its number before it and, since 2021, the time
that its player has used behind it: ``; P0[13 BtoB B 3 D 3]TM[50218]``. A turn ends by ``Done``; the
oldest files have none, and no numbers. Gestures whose number comes again were taken back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, Final

from gipf_meta.base.json_text import read_object
from gipf_meta.base.sentences import one_line
from gipf_meta.base.sgf import GameTree
from gipf_meta.base.texts import _
from gipf_meta.protocol.boardspace import Boardspace, KeptByBoardspace, SiteStart, SiteTurn
from gipf_meta.protocol.game import AnyGame, BadNotation, title_of
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.protocol.readers import PlaceOf, SgfReader, WrittenGame, WrittenResult, WrittenTurn
from gipf_meta.records.site_log import LoggedTurn, SiteLog
from gipf_meta.records.site_words import APPLICATION, DRAW, FACTS, OPTIONS, SITE

MOST_TOLD: Final = 50_000
"""The most turns that are read of a game; those before a variation count again for each."""
MOST_QUOTED: Final = 200
"""The most letters that are quoted of a skipped text."""

_MONTHS: Final = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
_MS: Final = re.compile(r"[0-9]{1,15}")
_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b", re.ASCII)
_DAY: Final = re.compile(r"(?<![\d:])\d{1,2}(?![\d:])", re.ASCII)


def boardspace_reader(kind: type[AnyGame]) -> SgfReader:
    """The reader of boardspace.net's records of games of that *kind*, by its ``boardspace``.

    Raises ``TypeError`` if the kind is no ``KeptByBoardspace``.
    """
    if not isinstance(kind, KeptByBoardspace):
        raise TypeError(f"{kind.__name__} does not say how boardspace.net keeps it")
    notation: Boardspace = kind.boardspace

    def knows(root: Mapping[str, str]) -> bool:
        setup = root.get("SU", "").split()
        return bool(setup) and setup[0].lower() in notation.setups

    def read(tree: GameTree, find_place: PlaceOf) -> WrittenGame:
        return _read_tree(tree, kind, notation, find_place)

    words = _("{title} as boardspace.net keeps it: SGF").format(title=title_of(kind))
    return SgfReader(f"boardspace-{kind.id}", words, knows, read, _example(notation))


def _example(notation: Boardspace) -> str:
    """A short file of the site."""
    setup = " ".join(notation.example_start or notation.setups[:1])
    head = f"(;GM[{notation.number}]VV[2]SU[{setup}]DT[2026-11-26]"
    nodes = [f'{head}P0[id "Ada"]P1[id "Bob"];P0[0 Start P0]']
    time = ("1000",) if notation.tells_time else ()
    for number, turn in enumerate(notation.example):
        for gesture in (*turn, ("Done",)):
            nodes.append(f"P{number % 2}[{len(nodes)} {' '.join((*gesture, *time))}]")
    return ";".join(nodes) + ")\n"


# ---- from a tree to a game -----------------------------------------------------------------------


def _read_tree(
    tree: GameTree, kind: type[AnyGame], notation: Boardspace, find_place: PlaceOf
) -> WrittenGame:
    """The game of *tree*. Raises ``ValueError`` if it is none that the notation knows."""
    room = _Room()
    lines = _read_lines(tree, SiteLog(), room)
    log = lines[0].log
    first = log.turns[0].side if log.turns else 0
    setup = tuple(log.facts.get("SU", "").split())
    start = SiteStart(setup, tuple(log.before), first, _day(log.facts))
    options = _options(notation, start, log.facts)
    game = _configured(kind, options)
    luck = _luck(notation, game, start)
    position = _position(notation, game, start)
    if position:
        first = 0  # the position says which side begins
    teller = _Teller(notation, game, first, find_place)
    turns, fault = teller.tell(lines)
    if not turns:
        raise ValueError(fault or log.fault or _("Nobody has moved in it."))
    names = tuple(log.people.get((side, "id"), "") for side in (first, 1 - first))
    result = _result(log, names, first)
    about = about_game(log.facts, log.people, first)
    if result is not None:
        about.pop("result", None)
    return WrittenGame(
        kind.id,
        turns,
        options,
        names,
        about,
        "\n".join((*log.comments, *teller.comments)),
        position,
        luck,
        result=result,
        fault=fault or log.fault or (_("It has too many variations.") if room.is_spent else ""),
        ms=_time_at_end(log) if notation.tells_time else None,
        told=tuple(teller.notices),
    )


def _time_at_end(log: SiteLog) -> int | None:
    """The time of the game at the last gesture of *log*."""
    last = log.last[-1] if log.last else ""
    return int(last) if _MS.fullmatch(last) else None


@dataclass(slots=True)
class _Room:
    """The number of turns that may still be read; *is_spent*: there were more."""

    left: int = MOST_TOLD
    is_spent: bool = False

    def take(self, turns: int) -> bool:
        """Takes the room of so many *turns*; returns whether there was enough."""
        self.left -= turns
        self.is_spent = self.is_spent or self.left < 0
        return not self.is_spent


class _Line:
    """A line with its *log*, and the lines that vary it."""

    def __init__(self, log: SiteLog) -> None:
        self.log = log
        self.beside: list[_Line] = []


def _read_lines(tree: GameTree, log: SiteLog, room: _Room) -> list[_Line]:
    """The first line of *tree*, which goes on from *log*, and all its variations, each behind the
    line that it varies."""
    lines = [_Line(log)]
    trees = [tree]
    for line, first in zip(lines, trees, strict=True):  # both grow meanwhile
        while True:
            for node in first.nodes:
                line.log.take(node)
            if not first.variations:
                break
            for other in first.variations[1:]:
                if room.take(line.log.weight() + len(other.nodes)):
                    lines.append(_Line(line.log.copy(_begin_of(other))))
                    trees.append(other)
                    line.beside.append(lines[-1])
            first = first.variations[0]
    return lines


def _begin_of(tree: GameTree) -> int:
    """The letter at which *tree* begins."""
    while not tree.nodes and tree.variations:
        tree = tree.variations[0]
    return tree.nodes[0].at if tree.nodes else 0


class _Teller:
    """Writes lines in the notation of the game; *first* is the side that began."""

    def __init__(
        self, notation: Boardspace, game: AnyGame, first: int, find_place: PlaceOf
    ) -> None:
        self.notation, self.game, self.first = notation, game, first
        self.find_place = find_place
        self.comments: list[str] = []
        """Comments beside gestures of the first line before its first turn."""
        self.notices: list[str] = []
        """Sentences on parts of the file that no record holds."""

    def tell(self, lines: Sequence[_Line]) -> tuple[tuple[WrittenTurn, ...], str]:
        """The turns of the first of *lines*, with the others as variations, and the reason why no
        more follow, or ``""``."""
        turns_of: dict[_Line, list[WrittenTurn]] = {}
        fault = ""
        for line in reversed(lines):
            turns, fault = self._tell_line(line)
            if line is not lines[0]:
                self._tell_fault_beside(line, fault or line.log.fault)
            for other in map(turns_of.pop, line.beside):
                self._put_beside(turns, other)
            turns_of[line] = turns
        self._tell_left(lines)
        return tuple(turns_of[lines[0]]), fault

    def _put_beside(self, turns: list[WrittenTurn], other: Sequence[WrittenTurn]) -> None:
        """Makes the *other* line a variation of the first of *turns* that it does not share; adds
        its comments and signs on shared turns to theirs."""
        for at, (own, its) in enumerate(zip(turns, other, strict=False)):
            if own.text != its.text:
                turns[at] = replace(own, variations=(*own.variations, tuple(other[at:])))
                return
            if its.variations or its.comment != own.comment or its.signs != own.signs:
                turns[at] = replace(
                    own,
                    comment=_joined(own.comment, its.comment, "\n"),
                    signs=_joined(own.signs, its.signs, ""),
                    variations=(*own.variations, *its.variations),
                )
        if len(other) > len(turns):
            first = other[len(turns)]
            words = _(
                "In {place}, a variation ({text} …) goes on where the game ends: it is left out."
            )
            self.notices.append(words.format(place=first.place, text=first.text))

    def _tell_fault_beside(self, line: _Line, fault: str) -> None:
        """Adds notices on the *fault* of a *line* that is a variation, and on its lost comments."""
        if fault:
            words = _("A variation is cut short. {why}")
            self.notices.append(words.format(why=fault))
        for at, comment in line.log.waiting:
            words = _("In {place}, a comment stands in a variation without a turn: {comment!r}")
            words = words.format(place=self.find_place(at), comment=one_line(comment, MOST_QUOTED))
            self.notices.append(words)

    def _tell_left(self, lines: Sequence[_Line]) -> None:
        """Adds notices on the properties of *lines* that no record holds, each property once."""
        left = sorted((each for line in lines for each in line.log.left), key=itemgetter(0))
        values: dict[str, list[str]] = {}
        for _at, name, value in left:
            values.setdefault(name, []).append(value)
        for at, name, _value in left:
            if not (said := values.pop(name, None)):
                continue
            words = _.many(
                "In {place}, {name} has no place in a record, and is passed over: {value!r}",
                "{count} properties {name}, the first in {place}, have no place in a record, and"
                " are passed over: {value!r}",
                len(said),
            )
            value = one_line(", ".join(dict.fromkeys(said)), MOST_QUOTED)
            place = self.find_place(at)
            self.notices.append(words.format(place=place, count=len(said), name=name, value=value))

    def _tell_line(self, line: _Line) -> tuple[list[WrittenTurn], str]:
        """The turns of *line* alone, and the reason why no more follow, or ``""``."""
        turns: list[WrittenTurn] = []
        count, fault = 0, ""
        try:
            for done, words in zip(line.log.turns, self._words(line.log), strict=False):
                for turn in self._turns(done, words):
                    self._add(turns, turn)
                count += 1
        except (ValueError, LookupError, TypeError) as error:
            done = line.log.turns[count]
            fault = _("In {place}: {why}").format(place=self._place(done), why=_why(error, done))
        return turns, fault

    def _add(self, turns: list[WrittenTurn], turn: WrittenTurn) -> None:
        """Adds *turn* to *turns*; one without a text leaves its comment and signs to the turn
        before."""
        if turn.text:
            turns.append(turn)
        elif turns and (turn.comment or turn.signs):
            comment = _joined(turns[-1].comment, turn.comment, "\n")
            turns[-1] = replace(turns[-1], comment=comment, signs=turns[-1].signs + turn.signs)
        elif turn.comment and turn.comment not in self.comments:
            self.comments.append(turn.comment)

    def _words(self, log: SiteLog) -> Iterator[str | Sequence[str]]:
        """Each turn of *log* in the notation of the game. Raises ``BadNotation``."""
        return self.notation.read(self.game, map(self._site_turn, log.turns))

    def _place(self, done: LoggedTurn) -> str:
        """The place of *done* in the file, for sentences."""
        return self.find_place(done.at)

    def _site_turn(self, done: LoggedTurn) -> SiteTurn:
        gestures = done.gestures
        if self.notation.tells_time:
            gestures = [gesture[:-1] for gesture in gestures]
        return SiteTurn(done.side ^ self.first, done.side, tuple(gestures))

    def _turns(self, done: LoggedTurn, words: str | Sequence[str]) -> Iterator[WrittenTurn]:
        """The turns that *done* makes; the last of them has its comments and signs."""
        texts = [words] if isinstance(words, str) else list(words)
        place = self._place(done)
        for n, text in enumerate(texts):
            last = n == len(texts) - 1
            ms = sum(done.clocks)
            if self.notation.tells_time and done.gestures:
                ms = int(done.gestures[-1 if last else n][-1])
            comment, signs = "", ""
            if last:
                comment = "\n".join(words for _at, words in done.comments)
                signs = "".join(done.signs)
            yield WrittenTurn(text, done.side ^ self.first, comment, signs, ms or None, (), place)


def _why(error: Exception, turn: LoggedTurn) -> str:
    """The reason why a *turn* could not be read."""
    if isinstance(error, BadNotation):
        return str(error)
    words = "; ".join(" ".join(gesture) for gesture in turn.gestures)
    return _("{words!r} is not understood.").format(words=one_line(words, 80))


def _joined(one: str, other: str, between: str) -> str:
    """*one* and the *other*, joined unless one of them holds the other."""
    if other in one:
        return one
    return other if one in other else f"{one}{between}{other}"


# ---- players, dates, results ---------------------------------------------------------------------


def about_game(
    facts: Mapping[str, str], people: Mapping[tuple[int, str], str], first: int
) -> dict[str, str]:
    """Facts about the game in a file, by the keys of records; *first* is the side that began."""
    about = {name: facts[code] for name, code in FACTS.items() if facts.get(code)}
    if not is_own(facts):
        about["site"] = SITE
        if "date" in about:
            about["date"] = date_of(about["date"], about.get("source", ""))
    if about.get("clock") == "None":
        del about["clock"]
    ranks = [people.get((side, "ranking"), "") for side in (first, 1 - first)]
    if any(ranks):
        about["ratings"] = ", ".join(rank or "-" for rank in ranks)
    return about


def _options(notation: Boardspace, start: SiteStart, facts: Mapping[str, str]) -> Mapping[str, Any]:
    """The options of a game that begins so. Raises ``ValueError``."""
    if not start.words or start.words[0].lower() not in notation.setups:
        raise ValueError(_("Its setup is none of this game."))
    with _understood():
        options = notation.options(start)
    if is_own(facts) and OPTIONS in facts:
        options = {**options, **_own_options(facts[OPTIONS])}
    return options


def _position(notation: Boardspace, game: AnyGame, start: SiteStart) -> str:
    """The position from which *game* begins; ``""``: its start. Raises ``ValueError``."""
    if notation.position is None:
        return ""
    with _understood():
        return notation.position(game, start)


def _luck(notation: Boardspace, game: AnyGame, start: SiteStart) -> tuple[str, ...]:
    """The draws of the site's luck for *game*. Raises ``ValueError``."""
    if notation.luck is None:
        return ()
    with _understood():
        return tuple(notation.luck(game, start))


@contextmanager
def _understood() -> Iterator[None]:
    """Turns errors of a game on a setup into ``ValueError`` with a sentence."""
    try:
        yield
    except BadNotation as error:
        raise ValueError(str(error)) from None
    except (ValueError, LookupError, TypeError):
        raise ValueError(_("How its board was set up is not understood.")) from None


def _configured(kind: type[AnyGame], options: Mapping[str, Any]) -> AnyGame:
    """The game with *options*. Raises ``ValueError``."""
    try:
        return configure(kind, options)
    except OptionError as error:
        raise ValueError(str(error)) from None


def _own_options(text: str) -> dict[str, Any]:
    """The options that this program has written into a file. Raises ``ValueError``."""
    if (options := read_object(text)) is None:
        raise ValueError(_("Its options are damaged."))
    return options


def is_own(facts: Mapping[str, str]) -> bool:
    """Whether this program has written the file."""
    return facts.get("AP", "").startswith(APPLICATION)


def _day(facts: Mapping[str, str]) -> str:
    """The day on which a game was played, as ``2008-06-14``; empty where it is not known."""
    said = facts.get("DT", "")
    found = _DATE.fullmatch(said if is_own(facts) else date_of(said, facts.get("GN", "")))
    return found[0] if found else ""


def date_of(words: str, name: str) -> str:
    """The day in *words* or in the *name* of a file, as ``2008-06-14``; else the *words*."""
    if found := _DATE.search(name):
        return found[0]
    year, day = _YEAR.search(words), _DAY.search(words)
    month = next((at for at, word in enumerate(_MONTHS, 1) if word in words.lower()), 0)
    if not (year and day and month):
        return words
    return f"{year[0]}-{month:02}-{int(day[0]):02}"


def _result(log: SiteLog, names: Sequence[str], first: int) -> WrittenResult | None:
    """The result of the game: by the gesture that ended it, or from the file; ``None``: none."""
    for side, verb in log.ends:
        if verb == "resign":
            return WrittenResult((1 - side ^ first,), "resign")
        if verb == "winontime":
            return WrittenResult((side ^ first,), "time")
        if verb == "acceptdraw":
            return WrittenResult((), "draw")
    said = log.facts.get("RE", "")
    if said == DRAW:
        return WrittenResult(())
    winners = [seat for seat, name in enumerate(names) if name and _names(said, name)]
    return WrittenResult(tuple(winners)) if len(winners) == 1 else None


def _names(words: str, name: str) -> bool:
    """Whether *name* stands in *words* by itself."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None
