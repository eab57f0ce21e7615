"""The view of a DVONN position, as data, and the events of a move, in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from gipf_meta import (
    N_,
    Choice,
    Label,
    Mark,
    Piece,
    Point,
    ScoreSheet,
    Tray,
    TrayItem,
    View,
    hand_of_reader,
    is_you,
    kind_of,
    made_once,
    origin_of,
    pieces,
    target_of,
    view_part,
)
from gipf_meta_dvonn.board import NAME_OF, SPACES, column_of, names, row_of
from gipf_meta_dvonn.notation import NOTATION, decision_text, player_name
from gipf_meta_dvonn.rules import Rules, piece_to_place, pieces_left, removed_by, score
from gipf_meta_dvonn.state import (
    BLACK,
    DRAW,
    DRAWING,
    OVER,
    PASS,
    PLACING,
    RED,
    STACKING,
    WHITE,
    State,
    piece_of,
)
from gipf_meta_dvonn.texts import _

#: horizontal rows: one step of x is half a space, one of y a row
ROWS_PITCH: Final = (0.5, sqrt(3) / 2)
ROLES: Final = ("", "white", "black", "red")
"""The colour of each piece, by its number."""
END_WORDS: Final = {"no_move": N_("nobody can move")}
XY: Final = {space: (2 * column_of(space) - row_of(space), -row_of(space)) for space in SPACES}
VIEW_POINTS: Final = tuple(Point(NAME_OF[space], *XY[space], "space") for space in SPACES)

#: from the row that is farthest from White: a high stack covers what is behind it
FROM_BEHIND: Final = sorted(SPACES, key=lambda space: XY[space][1])

# by colour, because languages decline them
_PLACE: Final = (
    "",
    N_("place a white piece on {name}"),
    N_("place a black piece on {name}"),
    N_("place a DVONN piece on {name}"),
)
ALONE: Final = ("", N_("white piece"), N_("black piece"), N_("DVONN piece"))
_RED_ON_TOP: Final = N_("stack of {count} under a DVONN piece")
_STACKS: Final = (
    "", N_("white stack of {count}"), N_("black stack of {count}"), _RED_ON_TOP,
)  # fmt: skip
_WITH_RED: Final = (
    "",
    N_("white stack of {count} with a DVONN piece"),
    N_("black stack of {count} with a DVONN piece"),
    _RED_ON_TOP,
)
_DRAWN: Final = (
    "",
    N_("Luck puts a white piece on {name}."),
    N_("Luck puts a black piece on {name}."),
    N_("Luck puts a DVONN piece on {name}."),
)


def picture(rules: Rules, state: State, seat: int | None) -> View:
    """Returns the view of *state* for *seat* (``None``: the seat on turn). Only that seat has
    choices."""
    acts = state.phase in (PLACING, STACKING) and seat in (None, state.seat)
    moves = view_part(state, "moves", lambda: rules.legal_moves(state)) if acts else ()
    return View(
        VIEW_POINTS,
        pieces=view_part(state, "pieces", lambda: _pieces(state)),
        labels=VIEW_LABELS,
        trays=_trays(state),
        sheets=_sheets(state),
        marks=view_part(state, "marks", lambda: _marks(state, moves), acts),
        choices=view_part(
            state, "choices", lambda: tuple(_choice(state, move) for move in moves), acts
        ),
        caption=_caption(state),
        prompt=_prompt(state, acts, moves),
        pitch=ROWS_PITCH,
        material="stone",
        seen=() if state.phase == DRAWING else (_caption(state),),
        board="bronze",
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    return tuple(_piece(space, state.stacks[space]) for space in FROM_BEHIND if state.stacks[space])


def _make_labels() -> tuple[Label, ...]:
    """The labels: letters at the lower ends of the slanting columns, numbers in front of the
    rows."""
    out = []
    for letter in "abcdefghijk":
        x, y = XY[next(space for space in SPACES if NAME_OF[space][0] == letter)]
        out.append(Label(letter, x + 1, y + 1))
    for row in range(1, 6):
        x, y = XY[next(space for space in SPACES if row_of(space) == row)]
        out.append(Label(str(row), x - 2, y))
    return tuple(out)


VIEW_LABELS: Final = _make_labels()


@made_once()
def _piece(space: int, stack: int) -> Piece:
    return stack_piece(NAME_OF[space], pieces(stack))


def stack_piece(name: str, inside: Sequence[int]) -> Piece:
    """The stack on the space *name*; *inside* are its pieces from the bottom to the top."""
    owner, high = inside[-1], len(inside)
    has_red = RED in inside[:-1]
    if high == 1:
        spoken = _(ALONE[owner])
    else:
        spoken = _((_WITH_RED if has_red else _STACKS)[owner]).format(count=high)
    return Piece(
        name,
        "disc",
        ROLES[owner],
        "-WBD"[owner] + ("D" if has_red else ""),
        stack=high,
        badge="D" if has_red else "",
        spoken=spoken,
        layers=tuple(ROLES[piece] for piece in inside),
    )


def bag_of(piece: int) -> str:
    """The id of the heap of a colour's pieces that luck still has to draw."""
    return f"bag:{'-WBD'[piece]}"


def hand_of(seat: int, piece: int) -> str:
    """The id of the heap of a colour's pieces that *seat* still has to place."""
    return f"hand:{seat}:D" if piece == RED else f"hand:{seat}"


def _trays(state: State) -> tuple[Tray, ...]:
    """The trays with the pieces that each player still has to place, or luck to draw."""
    if state.phase >= STACKING:
        return ()
    left = pieces_left(state)
    # White places the first and the third DVONN piece, Black the second (§3)
    reds = ((left[RED] + 1) // 2 if left[RED] != 2 else 1, left[RED] // 2)
    if state.phase == DRAWING:
        items = tuple(
            TrayItem(bag_of(piece), _(ALONE[piece]), left[piece], "disc", ROLES[piece])
            for piece in (RED, WHITE, BLACK)
        )
        return (Tray(_("To be drawn"), items),)
    return tuple(
        Tray(
            player_name(seat),
            (
                TrayItem(hand_of(seat, RED), _(ALONE[RED]), reds[seat], "disc", "red"),
                TrayItem(hand_of(seat, piece), _(ALONE[piece]), left[piece], "disc", ROLES[piece]),
            ),
            seat,
        )
        for seat, piece in ((0, WHITE), (1, BLACK))
    )


def _sheets(state: State) -> tuple[ScoreSheet, ...]:
    """The score sheet of the second phase: the pieces in each player's stacks."""
    if state.phase < STACKING:
        return ()
    points = (score(state.stacks, state.white), score(state.stacks, state.black))
    columns = (player_name(0), player_name(1))
    return (ScoreSheet(_("Pieces in own stacks"), columns, (tuple(map(str, points)),)),)


def _marks(state: State, moves: Sequence[int]) -> tuple[Mark, ...]:
    legal = 0
    for move in moves:
        if move != PASS:
            legal |= 1 << (origin_of(move) if kind_of(move) else target_of(move))
    return tuple(Mark(name, "legal") for name in names(legal))


def _choice(state: State, move: int) -> Choice:
    if move == PASS:
        return _pass()
    if not kind_of(move):
        return _place(move, piece_to_place(state))
    return _move(move, removed_by(state, origin_of(move), target_of(move)))


@made_once(32)
def _pass() -> Choice:
    return Choice(decision_text(PASS), ("pass",), _("pass"))


@made_once(256)
def _place(move: int, piece: int) -> Choice:
    name = NAME_OF[target_of(move)]
    return Choice(decision_text(move), (name,), _(_PLACE[piece]).format(name=name))


@made_once()
def _move(move: int, gone: int) -> Choice:
    """The choice of *move*, after which the stacks on *gone* leave the game."""
    text, origin, name = decision_text(move), origin_of(move), NAME_OF[target_of(move)]
    label = _("move from {at} onto {to}").format(at=NAME_OF[origin], to=name)
    if gone:
        label = _("{move}, removing {spaces}").format(move=label, spaces=" ".join(names(gone)))
    return Choice(text, (NAME_OF[origin], name), label)


def _caption(state: State) -> str:
    return NOTATION.caption(state.phase == DRAWING, state.number, state.seat)


def _prompt(state: State, acts: bool, moves: Sequence[int]) -> str:
    if state.phase == OVER:
        return _result(state)
    if not acts:
        return NOTATION.waiting(state.phase == DRAWING, state.seat)
    prompt = _to_do(state, moves, is_pointing=hand_of_reader() == "mouse")
    return NOTATION.by_example(prompt, moves) if hand_of_reader() == "typed" else prompt


def _to_do(state: State, moves: Sequence[int], is_pointing: bool) -> str:
    """The decision that is asked for; one who *is_pointing* sees places marked in green."""
    if state.phase == PLACING and piece_to_place(state) == RED:
        if is_pointing:
            return _("Place a DVONN piece on a green dot.")
        return _("Place a DVONN piece on any vacant space.")
    if state.phase == PLACING:
        if is_pointing:
            return _("Place one of your pieces on a green dot.")
        return _("Place one of your pieces on any vacant space.")
    if PASS in moves:
        return _("You must pass: none of your stacks can move.")
    if is_pointing:
        return _("Move a stack circled in green onto another, exactly as far as it is high.")
    return _("Move one of your stacks onto another, exactly as far as it is high.")


def _result(state: State) -> str:
    white, black = score(state.stacks, state.white), score(state.stacks, state.black)
    if white == black:
        return _("Nobody can move: a draw, {white} to {black}.").format(white=white, black=black)
    winner = 0 if white > black else 1
    words = _("Nobody can move: {player} wins, {more} to {less}.")
    if is_you(winner):
        words = _("Nobody can move: you win, {more} to {less}.")
    return words.format(player=player_name(winner), more=max(white, black), less=min(white, black))


def happenings(rules: Rules, state: State, move: int | None = None, ms: int = 0) -> Sequence[str]:
    """Returns sentences about *move*: stacks that leave the game, a draw, and the full board."""
    if move is None:
        return ()
    if kind_of(move) == DRAW:
        return [_(_DRAWN[piece_of(move)]).format(name=NAME_OF[target_of(move)])]
    if move == PASS:
        return []
    told = []
    # who types a move of his own is told what it removes with the move
    is_told = is_you(state.seat) and hand_of_reader() == "typed"
    gone = removed_by(state, origin_of(move), target_of(move)) if kind_of(move) else 0
    if gone and not is_told:
        told.append(
            _.many(
                "The stack on {spaces} has lost contact with the DVONN pieces and leaves the game.",
                "The stacks on {spaces} have lost contact with the DVONN pieces and leave the"
                " game.",
                gone.bit_count(),
            ).format(spaces=", ".join(names(gone)))
        )
    after = rules.apply(state, move)
    if state.phase == PLACING and after.phase == STACKING:
        words = _("All pieces are placed. {player} moves first.")
        if is_you(after.seat):
            words = _("All pieces are placed. You move first.")
        told.append(words.format(player=player_name(after.seat)))
    return told
