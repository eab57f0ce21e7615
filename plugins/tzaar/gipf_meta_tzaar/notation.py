"""The notation of decisions and turns, and the only check of legality (docs/reference/tzaar.md §7).

``Zc3`` places a Tzaar, ``e9xe8`` captures, ``f4-f5`` strengthens, ``-`` passes. A turn is a
placement, or its one or two parts with ``;`` between them: ``e9xe8;f4-f5``. A piece that luck
puts on the board is its colour, kind and space, ``WTa1``; such draws stand before the first
turn, with commas between.

Reading allows a turn's number in front, capitals, white space, ``-`` or nothing for ``x``,
nothing for the ``-`` of a strengthening, ``pass``, and ``,`` ``/`` ``-`` or blanks between the
parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
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
from gipf_meta_tzaar.board import BOARD, NAME_OF, SPACES
from gipf_meta_tzaar.positions import COLOURS, LETTERS, read_board, read_space
from gipf_meta_tzaar.rules import Rules, is_last, pieces_left
from gipf_meta_tzaar.state import (
    CAPTURE,
    DRAW,
    FIRST,
    OVER,
    PASS,
    PLACE,
    PLACING,
    SECOND,
    STRENGTHEN,
    State,
    capture,
    draw,
    is_draw,
    owner_of,
    piece_of,
    place,
    strengthen,
)
from gipf_meta_tzaar.texts import _

PLAYERS: Final = (N_("White"), N_("Black"))

_SPACE: Final = "([a-z][0-9]{1,2})"
_PART: Final = rf"{_SPACE}\s*([x-]?)\s*{_SPACE}"
_NUMBER: Final = re.compile(r"\s*[0-9]+\.+")
_PLACEMENT: Final = re.compile(rf"([zat])\s*{_SPACE}")
_MOVE: Final = re.compile(_PART)
_TURN: Final = re.compile(rf"({_PART})(?:(?:\s*[;,/-]\s*|\s+)({_PART}|-|pass))?")
_DRAWN: Final = re.compile(r"\s*([WB][ZAT][a-i][1-9])\s*(?:,|$)")


def player_name(seat: int) -> str:
    """The player at a seat, as the reader knows him: by default the name of the seat."""
    return called(seat, _(PLAYERS[seat]))


# -- writing -----------------------------------------------------------------------------------


def decision_text(move: int) -> str:
    """One decision or draw, as canonical text."""
    if move == PASS:
        return "-"
    kind, name = kind_of(move), NAME_OF[target_of(move)]
    if kind == PLACE:
        return LETTERS[piece_of(move)] + name
    if kind == DRAW:
        return COLOURS[owner_of(move)] + LETTERS[piece_of(move)] + name
    return f"{NAME_OF[origin_of(move)]}{'x' if kind == CAPTURE else '-'}{name}"


def turn_text(moves: Sequence[int]) -> str:
    """A turn, or a part of one, as canonical text; with draws that stand before it."""
    drawn = [decision_text(move) for move in moves if is_draw(move)]
    decided = ";".join(decision_text(move) for move in moves if not is_draw(move))
    return ",".join([*drawn, decided] if decided else drawn)


NOTATION: Final = LotNotation[State, int](_DRAWN, decision_text, player_name)

# -- reading -----------------------------------------------------------------------------------


def read_decision(rules: Rules, state: State, seat: int, text: str) -> int:
    """Returns the legal decision of *seat* that *text* writes.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    NOTATION.check_decides(rules, state, seat, state.phase == OVER)
    return _read_part(rules, state, _without_number(text))


def read_turn(rules: Rules, state: State, text: str) -> tuple[int, ...]:
    """Returns the draws that *text* writes before a turn, and the decisions of that turn.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    return NOTATION.read_turn(rules, state, text, partial(_read_parts, rules))


def _without_number(text: str) -> str:
    """*text* in lower case without the number of its turn."""
    number = _NUMBER.match(text)
    return text[number.end() if number else 0 :].strip().lower()


def _read_parts(rules: Rules, state: State, text: str) -> list[int]:
    """The decisions of a turn. Raises ``BadNotation`` or ``IllegalMove``."""
    NOTATION.check_decides(rules, state, state.seat, state.phase == OVER)
    text = _without_number(text)
    found = _TURN.fullmatch(text)
    if not found or state.phase not in (FIRST, SECOND):
        return [_read_part(rules, state, text)]
    first = _read_part(rules, state, found[1])
    after = rules.apply(state, first)
    second = found[5]
    if state.phase == SECOND or after.phase != SECOND:
        if second is not None:
            raise IllegalMove(
                _("{part!r} is too much: the turn is over after {first}.").format(
                    part=second, first=decision_text(first)
                )
            )
        return [first]
    if second is None:
        raise IllegalMove(
            _(
                "{text!r} is not the whole turn: a second capture, a strengthening or a pass"
                " follows, as in {text};-."
            ).format(text=decision_text(first))
            + NOTATION.possible(rules.legal_moves(after))
        )
    return [first, _read_part(rules, after, second)]


def _read_part(rules: Rules, state: State, text: str) -> int:
    """Returns the legal decision that *text* writes. Raises ``BadNotation`` or ``IllegalMove``."""
    if text in ("-", "pass"):
        return _legal_pass(rules, state)
    if found := _PLACEMENT.fullmatch(text):
        return _legal_placement(rules, state, LETTERS.index(found[1].upper()), found[2])
    if found := _MOVE.fullmatch(text):
        origin, target = read_space(found[1]), read_space(found[3])
        return _legal_move(rules, state, origin, target, found[2])
    if _TURN.fullmatch(text):
        raise BadNotation(
            _("{text!r} is more than one decision: say them one by one.").format(text=text)
        )
    told = (
        _("{text!r} is no move of TZAAR; write Zc3 to place a Tzaar, A and T for the others.")
        if state.phase == PLACING
        else _(
            "{text!r} is no move of TZAAR; write e9xe8 to capture, f4-f5 to strengthen, - to pass."
        )
    )
    raise BadNotation(told.format(text=text) + NOTATION.possible(rules.legal_moves(state)))


def read_setup(rules: Rules, state: State, text: str) -> list[int]:
    """Returns the draws that set up the board of *text*: ``W:Ta1,… B:Zb1,…``.

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    if rules.setup != "random" or state != rules.start():
        raise IllegalMove(_("luck sets up nothing at this point; that is what setup=random does."))
    fields = text.split()
    if len(fields) != len(COLOURS):
        raise BadNotation(_("a start lists the pieces of both, as in W:Ta1,Zb2 B:Aa3,Tb1."))
    stacks, _white, black = read_board(*fields)
    if any(height(stack) != 1 for stack in stacks):
        raise BadNotation(
            _("a start has one piece on each of the {count} spaces.").format(count=len(SPACES))
        )
    draws = (draw(black >> space & 1, stacks[space], space) for space in SPACES)
    return play_draws(rules, state, draws, _why_not_drawn)[0]


def _why_not_drawn(move: int) -> str:
    """Why not: luck cannot draw *move*, as all pieces of that kind are drawn already."""
    return _("luck cannot set the board up so: there are too many pieces {piece}.").format(
        piece=COLOURS[owner_of(move)] + LETTERS[piece_of(move)]
    )


# -- legality ----------------------------------------------------------------------------------


def _legal_pass(rules: Rules, state: State) -> int:
    """The pass. Raises ``IllegalMove`` unless the second move of a turn comes next (§4)."""
    if state.phase != SECOND:
        told = (
            see_rule(
                _("Each turn begins with a capture: only the second move may be passed."),
                _("A turn"),
            )
            if state.phase == FIRST
            else _("Whoever places a piece may not pass.")
        )
        raise IllegalMove(told + NOTATION.possible(rules.legal_moves(state)))
    return PASS


def _legal_placement(rules: Rules, state: State, piece: int, name: str) -> int:
    """The placement of a *piece*. Raises ``BadNotation`` or ``IllegalMove``."""
    space = read_space(name)
    move = place(piece, space)
    moves = rules.legal_moves(state)
    if move in moves:
        return move
    if state.phase != PLACING:
        told = _("All pieces are placed; move a stack, as in e9xe8.")
    elif state.occupied >> space & 1:
        told = _("{name} is occupied; pieces are placed on vacant spaces.").format(name=name)
    else:
        assert not pieces_left(state, state.seat, piece)
        told = _("All your pieces {letter} are placed.").format(letter=LETTERS[piece])
    raise IllegalMove(told + NOTATION.possible(moves))


def _legal_move(rules: Rules, state: State, origin: int, target: int, sign: str) -> int:
    """The legal move from *origin* to *target* with that *sign* between. Raises ``IllegalMove``."""
    moves = rules.legal_moves(state)
    for move in (capture(origin, target), strengthen(origin, target)):
        if move in moves and not (sign == "x" and kind_of(move) == STRENGTHEN):
            return move
    own = [move for move in moves if move != PASS and origin_of(move) == origin]
    possible = NOTATION.possible(own if state.phase != PLACING and own else moves)
    raise IllegalMove(_why_not(rules, state, origin, target, sign) + possible)


def _why_not(rules: Rules, state: State, origin: int, target: int, sign: str) -> str:
    """Why not: the sentence why the stack on *origin* cannot move to *target*."""
    at, to = NAME_OF[origin], NAME_OF[target]
    own, occupied = state.owned(state.seat), state.occupied
    if state.phase == PLACING:
        return _("Stacks move when all pieces are placed; now place a piece on a vacant space.")
    if not occupied >> origin & 1:
        return _("There is no stack on {at}.").format(at=at)
    if not own >> origin & 1:
        if is_you(1 - state.seat):
            return _("The stack on {at} is yours.").format(at=at)
        return _("The stack on {at} is {owner}'s.").format(at=at, owner=player_name(1 - state.seat))
    if not BOARD.is_line(origin, target):
        return _("No straight line leads from {at} to {to}.").format(at=at, to=to)
    passed = [space for space in BOARD.between(origin, target) if occupied >> space & 1]
    if passed:
        return _("On the way from {at} to {to} there is a stack on {space}.").format(
            at=at, to=to, space=NAME_OF[passed[0]]
        )
    if not occupied >> target & 1:
        return _("{to} is vacant: a stack moves onto another stack.").format(to=to)
    if not own >> target & 1:
        return see_rule(
            _("The stack on {to} is higher ({more} pieces to {less}).").format(
                to=to, more=height(state.stacks[target]), less=height(state.stacks[origin])
            ),
            _("A turn"),
        )
    if state.phase == FIRST:
        return see_rule(
            _("Each turn begins with a capture, and the stack on {to} is your own.").format(to=to),
            _("A turn"),
        )
    if rules.keeps_kinds and is_last(state.stacks, own, target):
        return see_rule(
            _("The stack on {to} is your last of its kind: it may not be covered.").format(to=to),
            _("The end"),
        )
    assert sign == "x"
    return _("The stack on {to} is your own: to strengthen it, write {at}-{to}.").format(
        at=at, to=to
    )
