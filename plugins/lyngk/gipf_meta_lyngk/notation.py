"""The notation of turns, and the only check of legality (docs/reference/lyngk.md §7).

``a1-c6`` moves the stack on a1, ``R,a1-c6`` claims red before that, ``-`` passes. A piece that
luck puts on the board is its letter and point, ``Ia1``; such draws stand before the first turn,
with commas between.

Reading allows a turn's number in front, capitals, white space, ``;`` ``:`` or nothing for the
comma, no hyphens, the word for a colour, ``claim`` before it, ``pass``, and
the way over LYNGK-points: ``a1-c3-c6``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from gipf_meta import (
    N_,
    BadNotation,
    IllegalMove,
    LotNotation,
    called,
    height,
    kind_of,
    occupied_by,
    origin_of,
    play_draws,
    see_rule,
    target_of,
    top,
)
from gipf_meta_lyngk.board import BOARD, NAME_OF, POINTS
from gipf_meta_lyngk.positions import LETTERS, read_board, read_point
from gipf_meta_lyngk.rules import Rules, stacks_met
from gipf_meta_lyngk.state import DRAW, JOKER, OVER, PASS, State, colours, draw, piece_of, turn
from gipf_meta_lyngk.texts import _

PLAYERS: Final = (N_("White"), N_("Black"))
_WORDS: Final = {"ivory": "i", "blue": "b", "red": "r", "green": "g", "black": "k"}
_NUMBER: Final = re.compile(r"\s*[0-9]+\.+")
_COLOUR: Final = r"(?:claim)?(ivory|blue|red|green|black|[ibrgk])[,;:]?"
_CLAIM: Final = re.compile(_COLOUR)
_TURN: Final = re.compile(
    rf"(?:{_COLOUR})??"
    r"([a-z][0-9]{1,2}(?:-?[a-z][0-9]{1,2})++)"
)
_POINT: Final = re.compile(r"[a-z][0-9]{1,2}")
_DRAWN: Final = re.compile(r"\s*([IBRGKJ][a-i][1-7])\s*(?:,|$)")


def player_name(seat: int) -> str:
    """The player at a seat, as the reader knows him: by default the name of the seat."""
    return called(seat, _(PLAYERS[seat]))


# -- writing -----------------------------------------------------------------------------------


def decision_text(move: int) -> str:
    """One turn or draw, as canonical text."""
    if move == PASS:
        return "-"
    kind, name = kind_of(move), NAME_OF[target_of(move)]
    if kind == DRAW:
        return LETTERS[piece_of(move)] + name
    claim = f"{LETTERS[kind]}," if kind else ""
    return f"{claim}{NAME_OF[origin_of(move)]}-{name}"


def turn_text(moves: Sequence[int]) -> str:
    """A turn, with the draws before it, as canonical text."""
    return ",".join(decision_text(move) for move in moves)


NOTATION: Final = LotNotation[State, int](_DRAWN, decision_text, player_name)

# -- reading -----------------------------------------------------------------------------------


def read_decision(rules: Rules, state: State, seat: int, text: str) -> int:
    """Returns the legal turn of *seat* that *text* writes.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    NOTATION.check_decides(rules, state, seat, state.phase == OVER)
    number = _NUMBER.match(text)
    said = text[number.end() if number else 0 :]
    text = "".join(said.lower().split())
    if text in ("-", "pass"):
        return _legal_pass(rules, state)
    found = _TURN.fullmatch(text)
    if not found:
        raise BadNotation(_why_no_turn(rules, state, " ".join(said.split())))
    claim = _colour(found[1]) if found[1] else 0
    way = [read_point(name) for name in _POINT.findall(found[2])]
    move = _legal_turn(rules, state, claim, way[0], way[-1])
    _check_way(rules, state, claim, way)
    return move


def _colour(word: str) -> int:
    """The colour that a *word* or letter names, in lower case."""
    return LETTERS.index(_WORDS.get(word, word).upper())


def _why_no_turn(rules: Rules, state: State, said: str) -> str:
    """Why not: the sentence why *said* is no turn, with the turns that begin like it."""
    text, moves = "".join(said.lower().split()), rules.legal_moves(state)
    if claim := _CLAIM.fullmatch(text):
        begun = [move for move in moves if move != PASS and kind_of(move) == _colour(claim[1])]
        why = _("A claim comes with the move that follows it, as in R,a1-b2.")
        return why + NOTATION.possible(begun or moves)
    if text in BOARD.place_of:
        here = [move for move in moves if move != PASS and NAME_OF[origin_of(move)] == text]
        why = _("Write where the stack on {name} goes, as in a1-b2.").format(name=text)
        return why + NOTATION.possible(here or moves)
    why = _(
        "{text!r} is no turn of LYNGK; write a1-b2 to move, R,a1-b2 to claim red and move,"
        " - to pass."
    )
    return why.format(text=said) + NOTATION.possible(moves)


def read_turn(rules: Rules, state: State, text: str) -> tuple[int, ...]:
    """Returns the draws that *text* writes before a turn, and that turn.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """

    def read(state: State, text: str) -> tuple[int]:
        return (read_decision(rules, state, state.seat, text),)

    return NOTATION.read_turn(rules, state, text, read)


def read_setup(rules: Rules, state: State, text: str) -> list[int]:
    """Returns the draws that set up the board of *text*: ``Ia1,Bb1,…``.

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    if state != rules.start():
        raise IllegalMove(_("luck sets up nothing at this point; that is done before the game."))
    stacks = read_board(text.strip())
    if any(height(stack) != 1 for stack in stacks):
        raise BadNotation(
            _("a start has one piece on each of the {count} points.").format(count=len(POINTS))
        )
    draws = (draw(stacks[point], point) for point in POINTS)
    return play_draws(rules, state, draws, _why_not_drawn)[0]


def _why_not_drawn(move: int) -> str:
    """Why not: luck cannot draw *move*, as all pieces of that number are drawn already."""
    return _("luck cannot set the board up so: there are too many pieces {piece}.").format(
        piece=LETTERS[piece_of(move)]
    )


# -- legality ----------------------------------------------------------------------------------


def _legal_pass(rules: Rules, state: State) -> int:
    """The pass. Raises ``IllegalMove`` where there is a turn (§4)."""
    moves = rules.legal_moves(state)
    if PASS in moves:
        return PASS
    raise IllegalMove(_("You cannot pass while you can move.") + NOTATION.possible(moves))


def _legal_turn(rules: Rules, state: State, claim: int, origin: int, target: int) -> int:
    """The turn that claims a colour, or none, and moves. Raises ``IllegalMove``."""
    moves = rules.legal_moves(state)
    move = turn(claim, origin, target)
    if move in moves:
        return move
    near = [
        other
        for other in moves
        if other != PASS and kind_of(other) == claim and origin_of(other) == origin
    ]
    raise IllegalMove(
        _why_not(rules, state, claim, origin, target) + NOTATION.possible(near or moves)
    )


def _why_not(rules: Rules, state: State, claim: int, origin: int, target: int) -> str:
    """Why not: the sentence why the turn is not legal."""
    seat = state.seat
    if claim and not state.may_claim(seat):
        return _("You have claimed two colours; nobody claims more.")
    if claim and claim not in state.unclaimed:
        whose = (
            _("{colour} is yours already.")
            if state.claims[seat] >> claim & 1
            else _("{colour} is your opponent's.")
        )
        return whose.format(colour=LETTERS[claim])
    own = state.claims[seat] | (1 << claim if claim else 0)
    stacks = rules.after_claim(state.stacks, claim)
    at, to = NAME_OF[origin], NAME_OF[target]
    stack, below = stacks[origin], stacks[target]
    if not stack or not below:
        return _("There is no stack on {name}.").format(name=to if stack else at)
    colour = top(stack)
    if colour == JOKER:
        return see_rule(
            _("There is a joker on {at}, and a joker does not move by itself.").format(at=at),
            _("What fits"),
        )
    if state.claims[1 - seat] >> colour & 1:
        return _("The stack on {at} is your opponent's.").format(at=at)
    if origin == target:
        return _("A stack goes to another point.")
    if target in stacks_met(stacks, occupied_by(stacks), origin, own):
        return _why_no_fit(rules, stack, below, to)
    return _why_not_met(stacks, occupied_by(stacks), own, origin, target)


def _why_no_fit(rules: Rules, stack: int, below: int, to: str) -> str:
    """Why not: the sentence why *stack* cannot go onto the stack *below*, which it meets on
    *to*."""
    count = height(stack) + height(below)
    if count > rules.limit:
        return see_rule(
            _("Together with {to} the stack would have {count} pieces, not at most {most}.").format(
                to=to, count=count, most=rules.limit
            ),
            _("What fits"),
        )
    twice = colours(stack) & colours(below)
    if twice:
        return see_rule(
            _("Both stacks have the colour {colour}, and none may be twice in one.").format(
                colour=LETTERS[twice.bit_length() - 1]
            ),
            _("What fits"),
        )
    return see_rule(
        _("The stack on {to} is higher, and a neutral stack goes onto no higher one.").format(
            to=to
        ),
        _("What fits"),
    )


def _why_not_met(stacks: tuple[int, ...], taken_up: int, own: int, origin: int, target: int) -> str:
    """Why not: the sentence why the stack on *origin* cannot reach the stack on *target*."""
    at, to = NAME_OF[origin], NAME_OF[target]
    if own >> top(stacks[origin]) & 1:
        if top(stacks[target]) == top(stacks[origin]):
            return see_rule(
                _("{to} is a LYNGK-point of the same colour: a turn does not end there.").format(
                    to=to
                ),
                _("The LYNGK-rule"),
            )
        return _("No free line leads from {at} to {to}, nor do LYNGK-points.").format(at=at, to=to)
    if not BOARD.is_line(origin, target):
        return _("No straight line leads from {at} to {to}.").format(at=at, to=to)
    passed = [point for point in BOARD.between(origin, target) if taken_up >> point & 1]
    return _("On the way from {at} to {to} there is a stack on {name}.").format(
        at=at, to=to, name=NAME_OF[passed[0]]
    )


def _check_way(rules: Rules, state: State, claim: int, way: Sequence[int]) -> None:
    """Raises ``IllegalMove`` unless a stack may go that *way*, whose end is legal (§7)."""
    if len(way) == 2:
        return
    stacks = rules.after_claim(state.stacks, claim)
    own = state.claims[state.seat] | (1 << claim if claim else 0)
    colour = top(stacks[way[0]])
    taken_up = occupied_by(stacks) & ~(1 << way[0])
    for point in way[1:-1]:
        if not own >> colour & 1 or not stacks[point] or top(stacks[point]) != colour:
            raise IllegalMove(
                _("{name} is no LYNGK-point of that stack: the turn is {text}.").format(
                    name=NAME_OF[point], text=decision_text(turn(claim, way[0], way[-1]))
                )
            )
    for step in pairwise(way):
        if not BOARD.is_line(*step) or any(taken_up >> point & 1 for point in BOARD.between(*step)):
            raise IllegalMove(
                _("No free line leads from {at} to {to}.").format(
                    at=NAME_OF[step[0]], to=NAME_OF[step[1]]
                )
            )
    if len({*way}) < len(way):
        raise IllegalMove(_("No point is used twice in a turn."))
