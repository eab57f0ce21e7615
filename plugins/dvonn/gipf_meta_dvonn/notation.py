"""The notation of decisions and turns, and the only check of legality (docs/reference/dvonn.md §7).

``f3`` places the next piece (``rules.piece_to_place``), ``d1-f3`` moves a stack, ``-`` is a forced
pass. A piece that luck puts on the board is its letter and space, ``Wa1``; such draws stand
before the first decision, with commas between.

Reading allows a turn's number in front, capitals, white space anywhere, ``d1f3`` without the
hyphen, ``pass``, and behind a move the spaces that it clears, in any order: ``e3-f3 x a3,b3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gipf_meta import (
    N_,
    BadNotation,
    IllegalMove,
    LotNotation,
    called,
    height,
    is_you,
    kind_of,
    origin_of,
    play_draws,
    see_rule,
    target_of,
)
from gipf_meta_dvonn.board import (
    LONGEST,
    NAME_OF,
    PAIRS,
    SPACE_OF,
    SPACES,
    TARGETS,
    names,
    surrounded,
)
from gipf_meta_dvonn.positions import LETTERS
from gipf_meta_dvonn.rules import Rules, removed_by
from gipf_meta_dvonn.state import (
    DRAW,
    DRAWING,
    OVER,
    PASS,
    PLACE,
    PLACING,
    RED,
    State,
    draw,
    piece_of,
    place,
    stack_onto,
)
from gipf_meta_dvonn.texts import _

PLAYERS: Final = (N_("White"), N_("Black"))

_SPACE: Final = "[a-z][0-9]+"
_NUMBER: Final = re.compile(r"\s*\d+\.+", re.ASCII)
_PLACEMENT: Final = re.compile(f"({_SPACE})", re.ASCII)
_MOVE: Final = re.compile(f"({_SPACE})-?({_SPACE})(?:x((?:{_SPACE},?)*))?", re.ASCII)
_DRAWN: Final = re.compile(r"\s*([WBD][a-k][1-5])\s*(?:,|$)", re.ASCII)
_SETUP: Final = re.compile("([WBD])([a-k][1-5])", re.ASCII)


def player_name(seat: int) -> str:
    """The player at a seat, as the reader knows him: by default the name of the seat."""
    return called(seat, _(PLAYERS[seat]))


# -- writing -----------------------------------------------------------------------------------


def decision_text(move: int) -> str:
    """One decision or draw, as canonical text."""
    if move == PASS:
        return "-"
    kind = kind_of(move)
    name = NAME_OF[target_of(move)]
    if kind == PLACE:
        return name
    return LETTERS[piece_of(move)] + name if kind == DRAW else f"{NAME_OF[origin_of(move)]}-{name}"


NOTATION: Final = LotNotation[State, int](_DRAWN, decision_text, player_name)

# -- reading -----------------------------------------------------------------------------------


def read_decision(rules: Rules, state: State, seat: int, text: str) -> int:
    """Returns the legal decision of *seat* that *text* writes.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    number = _NUMBER.match(text)
    flat = "".join(text[number.end() if number else 0 :].split()).lower()
    if flat in ("-", "pass"):
        NOTATION.check_decides(rules, state, seat, state.phase == OVER)
        return _legal_pass(rules, state)
    if found := _PLACEMENT.fullmatch(flat):
        NOTATION.check_decides(rules, state, seat, state.phase == OVER)
        return _legal_placement(rules, state, _read_space(found[1]))
    if found := _MOVE.fullmatch(flat):
        NOTATION.check_decides(rules, state, seat, state.phase == OVER)
        move = _legal_move(rules, state, _read_space(found[1]), _read_space(found[2]))
        if found[3] is not None:
            _check_removed(state, move, found[3])
        return move
    raise BadNotation(
        _(
            "{text!r} is no move of DVONN; write a space to place a piece (f3), two spaces to move"
            " a stack (d1-f3), or - to pass."
        ).format(text=text.strip())
        + NOTATION.possible(rules.legal_moves(state))
    )


def read_turn(rules: Rules, state: State, text: str) -> tuple[int, ...]:
    """Returns the draws that *text* writes before a turn, and the turn's decision.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """

    def read(state: State, text: str) -> tuple[int]:
        if state.phase == DRAWING:
            told = _("{text!r} cannot be: luck has not set up the whole board.")
            raise IllegalMove(told.format(text=text.strip()))
        return (read_decision(rules, state, state.seat, text),)

    return NOTATION.read_turn(rules, state, text, read)


def read_setup(rules: Rules, state: State, text: str) -> list[int]:
    """Returns the draws that set up the board of *text*, a list of pieces and spaces (§9).

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    if state.phase != DRAWING or state != rules.start():
        raise IllegalMove(
            _("luck sets up nothing at this point; that is what setup=random and symmetric do.")
        )
    items = [item.strip() for item in text.split(",")]
    pieces: dict[int, int] = {}
    for item in items:
        found = _SETUP.fullmatch(item)
        if not found:
            raise BadNotation(_("{item!r} is no piece on a space such as Wa1.").format(item=item))
        pieces[_read_space(found[2])] = LETTERS.index(found[1])
    if len(items) != len(SPACES) or len(pieces) != len(SPACES):
        raise BadNotation(
            _("a start has one piece on each of the {count} spaces.").format(count=len(SPACES))
        )
    told = _("luck cannot set the board up so under these options.")
    draws, state = play_draws(rules, state, _draws_of(rules, pieces), lambda _draw: told)
    if state.phase == DRAWING or any(state.stacks[space] != pieces[space] for space in SPACES):
        raise IllegalMove(told)
    return draws


def _draws_of(rules: Rules, pieces: dict[int, int]) -> Iterator[int]:
    """The draws that put *pieces*, one on each space, onto the board."""
    if rules.setup == "random":
        yield from (draw(pieces[space], space) for space in SPACES)
        return
    yield from (draw(RED, a) for a, _b in PAIRS if pieces[a] == RED)
    yield from (draw(pieces[a], a) for a, _b in PAIRS if pieces[a] != RED)


def _read_space(name: str) -> int:
    """The bit number of a space. Raises ``BadNotation``."""
    space = SPACE_OF.get(name)
    if space is None:
        raise BadNotation(
            _("There is no space {name}: row 1 has a to i, row 3 a to k, row 5 c to k.").format(
                name=name
            )
        )
    return space


def _legal_placement(rules: Rules, state: State, space: int) -> int:
    """The placement on *space*. Raises ``IllegalMove``."""
    if state.phase != PLACING:
        raise IllegalMove(
            _("{name}: all pieces are placed; move a stack, as in d1-f3.").format(
                name=NAME_OF[space]
            )
            + NOTATION.possible(rules.legal_moves(state))
        )
    if state.occupied >> space & 1:
        raise IllegalMove(
            _("{name} is occupied; pieces are placed on vacant spaces.").format(name=NAME_OF[space])
            + NOTATION.possible(rules.legal_moves(state))
        )
    return place(space)


def _legal_pass(rules: Rules, state: State) -> int:
    """The pass. Raises ``IllegalMove`` unless it is forced."""
    moves = rules.legal_moves(state)
    if PASS not in moves:
        raise IllegalMove(_("Whoever can act may not pass.") + NOTATION.possible(moves))
    return PASS


def _legal_move(rules: Rules, state: State, origin: int, target: int) -> int:
    """The move of the stack on *origin* onto *target*. Raises ``IllegalMove``."""
    if state.phase == PLACING:
        raise IllegalMove(
            _("Stacks move when all pieces are placed; now place a piece on a vacant space.")
            + NOTATION.possible(rules.legal_moves(state))
        )
    moves = rules.legal_moves(state)
    move = stack_onto(origin, target)
    if move not in moves:
        own = [one for one in moves if one != PASS and origin_of(one) == origin]
        raise IllegalMove(_why_not(state, origin, target) + NOTATION.possible(own or moves))
    return move


def _why_not(state: State, origin: int, target: int) -> str:
    """Why not: the sentence why the stack on *origin* cannot move onto *target*."""
    at, to = NAME_OF[origin], NAME_OF[target]
    stack = state.stacks[origin]
    if not stack:
        return _("There is no stack on {at}.").format(at=at)
    if stack == RED:
        return see_rule(
            _("The DVONN piece on {at} is nobody's and may not move.").format(at=at), _("Stacking")
        )
    if not (state.black if state.seat else state.white) >> origin & 1:
        if is_you(1 - state.seat):
            return _("The stack on {at} is yours.").format(at=at)
        return _("The stack on {at} is {owner}'s.").format(at=at, owner=player_name(1 - state.seat))
    if surrounded(state.occupied) >> origin & 1:
        return see_rule(
            _("The stack on {at} may not move: all its six neighbours are occupied.").format(at=at),
            _("Stacking"),
        )
    high = height(stack)
    if high > LONGEST or target not in TARGETS[high][origin]:
        told = _.many(
            "The stack on {at} has {count} piece: it moves exactly {count} space in a straight"
            " line, so not to {to}.",
            "The stack on {at} has {count} pieces: it moves exactly {count} spaces in a straight"
            " line, so not to {to}.",
            high,
        )
        return see_rule(told.format(at=at, count=high, to=to), _("Stacking"))
    return _("{to} is vacant: a stack moves onto an occupied space.").format(to=to)


def _check_removed(state: State, move: int, listed: str) -> None:
    """Raises ``IllegalMove`` unless *listed* are the spaces that *move* clears (§7)."""
    told = sorted(re.findall(_SPACE, listed))
    gone = sorted(names(removed_by(state, origin_of(move), target_of(move))))
    if told != gone:
        text = decision_text(move)
        raise IllegalMove(
            _("{text} removes {gone}, not {told}.").format(
                text=text, gone=", ".join(gone), told=", ".join(told) or _("nothing")
            )
            if gone
            else _("{text} removes nothing, so nothing may stand behind x.").format(text=text)
        )
