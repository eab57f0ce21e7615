"""The picture of a ZÈRTZ position, as data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from gipf_meta import (
    N_,
    Choice,
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
from gipf_meta_zertz.board import Board
from gipf_meta_zertz.notation import COLOURS, decision_text, jump_cells, player_name
from gipf_meta_zertz.positions import LETTERS, marble_at
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import (
    CLAIM,
    LEAVE,
    PASS,
    REMOVE,
    TAKEBACK,
    State,
    cell_of,
    kind_of,
    unpack,
)
from gipf_meta_zertz.texts import _

ENDS: Final = {
    "goal": N_("a goal set is complete"),
    "board_full": N_("the board is full"),
    "no_marbles": N_("{player} has no marble to place and no capture"),
    "repetition": N_("the position has come back"),
}
YOUR_ENDS: Final = {
    **ENDS,
    "no_marbles": N_("you have no marble to place and no capture"),
}
"""``ENDS`` where the player is the reader."""
END_WORDS: Final = {
    "goal": N_("a goal set is complete"),
    "board_full": N_("the board is full"),
    "no_marbles": N_("no marble to place and no capture"),
    "repetition": N_("the position has come back"),
}
"""The reasons for an end, without a player's name: they follow the winner."""
_PLACE: Final = (
    N_("place a white marble on {name}"),
    N_("place a grey marble on {name}"),
    N_("place a black marble on {name}"),
)
# what is asked, by the hand of the reader: he points, chooses by keys, or types notation
_GO_ON: Final = {
    "": N_("You must go on capturing: the marble on {at} can still jump."),
    "mouse": N_(
        "You must go on capturing with the marble on {at}: choose a green dot where it lands."
    ),
    "keys": N_("You must go on capturing with the marble on {at}: choose where it lands."),
    "typed": N_("You must go on capturing with the marble on {at}, such as {move}."),
}
_REMOVE: Final = {
    "": N_("Remove a free ring, as after every marble that you place."),
    "mouse": N_("Remove a free ring: one marked in green."),
    "keys": N_("Remove a free ring."),
    "typed": N_("Remove a free ring, such as {move}."),
}
_CLAIM: Final = {
    **dict.fromkeys(
        ("", "mouse", "keys"),
        N_("The region {rings} is full: claim it now, or leave it for ever."),
    ),
    "typed": N_(
        "The region {rings} is full: type {move} now, or leave {first} to leave it for ever."
    ),
}
_JUMP_NOW: Final = {
    "mouse": N_("Choose a marble circled in green, then where it lands."),
    "keys": N_("Choose the marble that jumps, then where it lands."),
    "typed": N_("Type a jump, such as {move}."),
}
_FROM_POOL: Final = {
    "": N_("place a marble from the pool on a vacant ring"),
    "mouse": N_("take a marble from the pool, then choose a vacant ring"),
    "keys": N_("choose a marble from the pool, then a vacant ring"),
    "typed": N_("place a marble from the pool on a vacant ring, such as {move}"),
}
_OF_ONES_OWN: Final = {
    "": N_("place one of your own captured marbles on a vacant ring: the pool is empty"),
    "mouse": N_(
        "take a marble that you captured, for the pool is empty, then choose a vacant ring"
    ),
    "keys": N_("choose a marble that you captured, for the pool is empty, then a vacant ring"),
    "typed": N_("place a marble that you captured, such as {move}: the pool is empty"),
}
_MARBLE: Final = (N_("white"), N_("grey"), N_("black"))
_MARBLE_ON: Final = (
    N_("the white marble on {place}"),
    N_("the grey marble on {place}"),
    N_("the black marble on {place}"),
)
_JUMP: Final = (
    N_("jump from {name} to {landing}, capturing the white marble on {over}"),
    N_("jump from {name} to {landing}, capturing the grey marble on {over}"),
    N_("jump from {name} to {landing}, capturing the black marble on {over}"),
)


def picture(rules: Rules, state: State, seat: int | None) -> View:
    """The view for *seat* (``None``: the seat that decides). Only that seat has choices."""
    acts = state.ending is None and seat in (None, state.seat)
    moves = view_part(state, "moves", lambda: rules.legal_moves(state)) if acts else ()
    rings = state.rings
    return View(
        points_of(rules.board, rings),
        pieces=view_part(state, "pieces", lambda: _pieces(rules, state)),
        labels=labels_of(rules.board),
        trays=_trays(rules, state),
        marks=view_part(state, "marks", lambda: _marks(rules, state, moves), acts),
        choices=view_part(
            state, "choices", lambda: tuple(_choice(rules, state, move) for move in moves), acts
        ),
        caption=(caption := _caption(state)),
        prompt=_prompt(rules, state, moves, acts),
        names=_names(),
        seen=(caption,),
        board="felt",
    )


def _pieces(rules: Rules, state: State) -> tuple[Piece, ...]:
    lattice = rules.board.lattice
    coloured = (
        (name, marble_at(state, lattice.bit_of[name])) for name in lattice.names(state.rings)
    )
    return tuple(marble_piece(name, colour) for name, colour in coloured if colour is not None)


@made_once(32)
def _names() -> tuple[tuple[str, str], ...]:
    return tuple(
        (f"{heap}:{LETTERS[colour]}", _(name))
        for heap in ("pool", "own", "p1", "p2")
        for colour, name in enumerate(_MARBLE)
    )


@cache
def _places(board: Board) -> tuple[tuple[int, Point, Point], ...]:
    """Each place by its bit, while it has its ring and when that is gone."""
    return tuple(
        (board.lattice.bit_of[name], Point(name, x, y, "ring"), Point(name, x, y, "gone"))
        for name, (x, y) in board.lattice.xy.items()
    )


@lru_cache(maxsize=256)
def points_of(board: Board, rings: int) -> tuple[Point, ...]:
    """The places of *board*, of which those in *rings* are left."""
    return tuple(ring if rings >> bit & 1 else gone for bit, ring, gone in _places(board))


@cache
def marble_piece(name: str, colour: int) -> Piece:
    """A marble of that *colour* on the ring *name*."""
    return Piece(name, "marble", COLOURS[colour], LETTERS[colour])


@cache
def labels_of(board: Board) -> tuple[Label, ...]:
    """Letters below the columns; numbers along the upper left edge, where a next ring would be."""
    lattice = board.lattice
    out = []
    for c in range(len(lattice.heights)):
        letter = chr(ord("a") + c)
        x, y = lattice.xy[f"{letter}1"]
        out.append(Label(letter, x, y + 2))
    for number in range(1, max(lattice.heights) + 1):
        c = next(c for c, height in enumerate(lattice.heights) if height >= number)
        x, y = lattice.xy[f"{chr(ord('a') + c)}{number}"]
        out.append(Label(str(number), x - 1, y - 1))
    return tuple(out)


def heap_of(state: State, seat: int) -> str:
    """The first word of the ids in the tray of *seat*: ``own`` if he places these marbles now."""
    return "own" if seat == state.seat and not state.pool and not state.ending else f"p{seat + 1}"


def _trays(rules: Rules, state: State) -> tuple[Tray, ...]:
    heaps = (
        (_("Pool"), "pool", state.pool, None),
        (
            _captured_by(0),
            heap_of(state, 0),
            state.first,
            0,
        ),
        (
            _captured_by(1),
            heap_of(state, 1),
            state.second,
            1,
        ),
    )
    return tuple(
        Tray(
            title,
            _heaps(source, counts, () if seat is None else rules.goals),
            seat,
        )
        for title, source, counts, seat in heaps
    )


@lru_cache(maxsize=1024)
def _heaps(source: str, counts: int, goals: tuple[int, ...]) -> tuple[TrayItem, ...]:
    """The marbles of a pool or of a player, whose *goals* are those of the rules."""
    return tuple(
        TrayItem(
            f"{source}:{LETTERS[c]}",
            LETTERS[c],
            count,
            "marble",
            COLOURS[c],
            goals=_goals(goals, c) if goals else (),
        )
        for c, count in enumerate(unpack(counts))
    )


def _captured_by(seat: int) -> str:
    if is_you(seat):
        return _("Captured by you")
    return _("Captured by {player}").format(player=player_name(seat))


def _goals(goals: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """The numbers of marbles of *colour* that count in a set: of all colours, and of this one."""
    own, each = goals[colour], goals[3]
    return tuple(sorted({goal for goal in (own, each) if 0 < goal <= own}))


def _marks(rules: Rules, state: State, moves: Sequence[int]) -> tuple[Mark, ...]:
    lattice = rules.board.lattice
    legal = capture = removed = 0
    for move in moves:
        kind = kind_of(move)
        if kind == REMOVE:
            removed |= 1 << cell_of(move)
        elif kind < REMOVE:
            legal |= 1 << cell_of(move)
        elif kind in (CLAIM, LEAVE):
            capture |= rules.next_claim(state)
        elif move not in (PASS, TAKEBACK):
            over, landing = jump_cells(rules, move)
            legal |= 1 << (landing if state.jumper else cell_of(move))
            capture |= 1 << over
    # a marble may be able to jump and be jumped over: its danger is the rarer news
    marks = [Mark(name, "legal") for name in lattice.names(legal & ~capture)]
    marks += [Mark(name, "legal", takes=True) for name in lattice.names(removed)]
    marks += [Mark(name, "capture") for name in lattice.names(capture)]
    if moves and state.jumper:
        marks += [Mark(name, "selected") for name in lattice.names(state.jumper)]
    return tuple(marks)


def _choice(rules: Rules, state: State, move: int) -> Choice:
    names = rules.board.lattice.name_of
    kind = kind_of(move)
    if kind < REMOVE:
        return _placement(kind, names[cell_of(move)], not state.pool)
    text = decision_text(rules, state, move)
    if move == PASS:
        return Choice(text, ("pass",), _("pass"))
    if move == TAKEBACK:
        return Choice(text, ("takeback",), _("demand that the missed capture be made"))
    name = names[cell_of(move)]
    if kind == REMOVE:
        return _removal(name, tuple(marbles_cut_off(rules, state, move)))
    if kind in (CLAIM, LEAVE):
        word = "claim" if kind == CLAIM else "leave"
        rings = " ".join(rules.board.lattice.names(rules.next_claim(state)))
        label = (
            _("claim the full region {rings}")
            if kind == CLAIM
            else _("leave the full region {rings}")
        )
        return Choice(text, (word,), label.format(rings=rings))
    over, landing = jump_cells(rules, move)
    captured = marble_at(state, over)
    assert captured is not None
    label = _(_JUMP[captured]).format(name=name, landing=names[landing], over=names[over])
    path = (names[landing],) if state.jumper else (name, names[landing])
    return Choice(text, path, label)


@made_once()
def _placement(colour: int, name: str, is_own: bool) -> Choice:
    """The choice to place a marble from the pool, or one of the player's own."""
    label, heap = _(_PLACE[colour]).format(name=name), "own" if is_own else "pool"
    return Choice(LETTERS[colour] + name, (f"{heap}:{LETTERS[colour]}", name), label)


@made_once()
def _removal(name: str, cut_off: tuple[str, ...]) -> Choice:
    """The choice to remove a ring, which cuts the marbles *cut_off* off, in words."""
    label = _("remove ring {name}").format(name=name)
    if cut_off:
        label = _("remove ring {name}, capturing what that cuts off: {marbles}").format(
            name=name, marbles=", ".join(cut_off)
        )
    return Choice(name, (name,), label)


def marbles_cut_off(rules: Rules, state: State, move: int) -> list[str]:
    """The marbles that *move*, the removal of a ring, cuts off: each with its place, in words."""
    lattice = rules.board.lattice
    cut_off = []
    for place in lattice.names(state.rings & ~rules.apply(state, move).rings):
        colour = marble_at(state, lattice.bit_of[place])
        if colour is not None:
            cut_off.append(_(_MARBLE_ON[colour]).format(place=place))
    return cut_off


def _caption(state: State) -> str:
    if is_you(state.seat):
        return _("Turn {number}: yours.").format(number=state.number)
    return _("Turn {number}, {player}.").format(number=state.number, player=player_name(state.seat))


def _prompt(rules: Rules, state: State, moves: Sequence[int], acts: bool) -> str:
    if state.ending is not None:
        return _result(state)
    if not acts:
        if is_you(state.seat):
            return _("It is your turn.")
        return _("It is {player}'s turn.").format(player=player_name(state.seat))
    lattice, hand = rules.board.lattice, hand_of_reader()
    such_as = decision_text(rules, state, moves[0])
    if state.jumper:
        at = lattice.names(state.jumper)[0]
        return _(_GO_ON[hand]).format(at=at, move=such_as)
    if state.free:
        return _(_REMOVE["keys" if is_brief() else hand]).format(move=such_as)
    if region := rules.next_claim(state):
        rings = lattice.names(region)
        told = _(_CLAIM[hand])
        return told.format(rings=" ".join(rings), move=such_as, first=rings[0])
    if rules.must_jump(state):
        if is_brief():
            return _("You must capture.")
        how = _(_JUMP_NOW[hand]).format(move=such_as) if hand else ""
        return f"{_why_jump(state)} {how}".rstrip()
    if is_brief() and not rules.on_demand and state.pool:
        return _("Place a marble.")
    prompt = _("; or ").join(_wishes(rules, state, moves))
    return f"{prompt[:1].upper()}{prompt[1:]}."


def _why_jump(state: State) -> str:
    if state.special is None or not state.special.must_capture:
        return _("You must capture: a jump is possible.")
    if is_you(state.seat):
        return _("You must capture: {player} demands it.").format(player=_opponent(state))
    return _("You must capture: your opponent demanded it.")


def _opponent(state: State) -> str:
    return player_name(1 - state.seat)


def _wishes(rules: Rules, state: State, moves: Sequence[int]) -> list[str]:
    """The parts of the sentence on what may be done where nothing is forced."""
    hand, knows_other = hand_of_reader(), is_you(state.seat)
    wishes = []
    if rules.on_demand and rules.jumps(state):
        wish = _("capture, or your opponent may demand it")
        if knows_other:
            wish = _("capture, or {player} may demand it").format(player=_opponent(state))
        wishes.append(wish)
    if rules.stock(state):
        wish = _((_FROM_POOL if state.pool else _OF_ONES_OWN)[hand])
        placed = next((move for move in moves if kind_of(move) < REMOVE), moves[0])
        wishes.append(wish.format(move=decision_text(rules, state, placed)))
    elif not wishes and rules.no_marbles == "pass":
        wishes.append(_("pass: you have no marble to place and no capture"))
    if state.special is not None and state.special.before is not None:
        wish = _("demand the capture that your opponent missed (takeback)")
        if knows_other:
            wish = _("demand the capture that {player} missed (takeback)")
            if hand in ("mouse", "keys"):
                wish = _("demand the capture that {player} missed")
            wish = wish.format(player=_opponent(state))
        wishes.append(wish)
    return wishes


def _result(state: State) -> str:
    ending = state.ending
    assert ending is not None
    stuck = state.seat if ending.reason == "no_marbles" else 1 - state.seat
    ends = YOUR_ENDS if is_you(stuck) else ENDS
    why = _(ends[ending.reason]).format(player=player_name(stuck))
    won = _(" and ").join(player_name(seat) for seat in ending.winners)
    if any(is_you(seat) for seat in ending.winners):
        told = _("You win: {why}.")
    else:
        told = _("{won} wins: {why}.") if won else _("Nobody wins: {why}.")
    return told.format(won=won, why=why)
