"""Reviews a match: the chances before and after each turn, and the better turn. Pure.

The turn that was played and the one that seemed best are judged by searches of their own that begin
after them, so that neither is favoured. A rough search of all turns comes first where it is wanted;
then each is searched well, and where a sign depends on it once more, much deeper. A later search of
a moment replaces the earlier verdict, also on the turn that led to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from threading import Event
from typing import Any, Final, TypeAlias

from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment, moments
from gipf_meta.match.session import Session, Step
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.search.analysis import Analysis, Line, analyse
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.chances import Chances
from gipf_meta.search.effort import Depth, Effort
from gipf_meta.search.outlook import AnalysedState, Outlook, SearchedState
from gipf_meta.search.verdict import BLUNDER, INACCURATE, MISTAKE, Verdict

NEAR: Final = INACCURATE - 2
"""The least loss from which a turn is searched once more."""
CLOSE: Final = 8
"""The greatest distance from a blunder's loss at which a turn is searched a third time."""
LINES: Final = 2
"""The number of turns that a search compares: the best one, and whether it is the only good one."""
RIVALS: Final = 3
"""The number where a turn may be the only good one."""
SEATS: Final = 2
AnalysePosition: TypeAlias = Callable[[Session, Budget], Analysis | None]
"""Finds the best lines where a session stands; ``None``: this program is to look."""


@dataclass(frozen=True)
class Judged:
    """The *verdict* on turn *n* of the review; it replaces an earlier one on the same turn.

    *done* turns have been searched well: none so far while the review is rough.
    """

    n: int
    verdict: Verdict
    done: int


# ---- what is reviewed --------------------------------------------------------------------------


def parts(played: Sequence[Moment]) -> list[range]:
    """The ranges of moments that are judged together: the decisions of one seat in one turn.

    Decisions of luck and duels are left out, and those of a seat beside its turns.
    """
    ranges: list[range] = []
    last: tuple[int, int, int] | None = None
    for n, moment in enumerate(played):
        step = moment.sessions[-1].steps[-1] if moment.text else None
        if step is None or not _decides(moment.sessions[-1].game, step):
            last = None
            continue
        assert step.seat is not None
        here = moment.depth, step.number, step.seat
        if here == last:
            ranges[-1] = range(ranges[-1].start, n + 1)
        else:
            ranges.append(range(n, n + 1))
        last = here
    return ranges


def _decides(game: AnyGame, step: Step) -> bool:
    """Whether *step* is a decision of the seat that was on turn."""
    now = game.status(step.before)
    if not isinstance(now, Turn) or now.seat != step.seat:
        return False
    return step.move in game.turn_moves(step.before, now.seat)


def review(
    match: Match,
    effort: Effort | int | None = None,
    seed: int = 0,
    cancelled: Flag | None = None,
    look: AnalysePosition | None = None,
) -> Iterator[Verdict]:
    """Yields the last verdict of ``deepen_review`` on each turn, in order, when all are found.

    *effort* may be the positions of a search. Yields nothing once *cancelled* is set.
    """
    flag = cancelled or Event()
    effort = effort if isinstance(effort, Effort) else Effort(effort)
    found: dict[int, Verdict] = {}
    for judged in deepen_review(match, replace(effort, is_rough_first=False), seed, flag, look):
        found[judged.n] = judged.verdict
    for _n, verdict in sorted(found.items()):
        if flag.is_set():
            return
        yield verdict


def deepen_review(
    match: Match,
    effort: Effort,
    seed: int = 0,
    cancelled: Flag | None = None,
    look: AnalysePosition | None = None,
) -> Iterator[Judged]:
    """Yields a verdict on each of the ``parts`` of *match*, in order, and again where it changes.

    It is the same for the same seed where positions end the searches. Ends early when another
    thread sets *cancelled*. *look* may analyse positions in place of this program. Raises whatever
    that raises, and ``GameFailed``.
    """
    gate = Gate(match.sessions[0].game, _Cancelled)
    try:
        with gate:
            judging = _Review(match, effort, seed, cancelled or Event(), look).judge()
        yield from gate.each(judging)
    except _Cancelled:
        return


class _Cancelled(Exception):
    """Nobody needs the review any more: it was cancelled."""


class _Place:
    """A moment of the match, or one that a better turn leads to; the seat *mover* led to it.

    *outlook* is the result of the deepest search so far, *looked* its depth.
    """

    def __init__(self, session: Session, mover: int) -> None:
        self.session, self.mover = session, mover
        self.looked = Depth.NONE
        self.outlook: Outlook | None = None
        #: a seat, and what the place is worth to it for sure by what follows
        self.proof: tuple[int, float] | None = None

    @property
    def known(self) -> Outlook:
        """The result of the deepest look so far."""
        assert self.outlook is not None, "it was looked at"
        return self.outlook

    def proven(self, seat: int) -> float | None:
        """The worth of the place to *seat*, if that is proven; else ``None``."""
        sure = self.known.proven(seat)
        if sure is None and self.proof is not None and len(self.session.players) == SEATS:
            whose, worth = self.proof
            return worth if whose == seat else -worth
        return sure

    def chances(self, seat: int) -> Chances:
        """The chances of *seat*, which has led here."""
        sure = self.proven(seat)
        return Chances.of(self.known.worth(seat) if sure is None else sure, sure is not None)


class _PlayedTurn:
    """A turn to be judged: the places *before* and *after* it, and *better*, after the best one.

    *last* is where the turn before it has led to: the same place, if nothing came between.
    """

    def __init__(self, part: range, played: Sequence[Moment], last: _Place | None) -> None:
        session = played[part.start].sessions[-1]
        self.part, self.depth = part, played[part.start].depth
        self.game, self.player_of = session.game, session.players
        self.steps = [played[n].sessions[-1].steps[-1] for n in part]
        seat = self.steps[0].seat
        assert seat is not None
        self.seat = seat
        self.whole = len(session.steps) < 2 or session.steps[-2].number != self.steps[0].number
        begun = _before_last(session)
        is_known = last is not None and _stand_alike(last.session, begun)
        self.before = last if last is not None and is_known else _Place(begun, seat)
        end = _before_last(played[part[-1]].sessions[-1])
        self.after: _Place = _Place(end.play(seat, self.steps[-1].move), seat)
        self.better: _Place | None = None
        self.moves: list[Any] = []
        self.looked = Depth.NONE
        self.is_only = False
        self.verdict: Verdict | None = None
        self._seen: Outlook | None = None
        #: whether it is seen at a glance that all else is a blunder
        self.is_plain: bool | None = None

    def find_better(self) -> None:
        """Finds the best turn, if the place before has been looked at since."""
        known = self.before.known
        if known is self._seen:
            return
        self._seen = known
        self.moves, better = known.turn()
        if better.state == self.after.session.state:
            self.better = self.after
            return
        self.is_only = False
        if self.better is None or self.better.session.state != better.state:
            self.better = _Place(better, self.seat)

    @property
    def is_best(self) -> bool:
        """Whether the best turn was played, or one that leads to the same."""
        return self.better is self.after

    def judge(self) -> Verdict:
        """The verdict, by the present findings on the three places."""
        seat, better = self.seat, self.better
        left = self.after.chances(seat)
        assert better is not None
        best = left if better.outlook is None else better.chances(seat)
        wins = Chances(100, sure=True)
        if wins in (left, best):
            self.before.proof = seat, 1.0
        proven = self.before.proven(seat)
        if proven is not None:
            before = Chances.of(proven, sure=True)
            if left.percent >= before.percent:
                left = before
        else:
            percent = min(max(best.percent, left.percent, 1), 99)
            before = Chances(percent)
        turn = self._notation([step.move for step in self.steps])
        return Verdict(
            self.part.start,
            self.part[-1],
            self.depth,
            self.game,
            self.player_of[seat],
            self.steps[0].number,
            turn,
            self._notation(self.moves) if before.percent > left.percent else turn,
            before.percent,
            left.percent,
            before.sure,
            left.sure,
            self.is_only,
            tuple(step.move for step in self.steps),
            tuple(self.moves),
        )

    def _notation(self, moves: Sequence[Any]) -> str:
        return _notation(self.game, self.before.session.state, moves, self.whole)


class _Review:
    """The review of *match*: its turns, and how they are looked at."""

    def __init__(
        self,
        match: Match,
        effort: Effort,
        seed: int,
        cancelled: Flag,
        look: AnalysePosition | None,
    ) -> None:
        self.effort, self.seed, self.cancelled, self.look = effort, seed, cancelled, look
        played = moments(match)
        self.turns: list[_PlayedTurn] = []
        for part in parts(played):
            last = self.turns[-1].after if self.turns else None
            self.turns.append(_PlayedTurn(part, played, last))
        self.done = 0

    def judge(self) -> Iterator[Judged]:
        """Yields verdicts, as ``deepen_review``."""
        count = len(self.turns)
        if self.effort.is_rough_first:
            for n in range(count):
                self._look_at(n, Depth.ROUGH)
                yield from self._changed(n)
        for n in range(count):
            self._look_at(n, Depth.GOOD)
            self.done = n + 1
            yield from self._changed(n)
            if n:  # by now it is known what follows
                yield from self._look_deeper(n - 1)
        while open_turns := [n for n in range(count) if self._wanted(n)]:
            yield from self._look_deeper(open_turns[-1])

    def _look_deeper(self, n: int) -> Iterator[Judged]:
        """Looks at turn *n* as deep as its sign wants."""
        while depth := self._wanted(n):
            self._look_again(n, depth)
            yield from self._changed(n)

    def _changed(self, n: int) -> Iterator[Judged]:
        """The verdicts on turn *n* and those beside it that are new; that on turn *n* always."""
        for each in (n, n - 1, n + 1):
            self._check()
            turn = self.turns[each] if 0 <= each < len(self.turns) else None
            if turn is not None and turn.looked:
                verdict, before = turn.judge(), turn.verdict
                if each == n or _shown_parts(verdict) != _shown_parts(before):
                    turn.verdict = verdict
                    yield Judged(each, verdict, self.done)

    # ---- looking ----------------------------------------------------------------------------

    def _look_at(self, n: int, look: Depth) -> None:
        """Searches the places of turn *n*, and the best turn that is found there."""
        turn = self.turns[n]
        self._search(turn.before, look)
        self._search(turn.after, look)
        turn.looked = look
        self._follow_best(n)
        if n + 1 < len(self.turns) and self.turns[n + 1].looked:
            self._follow_best(n + 1)  # it begins where this one ends

    def _follow_best(self, n: int) -> None:
        """Searches the place after the best turn instead of that after turn *n*, as deep as that
        was."""
        turn = self.turns[n]
        turn.find_better()
        self._check()
        if turn.before.proven(turn.seat) is None:
            assert turn.better is not None
            self._search(turn.better, turn.looked)

    def _wanted(self, n: int) -> Depth:
        """The depth of the search that the sign of turn *n* depends on; ``NONE``: no search any
        more."""
        turn = self.turns[n]
        verdict = turn.verdict
        if verdict is None or turn.looked is Depth.DEEPEST:
            return Depth.NONE
        is_sure = verdict.before_sure and verdict.left_sure
        if turn.looked is Depth.DEEP:
            is_close = abs(verdict.loss - BLUNDER) <= CLOSE and not is_sure
            return Depth.DEEPEST if is_close else Depth.NONE
        if verdict.loss >= NEAR:
            return Depth.NONE if is_sure else Depth.DEEP
        is_open = self._surprise(n) >= MISTAKE or self._may_be_only(turn)
        return Depth.DEEP if is_open else Depth.NONE

    def _surprise(self, n: int) -> int:
        """The difference between the chances after turn *n* and those before the next turn, in
        percent."""
        turn = self.turns[n]
        later = self.turns[n + 1] if n + 1 < len(self.turns) else None
        if later is None or later.before is not turn.after or later.verdict is None:
            return 0
        if turn.verdict is None or len(later.player_of) != SEATS or turn.verdict.left_sure:
            return 0
        found = later.verdict.before if later.seat == turn.seat else 100 - later.verdict.before
        return abs(turn.verdict.left - found)

    def _look_again(self, n: int, depth: Depth) -> None:
        """Searches the places of turn *n* deeply, and whether it was the only good one."""
        self._look_at(n, depth)
        turn = self.turns[n]
        turn.is_only = self._may_be_only(turn) and self._is_only(turn)

    def _search(self, place: _Place, look: Depth) -> None:
        if place.looked < look:
            place.outlook = self._outlook(place.session, place.mover, look)
            place.looked = look

    def _outlook(self, session: Session, mover: int, look: Depth, most: int = LINES) -> Outlook:
        """Searches *session* as deep as *look*, and returns the result. Raises ``_Cancelled``."""
        self._check()
        budget = self.effort.budget(look, session.game, self.cancelled)
        seats = len(session.players)

        def ask(session: Session) -> Analysis | None:
            return None if self.look is None else self.look(session, budget)

        def search(session: Session) -> Analysis:
            return analyse(session.game, session.state, seats, budget, Random(self.seed), most)

        found: Outlook
        if (analysis := ask(session)) is not None:
            found = AnalysedState(session, analysis, ask)
        elif seats == SEATS and isinstance(session.status, Turn):
            found = AnalysedState(session, search(session), search)
        else:
            found = SearchedState(session, mover, budget, Random(self.seed))
        self._check()
        return found

    def _check(self) -> None:
        if self.cancelled.is_set():
            raise _Cancelled

    # ---- the only good turn -----------------------------------------------------------------

    def _may_be_only(self, turn: _PlayedTurn) -> bool:
        """Whether all else seems a blunder, and does not seem so at a glance."""
        if not turn.is_best or not _stands_out(turn.before.known.lines):
            return False
        if turn.is_plain is None:
            lines = self._outlook(turn.before.session, turn.before.mover, Depth.ROUGH).lines
            turn.is_plain = _stands_out(lines) and lines[0].moves[:1] == (turn.steps[0].move,)
        return not turn.is_plain

    def _is_only(self, turn: _PlayedTurn) -> bool:
        """Whether all else is a blunder, by searches after it."""
        verdict, before = turn.judge(), turn.before
        found = self._outlook(before.session, before.mover, Depth.DEEP, RIVALS)
        for n, line in enumerate(found.lines):
            if line.moves[:1] == (turn.steps[0].move,):
                continue
            rival = _Place(found.turn(n)[1], turn.seat)
            self._search(rival, Depth.DEEP)
            if rival.chances(turn.seat).percent > verdict.before - BLUNDER:
                return False
        session = before.session
        for step in turn.steps:
            if step is not turn.steps[0] and len(_choices(session, turn.seat)) > 1:
                lines = self._outlook(session, turn.seat, Depth.DEEP).lines
                if lines[0].moves[:1] != (step.move,) or not _stands_out(lines):
                    return False
            session = session.play(turn.seat, step.move)
        return True


def _stand_alike(one: Session, other: Session) -> bool:
    return bool(one.game == other.game and one.state == other.state)


def _choices(session: Session, seat: int) -> Sequence[Any]:
    return session.turn_moves(seat)


def _stands_out(lines: Sequence[Line]) -> bool:
    """Whether the best of *lines* is better than the next one by as much as a blunder loses."""
    if len(lines) < LINES:
        return False
    best, next_best = (Chances.of(line.value, line.sure).percent for line in lines[:2])
    return best - next_best >= BLUNDER


def _shown_parts(verdict: Verdict | None) -> tuple[object, ...]:
    """The parts of *verdict* that are shown: two verdicts of equal parts need not be sent twice."""
    return () if verdict is None else (verdict, verdict.moves, verdict.better)


def _notation(game: AnyGame, state: Any, moves: Sequence[Any], whole: bool) -> str:
    """*moves* in the game's notation; *whole* says that they begin a turn."""
    if whole and not timed(game):
        return game.format_turn(state, moves)
    return " ".join(text for text, _state in game.texts(state, moves))


def _before_last(session: Session) -> Session:
    """*session* as it stood before its last step."""
    last = session.steps[-1]
    steps = session.steps[:-1]
    return replace(session, state=last.before, steps=steps, time_ms=last.at_ms, ended=None)
