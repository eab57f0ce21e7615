"""A match reviewed: what each turn has left of the chances there were, and what was better. Pure.

Every position is searched with the same small budget. What was played and what seemed best are
judged by searches of their own that begin behind them, so that neither is favoured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from threading import Event
from typing import Any

from gipf_meta.base.texts import N_, _
from gipf_meta.match.match import Match
from gipf_meta.match.playback import Moment, moments
from gipf_meta.match.session import Session, Step
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Turn, title_of
from gipf_meta.search.analysis import percent
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.mcts import LUCK, TreeSearch, options

NODES = 200
"""Positions that one search looks at; a turn takes two searches or three."""
INACCURATE, MISTAKE, BLUNDER = 5, 10, 20
"""From such a loss on, in percent of chances, a turn is called so. At 200 positions another seed
changes a loss by less than one on the mean, by seven at most (ZÈRTZ and GIPF, 51 turns)."""
DEAREST = 3
"""How many turns a summary names."""
INDENT = "    "


class Kind(Enum):
    """What a turn is called, with the sign that stands behind it."""

    GOOD = ""
    INACCURATE = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


_SAID = {
    Kind.GOOD: N_("good, {left} %."),
    Kind.INACCURATE: N_("inaccurate, {left} % instead of {before} %; better: {best}"),
    Kind.MISTAKE: N_("a mistake, {left} % instead of {before} %; better: {best}"),
    Kind.BLUNDER: N_("a blunder, {left} % instead of {before} %; better: {best}"),
}


@dataclass(frozen=True)
class Verdict:
    """What *player* decided in a turn, in the moments *first* to *last* of the match.

    *before* are his chances in percent with the *best* that was found, *left* those with what was
    *played*; both are told in the game's notation. *depth* is 0 in the match itself, 1 in a duel.
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

    @property
    def loss(self) -> int:
        """Chances that were given away, in percent."""
        return self.before - self.left

    @property
    def kind(self) -> Kind:
        """What that is called."""
        bounds = ((BLUNDER, Kind.BLUNDER), (MISTAKE, Kind.MISTAKE), (INACCURATE, Kind.INACCURATE))
        return next((kind for bound, kind in bounds if self.loss >= bound), Kind.GOOD)

    def __str__(self) -> str:
        """In words, without what was played."""
        return _(_SAID[self.kind]).format(before=self.before, left=self.left, best=self.best)


@dataclass(frozen=True)
class Summary:
    """What *player* lost: in so many *turns*, on the *mean* in percent a turn; how many turns were
    of each kind, and the *dearest* ones."""

    player: int
    turns: int
    mean: float
    counts: dict[Kind, int]
    dearest: tuple[Verdict, ...]

    def told(self, name: str) -> list[str]:
        """The same in words: a sentence, and a line for each of the dearest turns."""
        said = _(
            "{name}: {mean:.1f} % lost a turn; inaccurate {inaccurate}, mistakes {mistakes},"
            " blunders {blunders}."
        ).format(
            name=name,
            mean=self.mean,
            inaccurate=self.counts[Kind.INACCURATE],
            mistakes=self.counts[Kind.MISTAKE],
            blunders=self.counts[Kind.BLUNDER],
        )
        return [said, *(f"{INDENT}{_where(v)}{v.turn}. {v.played}: {v}" for v in self.dearest)]


def _where(verdict: Verdict) -> str:
    return f"{title_of(verdict.game)} " if verdict.depth else ""


def summaries(verdicts: Sequence[Verdict]) -> list[Summary]:
    """One for each player who decided anything."""
    told = []
    for player in sorted({verdict.player for verdict in verdicts}):
        own = [verdict for verdict in verdicts if verdict.player == player]
        dearest = sorted(own, key=lambda verdict: -verdict.loss)[:DEAREST]
        told.append(
            Summary(
                player,
                len(own),
                sum(verdict.loss for verdict in own) / len(own),
                {kind: sum(verdict.kind is kind for verdict in own) for kind in Kind},
                tuple(verdict for verdict in dearest if verdict.kind is not Kind.GOOD),
            )
        )
    return told


def rows(verdicts: Iterable[Verdict], names: Sequence[str]) -> Iterator[str]:
    """The verdicts turn by turn, each as soon as it is there; a duel is indented, with its name."""
    where: tuple[int, AnyGame] | None = None
    width = max(map(len, names))
    for verdict in verdicts:
        here, indent = (verdict.depth, verdict.game), INDENT * verdict.depth
        if here != where:
            yield indent + title_of(verdict.game)
            where = here
        chances = f"{verdict.before:>3} % → {verdict.left:>3} %  {verdict.kind.value:<2}"
        row = f"{indent}{verdict.turn:>3}. {names[verdict.player]:<{width}} {chances}"
        better = _("{played}; better: {best}").format(played=verdict.played, best=verdict.best)
        yield f"{row}  {verdict.played if verdict.kind is Kind.GOOD else better}"


def reviewed(found: Iterable[Verdict], names: Sequence[str]) -> Iterator[str]:
    """The whole review line by line: the rows, then a summary for each player."""
    told: list[Verdict] = []
    yield from rows(_kept(found, told), names)
    for summary in summaries(told):
        yield from summary.told(names[summary.player])
    if not told:
        yield _("Nothing was played that could be reviewed.")


def _kept(found: Iterable[Verdict], told: list[Verdict]) -> Iterator[Verdict]:
    for verdict in found:
        told.append(verdict)
        yield verdict


# ---- what is reviewed --------------------------------------------------------------------------


def parts(told: Sequence[Moment]) -> list[range]:
    """What is judged as one: the moments in which a seat decided, one after the other, in a turn.

    Left out is what luck and duels decide, and what a seat does beside its turns.
    """
    found: list[range] = []
    last: tuple[int, int, int] | None = None
    for n, moment in enumerate(told):
        step = moment.sessions[-1].steps[-1] if moment.text else None
        if step is None or not _decides(moment.sessions[-1].game, step):
            last = None
            continue
        assert step.seat is not None
        here = moment.depth, step.number, step.seat
        if here == last:
            found[-1] = range(found[-1].start, n + 1)
        else:
            found.append(range(n, n + 1))
        last = here
    return found


def _decides(game: AnyGame, step: Step) -> bool:
    now = game.status(step.before)
    if not isinstance(now, Turn) or now.seat != step.seat:
        return False
    return step.move in game.turn_moves(step.before, now.seat)


def review(
    match: Match, nodes: int = NODES, seed: int = 0, cancelled: Flag | None = None
) -> Iterator[Verdict]:
    """A verdict on each of the ``parts`` of *match*, in order; the same for the same *seed*.

    Ends early when another thread sets *cancelled*.
    """
    flag, rng = cancelled or Event(), Random(seed)
    budget = Budget(nodes, cancelled=flag)
    told = moments(match)
    known: _Searched | None = None
    for part in parts(told):
        session = told[part.start].sessions[-1]
        game, steps = session.game, [told[n].sessions[-1].steps[-1] for n in part]
        seat, state = steps[0].seat, steps[0].before
        assert seat is not None
        if known is None or known.session.game != game or known.root.state != state:
            known = _Searched(session, state, seat, budget, rng)
        root, (moves, better) = known.root, known.best_turn()
        known = _Searched(session, game.apply(steps[-1].before, steps[-1].move), seat, budget, rng)
        left = best = known.worth(seat)
        if root.proven is not None:
            best = root.proven[seat]
        elif better != known.root.state:
            best = max(left, _Searched(session, better, seat, budget, rng).worth(seat))
        if flag.is_set():
            return
        before, kept = percent(best), percent(min(left, best))
        whole = len(session.steps) < 2 or session.steps[-2].number != steps[0].number
        played = _said(game, state, [step.move for step in steps], whole)
        yield Verdict(
            part.start,
            part[-1],
            told[part.start].depth,
            game,
            session.players[seat],
            steps[0].number,
            played,
            _said(game, state, moves, whole) if before > kept else played,
            before,
            kept,
        )


def _said(game: AnyGame, state: Any, moves: Sequence[Any], whole: bool) -> str:
    """Decisions as the game writes them, as one turn if they begin one."""
    if whole and not timed(game):
        return game.format_turn(state, moves)
    return " ".join(text for text, _state in game.texts(state, moves))


class _Searched:
    """A state that was searched after *mover* had led to it."""

    def __init__(
        self, session: Session, state: Any, mover: int, budget: Budget, rng: Random
    ) -> None:
        self.session, self.budget, self.rng = session, budget, rng
        self.search = TreeSearch(session.game, len(session.players), keeps=True)
        # with three seats what it is worth to whoever is on turn tells nothing about *mover*
        self.root = self.search.run(state, budget, rng, mover)

    def worth(self, seat: int) -> float:
        """What the state is worth to *seat*, the one that has led to it, if the best follows.

        For two the mean of the visits, over all decisions that were tried, would make a state look
        the worse the more there are.
        """
        root = self.root
        if self.search.seats != 2 or root.seat == LUCK or root.proven is not None:
            return root.value(seat)
        best = options(root)[0].value
        return best if root.seat == seat else -best

    def best_turn(self) -> tuple[list[Any], Any]:
        """The decisions that seem best until the seat's turn is over, and where they lead."""
        game, root = self.session.game, self.root
        moves: list[Any] = []
        state, now = root.state, game.status(root.state)
        while True:
            moves.append(options(root)[0].move)
            state = game.apply(state, moves[-1])
            if game.status(state) != now:
                return moves, state
            root = self.search.run(state, self.budget, self.rng)
