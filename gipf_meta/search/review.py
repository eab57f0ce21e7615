"""Reviews a match: the chances before and after each turn, and the better turn. Pure.

Every position is searched with the same small budget. The turn that was played and the one that
seemed best are judged by searches of their own that begin after them, so that neither is favoured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random
from threading import Event
from typing import Any, Protocol, TypeAlias

from gipf_meta.base.sentences import pad, show_unprintable, widest
from gipf_meta.base.texts import N_, _
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment, moments
from gipf_meta.match.session import Session, Step
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Turn, title_of
from gipf_meta.search.analysis import Analysis, percent
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.tree import LUCK, options

NODES = 200
"""Positions of one search; a turn takes two or three searches."""
INACCURATE, MISTAKE, BLUNDER = 5, 10, 20
"""The least loss of chances, in percent, at which a turn is called so. At 200 positions another
seed changes a loss by less than one on the mean, by seven at most (ZÈRTZ and GIPF, 51 turns)."""
DEAREST = 3
"""How many turns a summary lists."""
INDENT = "    "
AnalysePosition: TypeAlias = Callable[[Session, Budget], Analysis | None]
"""Finds the best lines where a session stands; ``None``: this program is to look."""


class Kind(Enum):
    """How good a turn was; the value is the sign after its notation."""

    GOOD = ""
    INACCURATE = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


_SENTENCES = {
    Kind.GOOD: N_("good, {left} %."),
    Kind.INACCURATE: N_("inaccurate, {left} % instead of {before} %; better: {best}"),
    Kind.MISTAKE: N_("a mistake, {left} % instead of {before} %; better: {best}"),
    Kind.BLUNDER: N_("a blunder, {left} % instead of {before} %; better: {best}"),
}


@dataclass(frozen=True)
class Verdict:
    """The verdict on a turn of *player*: the moments *first* to *last* of the match.

    *before* are his chances in percent after the *best* turn that the search found, *left* those
    after the turn that was *played*; both turns are in the game's notation, and *moves* and
    *better* are their decisions as the game has them. *depth* is 0 in the match itself, 1 in a
    duel.
    """

    first: int
    last: int
    depth: int
    game: AnyGame
    player: int
    turn: int
    played: str
    best: str
    before: int
    left: int
    moves: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    better: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    @property
    def loss(self) -> int:
        """The chances that the turn gave away, in percent."""
        return self.before - self.left

    @property
    def kind(self) -> Kind:
        """How good the turn was, by its loss."""
        bounds = ((BLUNDER, Kind.BLUNDER), (MISTAKE, Kind.MISTAKE), (INACCURATE, Kind.INACCURATE))
        return next((kind for bound, kind in bounds if self.loss >= bound), Kind.GOOD)

    def __str__(self) -> str:
        """The verdict in words, without the turn that was played."""
        return _(_SENTENCES[self.kind]).format(before=self.before, left=self.left, best=self.best)


@dataclass(frozen=True)
class ReviewSummary:
    """The turns of *player*: how many, the *mean* loss of a turn in percent, how many of each kind,
    and the *dearest* ones."""

    player: int
    turns: int
    mean: float
    counts: dict[Kind, int]
    dearest: tuple[Verdict, ...]

    def lines(self, name: str) -> list[str]:
        """The summary in words: a sentence, and a line for each of the dearest turns."""
        sentence = _(
            "{name}: on average each turn gave away {mean:.1f} % of the chances;"
            " inaccurate {inaccurate}, mistakes {mistakes}, blunders {blunders}."
        ).format(
            name=name,
            mean=self.mean,
            inaccurate=self.counts[Kind.INACCURATE],
            mistakes=self.counts[Kind.MISTAKE],
            blunders=self.counts[Kind.BLUNDER],
        )
        return [sentence, *(f"{INDENT}{_where(v)}{v.turn}. {v.played}: {v}" for v in self.dearest)]


def _where(verdict: Verdict) -> str:
    return f"{title_of(verdict.game)} " if verdict.depth else ""


def summaries(verdicts: Sequence[Verdict]) -> list[ReviewSummary]:
    """A summary for each player who has a verdict."""
    by_player = []
    for player in sorted({verdict.player for verdict in verdicts}):
        own = [verdict for verdict in verdicts if verdict.player == player]
        dearest = sorted(own, key=lambda verdict: -verdict.loss)[:DEAREST]
        by_player.append(
            ReviewSummary(
                player,
                len(own),
                sum(verdict.loss for verdict in own) / len(own),
                {kind: sum(verdict.kind is kind for verdict in own) for kind in Kind},
                tuple(verdict for verdict in dearest if verdict.kind is not Kind.GOOD),
            )
        )
    return by_player


def rows(verdicts: Iterable[Verdict], names: Sequence[str]) -> Iterator[str]:
    """A line for each verdict as soon as it comes; duels are indented, with a title."""
    where: tuple[int, AnyGame] | None = None
    names = [show_unprintable(name) for name in names]
    width = widest(names)
    for verdict in verdicts:
        here, indent = (verdict.depth, verdict.game), INDENT * verdict.depth
        if here != where:
            yield indent + title_of(verdict.game)
            where = here
        chances = f"{verdict.before:>3} % → {verdict.left:>3} %  {verdict.kind.value:<2}"
        row = f"{indent}{verdict.turn:>3}. {pad(names[verdict.player], width)} {chances}"
        better = _("{played}; better: {best}").format(played=verdict.played, best=verdict.best)
        yield f"{row}  {verdict.played if verdict.kind is Kind.GOOD else better}"


def review_lines(verdicts: Iterable[Verdict], names: Sequence[str]) -> Iterator[str]:
    """The whole review line by line: the rows, then a summary for each player."""
    seen: list[Verdict] = []
    yield from rows(_remember(verdicts, seen), names)
    for summary in summaries(seen):
        yield from summary.lines(names[summary.player])
    if not seen:
        yield _("Nothing was played that could be reviewed.")


def _remember(verdicts: Iterable[Verdict], seen: list[Verdict]) -> Iterator[Verdict]:
    """Yields *verdicts*, and appends each of them to *seen*."""
    for verdict in verdicts:
        seen.append(verdict)
        yield verdict


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
    nodes: int = NODES,
    seed: int = 0,
    cancelled: Flag | None = None,
    look: AnalysePosition | None = None,
) -> Iterator[Verdict]:
    """Yields a verdict on each of the ``parts`` of *match*, in order; equal for equal seeds.

    A search looks at *nodes* positions. Ends early when another thread sets *cancelled*. Somebody
    else than this program may *look*. Raises whatever that raises.
    """
    flag, rng = cancelled or Event(), Random(seed)
    budget = Budget(nodes, cancelled=flag)
    played = moments(match)
    known: _Outlook | None = None

    def outlook(session: Session, mover: int) -> _Outlook:
        def look_again(session: Session) -> Analysis | None:
            return None if look is None else look(session, budget)

        analysis = look_again(session)
        if analysis is not None:
            return _AnalysedState(session, analysis, look_again)
        return _SearchedState(session, mover, budget, rng)

    for part in parts(played):
        session = played[part.start].sessions[-1]
        game, steps = session.game, [played[n].sessions[-1].steps[-1] for n in part]
        seat, state = steps[0].seat, steps[0].before
        assert seat is not None
        if known is None or known.session.game != game or known.session.state != state:
            known = outlook(_before_last(session), seat)
        proven, (moves, better) = known.proven(seat), known.best_turn()
        last = _before_last(played[part[-1]].sessions[-1])
        known = outlook(last.play(seat, steps[-1].move), seat)
        left = best = known.worth(seat)
        if proven is not None:
            best = proven
        elif better.state != known.session.state:
            best = max(left, outlook(better, seat).worth(seat))
        if flag.is_set():
            return
        before, left_percent = percent(best), percent(min(left, best))
        whole = len(session.steps) < 2 or session.steps[-2].number != steps[0].number
        turn = _notation(game, state, [step.move for step in steps], whole)
        yield Verdict(
            part.start,
            part[-1],
            played[part.start].depth,
            game,
            session.players[seat],
            steps[0].number,
            turn,
            _notation(game, state, moves, whole) if before > left_percent else turn,
            before,
            left_percent,
            tuple(step.move for step in steps),
            tuple(moves),
        )


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


class _Outlook(Protocol):
    """What is known of how *session* stands."""

    @property
    def session(self) -> Session: ...

    def proven(self, seat: int) -> float | None:
        """The worth of the state to *seat*, if that is proven: -1 to 1."""
        ...

    def worth(self, seat: int) -> float:
        """The worth of the state to *seat*, which has led to it, if the best follows: -1 to 1."""
        ...

    def best_turn(self) -> tuple[list[Any], Session]:
        """The best decisions until the seat's turn is over, and the session they lead to."""
        ...


class _AnalysedState:
    """What somebody else says of *session*, in which two play: an *analysis*; *look* asks again."""

    def __init__(
        self, session: Session, analysis: Analysis, look: Callable[[Session], Analysis | None]
    ) -> None:
        self.session, self.analysis, self.look = session, analysis, look

    def proven(self, seat: int) -> float | None:
        """As ``_Outlook.proven``."""
        return self.worth(seat) if self.analysis.sure else None

    def worth(self, seat: int) -> float:
        """As ``_Outlook.worth``."""
        now, best = self.session.status, self.analysis.lines[0].value
        return best if isinstance(now, Turn) and now.seat == seat else -best

    def best_turn(self) -> tuple[list[Any], Session]:
        """As ``_Outlook.best_turn``."""
        after, now = self.session, self.session.status
        moves: list[Any] = []
        analysis: Analysis | None = self.analysis
        while isinstance(now, Turn) and analysis is not None:
            for move in analysis.lines[0].moves:
                moves.append(move)
                after = after.play(now.seat, move)
                if after.status != now:
                    return moves, after
            analysis = self.look(after)  # its line ended before the turn
        return moves, after


class _SearchedState:
    """The search of the state of *session*, to which *mover* has led."""

    def __init__(self, session: Session, mover: int, budget: Budget, rng: Random) -> None:
        self.session, self.budget, self.rng = session, budget, rng
        self.search = TreeSearch(session.game, len(session.players), keeps=True)
        # with three seats the worth to the seat on turn says nothing about *mover*
        self.root = self.search.run(session.state, budget, rng, mover)

    def proven(self, seat: int) -> float | None:
        """As ``_Outlook.proven``."""
        return None if self.root.proven is None else self.root.proven[seat]

    def worth(self, seat: int) -> float:
        """The worth of the state to *seat*, which has led to it, if the best follows: -1 to 1.

        For two seats it is the value of the best option: the mean of all visits would be the worse
        the more decisions were tried.
        """
        root = self.root
        if self.search.seats != 2 or root.seat == LUCK or root.proven is not None:
            return root.value(seat)
        best = options(root)[0].value
        return best if root.seat == seat else -best

    def best_turn(self) -> tuple[list[Any], Session]:
        """As ``_Outlook.best_turn``."""
        root, after, now = self.root, self.session, self.session.status
        assert isinstance(now, Turn)
        moves: list[Any] = []
        while True:
            moves.append(options(root)[0].move)
            after = after.play(now.seat, moves[-1])
            if after.status != now:
                return moves, after
            root = self.search.run(after.state, self.budget, self.rng)
