"""The view of a YINSH position, and the clicks that make up each decision.

Clicks: a ring is placed on a point; it moves by its point and the point it goes to; a row is a
marker that no other row has, or its two ends; a ring is removed by its point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import (
    N_,
    Choice,
    Edge,
    Label,
    Mark,
    Piece,
    Point,
    Tray,
    TrayItem,
    View,
    hand_of_reader,
    is_brief,
    is_you,
    made_once,
    view_part,
)
from gipf_meta_yinsh.board import (
    AXES,
    BETWEEN,
    CELLS,
    COLUMNS,
    NAME_OF,
    NUMBERS,
    POINT_BITS,
    WINDOWS,
    XY,
    bits,
    names,
)
from gipf_meta_yinsh.notation import PLAYERS, decision_text, player_name
from gipf_meta_yinsh.rules import Rules, all_markers
from gipf_meta_yinsh.state import (
    MOVING,
    PASS,
    PLACE,
    PLACING,
    RING_AFTER,
    RING_BEFORE,
    RINGS,
    ROW_BEFORE,
    TAKING_RING,
    TAKING_ROW,
    State,
    first_of,
    kind_of,
    last_of,
)
from gipf_meta_yinsh.texts import _

ENDS: Final = {
    "rings": N_("{player} has removed the last ring that was needed"),
    "no_move": N_("none of {player}'s rings can move"),
    "markers": N_("the markers are used up"),
    "stuck": N_("no ring can move"),
    "max_turns": N_("the turns are over"),
    "unfinished": N_("the game was not finished"),
}
END_WORDS: Final = {
    "rings": N_("the last ring that was needed is removed"),
    "no_move": N_("a player cannot move"),
    "markers": N_("the markers are used up"),
    "stuck": N_("no ring can move"),
    "max_turns": N_("the turns are over"),
    "unfinished": N_("unfinished"),
}
"""The reasons of an end, for use after the winner's name; they name nobody."""
COLOURS: Final = ("white", "black")
LETTERS: Final = ("W", "B")
POOL: Final = "pool"
"""The id of the heap of markers that are left."""
RING: Final = (N_("white ring"), N_("black ring"))
MARKER: Final = (N_("white marker"), N_("black marker"))

VIEW_POINTS: Final = tuple(Point(name, *XY[name]) for name in CELLS)
VIEW_EDGES: Final = tuple(
    Edge(NAME_OF[bit], NAME_OF[bit + axis])
    for bit in NAME_OF
    for axis in AXES
    if bit + axis in NAME_OF
)


def _labels() -> tuple[Label, ...]:
    """The labels: letters below the columns, numbers at the left ends of the lines of equal
    number."""
    out = [
        Label(letter, x, x - 2 * low + 2)
        for x, (letter, (low, _high)) in enumerate(zip(COLUMNS, NUMBERS, strict=True))
    ]
    for number in range(1, 12):
        x = next(x for x, (low, high) in enumerate(NUMBERS) if low <= number <= high)
        # the letter a stands where the number 1 would
        out.append(Label(str(number), x - 1, x - 2 * number - (number > 1)))
    return tuple(out)


VIEW_LABELS: Final = _labels()


def picture(rules: Rules, state: State, seat: int | None) -> View:
    """Returns the view of *state* for *seat* (``None``: the seat on turn). Only that seat has
    choices."""
    acts = state.ending is None and seat in (None, state.seat)
    moves = view_part(state, "moves", lambda: rules.legal_moves(state)) if acts else ()
    return View(
        VIEW_POINTS,
        pieces=view_part(state, "pieces", lambda: _pieces(state)),
        edges=VIEW_EDGES,
        labels=VIEW_LABELS,
        trays=_trays(rules, state),
        marks=view_part(state, "marks", lambda: _marks(moves), acts),
        choices=view_part(
            state, "choices", lambda: tuple(_choice(state, move, moves) for move in moves), acts
        ),
        caption=_caption(state),
        prompt=_prompt(rules, state, acts, moves),
        material="stone",
        seen=(_caption(state),),
        board="night",
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    out: list[Piece] = []
    for seat in (0, 1):
        out += [_ring(name, seat) for name in names(state.rings[seat])]
        out += [_marker(name, seat) for name in names(state.markers[seat])]
    return tuple(out)


@made_once(512)
def _ring(name: str, seat: int) -> Piece:
    return Piece(name, "ring", COLOURS[seat], f"{LETTERS[seat]}O", spoken=_(RING[seat]))


@made_once(512)
def _marker(name: str, seat: int) -> Piece:
    spoken, back = _(MARKER[seat]), COLOURS[1 - seat]
    return Piece(name, "disc", COLOURS[seat], LETTERS[seat], spoken=spoken, back=back)


def rings_of(seat: int) -> str:
    """The id of the rings of *seat* beside the board: first those to place, later those removed."""
    return f"rings:{LETTERS[seat]}"


def _trays(rules: Rules, state: State) -> tuple[Tray, ...]:
    """The trays: the markers that are left, and each player's rings to place or rings removed."""
    trays = [Tray(_("Pool"), (TrayItem(POOL, _("markers"), state.pool, "disc", "grey"),))]
    for seat, colour in enumerate(COLOURS):
        is_placing = state.step == PLACE and state.ending is None
        count = RINGS - state.rings[seat].bit_count() if is_placing else state.removed[seat]
        goals = () if is_placing else (rules.goal,)
        item = TrayItem(rings_of(seat), LETTERS[seat], count, "ring", colour, goals=goals)
        trays.append(Tray(_title(seat, is_placing), (item,), seat))
    return tuple(trays)


def _title(seat: int, is_placing: bool) -> str:
    """The title of the rings of *seat* beside the board: to be placed, or removed."""
    if is_you(seat):
        return _("To be placed by you") if is_placing else _("Removed by you")
    title = _("To be placed by {player}") if is_placing else _("Removed by {player}")
    return title.format(player=player_name(seat))


def _marks(moves: Sequence[int]) -> tuple[Mark, ...]:
    legal = capture = removed = 0
    for move in moves:
        kind = kind_of(move)
        if kind == TAKING_RING:
            removed |= 1 << last_of(move)
        elif kind == TAKING_ROW:
            capture |= WINDOWS[first_of(move) << POINT_BITS | last_of(move)]
        elif move != PASS:
            legal |= 1 << (first_of(move) if kind == MOVING else last_of(move))
    marks = [Mark(name, "legal") for name in names(legal)]
    marks += [Mark(name, "legal", takes=True) for name in names(removed)]
    return (*marks, *(Mark(name, "capture") for name in names(capture)))


def _choice(state: State, move: int, moves: Sequence[int]) -> Choice:
    kind = kind_of(move)
    if kind == TAKING_ROW:
        return _row(move, _row_path(move, moves))
    if kind != MOVING or move == PASS:
        return _simple(move)
    return _move(move, BETWEEN[first_of(move) << POINT_BITS | last_of(move)] & all_markers(state))


@made_once(512)
def _simple(move: int) -> Choice:
    """The choice of a *move* that is a click, or a pass."""
    text = decision_text(move)
    if move == PASS:
        return Choice(text, ("pass",), _("pass"))
    name, label = NAME_OF[last_of(move)], _("remove the ring on {name}")
    if kind_of(move) == PLACING:
        label = _("place a ring on {name}")
    return Choice(text, (name,), label.format(name=name))


@made_once()
def _row(move: int, path: tuple[str, ...]) -> Choice:
    first, last = NAME_OF[first_of(move)], NAME_OF[last_of(move)]
    label = _("remove the row from {first} to {last}").format(first=first, last=last)
    return Choice(decision_text(move), path, label)


@made_once()
def _move(move: int, turned: int) -> Choice:
    """The choice to move a ring, which turns the markers on *turned*."""
    first, last = NAME_OF[first_of(move)], NAME_OF[last_of(move)]
    label = (
        _("move the ring from {first} to {last}, turning {markers}")
        if turned
        else _("move the ring from {first} to {last}")
    )
    label = label.format(first=first, last=last, markers=", ".join(names(turned)))
    return Choice(decision_text(move), (first, last), label)


def _row_path(row: int, rows: Sequence[int]) -> tuple[str, ...]:
    """The clicks that choose *row*: a marker that no other of *rows* has, else the two ends.

    If it can be, that marker is the middle one.
    """
    own = WINDOWS[first_of(row) << POINT_BITS | last_of(row)]
    others = 0
    for other in rows:
        if other != row:
            others |= WINDOWS[first_of(other) << POINT_BITS | last_of(other)]
    first, last = first_of(row), last_of(row)
    alone = list(bits(own & ~others))
    if alone:
        return (NAME_OF[min(alone, key=lambda bit: abs(2 * bit - first - last))],)
    return (NAME_OF[first], NAME_OF[last])


def _caption(state: State) -> str:
    told = _("Turn {number}, {player}.")
    if is_you(state.seat):
        told = _("Turn {number}: yours.")
    told = told.format(number=state.number, player=player_name(state.seat))
    white, black = (_("you") if is_you(seat) else player_name(seat) for seat in (0, 1))
    return told + _(" Rings removed: {white} {of_white}, {black} {of_black}.").format(
        white=white, of_white=state.removed[0], black=black, of_black=state.removed[1]
    )


def _prompt(rules: Rules, state: State, acts: bool, moves: Sequence[int]) -> str:
    if state.ending is not None:
        return _result(state)
    if not acts:
        if is_you(state.seat):
            return _("It is your turn.")
        return _("It is {player}'s turn.").format(player=player_name(state.seat))
    prompt = _to_do(rules, state, moves)
    if hand_of_reader() != "typed":
        return prompt
    words = _("{prompt} Type a move, such as {move}.")
    if len(moves) == 1:
        words = _("{prompt} Type {move}.")
    return words.format(prompt=prompt, move=decision_text(moves[0]))


def _to_do(rules: Rules, state: State, moves: Sequence[int]) -> str:
    """The decision that is asked for; a reader who points sees places marked in green."""
    is_pointing = hand_of_reader() == "mouse"
    if state.step == PLACE:
        if is_pointing:
            return _("Place a ring on a green dot.")
        return _("Place a ring on a vacant point.")
    if state.step in (RING_BEFORE, RING_AFTER):
        if state.removed[state.seat] + 1 == rules.goal:
            return _("Remove one of your rings: it wins.")
        return _("Remove one of your rings, any one, for the row.")
    if moves[0] == PASS:
        return _("Pass: none of your rings can move.")
    if kind_of(moves[0]) == MOVING:
        if is_pointing:
            return _(
                "Choose one of your rings circled in green, then where it goes; a marker stays"
                " behind."
            )
        if is_brief():
            return _("Move a ring.")
        return _("Choose one of your rings, then where it goes; a marker stays behind.")
    if len(moves) > 1:
        if is_pointing:
            return _(
                "You have several rows: choose a marker circled in green, in the row that you"
                " remove first."
            )
        return _("You have several rows: choose which five markers you remove first.")
    return _remove_the_row(state.step == ROW_BEFORE, _row_path(moves[0], moves)[0])


def _remove_the_row(is_given: bool, name: str) -> str:
    """Asks for the removal of the only row, by its marker on *name*; it *is_given* by the other
    player."""
    if hand_of_reader() == "typed":
        if is_given:
            return _("Your opponent has made a row of yours: remove it, then a ring.")
        return _("You have a row: remove it, then a ring.")
    if hand_of_reader() == "mouse":
        if is_given:
            return _(
                "Your opponent has made a row of yours: choose the marker circled in green to"
                " remove it, then a ring."
            )
        return _("You have a row: choose the marker circled in green to remove it, then a ring.")
    asked = (
        _("Your opponent has made a row of yours: choose {name} to remove it, then a ring.")
        if is_given
        else _("You have a row: choose {name} to remove it, then a ring.")
    )
    return asked.format(name=name)


def _result(state: State) -> str:
    ending = state.ending
    assert ending is not None
    winner = ending.winners[0] if ending.winners else 0
    named = winner if ending.reason == "rings" else 1 - winner
    why = _(ENDS[ending.reason]).format(player=player_name(named))
    if ending.reason == "rings" and player_name(winner) != _(PLAYERS[winner]):
        why = _(END_WORDS["rings"])  # a person is not named twice in one sentence
    elif ending.reason == "no_move" and is_you(named):
        why = _("none of your rings can move")
    if not ending.winners:
        return _("Nobody wins: {why}.").format(why=why)
    if is_you(winner):
        return _("You win: {why}.").format(why=why)
    return _("{won} wins: {why}.").format(won=player_name(ending.winners[0]), why=why)
