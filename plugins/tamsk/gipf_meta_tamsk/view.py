"""The picture of a TAMSK position, as data, and its events, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Final

from gipf_meta import (
    N_,
    Choice,
    Countdown,
    Label,
    Mark,
    Piece,
    Point,
    Tray,
    TrayItem,
    View,
    is_you,
    made_once,
    minutes,
    view_part,
)
from gipf_meta_tamsk.board import CAPACITY, NAMES, SPACE, XY
from gipf_meta_tamsk.course import DEAD, FORCED_PASS, LATE, SKIP, TIMEOUT, Course
from gipf_meta_tamsk.notation import decision_text, player_name, told_of
from gipf_meta_tamsk.positions import SEATS
from gipf_meta_tamsk.questions import question, sees_choices
from gipf_meta_tamsk.rules import Rules
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
from gipf_meta_tamsk.texts import _

#: horizontal rows: one step of x is half a space, one of y a row
ROWS_PITCH: Final = (0.5, sqrt(3) / 2)
ROLES: Final = ("red", "black")
#: in the order in which they stand below the board, the same at every level
_WORDS: Final = (
    ("no ring", N_("drop no ring")),
    ("pass", N_("pass")),
    ("back", N_("put it back")),
    ("late", N_("the glass in the hand")),
    ("late ring", N_("drop the forgotten ring")),
    ("claim", N_("claim the ring")),
    ("flip", N_("turn the 15-second glass")),
)
HAPPENED: Final = {
    TIMEOUT: N_("The 15-second glass is empty: {player} loses this turn and the next one."),
    LATE: N_(
        "The 15-second glass is empty: {player} may still put down the glass in the hand, and"
        " loses the next turn."
    ),
    SKIP: N_("{player}'s turn is lost."),
    FORCED_PASS: N_("{player} cannot move and is passed over."),
}

YOURS: Final = {
    TIMEOUT: N_("The 15-second glass is empty: you lose this turn and the next one."),
    LATE: N_(
        "The 15-second glass is empty: you may still put down the glass in the hand, and lose the"
        " next turn."
    ),
    SKIP: N_("Your turn is lost."),
    FORCED_PASS: N_("You cannot move and are passed over."),
}
"""``HAPPENED`` where the player is the reader."""


# ---- events ------------------------------------------------------------------------------------


def describe_events(course: Course) -> list[str]:
    """One sentence on each event of *course*."""
    return [_describe_event(course, t, what, who) for t, what, who in course.log]


def _describe_event(course: Course, t: int, what: str, who: int) -> str:
    when = f"[{minutes(t)}] " if course.options.level > 1 else ""
    if what == DEAD:
        at = NAMES[course.spaces[who]]
        return when + told_of(
            owner(who),
            _("Your glass on {at} has run out and stays there."),
            _("{player}'s glass on {at} has run out and stays there."),
            at=at,
        )
    return when + told_of(who, _(YOURS[what]), _(HAPPENED[what]))


# ---- the picture ---------------------------------------------------------------------------------


def picture(rules: Rules, state: State, seat: int | None, *, timer_left: bool = False) -> View:
    """The view for *seat* (``None``: both seats). Only seats that may do something have choices; a
    spectator, who is none of them, has none.

    *timer_left*: the 15-second glass stands on the left side of the board.
    """
    seats = [one for one in (0, 1) if seat in (None, one)]
    moves = [move for one in seats for move in _moves(rules, state, one)]
    times = _times(rules, state) if rules.level > 1 else ()
    told = _whose_turn(rules, state)
    return View(
        view_part(state, "points", lambda: _points(state)),
        pieces=view_part(state, "pieces", lambda: _glasses(rules, state)),
        trays=tuple(
            Tray(
                player_name(s),
                (TrayItem(rings_of(s), _("rings"), state.left[s], "ring", ROLES[s]),),
                s,
            )
            for s in (0, 1)
        ),
        labels=VIEW_LABELS,
        marks=view_part(state, "marks", lambda: _marks(rules, state, moves), seat),
        choices=view_part(state, "choices", lambda: _choices(rules, state, moves), seat),
        caption=_caption(rules, state, timer_left, told, times),
        prompt=_result(rules, state) if state.ending else question(rules, state, seat, moves),
        pitch=ROWS_PITCH,
        names=_names(),
        countdowns=_countdowns(rules, state, moves, timer_left),
        times=(times or _times(rules, state)) if rules.real_time else (),
        seen=(told,),
        board="sand",
    )


def _moves(rules: Rules, state: State, seat: int) -> Sequence[Move]:
    return view_part(state, "moves", lambda: rules.legal_moves(state, seat), seat)


def _points(state: State) -> tuple[Point, ...]:
    return tuple(point_of(space, state.rings[space]) for space in range(len(NAMES)))


@made_once(32)
def _names() -> tuple[tuple[str, str], ...]:
    return tuple((word, _(name)) for word, name in _WORDS)


def rings_of(seat: int) -> str:
    """The id of the rings that *seat* has left."""
    return f"rings:{SEATS[seat]}"


def _labels() -> tuple[Label, ...]:
    """Letters above the first space of each line, numbers left of the first space of each row."""
    labels = []
    for letter in "abcdefg":
        (x, y), (a, b) = XY[f"{letter}1"], XY[f"{letter}2"]
        labels.append(Label(letter, 2 * x - a, 2 * y - b))
    for number in range(1, 8):
        x, y = next(XY[name] for name in NAMES if name[1:] == str(number))
        labels.append(Label(str(number), x - 2, y))
    return tuple(labels)


VIEW_LABELS: Final = _labels()


@cache
def point_of(space: int, rings: int) -> Point:
    """*space*, in which so many *rings* lie."""
    name = NAMES[space]
    return Point(name, *XY[name], "space", level=CAPACITY[space], load=rings)


def _glasses(rules: Rules, state: State) -> tuple[Piece, ...]:
    pieces = []
    for glass, space in enumerate(state.spaces):
        if space == NONE:
            continue
        seat = owner(glass)
        dead = bool(state.dead >> glass & 1)
        label = SEATS[seat] + ("x" if dead else "")
        held = _("held") if glass in (state.lifted, state.late) else ""
        sand, clock = _sand(rules, state, glass)
        runs = sand and rules.real_time and not state.ending
        pieces.append(
            Piece(
                NAMES[space],
                "hourglass",
                ROLES[seat],
                label,
                badge=held,
                sand=sand,
                clock=clock,
                ends_in_ms=state.empty_at[glass] - state.t if runs else 0,
                of_ms=rules.sand_ms if runs else 0,
            )
        )
    return tuple(pieces)


def _sand(rules: Rules, state: State, glass: int) -> tuple[float | None, str]:
    """The share of sand above, from 0 to 1 (``None``: no sand runs), and how long it lasts."""
    if rules.level == 1:
        return None, ""
    if state.empty_at[glass] == NONE:
        return 0.0, _("idle")
    if state.dead >> glass & 1:
        return 0.0, _("dead")
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
        sand = _sand(rules, state, glass)[0] if space != NONE else None
        if sand and sand < 0.1 and not state.ending:
            marks.append(Mark(NAMES[space], "danger"))
    return tuple(marks)


def _choices(rules: Rules, state: State, moves: list[Move]) -> tuple[Choice, ...]:
    """The choices for the legal *moves*, in the order of ``_WORDS``; lifting a glass stands before
    its moves. A ring is dropped where one can be, unless the player declines before the glass
    stands."""
    with_ring = {(move.kind, move.at, move.to) for move in moves if move.ring}
    choices = [
        _choice(rules, state, move, (move.kind, move.at, move.to) in with_ring) for move in moves
    ]
    return tuple(sorted(choices, key=_rank))


_ORDER: Final = {word: n for n, (word, _name) in enumerate(_WORDS)}


def _rank(choice: Choice) -> int:
    return _ORDER.get(choice.path[0], len(_ORDER) + len(choice.path))


def _choice(rules: Rules, state: State, move: Move, can_drop: bool) -> Choice:
    is_fatal = move.to != NONE and bool(state.full >> move.to & 1)
    if move.kind in (MOVE, ENTER, PLACE):
        return _way(move, can_drop, is_fatal, rules.two_phase)
    return _other_choice(rules, state, move, can_drop, is_fatal)


@made_once()
def _way(move: Move, can_drop: bool, is_fatal: bool, is_two_phase: bool) -> Choice:
    """The choice of the mover to put a glass on a space, where a ring *can_drop*."""
    text, without = decision_text(move), ("no ring",) if can_drop and not move.ring else ()
    to = NAMES[move.to]
    loses = _("; {to} is full: that loses the game").format(to=to) if is_fatal else ""
    dropped = _(" and drop a ring") if move.ring else _(" and drop no ring")
    if move.kind == MOVE:
        at = NAMES[move.at]
        # where a glass can be lifted, its first click lifts it: time may run out in between; who
        # moves it at once says first where to
        places = (to, at) if is_two_phase else (at, to)
        return Choice(
            text,
            (*without, *places),
            _("move the glass from {at} to {to}{dropped}{loses}").format(
                at=at, to=to, dropped=dropped, loses=loses
            ),
        )
    if move.kind == ENTER:
        return Choice(
            text,
            (*without, to),
            _("place a glass on {to}{dropped}{loses}").format(to=to, dropped=dropped, loses=loses),
        )
    return Choice(
        text,
        (*without, to),
        _("put the lifted glass down on {to}{dropped}{loses}").format(
            to=to, dropped=dropped, loses=loses
        ),
    )


def _other_choice(rules: Rules, state: State, move: Move, can_drop: bool, is_fatal: bool) -> Choice:
    """The choice of *move*, which lifts a glass, comes late, or is a button."""
    text, who, is_yours = decision_text(move), player_name(move.seat), is_you(move.seat)
    without = ("no ring",) if can_drop and not move.ring else ()
    to = NAMES[move.to] if move.to != NONE else ""
    loses = _("; {to} is full: that loses the game").format(to=to) if is_fatal else ""
    dropped = _(" and drop a ring") if move.ring else _(" and drop no ring")
    if move.kind == LATE_PLACE:
        label = _("{who} still puts the glass in the hand down on {to}{dropped}{loses}")
        if is_yours:
            label = _("still put the glass in the hand down on {to}{dropped}{loses}")
        told = label.format(who=who, to=to, dropped=dropped, loses=loses)
        return Choice(text, ("late", *without, to), told)
    if move.kind == LIFT:
        at = NAMES[move.at]
        return Choice(text, (at,), _("lift the glass of {at}, to be placed next").format(at=at))
    if move.kind == PUT_BACK and (state.lifted == NONE or owner(state.lifted) != move.seat):
        label = _("{who} puts the glass in the hand back, too late to move it").format(who=who)
        if is_yours:
            label = _("put the glass in the hand back, too late to move it")
        return Choice(text, ("late", "back"), label)
    plain = {
        PASS: ("pass", _label_of_pass(rules)),
        PUT_BACK: ("back", _("put the lifted glass back")),
        RING: (
            "late ring",
            _("drop the forgotten ring on {to}")
            if is_yours
            else _("{who} drops the forgotten ring on {to}"),
        ),
        CLAIM: (
            "claim",
            _("claim the forgotten ring and drop one of your own on {to}")
            if is_yours
            else _("{who} claims the forgotten ring and drops one of his own on {to}"),
        ),
        FLIP: (
            "flip",
            _("turn the 15-second glass") if is_yours else _("{who} turns the 15-second glass"),
        ),
        WAIT: ("wait", _("wait a beat")),
    }
    word, label = plain[move.kind]
    return Choice(text, (word,), label.format(who=who, to=to))


def _label_of_pass(rules: Rules) -> str:
    if rules.voluntary_pass == "costs_next":
        return _("pass, which costs the next turn too")
    return _("pass")


def _whose_turn(rules: Rules, state: State) -> str:
    seat, number = state.to_move, state.number
    if rules.level == 1:
        yours, theirs = _("Turn {number}: yours."), _("Turn {number}, {player}.")
        return told_of(seat, yours, theirs, number=number)
    return told_of(
        seat,
        _("Turn {number}, at {time}: yours."),
        _("Turn {number}, {player}, at {time}."),
        number=number,
        time=minutes(state.t),
    )


def _caption(
    rules: Rules, state: State, timer_left: bool, whose_turn: str, times: Sequence[str]
) -> str:
    """The caption, which begins with *whose_turn* it is and the sentences on the *times*."""
    if rules.level == 1:
        return whose_turn
    parts = [whose_turn, *times]
    if rules.level == 3 and rules.real_time:
        parts.append(_timer_sentence(state, timer_left))
    parts += [
        told_of(
            seat,
            _.many("You lose a turn.", "You lose {count} turns.", lost),
            _.many("{player} loses a turn.", "{player} loses {count} turns.", lost),
            count=lost,
        )
        for seat, lost in enumerate(state.skip)
        if lost
    ]
    return " ".join(parts)


def _times(rules: Rules, state: State) -> tuple[str, ...]:
    """A sentence for each player on how long his glasses run."""
    return tuple(f"{player_name(seat)}: {_sands(rules, state, seat)}." for seat in (0, 1))


def _sands(rules: Rules, state: State, seat: int) -> str:
    here = [glass for glass in GLASSES[seat] if state.spaces[glass] != NONE]
    return ", ".join(f"{NAMES[state.spaces[g]]} {_sand(rules, state, g)[1]}" for g in here) or _(
        "none"
    )


def _timer_sentence(state: State, timer_left: bool) -> str:
    where = _(" on the left") if timer_left else ""
    return _("15-second glass{where}: {timer}.").format(where=where, timer=_timer(state))


def _countdowns(
    rules: Rules, state: State, moves: list[Move], timer_left: bool
) -> tuple[Countdown, ...]:
    """The 15-second glass, where it exists; a click on it turns it."""
    if rules.level != 3 or not rules.real_time:
        return ()
    flip = next((move for move in moves if move.kind == FLIP), None)
    left = max(0, state.timer_at - state.t) if state.timer_at != NONE else 0
    note = ""
    if flip is not None:
        yours = _("you may turn it") if sees_choices() else _("you may turn it (flip)")
        note = told_of(flip.seat, yours, _("{player} may turn it (flip)"))
    elif left and state.target != NONE:
        note = told_of(state.target, _("against you"), _("against {player}"))
    elif left:
        note = _("against nobody any more")
    spoken = _timer_sentence(state, timer_left)
    title = _("15-second glass")
    runs = not state.ending
    return (Countdown("flip", title, left, rules.timer_ms, note or _("empty"), spoken, runs),)


def _timer(state: State) -> str:
    if state.timer_at == NONE:
        return _("empty")
    left = minutes(state.timer_at - state.t)
    if state.target == NONE:
        return left
    yours, theirs = _("{left} against you"), _("{left} against {player}")
    return told_of(state.target, yours, theirs, left=left)


def _result(rules: Rules, state: State) -> str:
    ending = state.ending
    assert ending is not None
    red, black = state.left
    if ending.winner == NONE:
        nobody = _("Nobody wins: {red} rings left each.").format(red=red)
        return f"{_stalled(rules)} {nobody}" if ending.reason == "stall" else nobody
    winner, loser = ending.winner, 1 - ending.winner
    reason = ending.reason
    if reason == "stall":
        reason = "rings" if red != black else "last_running"
    why = {
        "rings": _("{fewer} rings left against {more}").format(
            fewer=min(red, black), more=max(red, black)
        ),
        "last_running": told_of(
            winner,
            _("{red} rings left each, and your sand runs longest"),
            _("{red} rings left each, and {who}'s sand runs longest"),
            red=red,
            who=player_name(winner),
        ),
        "full_space": told_of(
            loser,
            _("you put a glass on a full space"),
            _("{other} put a glass on a full space"),
            other=player_name(loser),
        ),
        "resign": told_of(loser, _("you resign"), _("{other} resigns"), other=player_name(loser)),
    }
    yours, theirs = _("You win: {why}."), _("{who} wins: {why}.")
    wins = told_of(winner, yours, theirs, who=player_name(winner), why=why[reason])
    return f"{_stalled(rules)} {wins}" if ending.reason == "stall" else wins


def _stalled(rules: Rules) -> str:
    return _("No ring was dropped in {count} turns, and the game ends.").format(
        count=rules.stall_limit
    )
