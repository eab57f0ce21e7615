"""The picture of a TAMSK position, as data, and what happens in it by itself, in words."""

from __future__ import annotations

from typing import Final

from gipf_meta import Choice, Mark, Piece, Point, Tray, TrayItem, View, minutes
from gipf_meta_tamsk.board import CAPACITY, NAMES, SPACE, XY
from gipf_meta_tamsk.notation import PLAYERS, move_text
from gipf_meta_tamsk.positions import SEATS
from gipf_meta_tamsk.rules import DEAD, FORCED_PASS, LATE, SKIP, TIMEOUT, Course, Rules
from gipf_meta_tamsk.state import (
    CLAIM,
    ENTER,
    FLIP,
    GLASSES,
    LATE_PLACE,
    LIFT,
    MOVE,
    NONE,
    PASS,
    PLACE,
    PUT_BACK,
    RING,
    WAIT,
    Move,
    State,
    owner,
)

#: horizontal rows: one step of x is half a space, one of y a row
ROWS_PITCH: Final = (0.5, 3**0.5 / 2)
ROLES: Final = ("red", "black")
HAPPENED: Final = {
    TIMEOUT: "The 15-second glass is empty: {} loses this turn and the next one.",
    LATE: "The 15-second glass is empty: {} may still put down the glass in the hand, and loses the"
    " next turn.",
    SKIP: "{}'s turn is lost.",
    FORCED_PASS: "{} cannot move and is passed over.",
}


# ---- what happens by itself ----------------------------------------------------------------------


def told(course: Course) -> list[str]:
    """A sentence on each thing that happened by itself."""
    return [_told(course, t, what, who) for t, what, who in course.log]


def _told(course: Course, t: int, what: str, who: int) -> str:
    when = f"[{minutes(t)}] " if course.rules.level > 1 else ""
    if what == DEAD:
        at = NAMES[course.spaces[who]]
        return f"{when}{PLAYERS[owner(who)]}'s glass on {at} has run out and stays there."
    return when + HAPPENED[what].format(PLAYERS[who])


# ---- the picture ---------------------------------------------------------------------------------


def picture(rules: Rules, state: State, seat: int | None, left: bool = False) -> View:
    """What *seat* sees; ``None``: everybody, with what each may do now.

    *left*: the 15-second glass stands on the left side of the board.
    """
    seats = (0, 1) if seat is None else (seat,)
    moves = [
        move for one in seats for move in (*rules.moves(state, one), *rules.beside(state, one))
    ]
    return View(
        tuple(
            Point(name, *XY[name], "space", level=CAPACITY[space], load=state.rings[space])
            for space, name in enumerate(NAMES)
        ),
        pieces=_glasses(rules, state),
        trays=tuple(
            Tray(
                PLAYERS[s],
                (TrayItem(f"rings:{SEATS[s]}", "rings", state.left[s], "disc", ROLES[s]),),
                s,
            )
            for s in (0, 1)
        ),
        marks=_marks(rules, state, moves),
        choices=tuple(_choice(rules, state, move) for move in moves),
        caption=_caption(rules, state, left),
        prompt=_prompt(rules, state, seat, moves),
        pitch=ROWS_PITCH,
    )


def _glasses(rules: Rules, state: State) -> tuple[Piece, ...]:
    pieces = []
    for glass, space in enumerate(state.spaces):
        if space == NONE:
            continue
        seat = owner(glass)
        dead = bool(state.dead >> glass & 1)
        label = SEATS[seat] + ("x" if dead else "")
        held = "in the hand" if glass in (state.lifted, state.late) else ""
        sand, clock = _sand(rules, state, glass)
        pieces.append(
            Piece(NAMES[space], "hourglass", ROLES[seat], label, badge=held, sand=sand, clock=clock)
        )
    return tuple(pieces)


def _sand(rules: Rules, state: State, glass: int) -> tuple[float | None, str]:
    """The share of sand above, and how long it lasts."""
    if rules.level == 1:
        return None, ""
    if state.empty_at[glass] == NONE:
        return 0.0, "idle"
    if state.dead >> glass & 1:
        return 0.0, "dead"
    left = state.empty_at[glass] - state.t
    return left / rules.sand_ms, minutes(left)


def _marks(rules: Rules, state: State, moves: list[Move]) -> tuple[Mark, ...]:
    held = state.lifted if state.lifted != NONE else state.late
    legal = {
        NAMES[m.at if m.kind == MOVE else m.to] for m in moves if m.kind in (MOVE, ENTER, PLACE)
    }
    marks = [Mark(name, "legal") for name in sorted(legal, key=SPACE.__getitem__)]
    if held != NONE:
        marks.append(Mark(NAMES[state.spaces[held]], "selected"))
    if state.open_space != NONE:
        marks.append(Mark(NAMES[state.open_space], "last"))
    for glass, space in enumerate(state.spaces):
        sand, _ = _sand(rules, state, glass) if space != NONE else (None, "")
        if sand and sand < 0.1 and not state.ending:
            marks.append(Mark(NAMES[space], "danger"))
    return tuple(marks)


def _choice(rules: Rules, state: State, move: Move) -> Choice:
    text, who = move_text(move), PLAYERS[move.seat]
    ring = "ring" if move.ring else "no ring"
    to = NAMES[move.to] if move.to != NONE else ""
    loses = f"; {to} is full: that loses the game" if to and state.full >> move.to & 1 else ""
    dropped = f" and drop {'a' if move.ring else 'no'} ring"
    if move.kind == MOVE:
        at = NAMES[move.at]
        return Choice(text, (at, to, ring), f"move the glass from {at} to {to}{dropped}{loses}")
    if move.kind == ENTER:
        return Choice(text, (to, ring), f"place a glass on {to}{dropped}{loses}")
    if move.kind == PLACE:
        return Choice(text, (to, ring), f"put the lifted glass down on {to}{dropped}{loses}")
    if move.kind == LATE_PLACE:
        label = f"{who} still puts the glass in the hand down on {to}{dropped}{loses}"
        return Choice(text, ("late", to, ring), label)
    if move.kind == LIFT:
        at = NAMES[move.at]
        return Choice(text, ("lift", at), f"lift the glass of {at}, to be placed next")
    plain = {
        PASS: ("pass", f"pass{_price(rules)}"),
        PUT_BACK: ("back", "put the lifted glass back"),
        RING: ("late ring", f"{who} drops the forgotten ring on {to}"),
        CLAIM: ("claim", f"{who} claims the forgotten ring and drops one of his own on {to}"),
        FLIP: ("flip", f"{who} turns the 15-second glass"),
        WAIT: ("wait", "wait a beat"),
    }
    word, label = plain[move.kind]
    return Choice(text, (word,), label)


def _price(rules: Rules) -> str:
    return ", which costs the next turn too" if rules.voluntary_pass == "costs_next" else ""


def _caption(rules: Rules, state: State, left: bool) -> str:
    if rules.level == 1:
        return f"Turn {state.number}, {PLAYERS[state.to_move]}."
    parts = [f"Turn {state.number}, {PLAYERS[state.to_move]}, at {minutes(state.t)}."]
    parts += [f"{PLAYERS[seat]}: {_sands(rules, state, seat)}." for seat in (0, 1)]
    if rules.level == 3 and rules.real_time:
        where = " on the left" if left else ""
        parts.append(f"15-second glass{where}: {_timer(state)}.")
    parts += [
        f"{PLAYERS[seat]} loses {'a turn' if lost == 1 else f'{lost} turns'}."
        for seat, lost in enumerate(state.skip)
        if lost
    ]
    return " ".join(parts)


def _sands(rules: Rules, state: State, seat: int) -> str:
    here = [glass for glass in GLASSES[seat] if state.spaces[glass] != NONE]
    return (
        ", ".join(f"{NAMES[state.spaces[g]]} {_sand(rules, state, g)[1]}" for g in here) or "none"
    )


def _timer(state: State) -> str:
    if state.timer_at == NONE:
        return "empty"
    against = f" against {PLAYERS[state.target]}" if state.target != NONE else ""
    return minutes(state.timer_at - state.t) + against


def _prompt(rules: Rules, state: State, seat: int | None, moves: list[Move]) -> str:
    if state.ending:
        return _result(state)
    mover = rules.mover(state)
    parts = []
    if seat in (None, mover):
        parts.append(_asked(rules, state, mover))
    else:
        parts.append(f"It is {PLAYERS[mover]}'s turn.")
    kinds = {move.kind: move for move in moves}
    if claim := kinds.get(CLAIM):
        parts.append(
            f"{PLAYERS[state.open_owner]} left a ring out: {PLAYERS[claim.seat]} may claim it"
            " (claim)."
        )
    if ring := kinds.get(RING):
        parts.append(f"{PLAYERS[ring.seat]} may still drop the forgotten ring (ring).")
    if flip := kinds.get(FLIP):
        parts.append(f"{PLAYERS[flip.seat]} may turn the 15-second glass (flip).")
    if late := kinds.get(LATE_PLACE):
        parts.append(f"{PLAYERS[late.seat]} may still put down the glass in the hand (>).")
    return " ".join(parts)


def _asked(rules: Rules, state: State, seat: int) -> str:
    who = PLAYERS[seat]
    if any(state.spaces[glass] == NONE for glass in GLASSES[seat]):
        return f"{who}, place a glass on any vacant space."
    if state.lifted != NONE:
        at = NAMES[state.spaces[state.lifted]]
        return f"{who}, put the glass of {at} down next to it (>), or back (<)."
    movable = rules.movable(rules.ahead(state), seat)
    living = [glass for glass in GLASSES[seat] if not state.dead >> glass & 1]
    if len(movable) < len(living):
        some = " or ".join(NAMES[state.spaces[glass]] for glass in movable)
        return f"{who}, move a glass that has never run: {some}."
    return f"{who}, move a glass to a vacant space next to it that is not full."


def _result(state: State) -> str:
    ending = state.ending
    assert ending is not None
    red, black = state.left
    if ending.winner == NONE:
        return f"Nobody wins: {red} rings left each."
    who, other = PLAYERS[ending.winner], PLAYERS[1 - ending.winner]
    why = {
        "rings": f"{min(red, black)} rings left against {max(red, black)}",
        "last_running": f"{red} rings left each, and {who}'s sand runs longest",
        "full_space": f"{other} put a glass on a full space",
        "resign": f"{other} resigns",
    }
    return f"{who} wins: {why[ending.reason]}."
