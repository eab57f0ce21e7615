"""The notation of PÜNCT (docs/reference/punct.md §7), written and read.

A turn is one text: ``Ta2:a3,b3`` adds a triangle, ``e5-e9:e10,f10`` moves, ``e5-e5:f6,g7``
rotates. Its decisions are the parts: ``T`` or ``e5``, then ``a2`` or ``e9``, then the minor
dots, ``a3,b3``. Where only one way to lie is legal, the second decision ends the turn.

``read_decision`` and ``read_turn`` are the only check of legality: they raise errors with
reasons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from gipf_meta import (
    N_,
    BadNotation,
    IllegalMove,
    called,
    check_on_turn,
    is_you,
    list_possible,
    see_rule,
)
from gipf_meta_punct.board import (
    DOT,
    END,
    FAR_END,
    KIND,
    KINDS,
    MIDDLE,
    MINOR,
    NAMES,
    OTHER,
    PLACEMENT_OF,
    PLACEMENTS,
    RAYS,
    SPACE_OF,
)
from gipf_meta_punct.rules import TRIANGLE, Rules, is_free, is_room
from gipf_meta_punct.state import (
    COUNT_BITS,
    COUNT_MASK,
    GO,
    LIE,
    LIFT,
    State,
    go_to,
    level_of,
    lie_as,
    lift,
    placement_of,
    take_kind,
)
from gipf_meta_punct.texts import _

PLAYERS: Final = (N_("White"), N_("Black"))
ROLES: Final = ("p1", "p2")
SHOWN: Final = 6
"""The number of legal decisions that an error lists."""

_SPACE: Final = r"[a-z][0-9]{1,2}"
_DOTS: Final = rf"({_SPACE}),?({_SPACE})"
_NUMBER: Final = re.compile(r"\s*[0-9]{1,4}\.\s*")
_KIND: Final = re.compile(r"[tcemrl]")
_WHERE: Final = re.compile(rf"-?({_SPACE})")
_HOW: Final = re.compile(rf":?{_DOTS}")
_TURN: Final = re.compile(rf"([tcemrl](?=[a-z]))?({_SPACE})(?:-({_SPACE}))?(?::{_DOTS})?")
_REST: Final = re.compile(rf"-?({_SPACE})(?::{_DOTS})?")


def player_name(seat: int) -> str:
    """The player at *seat*, as the reader knows him: by default the name of the seat."""
    return called(seat, _(PLAYERS[seat]))


# -- writing ---------------------------------------------------------------------------------


def dots_text(placement: int) -> str:
    """The minor dots of *placement*: ``a3,b3``."""
    return f"{NAMES[MINOR[placement]]},{NAMES[OTHER[placement]]}"


def decision_text(move: int) -> str:
    """One decision: ``T``, ``e5``, ``e9`` or ``e10,f10``."""
    if move < LIFT:
        return KINDS[move]
    if move < GO:
        return NAMES[move - LIFT]
    if move < LIE:
        return NAMES[move - GO]
    return dots_text(move - LIE)


def turn_text(rules: Rules, state: State, moves: Sequence[int]) -> str:
    """The turn of *moves*, or a part of it: ``Ta2:a3,b3``, ``e5-e9:e10,f10``, ``T``, ``e5-e9``."""
    text = ""
    for move in moves:
        after = rules.apply(state, move)
        if GO <= move < LIE:
            ended = f":{dots_text(rules.lying(state, move - GO)[0])}" if after.kind < 0 else ""
            text += ("-" if text and state.lifted >= 0 else "") + decision_text(move) + ended
        else:
            text += (":" if move >= LIE and text else "") + decision_text(move)
        state = after
    return text


def choice_text(state: State) -> str:
    """The part of the turn that is decided: ``T``, ``Ta2``, ``e5`` or ``e5-e9``; ``""`` at its
    beginning."""
    if state.kind < 0:
        return ""
    at = NAMES[state.target] if state.target >= 0 else ""
    if state.lifted < 0:
        return KINDS[state.kind] + at
    text = NAMES[DOT[placement_of(state.lifted)]]
    return f"{text}-{at}" if at else text


# -- reading ---------------------------------------------------------------------------------


def read_decision(rules: Rules, state: State, seat: int, text: str) -> int:
    """Returns the legal decision of *seat* that *text* writes.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    flat = _squeeze(text)
    kind, where, how = _KIND.fullmatch(flat), _WHERE.fullmatch(flat), _HOW.fullmatch(flat)
    if not (kind or where or (how and state.target >= 0)):
        if _TURN.fullmatch(flat) or _REST.fullmatch(flat):
            _check_seat(state, seat)
            read_turn(rules, state, text)  # raises for the part that is wrong, if one is
            raise BadNotation(
                _("{text!r} is more than one decision: say them one by one.").format(
                    text=text.strip()
                )
            )
        raise _not_understood(rules, state, text)
    _check_seat(state, seat)
    if kind:
        return _legal_kind(rules, state, flat.upper())
    if where:
        return _legal_place(rules, state, _read_space(where[1]))
    assert how is not None
    return _legal_lying(rules, state, state.target, _read_space(how[1]), _read_space(how[2]))


def read_turn(rules: Rules, state: State, text: str) -> tuple[int, ...]:
    """Returns the decisions of the whole turn, or of the rest of the turn that *state* is in.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason, also if the turn is not complete.
    """
    flat = _squeeze(text)
    if state.target >= 0 and _HOW.fullmatch(flat):
        return (read_decision(rules, state, state.seat, text),)
    found = _REST.fullmatch(flat) if state.kind >= 0 else None
    if found:
        _check_seat(state, state.seat)
        return _read_rest(rules, state, found[1], found[2], found[3])
    chosen = choice_text(state).lower()
    rest = flat[len(chosen) :]
    if chosen and flat.startswith(chosen) and (rest[:1] in ("-", ":") or rest[:1].isalpha()):
        # *text* is the whole turn, although it has begun
        return read_turn(rules, state, rest.removeprefix("-"))
    found = _TURN.fullmatch(flat)
    if not found or (found[1] and found[3]):
        raise _not_understood(rules, state, text)
    _check_seat(state, state.seat)
    if state.kind >= 0:
        raise IllegalMove(
            _("{chosen} is chosen already: say how the turn goes on.").format(
                chosen=choice_text(state)
            )
            + _list_possible(rules, state)
        )
    if found[1]:
        first, target = _legal_kind(rules, state, found[1].upper()), found[2]
    else:
        first, target = _legal_lift(rules, state, _read_space(found[2])), found[3] or found[2]
    after = rules.apply(state, first)
    return (first, *_read_rest(rules, after, target, found[4], found[5]))


def _read_rest(
    rules: Rules, state: State, name: str, low: str | None, high: str | None
) -> tuple[int, ...]:
    """Returns the decisions for the PÜNCT's space and the placement of the chosen piece.

    Without *low* and *high*, the minor dots, only one way may be legal. Raises ``BadNotation``
    or ``IllegalMove``.
    """
    space = _read_space(name)
    if state.target >= 0:
        raise IllegalMove(
            _("{chosen} is chosen already: say how the turn goes on.").format(
                chosen=choice_text(state)
            )
            + _list_possible(rules, state)
        )
    if low is None or high is None:
        go = _legal_place(rules, state, space)
        after = rules.apply(state, go)
        if after.kind >= 0:
            ways = ", ".join(
                f"{choice_text(after)}:{decision_text(move)}" for move in rules.legal_moves(after)
            )
            raise IllegalMove(
                _("{what} is not the whole turn: it can lie in several ways ({ways}).").format(
                    what=choice_text(after), ways=ways
                )
            )
        return (go,)
    lying = _legal_lying(rules, state, space, _read_space(low), _read_space(high))
    go = go_to(space)
    after = rules.apply(state, go)
    return (go, lying) if after.kind >= 0 else (go,)


def _squeeze(text: str) -> str:
    """*text* in lower case, without the number of its turn and without white space."""
    number = _NUMBER.match(text)
    return "".join(text[number.end() if number else 0 :].split()).lower()


def _not_understood(rules: Rules, state: State, text: str) -> BadNotation:
    """The error for a text that is no decision and no turn."""
    return BadNotation(
        _(
            "{text!r} is no move of PÜNCT; write Ta2:a3,b3 (add), e5-e9:e10,f10 (move) or"
            " e5-e5:f6,g7 (rotate)."
        ).format(text=text.strip())
        + _list_possible(rules, state)
    )


def _check_seat(state: State, seat: int) -> None:
    """Raises ``IllegalMove`` unless *seat* is on turn."""
    check_on_turn(seat, state.seat if state.ending is None else None, player_name)


def _read_space(name: str) -> int:
    """The space with that *name*. Raises ``BadNotation``."""
    space = SPACE_OF.get(name)
    if space is None:
        raise BadNotation(_("{name} is no space of the board.").format(name=name))
    return space


def _list_possible(rules: Rules, state: State) -> str:
    """The first legal decisions, as the end of a sentence."""
    return list_possible(rules.legal_moves(state), decision_text, SHOWN)


def _legal_kind(rules: Rules, state: State, letter: str) -> int:
    """The choice of a kind from the reserve. Raises ``IllegalMove``."""
    if state.kind >= 0:
        raise IllegalMove(
            _("{chosen} is chosen already: say how the turn goes on.").format(
                chosen=choice_text(state)
            )
            + _list_possible(rules, state)
        )
    kind = KINDS.index(letter)
    if not state.reserve >> COUNT_BITS * kind & COUNT_MASK:
        words = _("No {letter} is left in the reserve of {player}.")
        if is_you(state.seat):
            words = _("No {letter} is left in your reserve.")
        raise IllegalMove(
            words.format(letter=letter, player=player_name(state.seat))
            + _list_possible(rules, state)
        )
    if not rules.can_add(state, kind):
        raise IllegalMove(_("There is no room for a new {letter}.").format(letter=letter))
    return take_kind(kind)


def _legal_place(rules: Rules, state: State, space: int) -> int:
    """The lifting of the piece on *space*, or the PÜNCT's move there. Raises ``IllegalMove``."""
    if state.kind < 0:
        return _legal_lift(rules, state, space)
    if state.target >= 0:
        raise IllegalMove(
            _("{chosen} is chosen already: say how the turn goes on.").format(
                chosen=choice_text(state)
            )
            + _list_possible(rules, state)
        )
    if go_to(space) in rules.legal_moves(state):
        return go_to(space)
    here = PLACEMENTS[6 * space + state.kind]
    _check_line(state, space)
    at = placement_of(state.lifted) if state.lifted >= 0 else -1
    reasons = list(dict.fromkeys(_explain(rules, state, each) for each in here if each != at))
    if len(reasons) == 1:
        raise IllegalMove(reasons[0])
    raise IllegalMove(
        _("The PÜNCT cannot go to {name}: the piece cannot lie there in any way.").format(
            name=NAMES[space]
        )
        + _list_possible(rules, state)
    )


def _legal_lift(rules: Rules, state: State, space: int) -> int:
    """The lifting of the piece whose PÜNCT is on *space*. Raises ``IllegalMove``."""
    if lift(space) in rules.legal_moves(state):
        return lift(space)
    name = NAMES[space]
    top = state.tops[space]
    own = [one for one in state.pieces if one & 1 == state.seat]
    if top >= 0 and top & 1 == state.seat and DOT[placement_of(top)] == space:
        if is_free(state.tops, top):
            why = _("The piece on {name} cannot lie anywhere else.").format(name=name)
        else:
            why = _("The piece on {name} cannot move: another piece lies on it.").format(name=name)
    elif any(DOT[placement_of(one)] == space for one in own):
        why = _("The piece on {name} cannot move: another piece lies on it.").format(name=name)
    elif top < 0:
        why = _("{name} is empty: name the space of a PÜNCT of yours.").format(name=name)
    elif top & 1 != state.seat:
        why = _("The piece on {name} is not yours.").format(name=name)
    else:
        why = _("{name} has a minor dot: name the space of the piece's PÜNCT, {dot}.").format(
            name=name, dot=NAMES[DOT[placement_of(top)]]
        )
    raise IllegalMove(why + _list_possible(rules, state))


def _check_line(state: State, space: int) -> None:
    """Raises ``IllegalMove`` unless the PÜNCT of a lifted piece can go to *space* in a line."""
    if state.lifted >= 0:
        start = DOT[placement_of(state.lifted)]
        if space not in RAYS[start]:
            raise IllegalMove(
                _("{start} and {end} are not in one line: the PÜNCT moves straight.").format(
                    start=NAMES[start], end=NAMES[space]
                )
            )


def _legal_lying(rules: Rules, state: State, space: int, one: int, two: int) -> int:
    """The placement of the chosen piece on three spaces. Raises ``IllegalMove``."""
    dots = (state.kind, space, min(one, two), max(one, two))
    placement = PLACEMENT_OF.get(dots)
    if placement is None:
        raise IllegalMove(
            _("{dots} are no shape of a {letter} with its PÜNCT on {name}.").format(
                dots=f"{NAMES[dots[2]]},{NAMES[dots[3]]}",
                letter=KINDS[state.kind],
                name=NAMES[space],
            )
        )
    _check_line(state, space)
    if placement not in rules.lying(state, space):
        raise IllegalMove(_explain(rules, state, placement))
    return lie_as(placement)


def _explain(rules: Rules, state: State, placement: int) -> str:
    """Why not: the sentence why the chosen piece cannot lie as *placement*."""
    tops = state.tops
    dots = (DOT[placement], MINOR[placement], OTHER[placement])
    what = f"{NAMES[dots[0]]}:{dots_text(placement)}"
    if state.lifted < 0:
        if not is_room(tops, placement, keeps_out=False):
            full = next(NAMES[dot] for dot in dots if tops[dot] >= 0)
            return _("{what}: {full} is not empty; a new piece needs three empty spaces.").format(
                what=what, full=full
            )
        return see_rule(
            _("{what}: no dot of a new piece may lie in the central hexagon.").format(what=what),
            _("Your turn"),
        )
    if placement == placement_of(state.lifted):
        return _("{what}: the piece lies so already.").format(what=what)
    levels = [level_of(tops[space]) for space in (END[placement], FAR_END[placement])]
    middle = level_of(tops[MIDDLE[placement]])
    if KIND[placement] == TRIANGLE and {*levels, middle} != {middle}:
        return see_rule(
            _("{what}: the three spaces are not equally high.").format(what=what), _("Climbing")
        )
    if levels[0] != levels[1]:
        return see_rule(
            _("{what}: the spaces of its two ends are not equally high.").format(what=what),
            _("Bridges"),
        )
    if middle > levels[0]:
        return _("{what}: the space of its middle dot is higher than its ends.").format(what=what)
    if middle < levels[0]:
        if rules.two_pieces and tops[END[placement]] == tops[FAR_END[placement]]:
            return see_rule(
                _("{what}: the ends of a bridge must lie on two pieces.").format(what=what),
                _("Bridges"),
            )
        if MIDDLE[placement] == DOT[placement] and rules.forbids_middle:
            return see_rule(
                _("{what}: a piece with its PÜNCT in the middle is no bridge.").format(what=what),
                _("Bridges"),
            )
    return see_rule(
        _("{what}: above the board the PÜNCT must lie on a dot of its own colour.").format(
            what=what
        ),
        _("Climbing"),
    )
