"""Positions as one line of text (docs/reference/zertz.md §10).

    <board> <pool> <captured by player 1> <captured by player 2> <side to move>
        [remove | jump:<coord> | claim:<coords>] [frozen:<coords>] [must_capture]

The sixth field belongs to a position inside a turn. ``claim:`` is this project's own, for optional
claims: the rings of the full regions that the mover has still to claim or to leave.

ZIP, the positions of zertz.app, have the same five fields with another board: see ``zip_layout``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from gipf_meta import BadNotation, understood
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import MOST, Special, State, pack, unpack
from gipf_meta_zertz.texts import _
from gipf_meta_zertz.zip_layout import BARE, board_field, is_layout, layout_text

LETTERS: Final = "WGB"
_COUNTS: Final = re.compile(r"[0-9]+/[0-9]+/[0-9]+")


def counts_text(counts: int) -> str:
    """Packed counts as ``W/G/B``."""
    return "/".join(str(number) for number in unpack(counts))


def marble_at(state: State, bit: int) -> int | None:
    """The colour of the marble on a cell (0 white, 1 grey, 2 black), or ``None``."""
    for colour, marbles in enumerate((state.white, state.grey, state.black)):
        if marbles >> bit & 1:
            return colour
    return None


def marbles_text(rules: Rules, state: State, mask: int) -> list[str]:
    """The marbles on *mask* with their coordinates (``Wd4``), in coordinate order."""
    lattice = rules.board.lattice
    out = []
    for name in lattice.names(mask):
        colour = marble_at(state, lattice.bit_of[name])
        if colour is not None:
            out.append(LETTERS[colour] + name)
    return out


def position_text(rules: Rules, state: State) -> str:
    """The position string of §10; repetitions and the right to take back are not in it."""
    lattice = rules.board.lattice
    rings = []
    for name in lattice.names(state.rings):
        colour = marble_at(state, lattice.bit_of[name])
        rings.append(name if colour is None else LETTERS[colour] + name)
    fields = [
        ",".join(rings),
        counts_text(state.pool),
        counts_text(state.first),
        counts_text(state.second),
        str(state.seat + 1),
    ]
    special = state.special
    if state.free:
        fields.append("remove")
    elif state.jumper:
        fields.append(f"jump:{lattice.names(state.jumper)[0]}")
    elif special is not None and special.pending:
        fields.append("claim:" + ",".join(lattice.names(special.pending)))
    if special is not None and special.frozen:
        fields.append("frozen:" + ",".join(lattice.names(special.frozen)))
    if special is not None and special.must_capture:
        fields.append("must_capture")
    return " ".join(fields)


def other_positions(rules: Rules, state: State) -> Mapping[str, str]:
    """The position of *state* as others write it: ``ZIP``, which has none within a turn, and
    nothing for what options alone need."""
    special = state.special
    beside = special is not None and (special.pending or special.frozen or special.must_capture)
    if not state.rings or state.free or state.jumper or beside:
        return {}
    lattice = rules.board.lattice
    marks = dict.fromkeys(lattice.names(state.rings), BARE)
    for colour, mask in zip(LETTERS, (state.white, state.grey, state.black), strict=True):
        marks |= dict.fromkeys(lattice.names(mask), colour)
    counts = map(counts_text, (state.pool, state.first, state.second))
    layout = layout_text(rules.board.rings, marks)
    return {"ZIP": " ".join((layout, *counts, str(state.seat + 1)))}


def read_position(rules: Rules, text: str) -> State:
    """The position that *text* describes, with no past: in our form, or in ZIP.

    Raises ``BadNotation``.
    """
    fields = text.split()
    if fields and _COUNTS.fullmatch(fields[0]):
        fields.insert(0, "")  # no ring is left on the board
    if len(fields) < 5:
        raise BadNotation(
            _(
                "A position has five fields: rings, pool, captured by player 1, captured by"
                " player 2 and side to move; this one has {count}."
            ).format(count=len(fields))
        )
    if is_layout(fields[0]):
        if len(fields) > 5:
            raise BadNotation(
                _("A ZIP position has five fields; {extra!r} is too much.").format(extra=fields[5])
            )
        fields[0] = board_field(rules.board.rings, fields[0])
    rings, marbles = _read_board(rules, fields[0])
    pool, first, second = (_read_counts(field) for field in fields[1:4])
    if fields[4] not in ("1", "2"):
        raise BadNotation(_("The side to move is 1 or 2, not {field!r}.").format(field=fields[4]))
    seat = int(fields[4]) - 1
    extra = fields[5:]
    step = frozen_field = ""
    must_capture = False
    if extra and (extra[0] == "remove" or extra[0].startswith(("jump:", "claim:"))):
        step = extra.pop(0)
    if extra and extra[0].startswith("frozen:"):
        frozen_field = extra.pop(0)
    if extra and extra[0] == "must_capture":
        must_capture = bool(extra.pop(0))
    if extra:
        raise BadNotation(
            _(
                "{extra!r} is not understood: after the side to move a position may have"
                " remove, jump:…, claim:…, then frozen:…, then must_capture, each once."
            ).format(extra=extra[0])
        )
    occupied = marbles[0] | marbles[1] | marbles[2]
    frozen = _read_frozen(rules, frozen_field, rings, occupied)
    if must_capture and not rules.on_demand:
        raise BadNotation(_("must_capture belongs to capture_enforcement=on_demand only."))
    if must_capture and step:
        raise BadNotation(_("must_capture belongs to the beginning of a turn."))
    if not step:
        state = rules.position(rings, marbles, pool, first, second, seat, frozen, must_capture)
        if must_capture and (state.ending is not None or not rules.jumps(state)):
            raise BadNotation(_("must_capture is said, but no capture is possible."))
        return state
    free = jumper = pending = 0
    special = Special(frozen) if frozen else None
    if step == "remove":
        free = rules.free_rings(rings, occupied)
        if not free or not occupied:
            raise BadNotation(_("A ring is to be removed, but that cannot be: none is free."))
    elif step.startswith("jump:"):
        jumper = _read_rings(rules, step, rings)
        if jumper.bit_count() != 1 or not jumper & occupied:
            raise BadNotation(_("{step!r} should name one ring with a marble.").format(step=step))
    else:
        pending = _read_claims(rules, step, rings, occupied, frozen)
        special = Special(frozen, pending)
    white, grey, black = marbles
    captured = (first, second) != rules.gifts
    state = State(
        rings, white, grey, black, pool, first, second, seat, number=1, free=free, jumper=jumper,
        special=special, captured=captured,
    )  # fmt: skip
    if jumper and not rules.jumps(state):
        raise BadNotation(_("{step!r} is said, but that marble cannot jump.").format(step=step))
    return state


def _read_board(rules: Rules, field: str) -> tuple[int, tuple[int, int, int]]:
    rings = 0
    marbles = [0, 0, 0]
    for item in field.split(",") if field else ():
        letter, name = (item[0], item[1:]) if item[:1] in tuple(LETTERS) else ("", item)
        bit = _read_ring(rules, name)
        if rings >> bit & 1:
            raise BadNotation(_("Ring {name} is named twice.").format(name=name))
        rings |= 1 << bit
        if letter:
            marbles[LETTERS.index(letter)] |= 1 << bit
    return rings, (marbles[0], marbles[1], marbles[2])


def _read_ring(rules: Rules, name: str) -> int:
    return understood(
        rules.board.names.get(name),
        _("{name!r} is no ring of the board with {rings} rings.").format(
            name=name, rings=rules.board.rings
        ),
    )


def _read_counts(field: str) -> int:
    if not _COUNTS.fullmatch(field):
        raise BadNotation(
            _("{field!r} should be three numbers, white/grey/black, such as 6/8/10.").format(
                field=field
            )
        )
    white, grey, black = (int(part) if len(part) < 4 else MOST + 1 for part in field.split("/"))
    if max(white, grey, black) > MOST:
        raise BadNotation(_("{field!r} has a count above {most}.").format(field=field, most=MOST))
    return pack(white, grey, black)


def set_of_marbles(rules: Rules) -> tuple[int, int, int]:
    """The number of marbles of each colour in the game, those given to players included."""
    white, grey, black = unpack(rules.pool)
    for gift in rules.gifts:
        more = unpack(gift)
        white, grey, black = white + more[0], grey + more[1], black + more[2]
    return white, grey, black


def _read_rings(rules: Rules, field: str, rings: int) -> int:
    mask = 0
    for name in field.partition(":")[2].split(","):
        bit = 1 << _read_ring(rules, name)
        if not rings & bit:
            raise BadNotation(
                _("{field!r} names {name}, which is not on the board.").format(
                    field=field, name=name
                )
            )
        if mask & bit:
            raise BadNotation(_("{field!r} names {name} twice.").format(field=field, name=name))
        mask |= bit
    return mask


def _read_frozen(rules: Rules, field: str, rings: int, occupied: int) -> int:
    if not field:
        return 0
    if not rules.optional_claim:
        raise BadNotation(_("frozen: belongs to isolation_claim=optional only."))
    return _read_full(rules, field, rings, occupied)


def _read_claims(rules: Rules, field: str, rings: int, occupied: int, frozen: int) -> int:
    if not rules.optional_claim:
        raise BadNotation(_("claim: belongs to isolation_claim=optional only."))
    pending = _read_full(rules, field, rings, occupied)
    if pending & frozen:
        raise BadNotation(_("A frozen region can never be claimed again."))
    return pending


def _read_full(rules: Rules, field: str, rings: int, occupied: int) -> int:
    mask = _read_rings(rules, field, rings)
    if mask & ~occupied or rules.connected_rings(mask, rings) != mask:
        raise BadNotation(
            _("{field!r} should name whole regions without a vacant ring.").format(field=field)
        )
    return mask
