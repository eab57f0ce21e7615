"""The publisher's notation, one decision or one turn at a time (docs/reference/zertz.md §10).

Decisions: ``Wd4`` (place), ``d1`` (remove), ``x e3Wg3`` (first jump), ``Wd5`` (each further jump),
``claim a1`` and ``leave a1`` (a full region, by its first ring), ``-`` (pass), ``takeback``.
Turns: ``Wd4,d1``, ``Bd7,b2 x Wa1Wa2``, ``x d1Gd3Wd5``, ``Gc3``, ``-``, ``takeback``.

Reading allows a turn's number in front, white space anywhere, the small colour letter of the PBEM
server in placements (``gc3,a1``), no comma (``Wd4 d1``), the ring before the marble (``d1,Wd4``),
captures without colours (``x d1d3d5``), ``j`` for ``i`` on 61 rings, and, where claims are
automatic, an absent list of isolated marbles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from gipf_meta import (
    N_,
    BadNotation,
    IllegalMove,
    called,
    check_on_turn,
    list_possible,
    list_some,
    see_rule,
)
from gipf_meta_zertz.positions import LETTERS, marble_at, marbles_text
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import (
    CLAIM,
    LEAVE,
    PASS,
    REMOVE,
    TAKEBACK,
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
from gipf_meta_zertz.texts import _

COLOURS: Final = ("white", "grey", "black")
PLAYERS: Final = (N_("Player 1"), N_("Player 2"))

_COORD: Final = "[a-j][0-9]+"
_LIST: Final = f"(?:[WGB]{_COORD})"
_NUMBER: Final = re.compile(r"\s*[0-9]+\.+")
_MARBLE: Final = re.compile(f"([WGB])({_COORD})")
_HOP: Final = re.compile(f"([WGB]?)({_COORD})")
_CHAIN: Final = re.compile(f"x({_COORD})((?:[WGB]?{_COORD})+)")
_CHAIN_GOES_ON: Final = re.compile(f"({_LIST}+)")
_PLACEMENT: Final = re.compile(f"([WGBwgb])({_COORD})(?:,?({_COORD}))?(?:x({_LIST}*))?")
_RING_FIRST: Final = re.compile(f"({_COORD}),?([WGBwgb])({_COORD})(?:x({_LIST}*))?")
_REMOVAL: Final = re.compile(f"({_COORD})(?:x({_LIST}*))?")
_CLAIMS: Final = re.compile(f"x({_LIST}*)")
_ANY_RING: Final = re.compile("[a-z][0-9]+")
_ONE_CLAIM: Final = re.compile(f"(claim|leave)({_COORD})")

# by colour, because languages decline them
_NONE_IN_POOL: Final = (
    N_("there is no white marble left in the pool"),
    N_("there is no grey marble left in the pool"),
    N_("there is no black marble left in the pool"),
)
_NONE_CAPTURED: Final = (
    N_("the pool is empty and you have captured no white marble"),
    N_("the pool is empty and you have captured no grey marble"),
    N_("the pool is empty and you have captured no black marble"),
)
_OTHER_COLOUR: Final = (
    N_("{what}: the marble on {name} is white, so write {right}."),
    N_("{what}: the marble on {name} is grey, so write {right}."),
    N_("{what}: the marble on {name} is black, so write {right}."),
)


def player_name(seat: int) -> str:
    """The name of a seat, in the player's language."""
    return called(seat, _(PLAYERS[seat]))


def jump_cells(rules: Rules, move: int) -> tuple[int, int]:
    """The cells that a jump passes over and lands on, as bit numbers."""
    step = rules.steps[direction_of(move)]
    return cell_of(move) + step, cell_of(move) + 2 * step


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
    over, landing = jump_cells(rules, move)
    colour = marble_at(state, over)
    hop = ("" if colour is None else LETTERS[colour]) + rules.board.lattice.name_of[landing]
    return hop if state.jumper else f"x {name}{hop}"


def turn_text(rules: Rules, state: State, moves: Sequence[int]) -> str:
    """The turn, or the part of a turn, that *moves* make from *state*, as canonical text.

    ``x`` alone leaves all full regions unclaimed.
    """
    text = ""
    taken: list[str] = []
    for move in moves:
        after = rules.apply(state, move)
        part = decision_text(rules, state, move)
        kind = kind_of(move)
        if kind == CLAIM:
            taken += marbles_text(rules, state, rules.next_claim(state))
        elif kind == REMOVE:
            text += f",{part}" if text else part
            taken += _isolated_marbles(rules, state, move, after)
        elif kind != LEAVE:
            text += part
            if kind < REMOVE:
                taken += _isolated_marbles(rules, state, move, after)
        state = after
    if taken:
        text += " x " + "".join(sorted(taken, key=_coordinate_of))
    return text.strip() or ("x" if moves else "")


def _coordinate_of(marble: str) -> tuple[str, int]:
    """Column and number of ``Wd4``, for sorting."""
    return marble[1], int(marble[2:])


def _isolated_marbles(rules: Rules, state: State, move: int, after: State) -> list[str]:
    """The marbles that *move*, a placement or a removal, took at once from *state* to *after*."""
    gone = state.rings & ~after.rings
    texts = marbles_text(rules, state, gone)
    if kind_of(move) < REMOVE and gone >> cell_of(move) & 1:
        texts.append(decision_text(rules, state, move))
    return texts


# -- reading ---------------------------------------------------------------------------------


def read_decision(rules: Rules, state: State, seat: int, text: str) -> int:
    """The legal decision of *seat* that *text* says.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason.
    """
    flat = _squeeze(text)
    hop = _MARBLE.fullmatch(flat) if state.jumper else None
    chain = _CHAIN.fullmatch(flat)
    marble = _PLACEMENT.fullmatch(flat)
    ring = _REMOVAL.fullmatch(flat)
    one_claim = _ONE_CLAIM.fullmatch(flat)
    several = _RING_FIRST.fullmatch(flat) or (_CHAIN_GOES_ON.fullmatch(flat) and not marble)
    if chain and len(_HOP.findall(chain[2])) > 1:
        several = chain
    if (marble and (marble[3] or marble[4] is not None)) or (ring and ring[2] is not None):
        several = marble or ring
    if several:
        _check_seat(state, seat)
        read_turn(rules, state, text)  # says which part of it is wrong, if one is
        raise BadNotation(
            _("{text!r} is more than one decision: say them one by one.").format(text=text.strip())
        )
    if not (hop or chain or marble or ring or one_claim or flat in ("-", "takeback")):
        raise _not_understood(rules, state, text)
    _check_seat(state, seat)
    if hop:
        return _legal_jump(rules, state, None, hop[1], hop[2])
    if chain:
        captured = _HOP.findall(chain[2])[0]
        return _legal_jump(rules, state, chain[1], captured[0], captured[1])
    if marble:
        return _legal_placement(rules, state, marble[1], marble[2])
    if ring:
        return _legal_removal(rules, state, ring[1])
    if one_claim:
        return _legal_claim(rules, state, one_claim[1], one_claim[2])
    return _legal_pass(rules, state) if flat == "-" else _legal_takeback(rules, state)


def read_turn(rules: Rules, state: State, text: str) -> tuple[int, ...]:
    """All decisions of one whole turn, or of the rest of the turn that *state* is in.

    Raises ``BadNotation`` or ``IllegalMove`` with the reason, also if the turn is not complete.
    """
    flat = _squeeze(text)
    if state.jumper and (found := _CHAIN_GOES_ON.fullmatch(flat)):
        _check_seat(state, state.seat)
        return _read_chain(rules, state, None, found[1])
    if found := _CHAIN.fullmatch(flat):
        _check_seat(state, state.seat)
        return _read_chain(rules, state, found[1], found[2])
    if found := _PLACEMENT.fullmatch(flat):
        _check_seat(state, state.seat)
        return _read_placement(rules, state, found[1], found[2], found[3], found[4])
    if found := _RING_FIRST.fullmatch(flat):
        _check_seat(state, state.seat)
        return _read_placement(rules, state, found[2], found[3], found[1], found[4])
    if found := _REMOVAL.fullmatch(flat):
        _check_seat(state, state.seat)
        move = _legal_removal(rules, state, found[1])
        after = rules.apply(state, move)
        return (
            move,
            *_read_taken(rules, after, _isolated_marbles(rules, state, move, after), found[2]),
        )
    if rules.optional_claim and (found := _CLAIMS.fullmatch(flat)):
        _check_seat(state, state.seat)
        if not rules.next_claim(state):
            raise IllegalMove(
                _("No full region is to be claimed now.") + _list_possible(rules, state)
            )
        return tuple(_read_claims(rules, state, found[1]))
    if flat in ("-", "takeback") or _ONE_CLAIM.fullmatch(flat):
        move = read_decision(rules, state, state.seat, text)
        if rules.next_claim(rules.apply(state, move)):
            raise IllegalMove(
                _("{text!r} is not the whole turn: more regions are full.").format(
                    text=text.strip()
                )
            )
        return (move,)
    raise _not_understood(rules, state, text)


def _squeeze(text: str) -> str:
    """*text* without the number of its turn and without white space."""
    number = _NUMBER.match(text)
    return "".join(text[number.end() if number else 0 :].split())


def _not_understood(rules: Rules, state: State, text: str) -> BadNotation:
    """The error for a text that is no decision and no turn. A broken capture is named as one."""
    flat = _squeeze(text)
    if flat[:1] == "x":
        for name in _ANY_RING.findall(flat):
            _read_cell(rules, name)
        jumps = rules.jumps(state) if state.ending is None else ()
        possible = list_possible(jumps, partial(decision_text, rules, state))
        return BadNotation(
            _(
                "{text!r} is no whole capture: write the ring of the marble that jumps, what it"
                " captures and where it lands, as in x d1Gd3.{possible}"
            ).format(text=text.strip(), possible=possible or _(" No capture is possible now."))
        )
    return BadNotation(
        _(
            "{text!r} is no move of ZÈRTZ; write Wd4,d1 (marble and ring) or x d1Gd3 (capture)."
        ).format(text=text.strip())
        + _list_possible(rules, state)
    )


def _check_seat(state: State, seat: int) -> None:
    """Raises ``IllegalMove`` unless it is the turn of *seat*."""
    check_on_turn(seat, state.seat if state.ending is None else None, player_name)


def _read_cell(rules: Rules, name: str) -> int:
    """The bit number of a ring. Raises ``BadNotation``."""
    cell = rules.board.names.get(name)
    if cell is None:
        raise BadNotation(
            _("{name} is no ring of the board with {rings} rings.").format(
                name=name, rings=rules.board.rings
            )
        )
    return cell


def _list_some(rules: Rules, state: State, moves: Sequence[int]) -> str:
    """The texts of the first *moves*."""
    return list_some(moves, partial(decision_text, rules, state))


def _list_possible(rules: Rules, state: State) -> str:
    """The first legal decisions, as the end of a sentence."""
    return list_possible(rules.legal_moves(state), partial(decision_text, rules, state))


def _refuse_if_due(rules: Rules, state: State, what: str, step: str) -> None:
    """Raises ``IllegalMove`` if the turn requires another step than *step*, or a capture."""
    if state.jumper and step != "jump":
        at = rules.board.lattice.names(state.jumper)[0]
        more = _list_some(rules, state, rules.jumps(state))
        raise IllegalMove(
            see_rule(
                _("{what} cannot be: the marble on {at} must go on jumping ({more}).").format(
                    what=what, at=at, more=more
                ),
                _("Capturing by jumping"),
            )
        )
    if state.free and step != "remove":
        rings = _list_some(rules, state, rules.legal_moves(state))
        raise IllegalMove(
            see_rule(
                _("{what} cannot be: a free ring must be removed first ({rings}).").format(
                    what=what, rings=rings
                ),
                _("Your turn"),
            )
        )
    if (region := rules.next_claim(state)) and step != "claim":
        first = rules.board.lattice.names(region)[0]
        raise IllegalMove(
            _("{what} cannot be: first say claim {first} or leave {first}.").format(
                what=what, first=first
            )
        )
    if not state.free and step in ("place", "remove", "pass") and rules.must_jump(state):
        jumps = _list_some(rules, state, rules.jumps(state))
        raise IllegalMove(
            see_rule(
                _("You must capture: {jumps}. {what} cannot be played now.").format(
                    jumps=jumps, what=what
                ),
                _("Your turn"),
            )
        )


def _legal_placement(rules: Rules, state: State, letter: str, name: str) -> int:
    """The placement of a marble on ring *name*. Raises ``BadNotation`` or ``IllegalMove``."""
    colour = "WGB".index(letter.upper())
    cell = _read_cell(rules, name)
    what = f"{LETTERS[colour]}{name}"
    _refuse_if_due(rules, state, what, "place")
    if not state.rings >> cell & 1:
        raise IllegalMove(
            _("{what} cannot be placed: ring {name} is gone.").format(what=what, name=name)
        )
    if marble_at(state, cell) is not None:
        raise IllegalMove(
            _("{what} cannot be placed: {name} is occupied.").format(what=what, name=name)
        )
    if not unpack(rules.stock(state))[colour]:
        raise IllegalMove(
            _("{what} cannot be placed: {no_marble}.").format(
                what=what, no_marble=_why_no_marble(rules, state, colour)
            )
        )
    return place(colour, cell)


def _why_no_marble(rules: Rules, state: State, colour: int) -> str:
    """Why the mover has no marble of *colour* to place, as a part of a sentence."""
    if state.pool:
        why = _(_NONE_IN_POOL[colour])
        if unpack(state.second if state.seat else state.first)[colour]:
            why += _(", and your own marbles wait until the pool is empty")
        return why
    return _(_NONE_CAPTURED[colour])


def _legal_removal(rules: Rules, state: State, name: str) -> int:
    """The removal of ring *name*. Raises ``BadNotation`` or ``IllegalMove``."""
    cell = _read_cell(rules, name)
    _refuse_if_due(rules, state, _("Removing {name}").format(name=name), "remove")
    if not state.free:
        raise IllegalMove(
            _("Ring {name} cannot be removed yet: place a marble first.").format(name=name)
        )
    if state.free >> cell & 1:
        return remove(cell)
    if not state.rings >> cell & 1:
        why = _("Ring {name} is gone already").format(name=name)
    elif marble_at(state, cell) is not None:
        why = _("Ring {name} is not vacant").format(name=name)
    else:
        why = _(
            "Ring {name} is not free: it slides out only where two neighbours side by side are"
            " missing"
        ).format(name=name)
    raise IllegalMove(
        see_rule(
            _("{why}; free are {some}.").format(
                why=why, some=_list_some(rules, state, rules.legal_moves(state))
            ),
            _("Your turn"),
        )
    )


def _legal_jump(rules: Rules, state: State, name: str | None, letter: str, target: str) -> int:
    """The jump from ring *name* (``None``: of the marble that must go on) to ring *target*.

    *letter* is the colour of the captured marble, if it is said. Raises ``BadNotation`` or
    ``IllegalMove``.
    """
    names = rules.board.lattice.name_of
    origin = state.jumper.bit_length() - 1 if name is None else _read_cell(rules, name)
    landing = _read_cell(rules, target)
    what = f"x {names[origin]}{letter}{target}"
    _refuse_if_due(rules, state, what, "jump")
    if state.jumper and origin != state.jumper.bit_length() - 1:
        _refuse_if_due(rules, state, what, "")
    jumps = rules.jumps(state)
    possible = list_possible(jumps, partial(decision_text, rules, state))
    if marble_at(state, origin) is None:
        raise IllegalMove(
            _("{what}: there is no marble on {name}.{possible}").format(
                what=what, name=names[origin], possible=possible
            )
        )
    for direction in range(6):
        over = origin + rules.steps[direction]
        if over in names and over + rules.steps[direction] == landing:
            break
    else:
        raise IllegalMove(
            _(
                "{what}: {target} is not the ring right behind a neighbour of {name}.{possible}"
            ).format(what=what, target=target, name=names[origin], possible=possible)
        )
    captured = marble_at(state, over)
    if captured is None:
        raise IllegalMove(
            _("{what}: there is no marble on {name} to jump over.{possible}").format(
                what=what, name=names[over], possible=possible
            )
        )
    if not state.rings >> landing & 1:
        raise IllegalMove(
            _("{what}: ring {target} is gone.{possible}").format(
                what=what, target=target, possible=possible
            )
        )
    if marble_at(state, landing) is not None:
        raise IllegalMove(
            _("{what}: {target} is occupied.{possible}").format(
                what=what, target=target, possible=possible
            )
        )
    if letter not in ("", LETTERS[captured]):
        raise IllegalMove(
            _(_OTHER_COLOUR[captured]).format(
                what=what, name=names[over], right=f"{LETTERS[captured]}{target}"
            )
        )
    return jump(direction, origin)


def _legal_pass(rules: Rules, state: State) -> int:
    """The pass. Raises ``IllegalMove``."""
    if PASS in rules.legal_moves(state):
        return PASS
    _refuse_if_due(rules, state, _("A pass"), "pass")
    raise IllegalMove(_("You cannot pass while you can move.") + _list_possible(rules, state))


def _legal_takeback(rules: Rules, state: State) -> int:
    """The takeback. Raises ``IllegalMove``."""
    if TAKEBACK in rules.legal_moves(state):
        return TAKEBACK
    if not rules.on_demand:
        raise IllegalMove(_("takeback exists only where captures are forced on demand."))
    _refuse_if_due(rules, state, "takeback", "takeback")
    raise IllegalMove(_("There is nothing to take back: the last turn missed no capture."))


def _legal_claim(rules: Rules, state: State, word: str, name: str) -> int:
    """The claim or leave of the region of ring *name*. Raises ``BadNotation``, ``IllegalMove``."""
    cell = _read_cell(rules, name)
    _refuse_if_due(rules, state, f"{word} {name}", "claim")
    region = rules.next_claim(state)
    if not region:
        raise IllegalMove(
            _("{word} {name}: no full region is to be claimed now.").format(word=word, name=name)
            + _list_possible(rules, state)
        )
    first = rules.first_ring(region)
    if not region >> cell & 1:
        at = rules.board.lattice.name_of[first]
        raise IllegalMove(
            _("{word} {name}: the region to decide on now is that of {at}.").format(
                word=word, name=name, at=at
            )
        )
    return claim(first) if word == "claim" else leave(first)


def _read_chain(rules: Rules, state: State, name: str | None, hops: str) -> tuple[int, ...]:
    """The jumps of a chain from ring *name*. Raises ``BadNotation`` or ``IllegalMove``."""
    moves: list[int] = []
    for letter, target in _HOP.findall(hops):
        if moves and not state.jumper:
            raise IllegalMove(
                _("{letter}{target} is too much: the chain has ended before it.").format(
                    letter=letter, target=target
                )
            )
        moves.append(_legal_jump(rules, state, None if moves else name, letter, target))
        state = rules.apply(state, moves[-1])
    if state.jumper:
        at = rules.board.lattice.names(state.jumper)[0]
        raise IllegalMove(
            see_rule(
                _("The chain cannot end on {at}: the marble must go on jumping ({some}).").format(
                    at=at, some=_list_some(rules, state, rules.jumps(state))
                ),
                _("Capturing by jumping"),
            )
        )
    return tuple(moves)


def _read_placement(
    rules: Rules, state: State, letter: str, name: str, ring: str | None, listed: str | None
) -> tuple[int, ...]:
    moves = [_legal_placement(rules, state, letter, name)]
    what = decision_text(rules, state, moves[0])
    after = rules.apply(state, moves[0])
    taken = _isolated_marbles(rules, state, moves[0], after)
    if after.free:
        if ring is None:
            rings = _list_some(rules, after, rules.legal_moves(after))
            raise IllegalMove(
                see_rule(
                    _("{what} is not the whole turn: a ring must go too ({rings}).").format(
                        what=what, rings=rings
                    ),
                    _("Your turn"),
                )
            )
        moves.append(_legal_removal(rules, after, ring))
        state, after = after, rules.apply(after, moves[1])
        taken = _isolated_marbles(rules, state, moves[1], after)
    elif ring is not None:
        _read_cell(rules, ring)
        raise IllegalMove(
            _("Ring {ring} cannot be removed: no ring is free after {what}.").format(
                ring=ring, what=what
            )
        )
    return (*moves, *_read_taken(rules, after, taken, listed))


def _read_taken(
    rules: Rules, state: State, taken: Sequence[str], listed: str | None
) -> Iterator[int]:
    """The claims that *listed* says; none where claims are automatic.

    Raises ``IllegalMove`` if *listed* is not what was *taken* at once.
    """
    if rules.optional_claim:
        yield from _read_claims(rules, state, listed or "")
    elif listed is not None and _read_list(rules, listed) != set(taken):
        isolates = "".join(sorted(taken, key=_coordinate_of)) or _("nothing")
        raise IllegalMove(
            _("This move isolates {isolates}, not {listed}.").format(
                isolates=isolates, listed=listed or _("nothing")
            )
        )


def _read_claims(rules: Rules, state: State, listed: str) -> Iterator[int]:
    """A claim for each full region whose marbles are all *listed*, and a leave for the others.

    Raises ``BadNotation`` or ``IllegalMove``.
    """
    wanted = _read_list(rules, listed)
    while region := rules.next_claim(state):
        marbles = set(marbles_text(rules, state, region))
        if wanted & marbles and not marbles <= wanted:
            whole = "".join(sorted(marbles, key=_coordinate_of))
            raise IllegalMove(
                _("A region is claimed whole: {whole}, not a part of it.").format(whole=whole)
            )
        first = rules.first_ring(region)
        move = claim(first) if marbles <= wanted else leave(first)
        wanted -= marbles
        yield move
        state = rules.apply(state, move)
    if wanted:
        rest = "".join(sorted(wanted, key=_coordinate_of))
        raise IllegalMove(
            _("{rest} cannot be claimed: not in a region that has become full.").format(rest=rest)
        )


def _read_list(rules: Rules, listed: str) -> set[str]:
    names = rules.board.lattice.name_of
    marbles = [letter + names[_read_cell(rules, name)] for letter, name in _MARBLE.findall(listed)]
    for marble in marbles:
        if marbles.count(marble) > 1:
            raise BadNotation(_("{marble} is listed twice.").format(marble=marble))
    return set(marbles)
