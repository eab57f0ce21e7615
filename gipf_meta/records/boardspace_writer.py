"""Writes a match for boardspace.net's viewers: gestures in SGF, with its variations.

Facts without a word at the site stand in properties that its viewers pass over: signs in those of
the standard, options that are not the usual ones in ``XO``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sgf import GameTree, SgfNode, write_sgf
from gipf_meta.base.texts import _
from gipf_meta.base.version import __version__
from gipf_meta.match.match import GameFinder
from gipf_meta.match.session import Session
from gipf_meta.protocol.boardspace import Boardspace, KeptByBoardspace, SiteGesture, SiteStart
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, MoveError, title_of
from gipf_meta.protocol.options import configure
from gipf_meta.records.game_from_record import game_to_write
from gipf_meta.records.lines import TreeLine
from gipf_meta.records.models import PlayedTurn, Record, RecordError, Result, all_lines
from gipf_meta.records.own_marks import in_sgf
from gipf_meta.records.site_words import APPLICATION, DRAW, FACTS, OPTIONS, OTHER_SIGNS, SIGNS, WON


def to_boardspace(record: Record, finder: GameFinder) -> str:
    """*record* as SGF for boardspace.net's viewers.

    Raises ``RecordError`` where its game is none of theirs, or has what they cannot show.
    """
    game = game_to_write(record, finder)
    kind = type(game)
    if not isinstance(kind, KeptByBoardspace):
        raise RecordError(
            _("boardspace.net does not have {title}, so it has no SGF of it.").format(
                title=title_of(game)
            )
        )
    if kind.boardspace.start is None or kind.boardspace.write is None:
        raise RecordError(
            _("boardspace.net draws the board of {title} by lot, and shows no other.").format(
                title=title_of(game)
            )
        )
    try:
        return write_sgf(_Writer(game, kind.boardspace, record).tree())
    except MoveError as error:
        raise RecordError(str(error)) from None


_Parts: TypeAlias = list[tuple[list[SgfNode], int | None]]
"""The nodes of a line up to each turn with variations, with the number of that turn."""
_Played: TypeAlias = tuple[int, Any, Any, int]
"""A decision: the seat, the state before it, the move, and the time of the game in ms."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The end of a line so far: the state, the number of the next gesture, the times that both
    sides have used, and that of the game, in ms."""

    state: Any
    number: int
    clocks: tuple[int, int]
    ms: int


class _Writer:
    """Writes one record."""

    def __init__(self, game: AnyGame, notation: Boardspace, record: Record) -> None:
        self.game, self.notation, self.record = game, notation, record
        assert notation.start is not None
        assert notation.write is not None
        self.start, self.write = notation.start, notation.write
        self.has_turns = False
        """Whether a turn was written."""

    def tree(self) -> GameTree:
        """The whole game. Raises ``MoveError``."""
        if len(self.record.players) != 2:
            raise MoveError(_("boardspace.net plays it with two players."))
        start = self._start()
        nodes = [SgfNode(tuple(self._head(start)))]
        number = 0
        for gesture in (("Edit",), *start.gestures) if start.gestures else ():
            nodes.append(self._node(0, number, gesture, 0))
            number += 1
        nodes.append(self._node(0, number, ("Start", f"P{start.first}"), 0))
        state = Session.begin(self.game, (0, 1), self.record.position).state
        place = _Place(state, number + 1, (0, 0), 0)
        tree = self._line(self.record.turns, place, nodes, self.record.result)
        if not self.has_turns:
            raise MoveError(
                _("Nobody has moved in this match: boardspace.net's viewers have nothing to show.")
            )
        return tree

    def _start(self) -> SiteStart:
        """The start of the game at the site. Raises ``MoveError``."""
        if not self.record.position:
            return self.start(self.game)
        if self.notation.set_up is None:
            raise MoveError(
                _(
                    "boardspace.net's files begin at the start of a game: this match began"
                    " elsewhere."
                )
            )
        return self.notation.set_up(self.game, self.record.position)

    def _head(self, start: SiteStart) -> Iterator[tuple[str, str]]:
        yield "GM", self.notation.number
        yield "VV", "2"
        yield "AP", f"{APPLICATION}:{__version__}"
        yield "SU", " ".join(start.words)
        about = self.record.about
        for name, code in FACTS.items():
            if name in about:
                yield code, about[name]
        if self.record.result and "result" not in about:
            yield "RE", self._result(self.record.result)
        if other := self._other_options(start):
            yield OPTIONS, json.dumps(other, sort_keys=True, ensure_ascii=False)
        for seat in (0, 1):
            yield f"P{seat}", f'id "{self._name(seat)}"'
        for seat, rating in enumerate(about.get("ratings", "").split(", ")[:2]):
            if read_whole(rating) is not None:
                yield f"P{seat}", f"ranking {rating}"
        yield from in_sgf(self.record.comment)

    def _other_options(self, start: SiteStart) -> dict[str, Any]:
        """The options that *start* does not say."""
        words = tuple(word.lower() for word in start.words)
        gestures = tuple((verb.lower(), *rest) for verb, *rest in start.gestures)
        said = self.notation.options(SiteStart(words, gestures))
        site = configure(type(self.game), said).options_in_record()
        own = self.game.options_in_record()
        return {name: value for name, value in own.items() if site[name] != value}

    def _name(self, seat: int) -> str:
        people = self.record.people
        return people[seat].name if people else self.game.seat_names[seat]

    def _result(self, result: Result) -> str:
        if len(result.winners) == 1:
            return WON.format(name=self._name(result.winners[0]))
        return DRAW

    def _line(
        self,
        turns: Sequence[PlayedTurn],
        place: _Place,
        nodes: list[SgfNode],
        result: Result | None,
    ) -> GameTree:
        """The line of *turns* behind *nodes*, with the variations beside them."""
        lines = all_lines(turns)
        places: dict[tuple[int, int] | None, _Place] = {None: place}
        parts_of_lines: list[_Parts] = []
        for n, line in enumerate(lines):
            place = places[line.of]
            parts: _Parts = [(nodes if n == 0 else [], None)]
            for at, turn in enumerate(line.turns):
                if turn.variations:
                    places[n, at] = place
                    parts.append(([], at))
                played, place = self._turn(turn, place)
                parts[-1][0].extend(played)
            parts[-1][0].extend(self._end(place, result if n == 0 else None))
            parts_of_lines.append(parts)
        return self._tree(lines, parts_of_lines)

    def _tree(self, lines: Sequence[TreeLine[PlayedTurn]], parts: Sequence[_Parts]) -> GameTree:
        """The tree of *lines*, each in its *parts*: variations of a turn stand beside the rest of
        its line."""
        beside: defaultdict[tuple[int, int] | None, list[GameTree]] = defaultdict(list)
        for n in reversed(range(len(lines))):
            tree: GameTree | None = None
            behind: list[GameTree] = []
            for own, at in reversed(parts[n]):
                tree = GameTree(tuple(own), () if tree is None else (tree, *behind))
                behind = [] if at is None else beside.pop((n, at))[::-1]
            assert tree is not None
            beside[lines[n].of].append(tree)
        return beside[None][0]

    def _turn(self, turn: PlayedTurn, place: _Place) -> tuple[list[SgfNode], _Place]:
        """The nodes of *turn*, which is played at *place*, and the place after it."""
        played, state = self._played(turn, place)
        seat, number = played[0][0], place.number
        nodes: list[SgfNode] = []
        for by, run in groupby(played, key=itemgetter(0)):
            for gesture, at in self._gestures(list(run)):
                nodes.append(self._node(by, number + len(nodes), gesture, at))
        at = turn.decisions[-1].at
        clocks = list(place.clocks)
        clocks[seat] = max(clocks[seat], at - clocks[1 - seat])
        if nodes:
            self.has_turns = True
            done = self._node(seat, number + len(nodes), ("Done",), at)
            beside = self._beside(turn, clocks[seat])
            nodes.append(SgfNode((*done.properties, *beside)))
        return nodes, _Place(state, number + len(nodes), (clocks[0], clocks[1]), at)

    def _played(self, turn: PlayedTurn, place: _Place) -> tuple[list[_Played], Any]:
        """The decisions of *turn* with the states before them, and the state after it."""
        state, ms = place.state, place.ms
        clock = timed(self.game)
        played: list[_Played] = []
        for decision in turn.decisions:
            if clock is not None and decision.at > ms:
                state = clock.advance(state, decision.at - ms)
            ms = decision.at
            if decision.by is None or decision.move is None:
                raise MoveError(_("boardspace.net cannot write luck or duels."))
            move = self.game.parse(state, decision.by, decision.move)
            played.append((decision.by, state, move, ms))
            state = self.game.apply(state, move)
        return played, state

    def _gestures(self, run: Sequence[_Played]) -> Iterator[tuple[SiteGesture, int]]:
        """The gestures of decisions that one seat has made, each with its time."""
        decisions = [(state, move) for _by, state, move, _ms in run]
        gestures = self.write(self.game, decisions)
        before = len(gestures) - len(run)
        for n, gesture in enumerate(gestures):
            yield gesture, run[min(max(n - before, 0), len(run) - 1)][3]

    def _beside(self, turn: PlayedTurn, ms: int) -> Iterator[tuple[str, str]]:
        """The properties beside the last gesture of *turn*: time, signs, comment."""
        if ms:
            yield "TM", str(ms)
        if turn.signs:
            yield SIGNS.get(turn.signs, (OTHER_SIGNS, turn.signs))
        yield from in_sgf(turn.comment)

    def _end(self, place: _Place, result: Result | None) -> Iterator[SgfNode]:
        """The nodes at the end: the gestures that ended the game, where the rules did not, and the
        times used."""
        said = [] if result is None or result.by_rules else _said_at_end(result)
        if self.notation.tells_time and self.record.time > place.ms:
            said.append((0, "Stop"))
        for n, (seat, word) in enumerate(said):
            yield self._node(seat, place.number + n, (word,), self.record.time)
        used = [(f"P{seat}", f"time {_clock(place.clocks[seat])} ") for seat in (0, 1)]
        if any(place.clocks):
            yield SgfNode(tuple(used))

    def _node(self, seat: int, number: int, gesture: SiteGesture, ms: int) -> SgfNode:
        """The node of a *gesture* of *seat*, which is made *ms* milliseconds after the start."""
        words = (*gesture, str(ms)) if self.notation.tells_time else gesture
        return SgfNode(((f"P{seat}", f"{number} {' '.join(words)}"),))


def _said_at_end(result: Result) -> list[tuple[int, str]]:
    """The gestures, each with its seat, by which a game ends otherwise than by its rules."""
    winner = result.winners[0] if len(result.winners) == 1 else -1
    if winner >= 0 and result.reason == "resign":
        return [(1 - winner, "Resign"), (1 - winner, "Done")]
    if winner >= 0 and result.reason == "time":
        return [(winner, "WinOnTime")]
    return [] if result.winners else [(0, "OfferDraw"), (1, "AcceptDraw"), (1, "Done")]


def _clock(ms: int) -> str:
    """Hours, minutes and seconds."""
    seconds = ms // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
