"""TZAAR for the host: its options, and the rules behind the protocol."""

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
from gipf_meta_tzaar import numbering, symmetry
from gipf_meta_tzaar.boardspace import BOARDSPACE
from gipf_meta_tzaar.lessons import lessons
from gipf_meta_tzaar.motion import moved
from gipf_meta_tzaar.notation import (
    PLAYERS,
    decision_text,
    read_decision,
    read_setup,
    read_turn,
    turn_text,
)
from gipf_meta_tzaar.positions import position_text, read_position
from gipf_meta_tzaar.puzzles import themes, themes_of
from gipf_meta_tzaar.reasons import reasons
from gipf_meta_tzaar.rules import Rules
from gipf_meta_tzaar.state import KINDS, PLACING, State, is_draw
from gipf_meta_tzaar.strength.bot import evaluate
from gipf_meta_tzaar.strength.patterns import WORTHS, features
from gipf_meta_tzaar.strength.playout import playout
from gipf_meta_tzaar.strength.search_board import TzaarSearchBoard
from gipf_meta_tzaar.telling import aim, explain_end, predicate
from gipf_meta_tzaar.view import END_WORDS, happenings, picture


class Tzaar(LotGame[State, int]):
    """TZAAR with every option of docs/reference/tzaar.md §9."""

    id = "tzaar"
    title = "TZAAR"
    tagline = N_("Capture, then grow stronger, and never run out of any of your three kinds.")
    motto = N_("Capture, or grow stronger.")
    list_order = 55
    shown_position = (
        "w - W:Ta5,Ab5,Tb6,Tc1,Ac4,Tc7,Td1,Ad2,Td5,Ad7,Td8,Te1,Ae2,TZf4,Tf6,AZg3,Ah4,Ah5,Ti3,Ti4,"
        "Ti5 B:Ta1,Ta2,Ta3,Ta4,Ab2,Ab3,Ab4,TZd4,Ae8,Te9,Tf1,Af2,Af7,Tf8,Tg1,Ag5,Tg7,TTZh2,Th6,Ti1"
    )
    seat_names = PLAYERS
    end_words = END_WORDS
    own_tags: ClassVar = {"Setup": {"setup": "random"}}
    searched_by = "alpha-beta"
    positions_a_second = 30_000
    levels: ClassVar = levels_of((3, 0.115), (28, 0.054), (150, 0.03), (420, 0.022))
    strengths: ClassVar = strengths_of(greedy=240, easy=210, medium=470, hard=700, expert=1100)
    worths: ClassVar[Sequence[int]] = WORTHS
    presets = (
        Preset("standard", N_("Standard"), N_("A lot fills the board, and one plays at once.")),
        Preset(
            "fixed",
            N_("Fixed start"),
            N_("Every game begins with the same board, which is equal for both."),
            {"setup": "fixed"},
        ),
        Preset(
            "tournament",
            N_("Tournament"),
            N_("The players place all pieces themselves, then they capture."),
            {"setup": "place"},
        ),
    )

    setup: Literal["random", "fixed", "place"] = Option(
        "random",
        N_("start"),
        N_("How the board is filled: by lot, always the same, or by the players in turn."),
        {
            "random": N_("drawn by lot"),
            "fixed": N_("always the same"),
            "place": N_("the players place"),
        },
    )
    cover_last: Literal["lose", "forbid"] = Option(
        "lose",
        N_("covering one's last stack of a kind"),
        N_("What happens if a player puts a stack onto his last one of another kind."),
        {"lose": N_("he loses"), "forbid": N_("it is not allowed")},
    )

    @cached_property
    def editor(self) -> BoardEditor:
        """The editor of positions, which people set up by hand."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_tzaar.setting_up import TzaarEditor

        return TzaarEditor()

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        return Rules(self.setup, self.cover_last == "forbid")

    @property
    def outcome_count(self) -> int:
        """The number of outcomes of one draw: each kind of both seats; 0 without a lot."""
        return 2 * len(KINDS) if self.setup == "random" else 0

    def format(self, state: State, move: int) -> str:
        """One decision or draw in the notation of §7: ``Zc3``, ``e9xe8``, ``f4-f5``, ``-``."""
        return decision_text(move)

    def format_turn(self, state: State, moves: Sequence[int]) -> str:
        """A turn in the notation of §7: ``e9xe8;f4-f5``."""
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

    def evaluate(self, state: State, seat: int) -> float:
        """Evaluates *state* for *seat*, from -1 (lost) to 1 (won), as searches do."""
        return evaluate(self.rules, state, seat, self.worths)

    def search_board(self, state: State) -> TzaarSearchBoard | None:
        """A board that searches play on; none while pieces are placed."""
        return None if state.phase <= PLACING else TzaarSearchBoard(self.rules, state, self.worths)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §8; *ended* changes nothing in it."""
        return position_text(state)

    from_text = with_rules(read_position)
    view = with_rules(picture)
    moved = with_rules(moved)
    features = with_rules(features)
    playout = with_rules(playout)
    decision_count: ClassVar = numbering.DECISIONS
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
