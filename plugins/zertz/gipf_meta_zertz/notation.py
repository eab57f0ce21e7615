"""The publisher's notation, one decision or one turn at a time (docs/reference/zertz.md §10).

Decisions: ``Wd4`` (place), ``d1`` (remove), ``x e3Wg3`` (first jump), ``Wd5`` (each further jump),
``claim a1`` and ``leave a1`` (a full region, by its first ring), ``-`` (pass), ``takeback``.
Turns: ``Wd4,d1``, ``Bd7,b2 x Wa1Wa2``, ``x d1Gd3Wd5``, ``Gc3``, ``-``, ``takeback``.

Reading allows a turn's number in front, white space anywhere, the small colour letter of the PBEM
server in placements (``gc3,a1``), the ring before the marble (``d1,Wd4``), ``j`` for ``i`` on 61
rings, and, where claims are automatic, an absent list of isolated marbles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from gipf_meta import BadNotation, IllegalMove
from gipf_meta_zertz.position import LETTERS, marble_at, marbles_text
from gipf_meta_zertz.rules import (
    CLAIM,
    JUMP,
    LEAVE,
    PASS,
    REMOVE,
    TAKEBACK,
    Rules,
    State,
    cell_of,
    claim,
    direction_of,
    jump,
    kind_of,
    leave,
    place,
    remove,
    unpack,
)

COLOURS: Final = ("white", "grey", "black")
_SHOWN: Final = 8

_COORD: Final = "[a-j][0-9]+"
_NUMBER: Final = re.compile(r"\s*[0-9]+\.+(?=[^0-9])")
_PLACED: Final = re.compile(f"([WGBwgb])({_COORD})")
_RING: Final = re.compile(_COORD)
_HOP: Final = re.compile(f"([WGB])({_COORD})")
_LIST: Final = f"(?:[WGB]{_COORD})"
_CHAIN: Final = re.compile(f"x({_COORD})({_LIST}+)")
_MORE: Final = re.compile(f"{_LIST}+")
_WHOLE_PLACING: Final = re.compile(f"([WGBwgb])({_COORD})(?:,({_COORD}))?(?:x({_LIST}*))?")
_RING_FIRST: Final = re.compile(f"({_COORD}),([WGBwgb])({_COORD})(?:x({_LIST}*))?")
_WHOLE_REMOVAL: Final = re.compile(f"({_COORD})(?:x({_LIST}*))?")
_CLAIMS: Final = re.compile(f"x({_LIST}*)")
_ONE_CLAIM: Final = re.compile(f"(claim|leave)({_COORD})")


def player(seat: int) -> str:
    """What a seat is called."""
    return f"Player {seat + 1}"


# -- writing ---------------------------------------------------------------------------------


def decision_text(rules: Rules, state: State, move: int) -> str:
    """One decision, as canonical text."""
    if move == PASS:
        return "-"
    if move == TAKEBACK:
        return "takeback"
    kind = kind_of(move)
    name = rules.board.lattice.name_of[cell_of(move)]
    if kind < REMOVE:
        return LETTERS[kind] + name
    if kind == REMOVE:
        return name
    if kind == CLAIM:
        return f"claim {name}"
    if kind == LEAVE:
        return f"leave {name}"
    hop = _hop_text(rules, state, move)
    return hop if state.jumper else f"x {name}{hop}"


def _hop_text(rules: Rules, state: State, move: int) -> str:
    over, landing = jumped(rules, move)
    colour = marble_at(state, over)
    assert colour is not None
    return LETTERS[colour] + rules.board.lattice.name_of[landing]


def jumped(rules: Rules, move: int) -> tuple[int, int]:
    """The cells that a jump passes over and lands on, as bit numbers."""
    step = rules.steps[direction_of(move)]
    return cell_of(move) + step, cell_of(move) + 2 * step


def turn_text(rules: Rules, state: State, moves: Sequence[int]) -> str:
    """A turn from *state*, as canonical text; also of the part that has been played so far."""
    text = ""
    taken: dict[int, str] = {}
    only_claims = bool(moves) and kind_of(moves[0]) in (CLAIM, LEAVE)
    for move in moves:
        kind = kind_of(move)
        after = rules.apply(state, move)
        if kind in (CLAIM, LEAVE):
            gone = rules.next_claim(state) if kind == CLAIM else 0
            taken.update(_by_cell(rules, marbles_text(rules, state, gone)))
        elif kind == REMOVE:
            name = rules.board.lattice.name_of[cell_of(move)]
            text += f",{name}" if text else name
            taken.update(_by_cell(rules, marbles_text(rules, state, state.rings & ~after.rings)))
        else:
            text += decision_text(rules, state, move)
            if kind < REMOVE:
                taken.update(_by_cell(rules, _isolated_by_placing(rules, state, move, after)))
        state = after
    listed = "".join(taken[cell] for cell in sorted(taken, key=_column_order(rules)))
    if listed or only_claims:
        text += " x " + listed
    return text.strip()


def _by_cell(rules: Rules, marbles: Sequence[str]) -> dict[int, str]:
    return {rules.board.lattice.bit_of[text[1:]]: text for text in marbles}


def _isolated_by_placing(rules: Rules, state: State, move: int, after: State) -> list[str]:
    gone = state.rings & ~after.rings
    texts = marbles_text(rules, state, gone)
    if gone >> cell_of(move) & 1:
        texts.append(decision_text(rules, state, move))
    return texts


def _column_order(rules: Rules) -> dict[int, int].__class__ | object:  # replaced below
    raise NotImplementedError


# -- reading ---------------------------------------------------------------------------------
