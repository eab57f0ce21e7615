"""YINSH for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Final, Literal

from gipf_meta import (
    N_,
    BoardEditor,
    Option,
    Over,
    PlayedSolution,
    Preset,
    Puzzle,
    RulesGame,
    levels_of,
    read_puzzles,
    strengths_of,
    with_rules,
)
from gipf_meta_yinsh import numbering, symmetry
from gipf_meta_yinsh.boardspace import BOARDSPACE
from gipf_meta_yinsh.lessons import lessons
from gipf_meta_yinsh.motion import moved
from gipf_meta_yinsh.notation import PLAYERS, decision_text, read_decision, read_turn, turn_text
from gipf_meta_yinsh.positions import position_text, read_position
from gipf_meta_yinsh.puzzles import themes, themes_of
from gipf_meta_yinsh.reasons import reasons
from gipf_meta_yinsh.rules import Rules
from gipf_meta_yinsh.state import State
from gipf_meta_yinsh.strength.bot import evaluate
from gipf_meta_yinsh.strength.patterns import WORTHS, Worths, features
from gipf_meta_yinsh.strength.playout import playout
from gipf_meta_yinsh.strength.search_board import YinshSearchBoard
from gipf_meta_yinsh.telling import aim, explain_end, predicate
from gipf_meta_yinsh.view import END_WORDS, picture

GOALS: Final = {"standard": 3, "blitz": 1}
"""The number of removed rings that win (§6, §7)."""


class Yinsh(RulesGame[State, int]):
    """YINSH with every option of docs/reference/yinsh.md §10."""

    id = "yinsh"
    title = "YINSH"
    tagline = N_("Move rings, turn markers over, line up five, and give a ring away for each row.")
    motto = N_("Turn them over, line up five.")
    list_order = 40
    shown_position = (
        "w 35 0,0 W:Od5,Od6,e4,Of10,g6,h8,i6,i7,i8,i9,Oj7,Oj9 B:Od4,Od9,Oe5,e6,f4,f6,Of8,g5,g8,"
        "h5,h6,h7,Oh9,j8"
    )
    seat_names = PLAYERS
    positions_a_second = 150_000
    levels: ClassVar = levels_of((5, 0.099), (11, 0.077), (58, 0.043), (300, 0.025))
    strengths: ClassVar = strengths_of(greedy=130, easy=220, medium=440, hard=690, expert=990)
    end_words = END_WORDS
    positions_forget = {N_("how many turns were played"): {"max_turns": 0}}
    presets = (
        Preset("standard", N_("Standard"), N_("Whoever has removed three of his rings wins.")),
        Preset(
            "blitz",
            N_("Blitz"),
            N_("The first row of five wins: a quick game."),
            {"variant": "blitz"},
        ),
    )
    gentle_start = {"variant": "blitz"}
    gentle_words = N_("The first row of five wins.")

    worths: ClassVar[Sequence[int]] = WORTHS
    """The worth of each feature, in thousandths of a logit, as learned by ``gipf-meta train``."""

    variant: Literal["standard", "blitz"] = Option(
        "standard",
        N_("variant"),
        N_("Whether three removed rings win, or the first one does."),
        {"standard": N_("standard, three rings"), "blitz": N_("blitz, one ring")},
    )
    markers: int = Option(
        51, N_("markers in the pool"), N_("How many markers there are."), ge=20, le=85
    )
    no_move: Literal["pass", "lose"] = Option(
        "pass",
        N_("no ring can move"),
        N_("What happens to a player none of whose rings can move."),
        {"pass": N_("the player passes"), "lose": N_("the player loses")},
    )
    exhausted: Literal["more_rings", "draw"] = Option(
        "more_rings",
        N_("nobody has won"),
        N_("Who wins when the markers are used up, nobody can move or the turns are over."),
        {"more_rings": N_("more rings removed win"), "draw": N_("a draw")},
    )
    max_turns: int = Option(
        0,
        N_("turns at most"),
        N_("How many turns a game has at most; 0: any number."),
        ge=0,
        le=10_000,
    )

    @cached_property
    def editor(self) -> BoardEditor:
        """The editor of positions, which people set up by hand."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_yinsh.setting_up import YinshEditor

        return YinshEditor(self.rules)

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

    @cached_property
    def judgement(self) -> Worths:
        """The learned worths, arranged for the boards of searches."""
        return Worths(self.worths)

    def evaluate(self, state: State, seat: int) -> float:
        """Evaluates *state* for *seat*, from -1 (lost) to 1 (won)."""
        return evaluate(self.rules, state, seat, self.worths)

    def search_board(self, state: State) -> YinshSearchBoard | None:
        """Returns a board of *state* for searches; ``None`` where a limit of turns may end the
        game."""
        return None if self.max_turns else YinshSearchBoard(self.rules, state, self.judgement)

    def format(self, state: State, move: int) -> str:
        """One decision in the notation of §8: ``e3``, ``h7-g7``, ``xf5-f9``, ``xe5``, ``-``."""
        return decision_text(move)

    def format_turn(self, state: State, moves: Sequence[int]) -> str:
        """A turn in the notation of §8: ``f5-e5;xf5-f9;xe5``."""
        return turn_text(moves)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §9; *ended* is an end from outside the rules."""
        return position_text(state, ended)

    aim = with_rules(aim)
    explain_end = with_rules(explain_end)
    predicate = with_rules(predicate)
    parse = with_rules(read_decision)
    parse_turn = with_rules(read_turn)
    from_text = with_rules(read_position)
    view = with_rules(picture)
    moved = with_rules(moved)
    features = with_rules(features)
    playout = with_rules(playout)
    decision_count: ClassVar = numbering.DECISIONS
    outcome_count: ClassVar = 0
    observation_shape: ClassVar = numbering.SHAPE
    decisions: ClassVar = numbering.GROUPS
    planes: ClassVar = numbering.PLANES
    number_of = staticmethod(numbering.number_of)
    decision_of = staticmethod(numbering.decision_of)
    legal_numbers = with_rules(numbering.legal_numbers)
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
