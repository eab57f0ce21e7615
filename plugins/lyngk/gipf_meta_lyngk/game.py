"""LYNGK for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Literal

from gipf_meta import (
    N_,
    BoardEditor,
    LotGame,
    Option,
    Over,
    PlayedSolution,
    Preset,
    Puzzle,
    levels_of,
    read_puzzles,
    strengths_of,
    with_rules,
)
from gipf_meta_lyngk import numbering, symmetry
from gipf_meta_lyngk.boardspace import BOARDSPACE
from gipf_meta_lyngk.lessons import lessons
from gipf_meta_lyngk.motion import moved
from gipf_meta_lyngk.notation import (
    PLAYERS,
    decision_text,
    read_decision,
    read_setup,
    read_turn,
    turn_text,
)
from gipf_meta_lyngk.positions import position_text, read_position
from gipf_meta_lyngk.puzzles import themes, themes_of
from gipf_meta_lyngk.reasons import reasons
from gipf_meta_lyngk.rules import Rules
from gipf_meta_lyngk.state import PIECES, State, is_draw
from gipf_meta_lyngk.strength.bot import evaluate, evaluate_moves
from gipf_meta_lyngk.strength.features import WORTHS, features
from gipf_meta_lyngk.strength.playout import playout
from gipf_meta_lyngk.telling import aim, explain_end, predicate
from gipf_meta_lyngk.view import END_WORDS, happenings, picture


class Lyngk(LotGame[State, int]):
    """LYNGK with every option of docs/reference/lyngk.md §9."""

    id = "lyngk"
    title = "LYNGK"
    tagline = N_("All colours are everybody's, until somebody claims them.")
    motto = N_("Claim a colour, build with it.")
    list_order = 57
    shown_position = (
        "w IB/RK 1,2 Ia1,Kb4,Jc1,Gc5,Ic7,Kd4,Id5,Bd6,Re1,Ge2,Ie5,Be6,Re7,Gf1,Bf4,Rf5,Gf6,Kg1,Ig2,"
        "RBg4,GRBKg5,Kg6,Jg7,Gh4"
    )
    positions_a_second = 6_000
    levels: ClassVar = levels_of((1, 0.2), (7, 0.086), (75, 0.04), (400, 0.022))
    strengths: ClassVar = strengths_of(greedy=180, easy=260, medium=530, hard=780, expert=1070)
    worths: ClassVar[Sequence[int]] = WORTHS
    seat_names = PLAYERS
    end_words = END_WORDS
    presets = (
        Preset(
            "standard", N_("Standard"), N_("Stacks of five are taken; who takes most of them wins.")
        ),
        Preset(
            "stack6",
            N_("Stack of six"),
            N_("Whoever makes a stack of six with his colour on top wins at once."),
            {"variant": "stack6"},
        ),
        Preset(
            "servers",
            N_("As on servers"),
            N_("A claim takes the stacks of five of its colour that stand on the board."),
            {"obstacles": "taken"},
        ),
    )

    variant: Literal["standard", "stack6"] = Option(
        "standard",
        N_("variant"),
        N_("What is played for: stacks of five that are taken, or one stack of six."),
        {"standard": N_("stacks of five"), "stack6": N_("a stack of six")},
    )
    obstacles: Literal["stay", "taken"] = Option(
        "stay",
        N_("neutral stacks of five"),
        N_(
            "What happens to a stack of five that was nobody's when its colour is claimed; servers"
            " give it to the claimer."
        ),
        {"stay": N_("they stay and count for nobody"), "taken": N_("the claimer takes them")},
    )

    @cached_property
    def editor(self) -> BoardEditor:
        """The editor of positions, which people set up by hand."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_lyngk.setting_up import LyngkEditor

        return LyngkEditor(self.rules.to_six)

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        return Rules(self.variant == "stack6", self.obstacles == "taken")

    def format(self, state: State, move: int) -> str:
        """One turn or draw in the notation of §7: ``a1-c6``, ``R,a1-c6``, ``-``."""
        return decision_text(move)

    def format_turn(self, state: State, moves: Sequence[int]) -> str:
        """A turn in the notation of §7, with the draws before it."""
        return turn_text(moves)

    aim = with_rules(aim)
    explain_end = with_rules(explain_end)
    predicate = with_rules(predicate)
    parse = with_rules(read_decision)
    parse_turn = with_rules(read_turn)
    is_draw = staticmethod(is_draw)
    happenings = with_rules(happenings)

    def read_setup(self, state: State, text: str) -> Sequence[int]:
        """Returns the draws that set up the board of *text*, the value of the tag of §7."""
        return read_setup(self.rules, state, text)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §8; *ended* changes nothing in it."""
        return position_text(state)

    from_text = with_rules(read_position)

    def evaluate(self, state: State, seat: int) -> float:
        """Evaluates *state* for *seat*, from -1 (lost) to 1 (won), as searches do."""
        return evaluate(self.rules, state, seat, self.worths)

    def evaluate_moves(self, state: State, seat: int, moves: Sequence[int]) -> Sequence[float]:
        """Evaluates *state* for *seat* after each of *moves*, faster than one by one."""
        return evaluate_moves(self.rules, state, seat, moves, self.worths)

    features = with_rules(features)
    playout = with_rules(playout)
    decision_count: ClassVar = numbering.DECISIONS
    outcome_count: ClassVar = len(PIECES)
    observation_shape: ClassVar = numbering.SHAPE
    decisions: ClassVar = numbering.GROUPS
    planes: ClassVar = numbering.PLANES
    number_of = staticmethod(numbering.number_of)
    decision_of = staticmethod(numbering.decision_of)
    legal_numbers = with_rules(numbering.legal_numbers)
    observe = staticmethod(numbering.observe)
    symmetries = staticmethod(symmetry.symmetries)
    reasons = with_rules(reasons)
    view = with_rules(picture)
    moved = with_rules(moved)
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
