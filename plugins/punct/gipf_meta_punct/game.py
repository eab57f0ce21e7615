"""PÜNCT for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from gipf_meta import N_, Game, Lesson, Over, Turn, View, Whole, document, turn
from gipf_meta_punct.bot import evaluate
from gipf_meta_punct.lessons import lessons
from gipf_meta_punct.notation import PLAYERS, decision_text, read_decision, read_turn, turn_text
from gipf_meta_punct.option_words import OPTION_WORDS
from gipf_meta_punct.playout import playout
from gipf_meta_punct.positions import position_text, read_position
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import State
from gipf_meta_punct.texts import _
from gipf_meta_punct.view import END_WORDS, picture


class Punct(Game[State, int]):
    """PÜNCT with every option of docs/reference/punct.md §9."""

    id: ClassVar[str] = "punct"
    title: ClassVar[str] = "PÜNCT"
    tagline: ClassVar[str] = N_(
        "Connect two opposite sides with pieces of three dots that move, turn and climb."
    )
    seat_names: ClassVar[tuple[str, ...]] = PLAYERS
    option_words: ClassVar[Mapping[str, str]] = OPTION_WORDS
    end_words: ClassVar[Mapping[str, str]] = END_WORDS
    positions_forget: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        N_("how often a position has stood"): {"repetition_count": 0},
        N_("how many turns were played"): {"max_turns": 0},
    }

    variant: Literal["standard", "basic"] = Field(
        "standard",
        description=N_(
            "standard: no new piece may touch the central hexagon, and it decides when the last"
            " piece is placed; basic: only White's first piece may not touch it."
        ),
    )
    bridge_ends: Literal["any", "two_pieces"] = Field(
        "any",
        description=N_("Whether both ends of a bridge may lie on one and the same piece."),
    )
    middle_bridge: Literal["own_below", "forbidden", "free"] = Field(
        "own_below",
        description=N_(
            "Whether a piece with its PÜNCT in the middle may be a bridge: only above an own dot,"
            " never, or always."
        ),
    )
    both_connected: Literal["mover", "opponent", "draw"] = Field(
        "mover", description=N_("Who wins if one turn leaves both players connected.")
    )
    last_piece: Literal["variant", "centre", "draw"] = Field(
        "variant",
        description=N_(
            "What happens when a player's last piece is placed and nobody is connected: as in the"
            " variant, most visible dots in the central hexagon win, or a draw."
        ),
    )
    repetition_count: Annotated[Literal[3, 2, 0], Whole] = Field(
        3, description=N_("How often a position must occur for a draw; 0: never a draw.")
    )
    max_turns: int = Field(
        0,
        ge=0,
        le=9999,
        description=N_("After how many turns the game ends without a winner; 0: never."),
    )

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        return Rules(
            basic=self.variant == "basic",
            two_pieces=self.bridge_ends == "two_pieces",
            middle_bridge=self.middle_bridge,
            both_connected=self.both_connected,
            counts_centre=self.last_piece == "centre"
            or (self.last_piece == "variant" and self.variant == "standard"),
            repetition_count=self.repetition_count,
            max_turns=self.max_turns,
        )

    @property
    def rules_text(self) -> str:
        """The players' rules as Markdown, in the player's language."""
        return document("gipf_meta_punct", "rules.md")

    def start(self, seats: int) -> State:
        """An empty board. Raises ``ValueError`` unless *seats* is 2."""
        if seats != 2:
            raise ValueError(_("PÜNCT is for two players."))
        return self.rules.start()

    def status(self, state: State) -> Turn | Over:
        """The seat that decides and its turn, or the end with its reason (§5)."""
        if state.ending is None:
            return turn(state.seat, state.number)
        return Over(state.ending.winners, state.ending.reason)

    def legal_moves(self, state: State, seat: int) -> Sequence[int]:
        """The decisions that *seat* may take now; none if another seat decides."""
        return self.rules.legal_moves(state) if seat == state.seat else ()

    def apply(self, state: State, move: int) -> State:
        """The state after *move*, which is trusted to be legal."""
        return self.rules.apply(state, move)

    def format(self, state: State, move: int) -> str:
        """One decision: ``T``, ``e5``, ``e9``, ``e10,f10``."""
        return decision_text(move)

    def parse(self, state: State, seat: int, text: str) -> int:
        """The decision of *seat* that *text* says. Raises ``BadNotation``, ``IllegalMove``."""
        return read_decision(self.rules, state, seat, text)

    def format_turn(self, state: State, moves: Sequence[int]) -> str:
        """A turn in the notation of §7: ``Ta2:a3,b3``, ``e5-e9:e10,f10``."""
        return turn_text(self.rules, state, moves)

    def parse_turn(self, state: State, text: str) -> tuple[int, ...]:
        """The decisions of a turn. Raises ``BadNotation``, ``IllegalMove``."""
        return read_turn(self.rules, state, text)

    def view(self, state: State, seat: int | None) -> View:
        """The picture for *seat*; ``None``: for the seat that decides."""
        return picture(self.rules, state, seat)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §8; *ended* is an end from outside the rules."""
        return position_text(state, ended is not None or state.ending is not None)

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
