"""The view of a LYNGK position, as data, and the events of a move, in words."""

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
    origin_of,
    pieces,
    target_of,
    top,
    view_part,
)
from gipf_meta_lyngk.board import BOARD, COLUMNS, NAME_OF, SHIFTS
from gipf_meta_lyngk.notation import NOTATION, decision_text, player_name
from gipf_meta_lyngk.positions import LETTERS, SIDES
from gipf_meta_lyngk.rules import EQUAL, HIGHEST, STACK_OF_SIX, TAKEN, Rules, count_heights
from gipf_meta_lyngk.state import (
    BLACK,
    COLOURS,
    COUNTS,
    DRAW,
    DRAWING,
    OVER,
    PASS,
    PIECES,
    PLAYING,
    WHITE,
    State,
    piece_of,
)
from gipf_meta_lyngk.texts import _

ROLES: Final = ("", "white", "blue", "red", "green", "black", "grey")
"""The role of each piece; a joker is mottled on the real board, and grey here."""
END_WORDS: Final = {
    TAKEN: N_("more stacks of five"),
    HIGHEST: N_("a tie, broken by the higher stacks on the board"),
    EQUAL: N_("nothing makes a difference"),
    STACK_OF_SIX: N_("a stack of six"),
}
_ENDS: Final = {
    TAKEN: N_("Nobody can move: {winner} has taken more stacks and wins, {more} to {less}."),
    HIGHEST: N_(
        "Nobody can move, and both have taken {more}: {winner} has more stacks of the greatest"
        " height at which they differ."
    ),
    EQUAL: N_("Nobody can move: a draw, with as many stacks of each height."),
    STACK_OF_SIX: N_("{winner} wins with a stack of six."),
}
_HIGHEST_TO_SIX: Final = N_(
    "Nobody can move: {winner} has more stacks of the greatest height at which they differ."
)
"""The words for the end ``HIGHEST`` in the variant where no stack is ever taken (§6.3)."""
_YOU_WIN: Final = {
    TAKEN: N_("Nobody can move: you have taken more stacks and win, {more} to {less}."),
    HIGHEST: N_(
        "Nobody can move, and both have taken {more}: you have more stacks of the greatest height"
        " at which you differ."
    ),
    STACK_OF_SIX: N_("You win with a stack of six."),
}
_YOUR_HIGHEST_TO_SIX: Final = N_(
    "Nobody can move: you have more stacks of the greatest height at which you differ."
)
ALONE: Final = (
    "", N_("ivory"), N_("blue"), N_("red"), N_("green"), N_("black"), N_("joker"),
)  # fmt: skip
# by colour, because languages decline them
_STACKS: Final = (
    "", N_("ivory stack of {count}"), N_("blue stack of {count}"), N_("red stack of {count}"),
    N_("green stack of {count}"), N_("black stack of {count}"),
    N_("stack of {count} under a joker"),
)  # fmt: skip
_CLAIM_AND_MOVE: Final = (
    "", N_("claim ivory and {move}"), N_("claim blue and {move}"), N_("claim red and {move}"),
    N_("claim green and {move}"), N_("claim black and {move}"),
)  # fmt: skip
_CLAIM: Final = (
    "", N_("claim ivory"), N_("claim blue"), N_("claim red"), N_("claim green"),
    N_("claim black"),
)  # fmt: skip
_DRAWN: Final = (
    "", N_("Luck puts an ivory piece on {name}."), N_("Luck puts a blue piece on {name}."),
    N_("Luck puts a red piece on {name}."), N_("Luck puts a green piece on {name}."),
    N_("Luck puts a black piece on {name}."), N_("Luck puts a joker on {name}."),
)  # fmt: skip
EMBLEMS: Final = (
    # a ring
    (
        "M-.62 0A.62 .62 0 1 1 .62 0A.62 .62 0 1 1 -.62 0Z"
        "M-.36 0A.36 .36 0 1 1 .36 0A.36 .36 0 1 1 -.36 0Z"
    ),
    # a square on its corner
    "M0 -.62L.62 0L0 .62L-.62 0Z",
)
"""The emblems on the stacks of White and of Black."""

VIEW_POINTS: Final = hex_points(BOARD)
VIEW_EDGES: Final = hex_edges(BOARD)


def _make_labels() -> tuple[Label, ...]:
    """The labels: letters below the columns, and numbers above the columns in which they are the
    last.

    In each column the numbers count upwards from its letter, so no line of points has one
    number.
    """
    letters, numbers = [], []
    for column, count in enumerate(COLUMNS, 1):
        lowest = column - 2 * (SHIFTS[column - 1] + 1)
        letters.append(Label(chr(96 + column), column, lowest + 2))
        numbers.append(Label(str(count), column, lowest - 2 * count))
    return (*letters, *numbers)


VIEW_LABELS: Final = _make_labels()


def picture(rules: Rules, state: State, seat: int | None) -> View:
    """Returns the view of *state* for *seat* (``None``: the seat on turn). Only that seat has
    choices."""
    acts = state.phase == PLAYING and seat in (None, state.seat)
    moves = view_part(state, "moves", lambda: rules.legal_moves(state)) if acts else ()
    return View(
        VIEW_POINTS,
        pieces=view_part(state, "pieces", lambda: _pieces(state)),
        edges=VIEW_EDGES,
        labels=VIEW_LABELS,
        trays=_trays(state),
        sheets=_sheets(rules, state),
        marks=view_part(state, "marks", lambda: _marks(moves), acts),
        choices=view_part(state, "choices", lambda: tuple(_choice(move) for move in moves), acts),
        caption=_caption(state),
        prompt=_prompt(rules, state, acts, moves),
        # beside what was clicked, so that a player sees what the move will bring along
        names=tuple((claim_of(colour), _(_CLAIM[colour])) for colour in state.unclaimed),
        material="stone",
        seen=() if state.phase == DRAWING else (_caption(state),),
        board="stone",
    )


def _pieces(state: State) -> tuple[Piece, ...]:
    return tuple(
        stack_piece(NAME_OF[point], pieces(state.stacks[point]), owner_of(state, point))
        for point in BOARD.from_behind
        if state.stacks[point]
    )


def owner_of(state: State, point: int) -> int | None:
    """The seat that has claimed the colour of the stack on *point*; ``None`` without one."""
    colour = top(state.stacks[point])
    for seat in (WHITE, BLACK):
        if state.claims[seat] >> colour & 1:
            return seat
    return None


def stack_piece(name: str, inside: Sequence[int], owner: int | None) -> Piece:
    """The stack on the point *name*; *inside* are its pieces from the bottom to the top."""
    layers = tuple(inside)
    return _piece(name, layers, owner, _spoken(_in_words(layers), owner))


@made_once()
def _piece(name: str, inside: tuple[int, ...], owner: int | None, spoken: str) -> Piece:
    colour, high = inside[-1], len(inside)
    return Piece(
        name,
        "disc",
        ROLES[colour],
        LETTERS[colour],
        stack=high,
        badge="" if owner is None else SIDES[owner],
        spoken=spoken,
        layers=tuple(ROLES[piece] for piece in inside) if high > 1 else (),
        # without it the letter is left out where a colour is known by it, as red is
        glyph=LETTERS[colour],
        emblem="" if owner is None else EMBLEMS[owner],
        owner=-1 if owner is None else owner,
    )


@made_once()
def _in_words(inside: tuple[int, ...]) -> str:
    """A stack in words, with all its pieces, as no colour may be twice in one (§4.2)."""
    if len(inside) == 1:
        return _(ALONE[inside[0]])
    return _("{stack} ({pieces})").format(
        stack=_(_STACKS[inside[-1]]).format(count=len(inside)),
        pieces=", ".join(_(ALONE[piece]) for piece in inside),
    )


def _spoken(stack: str, owner: int | None) -> str:
    """A *stack*, in words, and its owner."""
    if owner is None:
        return stack
    if is_you(owner):
        return _("your {stack}").format(stack=stack)
    return _("{player}'s {stack}").format(stack=stack, player=player_name(owner))


def bag_of(piece: int) -> str:
    """The id of the heap of a kind's pieces that luck still has to draw."""
    return f"bag:{LETTERS[piece]}"


def claim_of(colour: int) -> str:
    """The id of a *colour*'s marker beside the board while nobody has claimed the colour (§2)."""
    return f"claim:{LETTERS[colour]}"


def mark_of(colour: int) -> str:
    """The id of the same marker once it lies in front of the player who has claimed the
    *colour*."""
    return f"claimed:{LETTERS[colour]}"


def _claimed_by(seat: int) -> str:
    """The title of the colours of *seat*."""
    if is_you(seat):
        return _("Claimed by you")
    return _("Claimed by {player}").format(player=player_name(seat))


def _trays(state: State) -> tuple[Tray, ...]:
    """The trays: the colours of each player and of nobody, and the pieces that luck has to draw."""
    neutral = Tray(
        _("Nobody's colours"),
        tuple(_marker(claim_of(colour), colour) for colour in state.unclaimed),
    )
    if state.phase == DRAWING:
        items = tuple(
            _heap(bag_of(piece), piece, COUNTS[piece] - state.stacks.count(piece))
            for piece in PIECES
        )
        return (Tray(_("To be drawn"), items), neutral)
    claimed = [
        tuple(
            _marker(mark_of(colour), colour)
            for colour in COLOURS
            if state.claims[seat] >> colour & 1
        )
        for seat in (WHITE, BLACK)
    ]
    return (*(Tray(_claimed_by(seat), claimed[seat], seat) for seat in (WHITE, BLACK)), neutral)


def _marker(name: str, colour: int) -> TrayItem:
    """The ninth piece of a *colour*, which marks the claim beside the board (§2)."""
    return _heap(name, colour, 1, is_endless=True)


def _heap(name: str, piece: int, count: int, *, is_endless: bool = False) -> TrayItem:
    """A heap of pieces of one kind beside the board, with the letter that they bear on it."""
    word, letter = _(ALONE[piece]), LETTERS[piece]
    return TrayItem(name, word, count, "disc", ROLES[piece], glyph=letter, is_endless=is_endless)


def _sheets(rules: Rules, state: State) -> tuple[ScoreSheet, ...]:
    """The score sheet: stacks taken, then stacks on the board by height, as the end is decided
    (§5)."""
    if state.phase == DRAWING:
        return ()
    highest = rules.limit - 1
    heights = [count_heights(state.stacks, state.claims[seat], highest) for seat in (WHITE, BLACK)]
    rows = [
        (_("{count} high").format(count=highest - place), *map(str, counts))
        for place, counts in enumerate(zip(*heights, strict=True))
    ]
    if not rules.to_six:
        rows.insert(0, (_("taken"), *map(str, state.taken)))
    columns = (_("stacks"), player_name(WHITE), player_name(BLACK))
    return (ScoreSheet(_("Stacks of one's colours"), columns, tuple(rows)),)


def _marks(moves: Sequence[int]) -> tuple[Mark, ...]:
    """The marks of stacks that can move without a claim."""
    legal = 0
    for move in moves:
        if move != PASS and not kind_of(move):
            legal |= 1 << origin_of(move)
    return tuple(Mark(name, "legal") for name in BOARD.names_of(legal))


@made_once(8192)
def _choice(move: int) -> Choice:
    text = decision_text(move)
    if move == PASS:
        return Choice(text, ("pass",), _("pass"))
    at, to = NAME_OF[origin_of(move)], NAME_OF[target_of(move)]
    label, claim = _("move {at} onto {to}").format(at=at, to=to), kind_of(move)
    path: tuple[str, ...] = (at, to)
    if claim:
        path, label = (claim_of(claim), at, to), _(_CLAIM_AND_MOVE[claim]).format(move=label)
    # a claim is for good: nobody may make one by clicks that were meant for another move
    return Choice(text, path, label, is_ordered=True)


def _caption(state: State) -> str:
    return NOTATION.caption(state.phase == DRAWING, state.number, state.seat)


def _prompt(rules: Rules, state: State, acts: bool, moves: Sequence[int]) -> str:
    if state.phase == OVER:
        return _result(rules, state)
    if not acts:
        return NOTATION.waiting(state.phase == DRAWING, state.seat)
    prompt = _to_do(state, moves, is_pointing=hand_of_reader() == "mouse")
    return _by_example(prompt, moves) if hand_of_reader() == "typed" else prompt


def _to_do(state: State, moves: Sequence[int], is_pointing: bool) -> str:
    """The decision that is asked for; one who *is_pointing* sees stacks that move circled in
    green."""
    if PASS in moves:
        return _("You must pass: you have no turn.")
    if not state.may_claim(state.seat):
        if is_pointing:
            return _("Choose a stack circled in green, then the stack onto which it goes.")
        if is_brief():
            return _("Move a stack.")
        return _("Move a stack that is yours or nobody's onto another.")
    if all(kind_of(move) for move in moves):
        if is_pointing:
            return _(
                "You can move only after a claim: choose one of nobody's colours, then a stack and"
                " where it goes."
            )
        return _("You can move only after a claim: claim a colour, then move.")
    if is_pointing:
        return _(
            "To claim a colour, choose one of nobody's first. Then choose a stack circled in"
            " green, and the one onto which it goes."
        )
    if is_brief():
        return _("Claim a colour if you like, then move a stack.")
    return _(
        "Claim a colour if you like, then move a stack that is yours or nobody's onto another."
    )


def _by_example(prompt: str, moves: Sequence[int]) -> str:
    """*prompt* for a reader who types, with a turn, and one that claims a colour."""
    plain = [move for move in moves if move == PASS or not kind_of(move)]
    claims = [move for move in moves if move != PASS and kind_of(move)]
    if not plain or not claims:
        return NOTATION.by_example(prompt, moves)
    words = _("{prompt} Type a move, such as {move}; {claim} claims a colour, too.")
    return words.format(prompt=prompt, move=decision_text(plain[0]), claim=decision_text(claims[0]))


def _result(rules: Rules, state: State) -> str:
    ending = state.ending
    assert ending is not None
    winner = player_name(ending.winners[0]) if ending.winners else ""
    is_yours = bool(ending.winners) and is_you(ending.winners[0])
    more, less = max(state.taken), min(state.taken)
    told = (_YOU_WIN if is_yours else _ENDS)[ending.reason]
    if rules.to_six and ending.reason == HIGHEST:
        told = _YOUR_HIGHEST_TO_SIX if is_yours else _HIGHEST_TO_SIX
    return _(told).format(winner=winner, more=more, less=less)


def happenings(rules: Rules, state: State, move: int | None = None, ms: int = 0) -> Sequence[str]:
    """Returns sentences about *move*: stacks taken, a new obstacle, or the draw."""
    if move is None:
        return ()
    kind = kind_of(move)
    if kind == DRAW:
        return [_(_DRAWN[piece_of(move)]).format(name=NAME_OF[target_of(move)])]
    if move == PASS:
        return []
    player, is_yours = player_name(state.seat), is_you(state.seat)
    told = []
    cleared, after = rules.after_claim(state.stacks, kind), rules.apply(state, move)
    if obstacles := cleared.count(0) - state.stacks.count(0):
        words = _.many(
            "With the colour {player} takes a stack of five.",
            "With the colour {player} takes {count} stacks of five.",
            obstacles,
        )
        if is_yours:
            words = _.many(
                "With the colour you take a stack of five.",
                "With the colour you take {count} stacks of five.",
                obstacles,
            )
        told.append(words.format(player=player, count=obstacles))
    made = after.stacks[target_of(move)]
    if not made:
        words = _("You take a stack of five.") if is_yours else _("{player} takes a stack of five.")
        told.append(words.format(player=player))
    elif len(pieces(made)) == rules.limit and owner_of(after, target_of(move)) is None:
        stays = _("The stack on {name} is full and nobody's: it stays there for good.")
        if rules.takes_obstacles:
            stays = _("The stack on {name} is full and nobody's: who claims its colour takes it.")
        told.append(stays.format(name=NAME_OF[target_of(move)]))
    return told
