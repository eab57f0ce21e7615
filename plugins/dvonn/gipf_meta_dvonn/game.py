"""DVONN for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Literal

from pydantic import model_validator

from gipf_meta import (
    N_,
    BoardEditor,
    LotGame,
    OnOff,
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
from gipf_meta_dvonn import numbering, symmetry
from gipf_meta_dvonn.board import PAIRS
from gipf_meta_dvonn.boardspace import BOARDSPACE
from gipf_meta_dvonn.lessons import lessons
from gipf_meta_dvonn.motion import moved
from gipf_meta_dvonn.notation import PLAYERS, decision_text, read_decision, read_setup, read_turn
from gipf_meta_dvonn.positions import position_text, read_position
from gipf_meta_dvonn.puzzles import themes, themes_of
from gipf_meta_dvonn.reasons import reasons
from gipf_meta_dvonn.rules import Rules, score
from gipf_meta_dvonn.state import BLACK, OVER, RED, WHITE, State, is_draw
from gipf_meta_dvonn.strength.bot import evaluate
from gipf_meta_dvonn.strength.features import WORTHS, features
from gipf_meta_dvonn.strength.judging import Weights
from gipf_meta_dvonn.strength.playout import playout
from gipf_meta_dvonn.strength.search_board import DvonnSearchBoard
from gipf_meta_dvonn.telling import aim, explain_end, predicate
from gipf_meta_dvonn.texts import _
from gipf_meta_dvonn.view import END_WORDS, happenings, picture


class Dvonn(LotGame[State, int]):
    """DVONN with every option of docs/reference/dvonn.md §9."""

    id = "dvonn"
    title = "DVONN"
    tagline = N_("Stack the pieces, keep in contact with the red ones, and own the highest stacks.")
    motto = N_("Stacks that must keep in touch.")
    list_order = 30
    shown_position = (
        "b D0W0B0 Wa1,Wa2,Wa3,Wb1,Wb2,Bb3,Db4,Wc1,Bc2,Bc3,Wc4,Bc5,WWBd1,Bd2,Wd3,Bd4,Bd5,Be1,"
        "De2,Be3,BBWe4,WBe5,BWf2,Wg1,Wg2,Bg3,WBh1,Wh2,Dh3,Wh4,Bh5,Bi2,Wi3,BWi4,Bi5,Wj2,Wj3,"
        "BWj5,Bk3,Bk4"
    )
    seat_names = PLAYERS
    positions_a_second = 200_000
    levels: ClassVar = levels_of((3, 0.11), (6, 0.095), (32, 0.051), (700, 0.017))
    strengths: ClassVar = strengths_of(greedy=220, easy=220, medium=460, hard=820, expert=1170)
    end_words = END_WORDS
    own_tags: ClassVar = {"Setup": {"setup": "random"}}
    searched_by = "alpha-beta"
    worths: ClassVar[Sequence[int]] = WORTHS
    """The worth of each feature, in thousandths of a logit, as learned by ``gipf-meta train``."""
    presets = (
        Preset("standard", N_("Standard"), N_("The players place all pieces, then they move.")),
        Preset(
            "random",
            N_("Quick start"),
            N_("A lot fills the board, fairly for both, and one moves at once."),
            {"setup": "random", "random_balance": "on"},
        ),
        Preset(
            "symmetric",
            N_("Symmetric"),
            N_("A lot fills the board so that each white piece faces a black one."),
            {"setup": "symmetric"},
        ),
    )

    setup: Literal["place", "random", "symmetric"] = Option(
        "place",
        N_("start"),
        N_(
            "How the board is filled: the players place all pieces, or luck does; the symmetric"
            " one has a DVONN piece in the centre, and a black piece opposite each white one."
        ),
        {
            "place": N_("the players place"),
            "random": N_("drawn by lot"),
            "symmetric": N_("by lot, symmetric"),
        },
    )
    random_balance: OnOff = Option(
        False,
        N_("balanced start"),
        N_(
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
    def editor(self) -> BoardEditor:
        """The editor of positions, which people set up by hand."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_dvonn.setting_up import DvonnEditor

        return DvonnEditor()

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        return Rules(self.setup, self.random_balance)

    @property
    def outcome_count(self) -> int:
        """The number of outcomes of one draw: kinds of piece, or pairs for a red piece; 0 without a
        lot."""
        return {"place": 0, "random": len((WHITE, BLACK, RED)), "symmetric": len(PAIRS)}[self.setup]

    @cached_property
    def weights(self) -> Weights:
        """The learned worths, arranged for the boards of searches."""
        return Weights(self.worths)

    def ending(self, state: State) -> Over | None:
        """The end of a game with both scores (§5), or ``None`` while it goes on."""
        if state.phase != OVER:
            return None
        white, black = score(state.stacks, state.white), score(state.stacks, state.black)
        winners = () if white == black else (0,) if white > black else (1,)
        return Over(winners, "no_move", (white, black))

    def format(self, state: State, move: int) -> str:
        """One decision or draw in the notation of §7: ``f3``, ``d1-f3``, ``-``, ``Wa1``."""
        return decision_text(move)

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
        return evaluate(self.rules, state, seat, self.weights)

    def search_board(self, state: State) -> DvonnSearchBoard:
        """A board that searches play on."""
        return DvonnSearchBoard(state, self.weights)

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
    legal_numbers = staticmethod(numbering.legal_numbers)
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
