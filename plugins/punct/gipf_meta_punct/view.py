"""The view of a PÜNCT position, as data.

A PÜNCT bears the letter of its piece, a minor dot above the board the level on which it lies.
Covered dots are listed in a table beside the board, and in the spoken text of each space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gipf_meta import (
    N_,
    Choice,
    Edge,
    Label,
    Mark,
    Piece,
    Point,
    ScoreSheet,
    Tray,
    TrayItem,
    View,
    hand_of_reader,
    is_brief,
    is_you,
    made_once,
    view_part,
)
from gipf_meta_punct.board import (
    DOT,
    IS_CENTRAL,
    KIND,
    KINDS,
    MINOR,
    NAMES,
    NEIGHBOURS,
    OTHER,
    PLACEMENTS,
    PLACES,
    SPACES,
)
from gipf_meta_punct.notation import ROLES, decision_text, player_name
from gipf_meta_punct.positions import COLOURS, piece_text
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import GO, LIE, LIFT, State, lay_out, level_of, placement_of, unpack
from gipf_meta_punct.texts import _

ENDS: Final = {
    "connection": N_("two opposite sides are connected"),
    "last_piece": N_("the last piece of a player is placed"),
    "repetition": N_("the position has come back"),
    "no_turn": N_("{player} has no turn"),
    "unfinished": N_("the game ends here"),
}
END_WORDS: Final = {
    "connection": N_("two opposite sides are connected"),
    "last_piece": N_("the last piece of a player is placed"),
    "repetition": N_("the position has come back"),
    "no_turn": N_("no turn is left"),
    "unfinished": N_("the game ends here"),
}
"""The reasons of an end, for use after the winner's name; they name nobody."""
KIND_NAMES: Final = (
    N_("triangle T"),
    N_("straight piece C"),
    N_("straight piece E"),
    N_("bent piece M"),
    N_("bent piece R"),
    N_("bent piece L"),
)
VIEW_DOTS: Final = (
    (N_("PÜNCT of a white {kind}"), N_("PÜNCT of a black {kind}")),
    (N_("dot of the white piece on {dot}"), N_("dot of the black piece on {dot}")),
)
_PIECE_ON: Final = (N_("white {kind} on {name}"), N_("black {kind} on {name}"))
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digit for each level: both players have 18 pieces, so no level is above 35."""


def picture(rules: Rules, state: State, seat: int | None) -> View:
    """Returns the view of *state* for *seat* (``None``: the seat on turn). Only that seat has
    choices."""
    acts = state.ending is None and seat in (None, state.seat)
    moves = view_part(state, "moves", lambda: rules.legal_moves(state)) if acts else ()
    tops, stacks = view_part(state, "stacks", lambda: _stacked(state))
    return View(
        VIEW_POINTS,
        pieces=view_part(
            state,
            "pieces",
            lambda: tuple(dot_piece(tops, space, stacks[space]) for space in covered_spaces(tops)),
        ),
        edges=view_part(state, "edges", lambda: edges_of(tops)),
        labels=VIEW_LABELS,
        trays=tuple(_tray(state, owner) for owner in (0, 1)),
        sheets=_sheets(state, stacks),
        marks=view_part(state, "marks", lambda: _marks(state, moves), acts),
        choices=view_part(state, "choices", lambda: _choices(rules, state, moves), acts),
        caption=_caption(rules, state, tops),
        prompt=_prompt(state, acts, moves),
        names=_heap_names(),
        material="stone",
        seen=(_whose_turn(state),),
        board="moss",
    )


def _stacked(state: State) -> tuple[list[int], list[list[int]]]:
    return lay_out(state.pieces), stacks_of(state.pieces)


def _find_points() -> tuple[Point, ...]:
    return tuple(
        Point(NAMES[space], c, c - 2 * r, "special" if IS_CENTRAL[space] else "space")
        for space, (c, r) in enumerate(PLACES)
    )


def _find_labels() -> tuple[Label, ...]:
    """The labels: letters below the columns, numbers along the upper left edge."""
    labels = []
    for column in range(1, 18):
        lowest = min(r for c, r in PLACES if c == column)
        labels.append(Label(chr(96 + column), column, column - 2 * lowest + 2))
    for number in range(1, 18):
        # below a2 stands the letter, so the 1 stands one place farther out
        out = 2 if number == 1 else 1
        first = min(c for c, r in PLACES if r == number) - out
        labels.append(Label(str(number), first, first - 2 * number))
    return tuple(labels)


VIEW_POINTS: Final = _find_points()
VIEW_LABELS: Final = _find_labels()


def covered_spaces(tops: list[int]) -> list[int]:
    """The spaces on which a piece lies."""
    return [space for space in range(SPACES) if tops[space] >= 0]


def stacks_of(pieces: Sequence[int]) -> list[list[int]]:
    """The pieces that have a dot on each space, the highest first."""
    stacks: list[list[int]] = [[] for _space in range(SPACES)]
    for one in reversed(pieces):
        at = placement_of(one)
        for space in (DOT[at], MINOR[at], OTHER[at]):
            stacks[space].append(one)
    return stacks


def dot_piece(tops: list[int], space: int, stack: Sequence[int]) -> Piece:
    """The visible dot of *space*, as a piece of the view."""
    top = tops[space]
    beside = [other for other in NEIGHBOURS[space] if tops[other] == top]
    return _dot_piece(space, tuple(stack), tuple(beside))


@made_once()
def _dot_piece(space: int, stack: tuple[int, ...], beside: tuple[int, ...]) -> Piece:
    """The dot of the first piece of *stack*, the pieces on *space*; its dots *beside* are visible,
    too."""
    top = stack[0]
    at, level = placement_of(top), level_of(top)
    colour = COLOURS[top & 1]
    if DOT[at] == space:
        sign = KINDS[KIND[at]]
        badge = f"^{level}" if level else sign
    else:
        sign = badge = DIGITS[level] if level else ""
    spoken = _("; below it: ").join(_dot_name(one, space) for one in stack)
    return Piece(
        NAMES[space],
        "disc",
        ROLES[top & 1],
        colour + sign,
        badge=badge,
        spoken=spoken,
        arms=tuple(_step(space, other) for other in beside),
    )


def _step(space: int, other: int) -> tuple[int, int]:
    """The offset of *other* from *space* in the picture."""
    here, there = VIEW_POINTS[space], VIEW_POINTS[other]
    return there.x - here.x, there.y - here.y


def _dot_name(one: int, space: int) -> str:
    """A dot in words: its colour, its piece, and its level."""
    at, level = placement_of(one), level_of(one)
    if DOT[at] == space:
        name = _(VIEW_DOTS[0][one & 1]).format(kind=_(KIND_NAMES[KIND[at]]))
    else:
        name = _(VIEW_DOTS[1][one & 1]).format(dot=NAMES[DOT[at]])
    return _("{dot}, level {level}").format(dot=name, level=level) if level else name


def edges_of(tops: list[int]) -> tuple[Edge, ...]:
    """The lines between neighbouring dots of one piece, where both are visible."""
    return tuple(
        Edge(NAMES[space], NAMES[beside])
        for space in covered_spaces(tops)
        for beside in NEIGHBOURS[space]
        if beside > space and tops[beside] == tops[space]
    )


def _shape(kind: int) -> tuple[tuple[int, int], ...]:
    """The offsets of the dots of a *kind* from its PÜNCT, turned so that it lies as flat as
    possible."""
    ways = PLACEMENTS[6 * _MIDDLE + kind]
    shapes = [((0, 0), _step(_MIDDLE, MINOR[way]), _step(_MIDDLE, OTHER[way])) for way in ways]
    return min(shapes, key=lambda steps: max(y for _, y in steps) - min(y for _, y in steps))


_MIDDLE: Final = PLACES.index((9, 9))
_SHAPES: Final = tuple(_shape(kind) for kind in range(6))


def heap_of(seat: int, kind: int) -> str:
    """The id of the heap of a *kind* in the reserve of *seat*: ``w:T``."""
    return f"{'wb'[seat]}:{KINDS[kind]}"


def _tray(state: State, seat: int) -> Tray:
    counts = unpack(state.black if seat else state.white)
    title = _("Your reserve") if is_you(seat) else _("Reserve of {player}")
    return Tray(
        title.format(player=player_name(seat)),
        tuple(_heap(seat, kind, counts[kind]) for kind in range(6)),
        seat,
    )


@made_once(256)
def _heap(seat: int, kind: int, count: int) -> TrayItem:
    return TrayItem(
        heap_of(seat, kind),
        _(KIND_NAMES[kind]),
        count,
        "disc",
        ROLES[seat],
        brief=KINDS[kind],
        glyph=KINDS[kind],
        shape=_SHAPES[kind],
    )


@made_once(32)
def _heap_names() -> tuple[tuple[str, str], ...]:
    """The words of the heaps in paths, and their names."""
    return tuple(
        (heap_of(owner, kind), _(KIND_NAMES[kind])) for owner in (0, 1) for kind in range(6)
    )


def _sheets(state: State, stacks: Sequence[Sequence[int]]) -> tuple[ScoreSheet, ...]:
    """The score sheet of pieces above the board and the pieces below them; none without such
    pieces."""
    rows, spoken = [], list[tuple[str, str]]()
    for one in reversed(state.pieces):
        level, at = level_of(one), placement_of(one)
        if not level:
            break
        below, called = [], []
        for space in sorted((DOT[at], MINOR[at], OTHER[at])):
            under = stacks[space][stacks[space].index(one) + 1 :]
            held = f"{COLOURS[under[0] & 1]}{KINDS[KIND[placement_of(under[0])]]}" if under else "-"
            if under and level_of(under[0]) < level - 1:
                held += f"^{level_of(under[0])}"
            below.append(f"{NAMES[space]} {held}")
            called.append(f"{NAMES[space]} {_piece_name(under[0]) if under else _('nothing')}")
        rows.append((piece_text(one), ", ".join(below)))
        spoken.append((_piece_name(one), _(" and ").join(called)))
    title, lies_on = _("Above the board, and what lies below"), _("lies on")
    if not rows:
        return ()
    words = (("", lies_on), *spoken)
    return (ScoreSheet(title, (_("piece"), lies_on), tuple(rows), spoken=words),)


def _piece_name(one: int) -> str:
    """A piece in words: its colour and kind, the space of its PÜNCT, its level."""
    at, level = placement_of(one), level_of(one)
    name = _(_PIECE_ON[one & 1]).format(kind=_(KIND_NAMES[KIND[at]]), name=NAMES[DOT[at]])
    return _("{piece} at level {level}").format(piece=name, level=level) if level else name


def _marks(state: State, moves: Sequence[int]) -> tuple[Mark, ...]:
    """The marks: spaces for the next decision, and the space of the chosen PÜNCT."""
    legal: dict[int, None] = {}
    for move in moves:
        if move >= LIE:
            legal[MINOR[move - LIE]] = legal[OTHER[move - LIE]] = None
        elif move >= LIFT:
            legal[move - (GO if move >= GO else LIFT)] = None
    # the PÜNCT that is on its way: the prompt says that it may stay there
    chosen = state.target
    if chosen < 0 and state.lifted >= 0:
        chosen = DOT[placement_of(state.lifted)]
    marks = [Mark(NAMES[chosen], "selected")] if moves and chosen >= 0 else []
    return (*marks, *(Mark(NAMES[space], "legal") for space in sorted(legal) if space != chosen))


def _choices(rules: Rules, state: State, moves: Sequence[int]) -> tuple[Choice, ...]:
    ways: dict[int, list[int]] = {}
    if any(GO <= move < LIE for move in moves):
        for placement in rules.ways(state, 2):
            ways.setdefault(DOT[placement], []).append(placement)
    return tuple(_choice(state, move, ways) for move in moves)


def _choice(state: State, move: int, ways: Mapping[int, Sequence[int]]) -> Choice:
    """The choice of *move*; *ways* are the placements of the chosen piece by the space of its
    PÜNCT, the first two of each."""
    if move < LIFT:
        return _add(state.seat, move)
    if move < GO:
        return _lift(move, KIND[placement_of(state.tops[move - LIFT])])
    if move < LIE:
        here = ways[move - GO]
        return _go(move, here[0] if len(here) == 1 else -1)
    return _lie(move)


@made_once(16)
def _add(seat: int, kind: int) -> Choice:
    label = _("add a new {kind}").format(kind=_(KIND_NAMES[kind]))
    return Choice(decision_text(kind), (heap_of(seat, kind),), label)


@made_once()
def _lift(move: int, kind: int) -> Choice:
    text = decision_text(move)
    label = _("move the {kind} on {name}").format(name=text, kind=_(KIND_NAMES[kind]))
    return Choice(text, (text,), label)


@made_once()
def _go(move: int, placement: int) -> Choice:
    """The choice of the space for the PÜNCT; *placement* is the only one there, or -1."""
    text = decision_text(move)
    if placement < 0:
        return Choice(text, (text,), _("put the PÜNCT on {name}").format(name=text))
    label = _("put the PÜNCT on {name}, with dots on {dots}")
    return Choice(text, (text,), label.format(name=text, dots=_dots(placement)))


@made_once()
def _lie(move: int) -> Choice:
    placement = move - LIE
    label = _("lay the dots on {dots}").format(dots=_dots(placement))
    path = (NAMES[MINOR[placement]], NAMES[OTHER[placement]])
    return Choice(decision_text(move), path, label)


def _dots(placement: int) -> str:
    """The two minor dots in words."""
    names = (NAMES[MINOR[placement]], NAMES[OTHER[placement]])
    return _("{one} and {two}").format(one=names[0], two=names[1])


def _whose_turn(state: State) -> str:
    if is_you(state.seat):
        return _("Turn {number}: yours.").format(number=state.number)
    return _("Turn {number}, {player}.").format(number=state.number, player=player_name(state.seat))


def _caption(rules: Rules, state: State, tops: list[int]) -> str:
    told = _whose_turn(state)
    if rules.counts_centre:
        of_white, of_black = rules.count_centre(tops)
        white, black = (_("you") if is_you(seat) else player_name(seat) for seat in (0, 1))
        told += _(" Seen in the centre: {white} {of_white}, {black} {of_black}.").format(
            white=white, of_white=of_white, black=black, of_black=of_black
        )
    return told


def _prompt(state: State, acts: bool, moves: Sequence[int]) -> str:
    if state.ending is not None:
        return _result(state)
    if not acts:
        if is_you(state.seat):
            return _("It is your turn.")
        return _("It is {player}'s turn.").format(player=player_name(state.seat))
    if hand_of_reader() == "mouse":
        return _to_point_at(state, moves)
    prompt = _to_do(state)
    if hand_of_reader() != "typed":
        return prompt
    words = _("{prompt} Type a move, such as {move}.")
    if len(moves) == 1:
        words = _("{prompt} Type {move}.")
    return words.format(prompt=prompt, move=decision_text(moves[0]))


def _to_do(state: State) -> str:
    """The decision that is asked for."""
    if is_brief():
        return _to_do_briefly(state)
    if state.kind < 0:
        return _("Choose a new piece, or a piece of yours on which nothing lies.")
    if state.target < 0:
        if state.lifted < 0:
            return _("Where does the PÜNCT of the new piece go?")
        return _("Where does its PÜNCT go? The space where it is: the piece turns in place.")
    return _("How does the piece lie? Choose its two other dots; the PÜNCT is on {name}.").format(
        name=NAMES[state.target]
    )


def _to_do_briefly(state: State) -> str:
    """The same for a reader who has been asked it before."""
    if state.kind < 0:
        return _("Choose a piece.")
    return _("Where does its PÜNCT go?") if state.target < 0 else _("How does the piece lie?")


def _to_point_at(state: State, moves: Sequence[int]) -> str:
    """The same for a reader who points: what he can choose is marked in green."""
    if state.kind < 0:
        if all(move < LIFT for move in moves):
            return _("Choose a new piece from your reserve.")
        return _(
            "Choose a new piece from your reserve, or a piece of yours whose PÜNCT is circled in"
            " green."
        )
    if state.target < 0:
        if state.lifted < 0:
            return _("Choose a green dot for the PÜNCT of the new piece.")
        return _(
            "Choose a place in green for its PÜNCT: where it is now, the piece turns in place."
        )
    return _("How does the piece lie? Choose two places in green for its other dots.")


def _result(state: State) -> str:
    ending = state.ending
    assert ending is not None
    why = _(ENDS[ending.reason]).format(player=player_name(state.seat))
    if ending.reason == "no_turn" and is_you(state.seat):
        why = _("you have no turn")
    if not ending.winners:
        return _("Nobody wins: {why}.").format(why=why)
    if is_you(ending.winners[0]):
        return _("You win: {why}.").format(why=why)
    return _("{won} wins: {why}.").format(won=player_name(ending.winners[0]), why=why)
