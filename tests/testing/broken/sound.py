"""Small sound games: every law holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from random import Random
from typing import Any, ClassVar, NamedTuple

from pydantic import Field

from gipf_meta import (
    SQUARE_PITCH,
    AnyGame,
    Axis,
    BadNotation,
    BoardEditor,
    Chance,
    Choice,
    DecisionGroup,
    Draft,
    DraftField,
    Duel,
    Edge,
    Game,
    IllegalMove,
    Lesson,
    Mark,
    Motion,
    OnOff,
    Over,
    Page,
    PalettePiece,
    Piece,
    Plane,
    PlaneGroup,
    Point,
    RulesGame,
    ScoreSheet,
    SearchBoard,
    Status,
    Symmetry,
    Tray,
    TrayItem,
    Turn,
    View,
    Way,
    first_bits,
    groups_in_order,
    listed_places,
    pack_planes,
    set_of_numbers,
    turn,
)
from tests.small_games.fuse import Burning, Fuse
from tests.small_games.towers import Towers
from tests.small_games.wager import Wager, Wagered

PILES = ("a", "b")
SIDES = "LRMN"


RULES = """\
Point at a pile and take 1 to 3 from it. Whoever takes the last one wins.

```position size=3
1 0 L . .
```

Left takes it."""


class Heaps(NamedTuple):
    """Two piles, the one that was pointed at, who is on turn, its number, the coin."""

    piles: tuple[int, int]
    pile: str = ""
    seat: int = 0
    number: int = 1
    coin: str = ""


class Nim(Game[Heaps, str]):
    """Point at a pile, then take 1 to 3 from it; whoever takes the last one wins.

    With a coin, luck says before each turn whether 3 may be taken.
    """

    id: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    tagline: ClassVar[str] = "Take from one of two piles; the last one wins."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")
    players: ClassVar[int] = 2

    size: int = Field(default=5, ge=1, le=9, description="How many lie in each pile.")
    coin: OnOff = Field(default=False, description="A coin says how many may be taken.")

    @property
    def rules_text(self) -> str:
        return RULES

    def start(self, seats: int) -> Heaps:
        return Heaps((self.size, self.size))

    def status(self, state: Heaps) -> Status[str]:
        if not any(state.piles):
            winners = self.allies(state, (state.seat - 1) % self.players)
            return Over(tuple(winners), "last one", tuple(int(side in winners) for side in (0, 1)))
        if self.coin and not state.coin:
            return Chance((("heads", 1), ("tails", 2)), state.number)
        return turn(state.seat, state.number)

    def legal_moves(self, state: Heaps, seat: int) -> Sequence[str]:
        if seat != state.seat or not isinstance(Nim.status(self, state), Turn):
            return ()
        if not state.pile:
            return tuple(pile for pile, left in zip(PILES, state.piles, strict=True) if left)
        left = state.piles[PILES.index(state.pile)]
        return tuple(str(n) for n in range(1, min(left, self.most(state)) + 1))

    def most(self, state: Heaps) -> int:
        """How many may be taken at most."""
        return 2 if state.coin == "tails" else 3

    def apply(self, state: Heaps, move: str) -> Heaps:
        if move in ("heads", "tails"):
            return state._replace(coin=move)
        if move in PILES:
            return state._replace(pile=move)
        piles = list(state.piles)
        piles[PILES.index(state.pile)] -= int(move)
        return Heaps((piles[0], piles[1]), "", (state.seat + 1) % self.players, state.number + 1)

    def allies(self, state: Heaps, seat: int) -> Sequence[int]:
        return tuple(range(seat % 2, self.players, 2))

    def format(self, state: Heaps, move: str) -> str:
        return move

    def format_turn(self, state: Heaps, moves: Sequence[str]) -> str:
        return "-".join(moves)

    def parse_turn(self, state: Heaps, text: str) -> tuple[str, ...]:
        return super().parse_turn(state, text.replace(",", ";").replace("-", ","))

    def parse(self, state: Heaps, seat: int, text: str) -> str:
        word, legal = text.strip(), self.legal_moves(state, seat)
        if word not in (*PILES, "1", "2", "3"):
            raise BadNotation(f"{word[:20]!r} is no move: name a pile, or how many you take.")
        if word not in legal:
            raise IllegalMove(f"{word!r} is not possible; {', '.join(legal) or 'nothing'} is.")
        return word

    def evaluate(self, state: Heaps, seat: int) -> float:
        if not any(state.piles):
            return -1.0 if seat % 2 == state.seat % 2 else 1.0
        return 0.1 if seat % 2 == state.seat % 2 else -0.1

    def happenings(self, state: Heaps, move: Any = None, ms: int = 0) -> Sequence[str]:
        return (f"The coin shows {move}.",) if move in ("heads", "tails") else ()

    def to_text(self, state: Heaps, ended: Over | None = None) -> str:
        side = "-" if ended else SIDES[state.seat]
        return f"{state.piles[0]} {state.piles[1]} {side} {state.pile or '.'} {state.coin or '.'}"

    def from_text(self, text: str) -> Heaps:
        words = text.split(" ")
        if (
            len(words) != 5
            or words[2] not in SIDES[: self.players]
            or words[4] not in (".", "heads", "tails")
        ):
            raise BadNotation("A position is written as 5 5 L . . here.")
        numbers = [int(w) for w in words[:2] if w.isascii() and w.isdecimal() and len(w) == 1]
        if len(numbers) != 2 or max(numbers) > self.size or not words[2]:
            raise BadNotation("The piles are not as high as that.")
        pile, coin = (word.strip(".") for word in words[3:])
        state = Heaps((numbers[0], numbers[1]), "", SIDES.index(words[2]), 1, coin)
        if bool(coin) and not self.coin:
            raise BadNotation("There is no coin in this game.")
        if pile and (pile not in self.legal_moves(state, state.seat)):
            raise BadNotation("There is nothing to take from that pile.")
        return state._replace(pile=pile)

    def view(self, state: Heaps, seat: int | None) -> View:
        now = self.status(state)
        acts = isinstance(now, Turn) and seat in (None, now.seat)
        moves = self.legal_moves(state, state.seat) if acts else ()
        return View(
            points=tuple(
                Point(pile, 2 * n, 0, "cell", 9, left)
                for n, (pile, left) in enumerate(zip(PILES, state.piles, strict=True))
            ),
            edges=(Edge("a", "b"),),
            pieces=(Piece(state.pile, "disc", "p1", "<"),) if state.pile else (),
            marks=tuple(Mark(move, "legal") for move in moves if move in PILES),
            trays=(Tray("Left", (TrayItem("tokens", "o", sum(state.piles), "disc", "p1"),)),),
            sheets=(ScoreSheet("Piles", PILES, (tuple(map(str, state.piles)),)),),
            choices=tuple(
                Choice(m, (m,), f"pile {m}" if m in PILES else f"take {m}") for m in moves
            ),
            caption=f"{state.piles[0]} and {state.piles[1]} are left.",
            prompt="Say what you take." if moves else "",
            pitch=SQUARE_PITCH,
            tile="square",
        )

    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        pages = (
            Page("Two piles of three."),
            Page("Take two from a, or one.", asked=("a-2", "a-1"), answer=("b-3",)),
            Page("Now there is one left. Point at it.", asked=("a",), position="1 0 L . ."),
            Page("And take it.", asked=("1",)),
            Page("You have won."),
        )
        return (Lesson("first", "A first game", "Take the last one.", pages, ("size=3",)),)

    @classmethod
    def tally(cls, turns: Any) -> Mapping[str, Mapping[str, int]]:
        counts = dict.fromkeys(PILES, 0)
        for text in turns:
            counts[text[-3]] += 1
        return {"piles": counts}


def _shown(text: str) -> str:
    """*text* as an error may quote it: itself, or ``that`` if it is long or not printable."""
    return text if len(text) < 50 and text.isprintable() else "that"


class SoundWager(Wager):
    """Wager, with every text read back."""

    id: ClassVar[str] = "sound_wager"
    duel: str = Field(default="die", description="The game of the duels.")
    duel_options: dict[str, Any] = Field(default={}, description="Its options.")
    goal: int = Field(default=3, ge=1, le=5, description="Points that win.")

    def to_text(self, state: Wagered, ended: Over | None = None) -> str:
        return f"{super().to_text(state, ended)} {state.attempts}"

    def from_text(self, text: str) -> Wagered:
        words = text.split(" ")
        points = words[0].split(":")
        if len(words) != 4 or words[1] not in ("0", "1") or len(points) != 2:
            raise BadNotation("A position is written as 0:0 0 claim 0 here.")
        if words[2] not in ("claim", "answer", "duel", "name") or not all(
            w.isascii() and w.isdecimal() and len(w) < 3 and str(int(w)) == w
            for w in (*points, words[3])
        ):
            raise BadNotation("A position is written as 0:0 0 claim 0 here.")
        scores = (int(points[0]), int(points[1]))
        return Wagered(scores, int(words[1]), 1, words[2], int(words[3]))

    def format_turn(self, state: Wagered, moves: Sequence[Any]) -> str:
        return "+".join(self.format(state, move) for move in moves)

    def parse_turn(self, state: Wagered, text: str) -> tuple[Any, ...]:
        moves: list[Any] = []
        for word in text.split("+"):
            now = self.status(state)
            move: Any
            if isinstance(now, Over) or len(moves) > 9 or (moves and state.phase == "claim"):
                raise IllegalMove("The turn is over before that.")
            if isinstance(now, Duel):
                game, _, winner = word.partition(":")
                if winner not in ("0", "1", "None") or not game.isidentifier():
                    raise BadNotation("Say who won the duel, as in die:0.")
                move = (game, None if winner == "None" else int(winner))
            else:
                assert isinstance(now, Turn)
                move = self.parse(state, now.seat, word)
            moves.append(move)
            state = self.apply(state, move)
        return tuple(moves)

    def parse(self, state: Wagered, seat: int, text: str) -> Any:
        return super().parse(state, seat, _shown(text))

    def evaluate(self, state: Wagered, seat: int) -> float:
        end = self.status(state)
        if isinstance(end, Over):
            return 1.0 if seat in end.winners else -1.0
        return super().evaluate(state, seat) / 2

    def view(self, state: Wagered, seat: int | None) -> View:
        now = self.status(state)
        if seat is None or (isinstance(now, Turn) and now.seat == seat):
            view = super().view(state, seat)
            return changed(view, prompt=view.prompt if view.choices else "")
        return View(points=(), caption="It is not your move.")

    def duels(self) -> Sequence[tuple[str, Mapping[str, Any]]]:
        return ((self.duel, self.duel_options),)

    def adapted_to(self, installed: Sequence[str]) -> tuple[AnyGame, tuple[str, ...]]:
        if self.duel in installed:
            return self, ()
        return type(self)(goal=self.goal, duel="die"), ("The die decides.",)


class SoundFuse(Fuse):
    """Fuse, with a fuse that is never trimmed to nothing, and burns for good."""

    id: ClassVar[str] = "sound_fuse"
    fuse_ms: int = Field(default=1000, ge=2, description="How long it burns, in ms.")
    lit: bool = Field(default=True, description="Whether it burns.")
    turns: int = Field(default=50, description="After so many turns it is a draw.")

    def apply(self, state: Burning, move: str) -> Burning:
        if move == "trim":
            return state._replace(left_ms=max(1, state.left_ms // 2), trimmed=True)
        return super().apply(state, move)

    def parse(self, state: Burning, seat: int, text: str) -> str:
        return super().parse(state, seat, _shown(text))


class FastNim(Nim):
    """Nim with a short cut to the end."""

    id: ClassVar[str] = "fast_nim"

    def playout(self, state: Heaps, rng: Random) -> tuple[float, ...]:
        while any(state.piles):
            moves = self.legal_moves(state, state.seat) or ("heads", "tails", "tails")
            state = self.apply(state, rng.choice(moves))
        return (-1.0, 1.0) if state.seat == 0 else (1.0, -1.0)


class NumberedNim(Nim):
    """Nim whose decisions have numbers: the piles, then how many are taken."""

    id: ClassVar[str] = "numbered_nim"
    decision_count: ClassVar[int] = len(PILES) + 3
    outcome_count: ClassVar[int] = 2
    observation_shape: ClassVar[tuple[int, ...]] = (3, 10)
    decisions: ClassVar[tuple[DecisionGroup, ...]] = groups_in_order(
        [
            DecisionGroup("point at a pile", (Axis("pile", PILES),)),
            DecisionGroup("take", (Axis("pieces", ("1", "2", "3")),)),
        ]
    )
    planes: ClassVar[PlaneGroup] = PlaneGroup(
        (
            Plane("pile a", "count"),
            Plane("pile b", "count"),
            Plane("seat is on turn", "flag"),
        ),
        listed_places("piece", "0123456789", [(0, at) for at in range(10)], "none"),
    )

    def number_of(self, state: Heaps, move: str) -> int:
        return PILES.index(move) if move in PILES else int(move) + 1

    def decision_of(self, state: Heaps, number: int) -> str:
        return PILES[number] if number < 2 else str(number - 1)

    def legal_numbers(self, state: Heaps, seat: int) -> int:
        moves = self.turn_moves(state, seat)
        return set_of_numbers([self.number_of(state, move) for move in moves], 5)

    def observe(self, state: Heaps, seat: int) -> int:
        turn = 10 if state.seat == seat else 0
        return pack_planes([first_bits(count, 10) for count in (*state.piles, turn)], 10)


class MirroredNim(NumberedNim):
    """Nim whose two piles are one as good as the other."""

    id: ClassVar[str] = "mirrored_nim"

    def symmetries(self) -> Sequence[Symmetry]:
        rest = range(20, prod(self.observation_shape))
        return (
            Symmetry("unchanged", {}, (*range(20), *rest), (0, 1, 2, 3, 4)),
            Symmetry(
                "piles exchanged",
                {"a": "b", "b": "a"},
                (*range(10, 20), *range(10), *rest),
                (1, 0, 2, 3, 4),
            ),
        )


class Team(Nim):
    """Nim for four: seats 0 and 2 play together, and so do 1 and 3."""

    id: ClassVar[str] = "team"
    seat_counts: ClassVar[range] = range(4, 5)
    seat_names: ClassVar[tuple[str, ...]] = ("A", "B", "C", "D")
    players: ClassVar[int] = 4


class Pacing(Game[tuple[int, ...], int]):
    """A stone goes to and fro between four places until one is reached for the third time."""

    id: ClassVar[str] = "pacing"
    title: ClassVar[str] = "Pacing"
    tagline: ClassVar[str] = "Walk to and fro."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")
    positions_forget: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "how often a place was reached": {"repetition": 0}
    }

    repetition: int = Field(3, ge=0, description="How often a place is reached; 0 for no end.")

    @property
    def editor(self) -> BoardEditor:
        return PacingEditor()

    def start(self, seats: int) -> tuple[int, ...]:
        return (1,)

    def status(self, state: tuple[int, ...]) -> Status[int]:
        here = [place for n, place in enumerate(state) if n % 2 == (len(state) - 1) % 2]
        if here.count(state[-1]) == self.repetition:
            return Over((), "repetition")
        return turn((len(state) - 1) % 2, len(state))

    def legal_moves(self, state: tuple[int, ...], seat: int) -> Sequence[int]:
        if self.status(state) != turn(seat, len(state)):
            return ()
        return [place for place in (state[-1] - 1, state[-1] + 1) if 0 <= place <= 3]

    def apply(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def format(self, state: tuple[int, ...], move: int) -> str:
        return f"to {move}"

    def to_text(self, state: tuple[int, ...], ended: Over | None = None) -> str:
        return f"{state[-1]} {'LR'[(len(state) - 1) % 2]}"

    def from_text(self, text: str) -> tuple[int, ...]:
        for state in ((place,) if seat == "L" else (place - 1, place) if place else (1, 0)
                      for place in range(4) for seat in "LR"):  # fmt: skip
            if self.to_text(state) == text:
                return state
        raise BadNotation(f"{text!r} is no position: write a place from 0 to 3, and L or R.")

    def view(self, state: tuple[int, ...], seat: int | None) -> View:
        acts = (len(state) - 1) % 2
        moves = self.legal_moves(state, acts if seat is None else seat)
        return View(
            points=tuple(Point(str(place), place, 0) for place in range(4)),
            pieces=(Piece(str(state[-1]), "disc", "p1", "o"),),
            choices=tuple(Choice(f"to {m}", (str(m),), f"walk to {m}") for m in moves),
            prompt="Walk one place." if moves else "",
        )


class PacingBoard(SearchBoard):
    """A board of ``Pacing`` that keeps the whole way."""

    def __init__(self, game: Pacing, way: tuple[int, ...]) -> None:
        super().__init__()
        self.game, self.way = game, [*way]
        self._look()

    def _look(self) -> None:
        self.seat = (len(self.way) - 1) % 2
        self.over = isinstance(self.game.status(tuple(self.way)), Over)

    def key(self) -> int:
        return sum(place * 5**at for at, place in enumerate(self.way)) % 2**61

    def moves(self) -> list[int]:
        return [*self.game.legal_moves(tuple(self.way), self.seat)]

    def make(self, move: int) -> None:
        self.way.append(move)
        self._look()

    def take_back(self) -> None:
        self.way.pop()
        self._look()

    def worth(self) -> int:
        return 0 if self.over else self.way[-1]


class SearchedPacing(Pacing):
    """Pacing on a board that takes moves back."""

    id: ClassVar[str] = "searched_pacing"

    def search_board(self, state: tuple[int, ...]) -> SearchBoard | None:
        return PacingBoard(self, state)


class PacingEditor(BoardEditor):
    """Sets the stone of ``Pacing`` down."""

    def palette(self) -> Sequence[PalettePiece]:
        return (PalettePiece("o", "the stone", Piece("", "disc", "p1", "o")),)

    def fields(self, draft: Draft) -> Sequence[DraftField]:
        return (DraftField("side", "who walks", (("L", "Left"), ("R", "Right"))),)

    def empty(self) -> Draft:
        return Draft.of({}, {"side": "L"})

    def take_apart(self, text: str) -> Draft:
        place, side = text.split(" ")
        return Draft.of({place: "o"}, {"side": side})

    def put_together(self, draft: Draft) -> str:
        return f"{','.join(place for place, _ in draft.pieces) or '-'} {draft.field('side')}"

    def draw(self, draft: Draft) -> View:
        return View(
            points=tuple(Point(str(place), place, 0) for place in range(4)),
            pieces=tuple(Piece(place, "disc", "p1", "o") for place, _ in draft.pieces),
        )


class Walked(NamedTuple):
    """Where the stone stands, the beads on each place, and the number of the turn."""

    at: int = 0
    beads: tuple[int, ...] = (0, 0, 0, 0)
    number: int = 1

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return (self.number - 1) % 2


class Trail(RulesGame[Walked, str]):
    """A stone walks over four places, turns over and takes what stands there; places that it leaves
    are gone. In its stead a bead may be laid on where it stands. It says what moves."""

    id: ClassVar[str] = "trail"
    title: ClassVar[str] = "Trail"
    tagline: ClassVar[str] = "Walk, or lay a bead."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")

    beads: int = Field(3, ge=1, le=9, description="How many beads there are.")

    def start(self, seats: int) -> Walked:
        return Walked()

    def ending(self, state: Walked) -> Over | None:
        return Over((state.seat,), "arrived") if state.at == 3 else None

    def moves(self, state: Walked) -> Sequence[str]:
        lays = state.beads[state.at] < 2 and sum(state.beads) < self.beads
        return ("step", "lay") if lays else ("step",)

    def apply(self, state: Walked, move: str) -> Walked:
        if move == "step":
            return state._replace(at=state.at + 1, number=state.number + 1)
        beads = tuple(n + (place == state.at) for place, n in enumerate(state.beads))
        return state._replace(beads=beads, number=state.number + 1)

    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        here, ahead = str(before.at), str(before.at + 1)
        if move == "lay":
            return (Motion(laid=(Way("beads", here),)),)
        steps = Motion((Way(here, ahead),), turned=(ahead,), gone=(here,))
        takes = Motion(taken=(Way(ahead, "taken"),))
        return (takes, steps) if ahead == "2" else (steps,)

    def picture(self, state: Walked, moves: Sequence[str]) -> View:
        stone = Piece(str(state.at), "disc", "black" if state.at % 2 else "white", "o")
        taken = state.at >= 2
        return View(
            points=tuple(
                Point(str(place), 2 * place, 0, "gone" if place < state.at else "space", 2, load)
                for place, load in enumerate(state.beads)
            ),
            pieces=(stone,) if taken else (stone, Piece("2", "marble", "red", "r")),
            trays=(
                Tray(
                    "Beside",
                    (
                        TrayItem("beads", "b", self.beads - sum(state.beads), "disc", "grey"),
                        TrayItem("taken", "r", int(taken), "marble", "red"),
                    ),
                ),
            ),
            choices=tuple(Choice(move, (move,), f"{move} now") for move in moves),
            prompt="Walk, or lay a bead." if moves else "",
            pitch=SQUARE_PITCH,
        )


SOUND: list[AnyGame] = [FastNim(coin=True), SoundFuse(), Towers()]
SOUND_VARIANTS: list[AnyGame] = [
    *(Pacing(), SearchedPacing(), Team(), Trail(), SoundWager()),
    *(Nim(), Nim(coin=True), FastNim(), MirroredNim(), SoundFuse(lit=False)),
]
"""Sound games of which each does less than those."""


def changed(view: View, **parts: Any) -> View:
    every = {name: getattr(view, name) for name in View.__dataclass_fields__}
    return View(**(every | parts))
