"""DVONN for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import ClassVar, Final, Literal

from pydantic import Field, model_validator

from gipf_meta import (
    N_,
    Chance,
    Game,
    Lesson,
    OnOff,
    Over,
    Status,
    View,
    check_tag,
    document,
    read_tag,
    turn,
)
from gipf_meta_dvonn.bot import evaluate
from gipf_meta_dvonn.lessons import lessons
from gipf_meta_dvonn.notation import (
    PLAYERS,
    decision_text,
    read_decision,
    read_setup,
    read_turn,
)
from gipf_meta_dvonn.option_words import OPTION_WORDS
from gipf_meta_dvonn.playout import playout
from gipf_meta_dvonn.positions import position_text, read_position
from gipf_meta_dvonn.rules import Rules, score
from gipf_meta_dvonn.state import DRAW, DRAWING, OVER, State, kind_of
from gipf_meta_dvonn.texts import _
from gipf_meta_dvonn.view import END_WORDS, describe_move, picture

_INFORMATIVE: Final = ("White", "Black", "Event", "Site", "Date", "Round", "Result")


class Dvonn(Game[State, int]):
    """DVONN with every option of docs/reference/dvonn.md §9."""

    id: ClassVar[str] = "dvonn"
    title: ClassVar[str] = "DVONN"
    tagline: ClassVar[str] = N_(
        "Stack the pieces, keep in contact with the red ones, and own the highest stacks."
    )
    seat_names: ClassVar[tuple[str, ...]] = PLAYERS
    option_words: ClassVar[Mapping[str, str]] = OPTION_WORDS
    end_words: ClassVar[Mapping[str, str]] = END_WORDS
    searched_by: ClassVar[Literal["tree", "alpha-beta"]] = "alpha-beta"

    setup: Literal["place", "random", "symmetric"] = Field(
        "place",
        description=N_(
            "How the board is filled: the players place all pieces, or luck does; symmetric has a"
            " DVONN piece in the centre, and a black piece opposite each white one."
        ),
    )
    random_balance: OnOff = Field(
        False,
        description=N_(
            "Whether a random start is drawn again until both colours have about as many pieces on"
            " the edge, and no piece is shut in by its own colour."
        ),
    )

    @model_validator(mode="after")
    def _check_balance(self) -> Dvonn:
        if self.random_balance and self.setup != "random":
            raise ValueError(_("random_balance=on needs setup=random"))
        return self

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        return Rules(self.setup, self.random_balance)

    @property
    def rules_text(self) -> str:
        """The players' rules as Markdown, in the player's language."""
        return document("gipf_meta_dvonn", "rules.md")

    def start(self, seats: int) -> State:
        """The board before the first piece. Raises ``ValueError`` unless *seats* is 2."""
        if seats != 2:
            raise ValueError(_("DVONN is for two players."))
        return self.rules.start()

    def status(self, state: State) -> Status[int]:
        """The seat that decides and its turn, the draws of luck, or the end with its scores."""
        if state.phase == DRAWING:
            return Chance(self.rules.draws(state), state.number)
        if state.phase != OVER:
            return turn(state.seat, state.number)
        white, black = score(state.stacks, state.white), score(state.stacks, state.black)
        winners = () if white == black else (0,) if white > black else (1,)
        return Over(winners, "no_move", (white, black))

    def legal_moves(self, state: State, seat: int) -> Sequence[int]:
        """The decisions that *seat* may take now; none if another seat decides."""
        return self.rules.legal_moves(state) if seat == state.seat else ()

    def apply(self, state: State, move: int) -> State:
        """The state after *move*, which is trusted to be legal."""
        return self.rules.apply(state, move)

    def format(self, state: State, move: int) -> str:
        """One decision or draw in the notation of §7: ``f3``, ``d1-f3``, ``-``, ``Wa1``."""
        return decision_text(move)

    def parse(self, state: State, seat: int, text: str) -> int:
        """The decision of *seat* that *text* says. Raises ``BadNotation``, ``IllegalMove``."""
        return read_decision(self.rules, state, seat, text)

    def parse_turn(self, state: State, text: str) -> tuple[int, ...]:
        """The draws and the decision of a turn. Raises ``BadNotation``, ``IllegalMove``."""
        return read_turn(self.rules, state, text)

    def list_text(self, state: State, moves: Sequence[int]) -> str:
        """The decision of a turn before which luck has set the board up, or that it has; else
        empty."""
        decided = [decision_text(move) for move in moves if kind_of(move) != DRAW]
        if len(decided) == len(moves):
            return ""
        return ", ".join(decided) or _("set up by luck")

    def play_line(
        self, state: State, text: str, following: Callable[[], str] = str
    ) -> Iterator[tuple[str | None, State]]:
        """Plays a turn. Tags are checked; that of a start drawn by luck sets the board up (§7)."""
        tag = read_tag(text)
        if tag is None or tag.rest.strip():
            yield from super().play_line(state, text, following)
            return
        if tag.name == "Setup":
            state = read_setup(self.rules, state, tag.value)
        else:
            check_tag(tag, {"Game": self.title}, ("Setup", *_INFORMATIVE))
        yield None, state

    def happenings(self, state: State, move: int | None = None, ms: int = 0) -> Sequence[str]:
        """What leaves the game by *move*, who must pass after it, and where the board is full."""
        return () if move is None else describe_move(self.rules, state, move)

    def view(self, state: State, seat: int | None) -> View:
        """The picture for *seat*; ``None``: for the seat that decides."""
        return picture(self.rules, state, seat)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §8; *ended* changes nothing in it."""
        return position_text(state)

    def from_text(self, text: str) -> State:
        """The position of a string of §8, without a past. Raises ``BadNotation``."""
        return read_position(self.rules, text)

    def evaluate(self, state: State, seat: int) -> float:
        """What *state* is worth to *seat*, from -1 (lost) to 1 (won)."""
        return evaluate(self.rules, state, seat)

    def playout(self, state: State, rng: Random) -> tuple[float, ...]:
        """Finishes the game at random: the result of each seat, from -1 to 1."""
        return playout(self.rules, state, rng)

    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        """A first game."""
        return lessons()
