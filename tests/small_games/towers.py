"""A game of another author that stacks pieces on a board with a hole, after a start drawn by lot.

Eight places stand around a hole; luck puts a white or a black piece on each. A stack belongs to the
colour on top. It moves along a line onto the first stack there that is no higher. Whoever cannot
move has lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from gipf_meta import (
    BadNotation,
    Choice,
    Draft,
    DraftField,
    HexPlaces,
    IllegalMove,
    LotGame,
    LotNotation,
    Motion,
    Over,
    PalettePiece,
    Piece,
    StackEditor,
    StackState,
    View,
    Way,
    first_on,
    height,
    hex_edges,
    hex_points,
    kind_of,
    move_of,
    occupied_by,
    origin_of,
    pieces,
    pile,
    play_draws,
    read_stack,
    stack_text,
    target_of,
    top,
)

PLACES = tuple((q, v) for q in range(3) for v in range(3) if (q, v) != (1, 1))
BOARD = HexPlaces(PLACES, [f"{'abc'[q]}{v + 1}" for q, v in PLACES])
LETTERS = "-WB"
COLOURS = ("White", "Black")
EACH = len(PLACES) // 2
MOVE, DRAW = 0, 1
DRAWING, PLAYING = 0, 1


class State(StackState):
    """The seat on turn, and the stacks."""

    __slots__ = ()

    @property
    def ending(self) -> Over | None:
        if self.phase == DRAWING or RULES.legal_moves(self):
            return None
        return Over((1 - self.seat,), "stuck")


class Rules:
    def start(self) -> State:
        return State((0,) * len(PLACES), DRAWING, 0, 1)

    def draws(self, state: State) -> Sequence[tuple[int, int]]:
        if state.phase != DRAWING:
            return ()
        placed = occupied_by(state.stacks).bit_count()
        left = [(piece, EACH - state.stacks.count(piece)) for piece in (1, 2)]
        return [(move_of(DRAW, piece, placed), count) for piece, count in left if count]

    def legal_moves(self, state: State) -> Sequence[int]:
        return [*self._moves(state)] if state.phase == PLAYING else ()

    def _moves(self, state: State) -> Iterator[int]:
        for place, stack in enumerate(state.stacks):
            if top(stack) != 1 + state.seat:
                continue
            for ray in BOARD.rays[place]:
                target = first_on(ray, occupied_by(state.stacks))
                if target >= 0 and height(state.stacks[target]) <= height(stack):
                    yield move_of(MOVE, place, target)

    def apply(self, state: State, move: int) -> State:
        stacks, origin, target = [*state.stacks], origin_of(move), target_of(move)
        if kind_of(move) == DRAW:
            stacks[target] = origin
            return State(tuple(stacks), DRAWING if 0 in stacks else PLAYING, 0, 1)
        stacks[target], stacks[origin] = pile(stacks[target], stacks[origin]), 0
        return State(tuple(stacks), PLAYING, 1 - state.seat, state.number + 1)


RULES = Rules()


def move_text(move: int) -> str:
    """Returns ``Wa1`` for a draw, ``a1-a2`` for a move."""
    target = BOARD.names[target_of(move)]
    if kind_of(move) == DRAW:
        return LETTERS[origin_of(move)] + target
    return f"{BOARD.names[origin_of(move)]}-{target}"


NOTATION = LotNotation[State, int](
    re.compile(r"\s*([WB][abc][123])\s*(?:,|$)"), move_text, COLOURS.__getitem__
)


def stacks_text(state: State) -> str:
    """Returns the stacks with their places: ``Wa1,WBa2``."""
    stacks = zip(state.stacks, BOARD.names, strict=True)
    return ",".join(stack_text(stack, LETTERS) + name for stack, name in stacks if stack) or "-"


class Editor(StackEditor):
    def palette(self) -> Sequence[PalettePiece]:
        return [PalettePiece(one, one, tower("", read_stack(one, LETTERS))) for one in LETTERS[1:]]

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        return (DraftField("turn", "whose turn it is", (("w", "White"), ("b", "Black"))),)

    def empty(self) -> Draft:
        return self.take_apart("w -")

    def take_apart(self, text: str) -> Draft:
        side, listed = text.split(" ")
        stacks = {item[-2:]: item[:-2] for item in listed.split(",") if item != "-"}
        return Draft.of(stacks, {"turn": side})

    def put_together(self, draft: Draft) -> str:
        listed = ",".join(draft.at(name) + name for name in BOARD.names if draft.at(name))
        return f"{draft.field('turn')} {listed or '-'}"

    def draw(self, draft: Draft) -> View:
        return picture({place: read_stack(draft.at(place), LETTERS) for place in BOARD.names})


class Towers(LotGame[State, int]):
    id = "towers"
    title = "Towers"
    tagline = "Put your towers onto others until nobody can."
    seat_names = COLOURS
    rules_text = "Move a stack of yours along a line onto the first one there, if it is no higher."
    decides_duels = False

    @cached_property
    def rules(self) -> Rules:
        return RULES

    @cached_property
    def editor(self) -> Editor:
        return Editor()

    def is_draw(self, move: int) -> bool:
        return kind_of(move) == DRAW

    def format(self, state: State, move: int) -> str:
        return move_text(move)

    def parse(self, state: State, seat: int, text: str) -> int:
        NOTATION.check_decides(RULES, state, seat, self.ending(state) is not None)
        legal = {move_text(move): move for move in RULES.legal_moves(state)}
        said = " ".join(text.lower().split())
        if said in legal:
            return legal[said]
        if re.fullmatch("[abc][123]-[abc][123]", said):
            raise IllegalMove(f"{said} is not legal." + NOTATION.possible([*legal.values()]))
        raise BadNotation(f"{said!r} is no move, such as a1-a2.")

    def parse_turn(self, state: State, text: str) -> tuple[int, ...]:
        return NOTATION.read_turn(
            RULES, state, text, lambda after, rest: [self.parse(after, after.seat, rest)]
        )

    def read_setup(self, state: State, text: str) -> Sequence[int]:
        pieces_of = text.replace(",", "").strip()
        found = [LETTERS.find(letter) for letter in pieces_of]
        if len(found) != len(PLACES) or min(found) < 1:
            raise BadNotation("a start is eight letters W and B, for a1 to c3.")
        draws = (move_of(DRAW, piece, place) for place, piece in enumerate(found))
        return play_draws(RULES, state, draws, lambda move: f"{move_text(move)} is one too many.")[
            0
        ]

    def to_text(self, state: State, ended: Over | None = None) -> str:
        side = "?" if state.phase == DRAWING else "wb"[state.seat]
        return f"{side} {stacks_text(state)}"

    def from_text(self, text: str) -> State:
        side, _blank, listed = text.partition(" ")
        if side not in ("w", "b", "?"):
            raise BadNotation("A position begins with w, b or ?.")
        stacks = [0] * len(PLACES)
        for item in listed.split(",") if listed != "-" else ():
            if not re.fullmatch("[WB]{1,8}[abc][123]", item) or item[-2:] not in BOARD.place_of:
                raise BadNotation(f"{item!r} is no stack, such as WBa2.")
            if stacks[BOARD.place_of[item[-2:]]]:
                raise BadNotation(f"{item[-2:]} is named twice.")
            stacks[BOARD.place_of[item[-2:]]] = read_stack(item[:-2], LETTERS)
        inside = [piece for stack in stacks for piece in pieces(stack)]
        if max(inside.count(1), inside.count(2)) > EACH:
            raise BadNotation("There are four pieces of each colour.")
        placed = sum(map(bool, stacks))
        if side != "?":
            return State(tuple(stacks), PLAYING, "wb".index(side), 1)
        if placed == len(PLACES) or 0 in stacks[:placed] or max(map(height, stacks)) > 1:
            raise BadNotation("Luck fills the places in their order, a piece on each.")
        return State(tuple(stacks), DRAWING, 0, 1)

    def moved(self, before: State, move: int, after: State) -> Sequence[Motion]:
        target = BOARD.names[target_of(move)]
        if kind_of(move) == DRAW:
            return (Motion((Way("", target),)),)
        origin = origin_of(move)
        over = tuple(BOARD.names[place] for place in BOARD.between(origin, target_of(move)))
        return (Motion((Way(BOARD.names[origin], target, over),)),)

    def picture(self, state: State, moves: Sequence[int]) -> View:
        choices = tuple(
            Choice(text, (text[:2], text[3:]), f"move {text[:2]} onto {text[3:]}")
            for text in map(move_text, moves)
        )
        stacks = dict(zip(BOARD.names, state.stacks, strict=True))
        return picture(stacks, choices, f"Turn {state.number}.")


def picture(stacks: dict[str, int], choices: tuple[Choice, ...] = (), caption: str = "") -> View:
    """Returns the board with *stacks*, by the names of their places."""
    order = [BOARD.names[place] for place in BOARD.from_behind]
    return View(
        hex_points(BOARD),
        pieces=tuple(tower(name, stacks[name]) for name in order if stacks[name]),
        edges=hex_edges(BOARD),
        choices=choices,
        caption=caption,
        prompt="Move a stack onto another." if choices else "",
    )


def tower(name: str, stack: int) -> Piece:
    """Returns the picture of a *stack* on the place *name*."""
    inside, letter = pieces(stack), LETTERS[top(stack)]
    roles = ("", "white", "black")
    spoken = f"{COLOURS[top(stack) - 1]}, {len(inside)} high"
    layers = tuple(roles[piece] for piece in inside) if len(inside) > 1 else ()
    return Piece(
        name, "disc", roles[inside[-1]], letter, stack=len(inside), spoken=spoken, layers=layers
    )
