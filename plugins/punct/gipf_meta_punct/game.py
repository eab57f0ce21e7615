"""PÜNCT for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from gipf_meta import (
    N_,
    BoardEditor,
    DecisionGroup,
    Option,
    Over,
    PlayedSolution,
    Preset,
    Puzzle,
    RulesGame,
    Whole,
    read_puzzles,
    strengths_of,
    with_rules,
)
from gipf_meta_punct import numbering, symmetry
from gipf_meta_punct.boardspace import BOARDSPACE
from gipf_meta_punct.lessons import lessons
from gipf_meta_punct.motion import moved
from gipf_meta_punct.notation import PLAYERS, decision_text, read_decision, read_turn, turn_text
from gipf_meta_punct.positions import position_text, read_position
from gipf_meta_punct.puzzles import themes, themes_of
from gipf_meta_punct.reasons import reasons
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import State
from gipf_meta_punct.strength.bot import evaluate, evaluate_moves
from gipf_meta_punct.strength.connecting import solve
from gipf_meta_punct.strength.features import WORTHS, features
from gipf_meta_punct.strength.judging import Worths
from gipf_meta_punct.strength.playout import playout
from gipf_meta_punct.telling import aim, explain_end, predicate
from gipf_meta_punct.view import END_WORDS, picture


class Punct(RulesGame[State, int]):
    """PÜNCT with every option of docs/reference/punct.md §9."""

    id = "punct"
    title = "PÜNCT"
    tagline = N_("Connect two opposite sides with pieces of three dots that move, turn and climb.")
    motto = N_("Build across, climb over.")
    list_order = 50
    shown_position = (
        "w T6C2E2M1R2L1 T6C2E2M0R2L2 WMb2:b1,c3;WEb5:c6,d7;BMc4:c5,d4;BEe9:e10,e11;WEf11:f9,"
        "f10;WLg14:f12,f13;BEg15:e13,f14;BMh15:h14,i16 L"
    )
    seat_names = PLAYERS
    positions_a_second = 6_000
    levels: ClassVar = {"medium": (67, 0.041), "hard": (270, 0.026)}
    end_words = END_WORDS
    worths: ClassVar[Sequence[int]] = WORTHS
    """The worth of each feature, in thousandths of a logit, as learned by ``gipf-meta train``."""
    positions_forget = {
        N_("how often a position has stood"): {"repetition_count": 0},
        N_("how many turns were played"): {"max_turns": 0},
    }
    strengths: ClassVar = strengths_of(greedy=240, easy=160, medium=280, hard=500, expert=900)

    presets = (
        Preset(
            "standard",
            N_("Standard"),
            N_("New pieces stay out of the centre, which decides when all are placed."),
        ),
        Preset(
            "basic",
            N_("Basic"),
            N_("Only the first piece stays out of the centre: for a first game."),
            {"variant": "basic"},
        ),
    )

    variant: Literal["standard", "basic"] = Option(
        "standard",
        N_("variant"),
        N_(
            "standard: no new piece may touch the central hexagon, and it decides when the last"
            " piece is placed; basic: only White's first piece may not touch it."
        ),
        {"standard": N_("standard"), "basic": N_("basic")},
    )
    bridge_ends: Literal["any", "two_pieces"] = Option(
        "any",
        N_("ends of a bridge"),
        N_("Whether both ends of a bridge may lie on one and the same piece."),
        {"any": N_("on any pieces"), "two_pieces": N_("on two pieces")},
    )
    middle_bridge: Literal["own_below", "forbidden", "free"] = Option(
        "own_below",
        N_("bridge, PÜNCT in the middle"),
        N_(
            "Whether a piece with its PÜNCT in the middle may be a bridge: only above an own dot,"
            " never, or always."
        ),
        {
            "own_below": N_("above an own dot"),
            "forbidden": N_("forbidden"),
            "free": N_("always allowed"),
        },
    )
    both_connected: Literal["mover", "opponent", "draw"] = Option(
        "mover",
        N_("both are connected"),
        N_("Who wins if one turn leaves both players connected."),
        {"mover": N_("the mover wins"), "opponent": N_("the opponent wins"), "draw": N_("a draw")},
    )
    last_piece: Literal["variant", "centre", "draw"] = Option(
        "variant",
        N_("last piece placed"),
        N_(
            "What happens when a player's last piece is placed and nobody is connected: as in the"
            " variant, most visible dots in the central hexagon win, or a draw."
        ),
        {
            "variant": N_("as in the variant"),
            "centre": N_("the centre decides"),
            "draw": N_("a draw"),
        },
    )
    repetition_count: Annotated[Literal[3, 2, 0], Whole] = Option(
        3,
        N_("repeated position"),
        N_("How often a position must occur for a draw; 0: never a draw."),
        {3: N_("draw at the third"), 2: N_("draw at the second"), 0: N_("never a draw")},
    )
    max_turns: int = Option(
        0,
        N_("most turns"),
        N_("After how many turns the game ends without a winner; 0: never."),
        {0: N_("no limit")},
        ge=0,
        le=9999,
    )

    @property
    def rules_facts(self) -> Mapping[str, str]:
        """The effect of a player's last piece, where the variant says it, too."""
        return {"last_piece": "centre" if self.rules.counts_centre else "draw"}

    @cached_property
    def editor(self) -> BoardEditor:
        """The editor of positions, which people set up by hand."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_punct.setting_up import PunctEditor

        return PunctEditor()

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

    @cached_property
    def judgement(self) -> Worths:
        """The learned worths, with their sums as shares."""
        return Worths(self.worths)

    def evaluate(self, state: State, seat: int) -> float:
        """Evaluates *state* for *seat*, from -1 (lost) to 1 (won), as searches do."""
        return evaluate(self.rules, state, seat, self.judgement)

    def evaluate_moves(self, state: State, seat: int, moves: Sequence[int]) -> list[float]:
        """Evaluates *state* for *seat* after each of *moves*, faster than one by one."""
        return evaluate_moves(self.rules, state, seat, moves, self.judgement)

    def format(self, state: State, move: int) -> str:
        """One decision: ``T``, ``e5``, ``e9``, ``e10,f10``."""
        return decision_text(move)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §8; *ended* is an end from outside the rules."""
        return position_text(state, ended is not None or state.ending is not None)

    aim = with_rules(aim)
    explain_end = with_rules(explain_end)
    predicate = with_rules(predicate)
    parse = with_rules(read_decision)
    format_turn = with_rules(turn_text)
    parse_turn = with_rules(read_turn)
    from_text = with_rules(read_position)
    view = with_rules(picture)
    moved = with_rules(moved)
    solve = with_rules(solve)
    features = with_rules(features)
    playout = with_rules(playout)
    decision_count: ClassVar = numbering.DECISIONS
    outcome_count: ClassVar = 0
    observation_shape: ClassVar = numbering.SHAPE
    planes: ClassVar = numbering.PLANES
    number_of = staticmethod(numbering.number_of)
    decision_of = staticmethod(numbering.decision_of)
    legal_numbers = with_rules(numbering.legal_numbers)

    @property
    def decisions(self) -> tuple[DecisionGroup, ...]:
        """The groups of the numbers."""
        return numbering.groups()

    observe = staticmethod(numbering.observe)
    symmetries = staticmethod(symmetry.symmetries)
    reasons = with_rules(reasons)
    boardspace: ClassVar = BOARDSPACE
    lessons = staticmethod(lessons)
    themes = staticmethod(themes)

    @classmethod
    def puzzles(cls) -> Sequence[Puzzle]:
        """The puzzles, by their numbers."""
        return read_puzzles(__package__, cls)

    def themes_of(self, states: Sequence[State], moves: Sequence[int]) -> Sequence[str]:
        """The themes of a solution, the most telling one first."""
        return themes_of(self.rules, PlayedSolution.of(self, states, moves))
