"""The view of a TZAAR position, as data, and the events of a move, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import (
    N_,
    Choice,
    Label,
    Mark,
    Piece,
    ScoreSheet,
    Tray,
    TrayItem,
    View,
    hand_of_reader,
    hex_edges,
    hex_points,
    is_brief,
    is_you,
    kind_of,
    made_once,
    numbers_of_set,
    origin_of,
    pieces,
    target_of,
    top,
    view_part,
)
from gipf_meta_tzaar.board import BOARD, LAST, MIDDLE, NAME_OF
from gipf_meta_tzaar.notation import NOTATION, decision_text, player_name
from gipf_meta_tzaar.positions import COLOURS, LETTERS
from gipf_meta_tzaar.rules import (
    CAPTURED,
    COVERED,
    NO_CAPTURE,
    Rules,
    captures,
    pieces_left,
)
from gipf_meta_tzaar.state import (
    BLACK,
    CAPTURE,
    DRAW,
    DRAWING,
    FIRST,
    KINDS,
    OVER,
    PASS,
    PLACE,
    PLACING,
    WHITE,
    State,
    owner_of,
    piece_of,
)
from gipf_meta_tzaar.texts import _

ROLES: Final = ("white", "black")
END_WORDS: Final = {
    CAPTURED: N_("the last stack of a kind is captured"),
    COVERED: N_("a player has covered his last stack of a kind"),
    NO_CAPTURE: N_("a player cannot capture"),
}
_ENDS: Final = {
    CAPTURED: N_("{winner} wins: {loser} has lost the last stack of a kind."),
    COVERED: N_("{winner} wins: {loser} has covered his own last stack of a kind."),
    NO_CAPTURE: N_("{winner} wins: {loser} cannot capture."),
}
_YOU_WIN: Final = {
    CAPTURED: N_("You win: {loser} has lost the last stack of a kind."),
    COVERED: N_("You win: {loser} has covered the last own stack of a kind."),
    NO_CAPTURE: N_("You win: {loser} cannot capture."),
}
_YOU_LOSE: Final = {
    CAPTURED: N_("{winner} wins: you have lost the last stack of a kind."),
    COVERED: N_("{winner} wins: you have covered your own last stack of a kind."),
    NO_CAPTURE: N_("{winner} wins: you cannot capture."),
}
KIND_NAMES: Final = ("", N_("Tzaars"), N_("Tzarras"), N_("Totts"))
ALONE: Final = (
    ("", N_("white Tzaar"), N_("white Tzarra"), N_("white Tott")),
    ("", N_("black Tzaar"), N_("black Tzarra"), N_("black Tott")),
)
_STACKS: Final = (
    (
        "", N_("white Tzaar, stack of {count}"), N_("white Tzarra, stack of {count}"),
        N_("white Tott, stack of {count}"),
    ),
    (
        "", N_("black Tzaar, stack of {count}"), N_("black Tzarra, stack of {count}"),
        N_("black Tott, stack of {count}"),
    ),
)  # fmt: skip
# by kind, because languages decline them
_PLACE: Final = (
    "",
    N_("place a Tzaar on {name}"),
    N_("place a Tzarra on {name}"),
    N_("place a Tott on {name}"),
)
_DRAWN: Final = (
    (
        "", N_("Luck puts a white Tzaar on {name}."), N_("Luck puts a white Tzarra on {name}."),
        N_("Luck puts a white Tott on {name}."),
    ),
    (
        "", N_("Luck puts a black Tzaar on {name}."), N_("Luck puts a black Tzarra on {name}."),
        N_("Luck puts a black Tott on {name}."),
    ),
)  # fmt: skip
_LEFT: Final = (
    "", N_("{player} has one Tzaar left."), N_("{player} has one Tzarra left."),
    N_("{player} has one Tott left."),
)  # fmt: skip
_YOU_HAVE_LEFT: Final = (
    "", N_("You have one Tzaar left."), N_("You have one Tzarra left."),
    N_("You have one Tott left."),
)  # fmt: skip
EMBLEMS: Final = (
    "",
    # a crown: a band under five points
    (
        "M-.9 -.62L-.5 -.02L-.3 -.8L0 -.12L.3 -.8L.5 -.02L.9 -.62L.72 .46L-.72 .46Z"
        "M-.72 .6L.72 .6L.72 .86L-.72 .86Z"
    ),
    # a ring
    (
        "M-.74 0A.74 .74 0 1 1 .74 0A.74 .74 0 1 1 -.74 0Z"
        "M-.42 0A.42 .42 0 1 1 .42 0A.42 .42 0 1 1 -.42 0Z"
    ),
    # a dot
    "M-.26 0A.26 .26 0 1 1 .26 0A.26 .26 0 1 1 -.26 0Z",
)
"""The emblem of each kind in pictures; our own, for the real pieces bear only rings."""

VIEW_POINTS: Final = hex_points(BOARD)
VIEW_EDGES: Final = hex_edges(BOARD)


def _make_labels() -> tuple[Label, ...]:
    """The labels: letters below the columns, numbers along the upper left edge."""
    out = [
        Label(chr(96 + column), column, column - 2 * (max(0, column - MIDDLE) + 1) + 2)
        for column in range(1, LAST + 1)
    ]
    for number in range(1, LAST + 1):
        column = max(1, number - MIDDLE + 1)
        out.append(Label(str(number), column - 1, column - 2 * number - 1))
    return tuple(out)


VIEW_LABELS: Final = _make_labels()


def picture(rules: Rules, state: State, seat: int | None) -> View:
    """Returns the view of *state* for *seat* (``None``: the seat on turn). Only that seat has
    choices."""
    acts = state.phase not in (DRAWING, OVER) and seat in (None, state.seat)
    moves = view_part(state, "moves", lambda: rules.legal_moves(state)) if acts else ()
    return View(
        VIEW_POINTS,
        pieces=view_part(state, "pieces", lambda: _pieces(state)),
        edges=VIEW_EDGES,
        labels=VIEW_LABELS,
        trays=_trays(state),
        sheets=_sheets(state),
        marks=view_part(state, "marks", lambda: _marks(state, moves), acts),
        choices=view_part(state, "choices", lambda: _choices(state, moves), acts),
        caption=_caption(state),
        prompt=_prompt(rules, state, acts, moves),
        material="stone",
        seen=() if state.phase == DRAWING else (_caption(state),),
        board="terracotta",
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    return tuple(
        _piece(space, state.black >> space & 1, state.stacks[space])
        for space in BOARD.from_behind
        if state.occupied >> space & 1
    )


@made_once()
def _piece(space: int, seat: int, stack: int) -> Piece:
    return stack_piece(NAME_OF[space], seat, pieces(stack))


def stack_piece(name: str, seat: int, inside: Sequence[int]) -> Piece:
    """The stack of *seat* on the space *name*; *inside* are its pieces from the bottom to the
    top."""
    kind, high = inside[-1], len(inside)
    spoken = _((ALONE if high == 1 else _STACKS)[seat][kind]).format(count=high)
    return Piece(
        name,
        "disc",
        ROLES[seat],
        COLOURS[seat] + LETTERS[kind],
        stack=high,
        glyph=LETTERS[kind],
        spoken=spoken,
        layers=(ROLES[seat],) * high if high > 1 else (),
        emblem=EMBLEMS[kind],
    )


def heap_of(seat: int, piece: int) -> str:
    """The id of the heap of a kind's pieces that *seat* has to place, or luck to draw."""
    return f"hand:{COLOURS[seat]}{LETTERS[piece]}"


def _trays(state: State) -> tuple[Tray, ...]:
    """The trays with the pieces that are still to be placed or drawn."""
    if state.phase > PLACING:
        return ()
    heaps = [
        tuple(
            TrayItem(
                heap_of(seat, piece),
                _(ALONE[seat][piece]),
                pieces_left(state, seat, piece),
                "disc",
                ROLES[seat],
                glyph=LETTERS[piece],
                brief=_(KIND_NAMES[piece]),
                emblem=EMBLEMS[piece],
            )
            for piece in KINDS
        )
        for seat in (WHITE, BLACK)
    ]
    if state.phase == DRAWING:
        return (Tray(_("To be drawn"), heaps[WHITE] + heaps[BLACK]),)
    return tuple(Tray(player_name(seat), heaps[seat], seat) for seat in (WHITE, BLACK))


def _sheets(state: State) -> tuple[ScoreSheet, ...]:
    """The score sheet with the number of each player's stacks of each kind."""
    if state.phase <= PLACING:
        return ()
    white, black = _tops(state, WHITE), _tops(state, BLACK)
    rows = tuple(
        (_(KIND_NAMES[kind]), str(white.count(kind)), str(black.count(kind))) for kind in KINDS
    )
    columns = ("", player_name(WHITE), player_name(BLACK))  # the kinds need no heading
    return (ScoreSheet(_("Stacks of each kind"), columns, rows),)


def _tops(state: State, seat: int) -> list[int]:
    """The topmost pieces of the stacks of *seat*."""
    return [top(state.stacks[space]) for space in numbers_of_set(state.owned(seat))]


def _marks(state: State, moves: Sequence[int]) -> tuple[Mark, ...]:
    """The marks: legal spaces, and stacks that are the last of their kind and in danger."""
    legal = 0
    for move in moves:
        if move != PASS:
            legal |= 1 << (origin_of(move) if kind_of(move) != PLACE else target_of(move))
    marks = [Mark(name, "legal") for name in BOARD.names_of(legal)]
    return (*marks, *(Mark(name, "danger") for name in BOARD.names_of(endangered(state))))


def endangered(state: State) -> int:
    """The stacks that are the last of their kind, and that the other player could capture now."""
    if state.phase in (DRAWING, PLACING, OVER):
        return 0
    found = 0
    for seat in (WHITE, BLACK):
        if last := _last_stacks(state, seat):
            for move in captures(state.stacks, state.owned(1 - seat), state.owned(seat)):
                found |= last & 1 << target_of(move)
    return found


def _last_stacks(state: State, seat: int) -> int:
    """The stacks of *seat* that are the last of their kind."""
    stacks, own, last = state.stacks, state.owned(seat), 0
    places: dict[int, list[int]] = {}
    for space in numbers_of_set(own):
        places.setdefault(top(stacks[space]), []).append(space)
    for spaces in places.values():
        if len(spaces) == 1:
            last |= 1 << spaces[0]
    return last


def _choices(state: State, moves: Sequence[int]) -> tuple[Choice, ...]:
    last = _last_stacks(state, state.seat) if moves else 0
    return tuple(_choice(state.seat, move, bool(last >> target_of(move) & 1)) for move in moves)


@made_once()
def _choice(seat: int, move: int, covers_last: bool) -> Choice:
    """The choice of *move* by *seat*; *covers_last*: its target is the last own stack of its
    kind."""
    text = decision_text(move)
    if move == PASS:
        return Choice(text, ("pass",), _("pass"))
    to = NAME_OF[target_of(move)]
    if kind_of(move) == PLACE:
        piece = piece_of(move)
        return Choice(text, (heap_of(seat, piece), to), _(_PLACE[piece]).format(name=to))
    at = NAME_OF[origin_of(move)]
    if kind_of(move) == CAPTURE:
        label = _("capture {to} with {at}")
    elif covers_last:
        label = _("put {at} onto {to}; covers your last stack of its kind and loses")
    else:
        label = _("put {at} onto {to}")
    return Choice(text, (at, to), label.format(at=at, to=to))


def _caption(state: State) -> str:
    return NOTATION.caption(state.phase == DRAWING, state.number, state.seat)


def _prompt(rules: Rules, state: State, acts: bool, moves: Sequence[int]) -> str:
    if state.phase == OVER:
        return _result(state)
    if not acts:
        return NOTATION.waiting(state.phase == DRAWING, state.seat)
    if hand_of_reader() == "mouse":
        return _to_point_at(state, moves)
    prompt = _to_do(state, moves)
    return NOTATION.by_example(prompt, moves) if hand_of_reader() == "typed" else prompt


def _to_do(state: State, moves: Sequence[int]) -> str:
    """The decision that is asked for."""
    if state.phase == PLACING:
        return _("Place a piece of your choice on any vacant space.")
    if state.phase == FIRST:
        if not state.vacant:
            return _("Capture a stack: in the first turn of the game that is all.")
        if is_brief():
            return _("First of your two moves: capture.")
        return _(
            "First of your two moves: capture a stack that you reach and that is not higher than"
            " yours."
        )
    if len(moves) == 1:
        return _("You must pass: there is nothing else to do.")
    if is_brief():
        return _("Second move: capture, stack or pass.")
    return _("Second move: capture once more, or put one of your stacks onto another, or pass.")


def _to_point_at(state: State, moves: Sequence[int]) -> str:
    """The same for a reader who points: stacks that can move are circled in green."""
    if state.phase == PLACING:
        return _("Choose one of your pieces, then a green dot where you place it.")
    if state.phase == FIRST:
        if not state.vacant:
            return _(
                "Choose a stack circled in green, then one to capture: in the first turn of the"
                " game that is all."
            )
        return _(
            "First of your two moves: choose a stack circled in green, then one to capture that is"
            " not higher."
        )
    if len(moves) == 1:
        return _to_do(state, moves)
    return _(
        "Second move: choose a stack circled in green, then one to capture, or one of yours to put"
        " it onto; or pass."
    )


def _result(state: State) -> str:
    ending = state.ending
    assert ending is not None
    (winner,) = ending.winners
    words = _YOU_WIN if is_you(winner) else _YOU_LOSE if is_you(1 - winner) else _ENDS
    return _(words[ending.reason]).format(winner=player_name(winner), loser=player_name(1 - winner))


def happenings(rules: Rules, state: State, move: int | None = None, ms: int = 0) -> Sequence[str]:
    """Returns sentences about *move*: kinds with one stack left, a draw, and the full board."""
    if move is None:
        return ()
    kind = kind_of(move)
    if kind == DRAW:
        told = _(_DRAWN[owner_of(move)][piece_of(move)])
        return [told.format(name=NAME_OF[target_of(move)])]
    after = rules.apply(state, move)
    if kind == PLACE:
        return [] if after.phase == PLACING else [_who_begins(after.seat)]
    if after.phase == OVER:
        return []
    sentences: list[str] = []
    for seat in (WHITE, BLACK):
        had, has = _tops(state, seat), _tops(after, seat)
        for kind in KINDS:
            if has.count(kind) == 1 and had.count(kind) > 1:
                words = (_YOU_HAVE_LEFT if is_you(seat) else _LEFT)[kind]
                sentences.append(_(words).format(player=player_name(seat)))
    return sentences


def _who_begins(seat: int) -> str:
    if is_you(seat):
        return _("All pieces are placed. You capture first.")
    return _("All pieces are placed. {player} captures first.").format(player=player_name(seat))
