"""The law on boards that a search plays on: they agree with the game."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from gipf_meta.protocol.capabilities import Searchable
from gipf_meta.protocol.game import Over, Turn
from gipf_meta.protocol.searching import MOST_CLEAR, WON, SearchBoard
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import guard, need
from gipf_meta.testing.trial.walks import Walk, WalkState

WALKS: Final = 3
"""The random games that are followed on boards."""
KEYS: Final = 2**62
"""More than any key."""


class BoardFacts(NamedTuple):
    """The answers of a board about one position."""

    seat: int
    over: bool
    key: int
    worth: int
    moves: tuple[int, ...]
    loud: tuple[int, ...]
    ranks: int


def facts_of(board: SearchBoard) -> BoardFacts:
    """All answers of *board*; without moves once the game is over."""
    moves = [] if board.over else board.moves()
    loud = [] if board.over else board.loud_moves()
    ranks = len(board.orders(moves))
    return BoardFacts(
        int(board.seat),
        bool(board.over),
        int(board.key()),
        int(board.worth()),
        tuple(sorted(moves)),
        tuple(sorted(loud)),
        ranks,
    )


@asked_of(Searchable, why_not="the game has no search_board.")
def search_boards_say_what_the_game_says(case: Case) -> None:
    """A board of ``search_board`` has the moves, the seat and the end that the game has, and a key
    of the position alone, while moves are made on it and after they are taken back."""
    for walk in case.first_walks(WALKS):
        if walk.seats == 2 and not walk.stopped:
            for part in _parts(case, walk):
                _follow(case, walk, part)
    case.here = None


def _parts(case: Case, walk: Walk) -> list[list[WalkState]]:
    """The moments of *walk* in which seats decide one after the other, or the game is over."""
    parts: list[list[WalkState]] = [[]]
    for moment in walk.moments:
        if isinstance(moment.now, Turn):
            parts[-1].append(moment)
            moves = case.ask.turn_moves(moment.state, moment.now.seat)
            if moment.has_move and moment.seat == moment.now.seat and moment.move in moves:
                continue
        elif isinstance(moment.now, Over) and parts[-1]:
            parts[-1].append(moment)
        parts.append([])
    return [part for part in parts if part]


def _follow(case: Case, walk: Walk, part: list[WalkState]) -> None:
    """Plays the decisions of *part* on a board, and takes them back."""
    board: SearchBoard | None = case.ask.search_board(part[0].state)
    if board is None:
        return
    said: list[BoardFacts] = []
    for moment in part:
        case.here = (walk, moment.index)
        with guard("a search board", "Let the board answer at every position.", case.ask.ms):
            said.append(facts_of(board))
            if moment is not part[-1]:
                board.make(moment.move)
        _check(case, moment, said[-1])
    while len(said) > 1:
        said.pop()
        case.here = (walk, part[len(said) - 1].index)
        with guard("take_back of a search board", "Let it undo what make did.", case.ask.ms):
            board.take_back()
            again = facts_of(board)
        need(
            again == said[-1],
            f"The search board says {again} after take_back, and said {said[-1]} before make.",
            "Let take_back leave everything as it was before make.",
        )


def _check(case: Case, moment: WalkState, said: BoardFacts) -> None:
    """Raises ``Broken`` unless the answers of a board, *said*, agree with the game at *moment*."""
    now: Any = moment.now
    need(
        said.over == isinstance(now, Over),
        f"The search board says over={said.over}, and the game {now}.",
        "Let over say whether the game has ended.",
    )
    if isinstance(now, Over):
        _check_end(now, said)
        return
    need(
        said.seat == now.seat,
        f"On the search board seat {said.seat} decides, in the game seat {now.seat}.",
        "Let seat say who decides, and give no board where luck or a duel may come.",
    )
    moves = tuple(sorted(case.ask.turn_moves(moment.state, now.seat)))
    need(
        said.moves == moves,
        f"The search board has {len(said.moves)} moves, and turn_moves {len(moves)}; only one of"
        f" them has {sorted({*said.moves} ^ {*moves})[:3]}.",
        "Let moves of the board answer the decisions of turn_moves, each once.",
    )
    need(
        {*said.loud} <= {*moves} and len({*said.loud}) == len(said.loud),
        "loud_moves has a decision that moves has not, or one twice.",
        "Let loud_moves answer some of moves.",
    )
    need(
        said.ranks == len(moves),
        f"orders answers {said.ranks} numbers for {len(moves)} moves.",
        "Let orders answer a number for each move.",
    )
    need(
        abs(said.worth) < WON // 2,
        f"worth answers {said.worth} before the end.",
        f"Let worth stay between {-WON // 2} and {WON // 2} until the game is over.",
    )
    other = case.ask.search_board(moment.state)
    need(
        other is not None and int(other.key()) == said.key and 0 <= said.key < KEYS,
        f"The key is {said.key}, and that of a new board {None if other is None else other.key()}.",
        "Let key depend on the position alone, however it came about, from 0 to 2**62 - 1.",
    )


def _check_end(end: Over, said: BoardFacts) -> None:
    """Raises ``Broken`` unless the worth of an *end* is that win, loss or draw."""
    is_drawn = len(end.winners) != 1
    worth = said.worth if is_drawn or said.seat in end.winners else -said.worth
    need(
        worth == 0 if is_drawn else WON <= worth <= WON + MOST_CLEAR,
        f"worth answers {said.worth} for seat {said.seat}; the winners are {end.winners}.",
        "Let worth answer 0 for a draw, WON or a little more for a win, and its opposite for a"
        " loss, once the game is over.",
    )
