"""The analysis of a position in words: the best lines, and a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Status, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.chances import Chances
from gipf_meta.search.dispatch import Found, deepen_moves
from gipf_meta.search.search_tree import SearchedDecision

AS_GOOD: Final = 1
"""The chances, in percent, by which a turn that is as good as the best one may be worse."""
FOLLOWING: Final = 3
"""The most turns after the best one that a line shows."""


@dataclass(frozen=True)
class Line:
    """A line of decisions in the game's notation, the advised one first, and as whole *turns*.

    *value* is its worth to the seat that decides, from -1 (lost) to 1 (won); *sure*: this is
    proven. *visits* counts how often the search tried the first decision. *moves* are the decisions
    as the game has them.
    """

    decisions: tuple[str, ...]
    value: float
    visits: int
    sure: bool
    turns: tuple[str, ...] = ()
    moves: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    @property
    def turn(self) -> str:
        """The advised turn, from its first decision to its last."""
        return self.turns[0] if self.turns else self.decisions[0]

    @property
    def chances(self) -> int:
        """The chances to win, in percent; 0 and 100 if they are proven."""
        return Chances.of(self.value, self.sure).percent

    @property
    def worth(self) -> str:
        """The value in words: a proven result, or the chances."""
        return str(Chances.of(self.value, self.sure))

    def __str__(self) -> str:
        return f"{self.worth:>6}  {' '.join(self.turns or self.decisions)}"


@dataclass(frozen=True)
class Analysis:
    """The best *lines* for the seat that is on turn, after *positions* positions, in the order of
    their worth.

    *sure*: the value of the best line is proven.
    """

    lines: tuple[Line, ...]
    positions: int
    sure: bool

    @property
    def chances(self) -> int:
        """The chances of the seat on turn with the best line, in percent; a draw counts half."""
        return self.lines[0].chances

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))

    def headline(self, name: str) -> str:
        """The chances of *name*, who is on turn, and how many positions were searched."""
        best = self.lines[0]
        if not self.sure:
            outlook = _("On turn: {name}, chances {best} %.").format(name=name, best=best.chances)
        elif best.value == 1:
            outlook = _("On turn: {name}. The win is sure.").format(name=name)
        elif best.value == -1:
            outlook = _("On turn: {name}. The loss is sure.").format(name=name)
        else:
            outlook = _("On turn: {name}. A draw is sure.").format(name=name)
        looked = _.many(
            "{count} position looked at.", "{count} positions looked at.", self.positions
        )
        return f"{outlook} {looked.format(count=self.positions)}"


def analyse(
    game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random, most: int = 3
) -> Analysis:
    """The best *most* lines from *state*, in which a seat is on turn, when *budget* is spent."""
    *_less, found = deepen_moves(game, state, seats, budget, rng, most=most)
    return _analysis(game, state, found, TurnEnder(game, seats, budget))


def deepen_analysis(
    game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random, most: int = 3
) -> Iterator[Analysis]:
    """Better and better analyses of *state*; the last is what ``analyse`` finds.

    Ends when *budget* is spent, with a proof, or without another analysis when it is cancelled.
    """
    ender = TurnEnder(game, seats, budget)
    for found in deepen_moves(game, state, seats, budget, rng, most=most):
        if budget.cancelled.is_set():
            return
        analysis = _analysis(game, state, found, ender)
        if budget.cancelled.is_set():
            return
        yield analysis


def _analysis(game: AnyGame, state: Any, found: Found, ender: TurnEnder) -> Analysis:
    with Gate(game):
        lines = lines_of(game, state, found.decisions, ender)
        return Analysis(tuple(lines), found.positions, found.sure)


def lines_of(
    game: AnyGame, state: Any, found: list[SearchedDecision], ender: TurnEnder
) -> list[Line]:
    """The lines of *found* from *state*, whose first turns *ender* ends."""
    lines = []
    for option in found:
        moves = ender.whole(state, option.line)
        texts = tuple(text for text, _state in game.texts(state, moves))
        turns = turn_texts(game, state, moves)
        lines.append(Line(texts, option.value, option.visits, option.sure, turns, moves))
    return lines


def nobody_decides(now: Status[Any]) -> str:
    """Why not: the reason why *now* cannot be analysed, a sentence; ``""`` if a seat is on turn."""
    if isinstance(now, Chance):
        return _("Luck decides here: there is nothing to analyse.")
    if isinstance(now, Duel):
        return _("A duel decides here: its own moves can be analysed.")
    return _("The game is over here: there is nothing to analyse.") if isinstance(now, Over) else ""


def compare(lines: Sequence[Line]) -> str:
    """A sentence on the best turn of *lines*: its worth, and the next best turns."""
    best, *others = lines
    if best.sure and best.value == 1:
        return _("{move} wins.").format(move=best.turn)
    if best.sure and best.value == -1 and not others:
        return _("Only {move} is possible; it loses.").format(move=best.turn)
    if best.sure and best.value == -1:
        return _("Everything loses; {move} is as good as the rest.").format(move=best.turn)
    if best.sure:
        return _("{move} leads to a draw for sure.").format(move=best.turn)
    worth = _share_won(best.chances)
    if not others:
        return _("Only {move} is possible; {worth}.").format(move=best.turn, worth=worth)
    return _("{move} seems best: {worth}{beside}.").format(
        move=best.turn, worth=worth, beside=_beside(best, others)
    )


def _share_won(chances: int) -> str:
    """How often a move wins that has *chances* in percent; at the ends of the scale, in words."""
    if chances <= 1:
        return _("it hardly ever wins")
    if chances >= 99:
        return _("it hardly ever loses")
    return _("it wins {n} of 100 such games").format(n=chances)


def _beside(best: Line, others: Sequence[Line]) -> str:
    """The worth of the *others* beside the *best* line, behind a semicolon."""
    other = others[0]
    if other.sure and other.value == -1:
        return _("; all else loses")
    alike = [each for each in others if best.chances - each.chances <= AS_GOOD and not each.sure]
    if any(each.value > best.value for each in alike):
        # a tree prefers a move with many visits to one that looked better in a few
        return _("; {other} may be as good").format(other=alike[0].turn)
    if len(alike) > 1:
        turns = ", ".join(each.turn for each in alike)
        return _("; several are as good: {others}").format(others=turns)
    if alike:
        return _("; {other} is as good").format(other=alike[0].turn)
    if other.sure:
        return _("; {other} leads to a draw").format(other=other.turn)
    return _("; {other} wins {less} of 100").format(other=other.turn, less=other.chances)


def what_follows(lines: Sequence[Line]) -> str:
    """A sentence on the turns that may follow the best one of *lines*; empty if none is known."""
    then = ", ".join(lines[0].turns[1 : 1 + FOLLOWING])
    return _("What may follow: {line}.").format(line=then) if then else ""


NODES_A_DECISION = 60
"""Positions that are searched for each decision that a line lacks to the end of its first turn."""
MOST_DECISIONS = 40
"""The most decisions that are added to a line."""


@dataclass(frozen=True)
class SearchedTurn:
    """A turn of *seat*: its *moves*, the other seat's answers with them, and the states *before*
    and *after* them. *over* says that nothing of the turn is left to be decided."""

    seat: int
    before: Any
    moves: tuple[Any, ...]
    after: Any
    over: bool


def _goes_on(game: AnyGame, state: Any, turn: Turn) -> bool:
    """Whether *turn* is not over in *state*."""
    now = game.status(state)
    return isinstance(now, Turn) and turn.number is not None and now.number in (None, turn.number)


def split_turns(game: AnyGame, state: Any, moves: Sequence[Any]) -> list[SearchedTurn]:
    """*moves*, played from *state*, by turns; where luck or a duel decides, a turn ends here."""
    turns: list[SearchedTurn] = []
    start, own = state, list[Any]()
    status = game.status(state)
    for move in moves:
        if not own:
            start, status = state, game.status(state)
        own.append(move)
        state = game.apply(state, move)
        if not isinstance(status, Turn):
            own = []
        elif not _goes_on(game, state, status):
            turns.append(SearchedTurn(status.seat, start, tuple(own), state, True))
            own = []
    if own and isinstance(status, Turn):
        turns.append(SearchedTurn(status.seat, start, tuple(own), state, False))
    return turns


def turn_text(game: AnyGame, turn: SearchedTurn) -> str:
    """The turn in the game's notation; the rest of a turn that had begun, by its decisions."""
    if not timed(game):
        try:
            whole = game.format_turn(turn.before, turn.moves)
            if not turn.over or tuple(game.parse_turn(turn.before, whole)) == turn.moves:
                return whole
        except GipfMetaError:
            pass  # the turn had begun before
    return " ".join(text for text, _state in game.texts(turn.before, turn.moves))


def turn_texts(game: AnyGame, state: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    """*moves*, played from *state*, as whole turns; a later turn that does not end is left out."""
    turns = split_turns(game, state, moves)
    return tuple(turn_text(game, turn) for n, turn in enumerate(turns) if turn.over or n == 0)


class TurnEnder:
    """Ends the first turn of lines, by a small search for each decision that they lack.

    The same line gets the same end, for every caller with the same *budget*. No search looks at
    more positions than that has.
    """

    def __init__(self, game: AnyGame, seats: int, budget: Budget) -> None:
        self.game, self.seats = game, seats
        self.nodes = min(NODES_A_DECISION, budget.nodes or NODES_A_DECISION)
        self.cancelled: Flag = budget.cancelled
        self._found: list[tuple[Any, Any]] = []

    def whole(self, state: Any, moves: tuple[Any, ...]) -> tuple[Any, ...]:
        """*moves* from *state*, with the decisions that end their first turn."""
        turns = split_turns(self.game, state, moves)
        if len(turns) != 1 or turns[0].over:
            return moves
        status, after = self.game.status(state), turns[0].after
        assert isinstance(status, Turn)
        more = list(moves)
        while len(more) < len(moves) + MOST_DECISIONS and not self.cancelled.is_set():
            now = self.game.status(after)
            if not isinstance(now, Turn) or now.seat != status.seat:
                break
            if not _goes_on(self.game, after, status):
                break
            more.append(self._best(after))
            after = self.game.apply(after, more[-1])
        return tuple(more)

    def _best(self, state: Any) -> Any:
        """The best decision in *state*."""
        for known, move in self._found:
            if known == state:
                return move
        budget = Budget(self.nodes, cancelled=self.cancelled)
        *_less, found = deepen_moves(self.game, state, self.seats, budget, Random(0), most=1)
        move = found.decisions[0].move
        self._found.append((state, move))
        return move
