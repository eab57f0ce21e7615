"""YINSH for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final, Literal

from pydantic import Field

from gipf_meta import N_, Game, Lesson, Over, Turn, View, document, turn
from gipf_meta_yinsh.bot import evaluate
from gipf_meta_yinsh.lessons import lessons
from gipf_meta_yinsh.notation import PLAYERS, decision_text, read_decision, read_turn, turn_text
from gipf_meta_yinsh.option_words import OPTION_WORDS
from gipf_meta_yinsh.playout import playout
from gipf_meta_yinsh.positions import position_text, read_position
from gipf_meta_yinsh.rules import Rules
from gipf_meta_yinsh.state import State
from gipf_meta_yinsh.texts import _
from gipf_meta_yinsh.view import END_WORDS, picture

GOALS: Final = {"standard": 3, "blitz": 1}
"""How many rings win (§6, §7)."""


class Yinsh(Game[State, int]):
    """YINSH with every option of docs/reference/yinsh.md §10."""

    id: ClassVar[str] = "yinsh"
    title: ClassVar[str] = "YINSH"
    tagline: ClassVar[str] = N_(
        "Move rings, turn markers over, line up five, and give a ring away for each row."
    )
    seat_names: ClassVar[tuple[str, ...]] = PLAYERS
    option_words: ClassVar[Mapping[str, str]] = OPTION_WORDS
    end_words: ClassVar[Mapping[str, str]] = END_WORDS
    positions_forget: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        N_("how many turns were played"): {"max_turns": 0},
    }
    gentle_start: ClassVar[Mapping[str, str]] = {"variant": "blitz"}
    gentle_words: ClassVar[str] = N_("The first row of five wins.")

    variant: Literal["standard", "blitz"] = Field(
        "standard", description=N_("Whether three removed rings win, or the first one does.")
    )
    markers: int = Field(51, ge=20, le=85, description=N_("How many markers there are."))
    no_move: Literal["pass", "lose"] = Field(
        "pass", description=N_("What happens to a player none of whose rings can move.")
    )
    exhausted: Literal["more_rings", "draw"] = Field(
        "more_rings",
        description=N_(
            "Who wins when the markers are used up, nobody can move or the turns are over."
        ),
    )
    max_turns: int = Field(
        0, ge=0, le=10_000, description=N_("How many turns a game has at most; 0: any number.")
    )

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        return Rules(
            goal=GOALS[self.variant],
            markers=self.markers,
            no_move_loses=self.no_move == "lose",
            exhausted_draw=self.exhausted == "draw",
            max_turns=self.max_turns,
        )

    @property
    def rules_text(self) -> str:
        """The players' rules as Markdown, in the player's language."""
        return document("gipf_meta_yinsh", "rules.md")

    def start(self, seats: int) -> State:
        """The empty board. Raises ``ValueError`` unless *seats* is 2."""
        if seats != 2:
            raise ValueError(_("YINSH is for two players."))
        return self.rules.start()

    def status(self, state: State) -> Turn | Over:
        """The seat that decides and its turn, or the end with its reason (§6)."""
        if state.ending is None:
            return turn(state.seat, state.number)
        return Over(state.ending.winners, state.ending.reason)

    def legal_moves(self, state: State, seat: int) -> Sequence[int]:
        """The decisions that *seat* may take now; none if the other seat decides."""
        return self.rules.legal_moves(state) if seat == state.seat else ()

    def apply(self, state: State, move: int) -> State:
        """The state after *move*, which is trusted to be legal."""
        return self.rules.apply(state, move)

    def format(self, state: State, move: int) -> str:
        """One decision in the notation of §8: ``e3``, ``h7-g7``, ``xf5-f9``, ``xe5``, ``-``."""
        return decision_text(move)

    def parse(self, state: State, seat: int, text: str) -> int:
        """The decision of *seat* that *text* says. Raises ``BadNotation``, ``IllegalMove``."""
        return read_decision(self.rules, state, seat, text)

    def format_turn(self, state: State, moves: Sequence[int]) -> str:
        """A turn in the notation of §8: ``f5-e5;xf5-f9;xe5``."""
        return turn_text(moves)

    def parse_turn(self, state: State, text: str) -> tuple[int, ...]:
        """The decisions of a turn. Raises ``BadNotation``, ``IllegalMove``."""
        return read_turn(self.rules, state, text)

    def view(self, state: State, seat: int | None) -> View:
        """The picture for *seat*; ``None``: for the seat that decides."""
        return picture(self.rules, state, seat)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §9; *ended* is an end from outside the rules."""
        return position_text(state, ended)

    def from_text(self, text: str) -> State:
        """The position of a string of §9, in turn 1. Raises ``BadNotation``."""
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
