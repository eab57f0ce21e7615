"""Cairn for gipf_meta: stones are laid on a board of 19 hexagons, and stacks climb each other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gipf_meta import (
    HEX_PITCH,
    BadNotation,
    Choice,
    DecisionGroup,
    Duel,
    Motion,
    OnOff,
    Option,
    Over,
    Piece,
    PlaneGroup,
    Point,
    RulesGame,
    Status,
    Tray,
    TrayItem,
    View,
    Way,
    called,
    hookimpl,
    is_you,
)
from gipf_meta_cairn import numbering
from gipf_meta_cairn.board import BOARD, COLOURS, NEIGHBOURS, State

PROTOCOL = "1.0"
RULES = """\
On your turn lay a stone from your hand on an empty space, or climb: move a whole stack whose top is
yours onto a neighbouring stack that is not higher. Whoever owns the top of a stack that is high
enough wins. Whoever can neither lay nor climb loses.

With contests, a climb onto a stack of the same height has to be won in another game; if it is lost
or drawn, the stack stays where it is, and the turn is over.

```position
w: a1/b b2/ww c3/b : 4 4
```
"""
START = "w: : 6 6"
LINE = re.compile(r"([wb]): (?:((?:[a-e][1-5]/[wb]+ )*)): (\d+) (\d+)(?: ([a-e][1-5]-[a-e][1-5]))?")
END = re.compile(r"([+-])([a-z0-9_]{1,30})")


class Cairn(RulesGame[State, str]):
    """The game of climbing stacks. It is ``Adaptable``: it has ``duels`` and ``adapted_to``."""

    id = "cairn"
    title = "Cairn"
    tagline = "Let your stacks climb until one is high enough."
    seat_names = ("White", "Black")
    rules_text = RULES

    height: int = Option(4, "height", "how high a stack wins", ge=3, le=6)
    stones: int = Option(6, "stones", "how many stones each player has", ge=4, le=9)
    contests: OnOff = Option(False, "contests", "a duel decides climbs onto stacks as high")
    duel: str = Option("die", "duel", "the game that decides them")
    duel_options: dict[str, Any] = Option(
        {}, "options of the duel", "options of that game, as duel.NAME=VALUE"
    )

    def start(self, seats: int) -> State:
        """The state before the first stone is laid."""
        return State((), (self.stones, self.stones), 1)

    def status(self, state: State) -> Status[str]:
        """The duel about a climb; else the seat that lays or climbs next, or the end."""
        if state.contest:
            return Duel(self.duel, (state.seat, 1 - state.seat), state.seat, self.duel_options)
        return super().status(state)

    def ending(self, state: State) -> Over | None:
        """The end once a stack is high enough, or the player on turn can do nothing."""
        for _, stack in state.stacks:
            if len(stack) >= self.height:
                return Over((COLOURS.index(stack[-1]),), "high enough")
        return None if self.moves(state) else Over((1 - state.seat,), "no move")

    def moves(self, state: State) -> Sequence[str]:
        """The empty spaces, and the climbs as ``from-onto``."""
        stacks = dict(state.stacks)
        laid = (
            [place for place in BOARD.cells if place not in stacks]
            if state.hands[state.seat]
            else []
        )
        return laid + [
            f"{base}-{onto}"
            for base, stack in state.stacks
            if stack[-1] == COLOURS[state.seat]
            for onto in NEIGHBOURS[base]
            if onto in stacks and len(stacks[onto]) <= len(stack)
        ]

    def apply(self, state: State, move: str) -> State:
        """The state after a stone was laid, a stack has climbed, or a duel was won or lost."""
        if END.fullmatch(move):
            won, climb = move.startswith("+"), state.contest
            state = state._replace(contest="")
            return self._climbed(state, climb) if won else state._replace(number=state.number + 1)
        base, _, onto = move.partition("-")
        if onto and self.contests and self._are_as_high(state, base, onto):
            return state._replace(contest=move)
        return self._climbed(state, move)

    def _are_as_high(self, state: State, base: str, onto: str) -> bool:
        stacks = dict(state.stacks)
        return len(stacks[base]) == len(stacks[onto])

    def _climbed(self, state: State, move: str) -> State:
        stacks, hands = dict(state.stacks), [*state.hands]
        base, _, onto = move.partition("-")
        if onto:
            stacks[onto] += stacks.pop(base)
        else:
            stacks[base] = COLOURS[state.seat]
            hands[state.seat] -= 1
        return State(tuple(sorted(stacks.items())), (hands[0], hands[1]), state.number + 1)

    def moved(self, before: State, move: str, after: State) -> Sequence[Motion]:
        """A stone comes from a hand, or a stack goes onto another; a lost contest moves nothing."""
        climb = before.contest if move.startswith("+") else move
        base, _, onto = climb.partition("-")
        if after.stacks == before.stacks:
            return ()
        way = Way(base, onto) if onto else Way(f"hand:{before.seat}", base)
        return (Motion((way,)),)

    def parse_turn(self, state: State, text: str) -> tuple[str, ...]:
        """A climb, and behind a comma how its duel ended: ``b2-c3,+die``."""
        climb, comma, end = text.partition(",")
        move = self.parse(state, state.seat, climb)
        if not comma:
            return (move,)
        after = self.apply(state, move)
        if not after.contest or not END.fullmatch(end):
            raise BadNotation(f"{text!r} is no turn of Cairn; a contested one is like b2-c3,+die.")
        return move, end

    def settle(self, state: State, winner: int | None, game: str) -> str:
        """The end of the duel: ``+die`` if the player who climbs has won it."""
        return f"{'+' if winner == state.seat else '-'}{game}"

    def duels(self) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """The game that may have to decide a climb, with its options."""
        return ((self.duel, self.duel_options),) if self.contests else ()

    def adapted_to(self, installed: Sequence[str]) -> tuple[Cairn, tuple[str, ...]]:
        """The same game with the die in the place of a game that is not installed."""
        if not self.contests or self.duel in installed:
            return self, ()
        notice = f"The game {self.duel} is not installed, so a die decides contested climbs."
        return self.model_copy(update={"duel": "die", "duel_options": {}}), (notice,)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position: the seat on turn, the stacks, and the hands: ``w: b2/ww c3/b : 4 5``."""
        stacks = "".join(f"{place}/{stack} " for place, stack in state.stacks)
        contest = f" {state.contest}" if state.contest else ""
        return f"{COLOURS[state.seat]}: {stacks}: {state.hands[0]} {state.hands[1]}{contest}"

    def from_text(self, text: str) -> State:
        """The state that *text* describes. Raises ``BadNotation``."""
        found = LINE.fullmatch(text.strip())
        if not found:
            raise BadNotation(f"{text!r} is no position of Cairn; the start is {START}.")
        pairs = [entry.split("/") for entry in found[2].split()]
        stacks = {place: stack for place, stack in pairs if place in BOARD.cells}
        hands = int(found[3]), int(found[4])
        counts = [hands[seat] + "".join(stacks.values()).count(COLOURS[seat]) for seat in (0, 1)]
        if len(stacks) < len(pairs) or counts not in [[n, n] for n in range(self.stones + 1)]:
            raise BadNotation(f"{text!r} has a wrong space or not as many stones of both colours.")
        state = State(tuple(sorted(stacks.items())), hands, 1 + COLOURS.index(found[1]))
        climb = found[5] or ""
        if not climb:
            return state
        contested = self.contests and climb in self.legal_moves(state, state.seat)
        if not contested or not self.apply(state, climb).contest:
            raise BadNotation(f"{climb} is no climb that a duel decides there.")
        return state._replace(contest=climb)

    def evaluate(self, state: State, seat: int) -> float:
        """The lead of *seat* in stacks, each counted by the square of its height, from -1 to 1."""
        end = self.status(state)
        if isinstance(end, Over):
            return 1.0 if seat in end.winners else -1.0
        own = COLOURS[seat]
        squares = sum(
            len(stack) ** 2 * (1 if stack[-1] == own else -1) for _, stack in state.stacks
        )
        return max(-0.99, min(0.99, squares / (8 * self.height**2)))

    decision_count: ClassVar[int] = numbering.DECISIONS
    decisions: ClassVar[tuple[DecisionGroup, ...]] = numbering.GROUPS
    outcome_count: ClassVar[int] = 0
    number_of = staticmethod(numbering.number_of)
    decision_of = staticmethod(numbering.decision_of)

    def legal_numbers(self, state: State, seat: int) -> int:
        """The numbers of the decisions that *seat* may take, as bits."""
        return numbering.numbers_of(self.legal_moves(state, seat))

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Planes over the spaces: the tops of both, heights, hands, and whose turn it is."""
        return (5 + self.height, numbering.SPACES)

    @property
    def planes(self) -> PlaneGroup:
        """The names of the planes."""
        return numbering.planes_of(self.height)

    def observe(self, state: State, seat: int) -> int:
        """The observation of *seat* as bits, its own stones first."""
        return numbering.observe(state, seat, self.height)

    def picture(self, state: State, moves: Sequence[str]) -> View:
        """The stacks and the hands, with a choice for each of *moves*."""
        over = isinstance(self.status(state), Over)
        seat, other = state.seat, 1 - state.seat
        climbs = self._does(seat, "You climb", "{name} climbs")
        contests = self._does(other, "you contest", "{name} contests")
        wins = self._does(seat, "you win", "{name} wins")
        stakes = (
            f"{climbs} {state.contest}, onto a stack as high, and {contests} it.",
            f"If {wins} the duel, the stack climbs; else it stays, and the turn is over.",
        )
        asked = self._does(seat, "Lay a stone or climb.", "{name} lays a stone or climbs.")
        words = {
            move: f"climb from {move[:2]} onto {move[3:]}" if move[2:] else f"lay a stone on {move}"
            for move in moves
        }
        return View(
            points=tuple(Point(place, x, y, "space") for place, (x, y) in BOARD.xy.items()),
            pieces=tuple(
                Piece(
                    place,
                    "disc",
                    f"p{COLOURS.index(stack[-1]) + 1}",
                    stack[-1].upper(),
                    stack=len(stack),
                    layers=tuple(f"p{COLOURS.index(stone) + 1}" for stone in stack),
                )
                for place, stack in state.stacks
            ),
            trays=(self._hand(state, 0), self._hand(state, 1)),
            choices=tuple(
                Choice(move, tuple(move.split("-")), said) for move, said in words.items()
            ),
            caption=f"A stack of {self.height} wins.",
            stakes=stakes if state.contest else (),
            announced=(tuple(state.contest.split("-")),) if state.contest else (),
            prompt="" if over else asked,
            pitch=HEX_PITCH,
            tile="hex",
        )

    def _hand(self, state: State, seat: int) -> Tray:
        letter, role = COLOURS[seat].upper(), f"p{seat + 1}"
        stones = TrayItem(f"hand:{seat}", letter, state.hands[seat], "disc", role)
        return Tray(self._does(seat, "Your hand", "{name}'s hand"), (stones,), seat)

    def _does(self, seat: int, yours: str, theirs: str) -> str:
        """*yours* if the player at *seat* reads it himself, else *theirs* with his name."""
        name = called(seat, self.seat_names[seat])
        return yours if is_you(seat) else theirs.format(name=name)


@hookimpl
def games() -> list[type[Cairn]]:
    """The game that this plugin brings."""
    return [Cairn]
