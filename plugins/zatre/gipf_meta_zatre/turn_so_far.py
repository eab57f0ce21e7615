"""The field ``turn:`` of a position (docs/reference/zatre.md §10): the turn up to the position.

    turn:drew:A46;placed:a6=4       A has drawn 4 and 6 and placed the 4
    turn:first;placed:h8=4          in the first turn of the game
    turn:drew:A4;draws:A            A has drawn a 4 and draws another tile
    turn:asked:A                    A says whether he draws one

``turn:begun`` says that nothing was drawn or placed, and nothing is to be drawn.
"""

from __future__ import annotations

import re
from typing import Final

from gipf_meta import BadNotation
from gipf_meta_zatre.board import CELL, NAME
from gipf_meta_zatre.rules import OPENING_HAND, Rules
from gipf_meta_zatre.state import LETTERS, PLACE, Move, State
from gipf_meta_zatre.texts import _

_HEADS: Final = ("drew", "placed", "draws", "asked")
_TILE: Final = re.compile(r"([a-o]\d{1,2})=([1-6])(!?)", re.ASCII)
_DREW: Final = re.compile(r"([A-F])([1-6]{1,6})", re.ASCII)


def turn_so_far_text(rules: Rules, state: State, begun: State) -> str:
    """The turn of *state* so far, as text; empty where it is as in *begun*, the beginning of the
    turn with the same tiles."""
    if _what_matters(rules, state) == _what_matters(rules, begun):
        return ""
    return _turn_text(state)


def _turn_text(state: State) -> str:
    """The turn of *state* so far."""
    parts = ["first"] if state.number == 1 else []
    # what a first partner drew does not matter any more
    players = sorted({player for player, _tile in state.drawn if player >= state.player})
    drew = [LETTERS[p] + "".join(map(str, state.drawn_by(p))) for p in players]
    placed = [f"{NAME[t.cell]}={t.value}{'!' * t.exceptional}" for t in state.placed]
    draws, asked = ("".join(LETTERS[p] for p in whom) for whom in (state.pending, state.asked))
    told = (",".join(drew), ",".join(placed), draws, asked)
    parts += [f"{head}:{text}" for head, text in zip(_HEADS, told, strict=True) if text]
    return ";".join(parts) or "begun"


def _what_matters(rules: Rules, state: State) -> tuple[object, ...]:
    has_drawn = rules.optional_draw and bool(state.drawn_by(state.player))
    return (
        state.ending,
        state.player,
        state.number == 1,
        state.placed,
        state.pending,
        state.asked,
        state.stuck,
        has_drawn,
    )


def read_turn_so_far(rules: Rules, state: State, text: str) -> State:
    """*state* inside the turn of the player on turn, as *text* says. Raises ``BadNotation``."""
    found = _read(rules, state, text)
    if found is None or _turn_text(found) != text:
        raise BadNotation(
            _(
                "turn:{text} is no turn that has begun: write for example"
                " turn:drew:A46;placed:a6=4, as it fits board and hands."
            ).format(text=text)
        )
    return found


def _read(rules: Rules, state: State, text: str) -> State | None:
    """The state that *text* describes; ``None`` if it is impossible."""
    words = [] if text == "begun" else text.split(";")
    is_first = words[:1] == ["first"]
    given = dict(word.partition(":")[::2] for word in words[is_first:])
    if not given.keys() <= {*_HEADS}:
        return None
    drawn: list[tuple[int, int]] = []
    for word in given["drew"].split(",") if "drew" in given else ():
        drew = _DREW.fullmatch(word)
        if drew is None:
            return None
        drawn += [(LETTERS.index(drew[1]), int(value)) for value in drew[2]]
    draws, asked = (
        tuple(LETTERS.find(letter) for letter in given.get(head, "")) for head in _HEADS[2:]
    )
    party = {state.player, state.player ^ 1} if rules.teams else {state.player}
    whom = {*draws, *asked, *(player for player, _value in drawn)}
    is_possible = (
        whom <= party
        and [*draws] == sorted(draws)
        and [*asked] == sorted({*asked})
        and len(draws) + len(asked) <= state.left
        and all(draws.count(player) <= OPENING_HAND for player in party)
        and (not asked or rules.optional_draw)
        and not (draws and {*asked} - {state.player ^ 1, state.player})
    )
    if not is_possible:
        return None
    inside = state.but(
        number=1 if is_first else 2,
        round=1 if is_first else 2,
        drawn=tuple(drawn),
        pending=draws,
        asked=asked,
    )
    after = _replaced(rules, inside, given.get("placed"))
    if after is None or (is_first and not after.placed and not after.grid.empty):
        return None
    if not is_first and not after.placed and after.grid.empty:
        return None
    stands = asked or draws or rules.can_place(after, after.player, after.placed)
    return after if stands or after.placed else after.but(stuck=True)


def _replaced(rules: Rules, state: State, text: str | None) -> State | None:
    """*state* with the tiles placed one after the other as *text* says; ``None`` if they cannot be.

    They lie on the board already.
    """
    tiles = [_TILE.fullmatch(word) for word in text.split(",")] if text is not None else []
    board = {cell: value for cell, value in enumerate(state.grid.board) if value and cell in NAME}
    moves: list[Move] = []
    for tile in tiles:
        cell = CELL.get(tile[1], -1) if tile else -1
        if tile is None or board.get(cell) != int(tile[2]):
            return None
        del board[cell]
        moves.append(Move(PLACE, state.player, int(tile[2]), cell, bool(tile[3])))
    if not moves:
        return state
    if not board and state.number != 1:
        return None
    hands = list(state.hands)
    hands[state.player] += tuple(move.value for move in moves)
    waiting = state.pending, state.asked
    now = state.but(
        grid=type(state.grid).of(board), hands=tuple(hands), pending=(), asked=(), placed=()
    )
    for move in moves:
        if move not in rules.placements(now):
            return None
        now = rules.place(now, move)
    if not rules.can_place(now, now.player, now.placed):
        return None  # the turn would have ended
    return now.but(pending=waiting[0], asked=waiting[1])
