"""The analysis of a position in words: the best lines, and a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, Chance, Duel, Over, Status, Turn
from gipf_meta.protocol.searching import SearchBoard
from gipf_meta.search.budget import Budget, Flag
from gipf_meta.search.deepening import Deepening
from gipf_meta.search.dispatch import search_board_of, search_moves
from gipf_meta.search.mcts import SearchedDecision, TreeSearch, options

MOST_POSITIONS = 20_000
"""The most positions of an analysis that nobody ends: its tree takes memory."""
POSITIONS_A_STEP = 100
"""How many positions are searched between two reports."""


@dataclass(frozen=True)
class Line:
    """A line of decisions in the game's notation, the advised one first, and as whole *turns*.

    *value* is what it is worth to the seat that decides, from -1 (lost) to 1 (won); *sure* says
    that this is proven. *visits* counts how often the search tried the first decision. *moves* are
    the decisions as the game has them.
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
        """The chances to win, in percent."""
        return percent(self.value)

    @property
    def worth(self) -> str:
        """The value in words: a proven result, or the chances."""
        if not self.sure:
            return _("{n} %").format(n=self.chances)
        return _("a win") if self.value == 1 else _("a loss") if self.value == -1 else _("a draw")

    def __str__(self) -> str:
        return f"{self.worth:>6}  {' '.join(self.turns or self.decisions)}"


@dataclass(frozen=True)
class Analysis:
    """The best *lines* for the seat that is on turn, after *positions* positions: those that the
    search has tried most, in the order of what they are worth.

    *sure* says that the value of the best line is proven.
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
            outlook = _("{name} is on turn, chances {best} %.").format(name=name, best=best.chances)
        elif best.value == 1:
            outlook = _("{name} is on turn, and wins for sure.").format(name=name)
        elif best.value == -1:
            outlook = _("{name} is on turn, and loses for sure.").format(name=name)
        else:
            outlook = _("{name} is on turn: a draw for sure.").format(name=name)
        looked = _.many(
            "{count} position looked at.", "{count} positions looked at.", self.positions
        )
        return f"{outlook} {looked.format(count=self.positions)}"


def percent(value: float) -> int:
    """*value*, from -1 to 1, as chances in percent."""
    return round(50 * (1 + value))


def analyse(
    game: AnyGame, state: Any, seats: int, budget: Budget, rng: Random, most: int = 3
) -> list[Line]:
    """The best *most* lines from *state*, in which a seat is on turn."""
    found = search_moves(game, state, seats, budget, rng, most=most)
    return lines_of(game, state, found[:most], TurnEnder(game, seats, rng, budget.cancelled))


def deepen_analysis(
    game: AnyGame,
    state: Any,
    seats: int,
    rng: Random,
    nodes: int = MOST_POSITIONS,
    cancelled: Flag | None = None,
    most: int = 3,
) -> Iterator[Analysis]:
    """Analyses *state*, in which a seat is on turn, and yields a better analysis at every step.

    Ends after *nodes* positions, with a proof, or when *cancelled* is set.
    """
    cancelled = cancelled or Event()
    board = search_board_of(game, state) if seats == 2 else None
    if board is not None:
        yield from _deepen_on_board(game, state, board, rng, nodes, cancelled, most)
        return
    search, looked = TreeSearch(game, seats, keeps=True), 0
    ender = TurnEnder(game, seats, Random(0), cancelled)
    while looked < nodes:
        root = search.run(
            state, Budget(min(POSITIONS_A_STEP, nodes - looked), cancelled=cancelled), rng
        )
        if cancelled.is_set():
            return
        looked += search.nodes
        sure = root.proven is not None
        lines = lines_of(game, state, options(root)[:most], ender)
        if cancelled.is_set():
            return
        yield Analysis(tuple(sorted(lines, key=lambda line: -line.value)), looked, sure)
        if sure:
            return


def _deepen_on_board(
    game: AnyGame,
    state: Any,
    board: SearchBoard,
    rng: Random,
    nodes: int,
    cancelled: Flag,
    most: int,
) -> Iterator[Analysis]:
    """The same on a *board*: each analysis looks at twice as many positions as the one before."""
    ender, seed, looked = TurnEnder(game, 2, Random(0), cancelled), rng.getrandbits(62), 0
    while looked < nodes:
        looked = min(nodes, max(POSITIONS_A_STEP, 2 * looked))
        search = Deepening()
        found = search.run(board, Budget(looked, cancelled=cancelled), Random(seed), most)
        if cancelled.is_set():
            return
        lines = lines_of(game, state, found[:most], ender)
        if cancelled.is_set():
            return
        yield Analysis(tuple(lines), int(search.nodes), lines[0].sure)
        if lines[0].sure:
            return


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
    """A sentence that says why *now* cannot be analysed; empty if a seat is on turn."""
    if isinstance(now, Chance):
        return _("Luck decides here: there is nothing to analyse.")
    if isinstance(now, Duel):
        return _("A duel decides here: its own moves can be analysed.")
    return _("The game is over here: there is nothing to analyse.") if isinstance(now, Over) else ""


def compare(lines: list[Line]) -> str:
    """A sentence on the best turn of *lines*: what it is worth, and what the next best is."""
    best, *others = lines
    if best.sure and best.value == 1:
        return _("{move} wins.").format(move=best.turn)
    if best.sure and best.value == -1:
        return _("Everything loses; {move} is as good as the rest.").format(move=best.turn)
    if not others:
        return _("{move} is all that is possible; it wins {best} of 100 such games.").format(
            move=best.turn, best=best.chances
        )
    other = others[0]
    if other.sure and other.value == -1:
        return _("{move} seems best: it wins {best} of 100 such games; all else loses.").format(
            move=best.turn, best=best.chances
        )
    if other.chances >= best.chances:
        # a tree prefers a move with many visits to one that looked better in a few
        return _(
            "{move} seems best: it wins {best} of 100 such games; {other} may be as good."
        ).format(move=best.turn, best=best.chances, other=other.turn)
    return _("{move} seems best: it wins {best} of 100 such games, {other} wins {less}.").format(
        move=best.turn, best=best.chances, other=other.turn, less=other.chances
    )


def what_follows(lines: list[Line]) -> str:
    """A sentence on the turns that may follow the best one of *lines*; empty if none is known."""
    then = ", ".join(lines[0].turns[1:4])
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

    What was found once is kept. *cancelled* ends a search.
    """

    def __init__(self, game: AnyGame, seats: int, rng: Random, cancelled: Flag) -> None:
        self.game, self.seats, self.rng, self.cancelled = game, seats, rng, cancelled
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
        budget = Budget(NODES_A_DECISION, cancelled=self.cancelled)
        root = TreeSearch(self.game, self.seats).run(state, budget, self.rng)
        move = options(root)[0].move
        self._found.append((state, move))
        return move
