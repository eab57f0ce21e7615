"""Boards of PÜNCT in short, for tests."""

from __future__ import annotations

from gipf_meta import Over
from gipf_meta.match.turns import legal_turns
from gipf_meta_punct.board import KINDS, SET
from gipf_meta_punct.game import Punct
from gipf_meta_punct.state import State, pack


def position(pieces: str, side: str = "w") -> str:
    """The position string with these *pieces*, a space between them; the rest is in reserve."""
    items = pieces.split()
    reserves = []
    for colour in "WB":
        left = (
            SET[n] - sum(item.startswith(colour + kind) for item in items)
            for n, kind in enumerate(KINDS)
        )
        reserves.append("".join(f"{kind}{n}" for kind, n in zip(KINDS, left, strict=True)))
    return f"{side} {' '.join(reserves)} {';'.join(items) or '-'}"


def at(pieces: str, side: str = "w", game: Punct | None = None) -> State:
    """The state with these *pieces*."""
    return (game or Punct()).from_text(position(pieces, side))


def turns(state: State, game: Punct | None = None, start: str = "") -> set[str]:
    """The legal turns that begin with *start*."""
    listed = list(legal_turns(game or Punct(), state))
    assert len(listed) == len(set(listed))
    return {text for text in listed if text.startswith(start)}


def moves(state: State, dot: str, game: Punct | None = None) -> set[str]:
    """The legal turns of the piece whose PÜNCT is on *dot*, without their beginning."""
    return {text.partition("-")[2] for text in turns(state, game, f"{dot}-")}


def play(state: State, text: str, game: Punct | None = None) -> State:
    """The state after the turn *text*."""
    game = game or Punct()
    for move in game.parse_turn(state, text):
        state = game.apply(state, move)
    return state


def over(state: State, game: Punct | None = None) -> tuple[tuple[int, ...], str] | None:
    """The winners and the reason, if the game is over."""
    now = (game or Punct()).status(state)
    return (now.winners, now.reason) if isinstance(now, Over) else None


def with_reserve(state: State, white: str) -> State:
    """The same position with a reserve of White that no position string may have."""
    counts = tuple(white.count(kind) for kind in KINDS)
    return State(state.pieces, pack(counts), state.black, state.seat, state.number, seen=state.seen)
