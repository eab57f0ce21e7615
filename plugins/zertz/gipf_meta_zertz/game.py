"""ZÈRTZ for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, model_validator

from gipf_meta import (
    N_,
    BoardEditor,
    Option,
    Over,
    PlayedSolution,
    Preset,
    Puzzle,
    RulesGame,
    Whole,
    levels_of,
    read_puzzles,
    strengths_of,
    with_rules,
)
from gipf_meta_zertz import numbering, symmetry
from gipf_meta_zertz.board import board
from gipf_meta_zertz.boardspace import BOARDSPACE
from gipf_meta_zertz.lessons import lessons
from gipf_meta_zertz.motion import moved
from gipf_meta_zertz.notation import PLAYERS, decision_text, read_decision, read_turn, turn_text
from gipf_meta_zertz.positions import other_positions, position_text, read_position
from gipf_meta_zertz.puzzles import themes, themes_of
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import MOST, State, pack, unpack
from gipf_meta_zertz.strength.judging import Judging
from gipf_meta_zertz.strength.playout import playout
from gipf_meta_zertz.telling import aim, explain_end, predicate
from gipf_meta_zertz.texts import _
from gipf_meta_zertz.view import END_WORDS, picture

POOLS: Final = {"standard": (6, 8, 10), "blitz": (5, 7, 9)}
GOALS: Final = {"standard": (4, 5, 6, 3), "blitz": (3, 4, 5, 2)}
#: variant: board, pool, goals (§2)
VARIANTS: Final[dict[str, tuple[int, str, str]]] = {
    "standard": (37, "standard", "standard"),
    "blitz": (37, "blitz", "blitz"),
    "first_edition": (37, "blitz", "blitz"),
    "tournament": (48, "standard", "standard"),
    "extended": (61, "standard", "standard"),
}
#: the fewest rings of a tournament (§2)
TOURNAMENT_RINGS: Final = 48


def _read_numbers(text: str, count: int, fault: str = "") -> tuple[int, ...]:
    """*count* numbers with slashes between them. Raises ``ValueError`` with *fault*."""
    parts = text.split("/")
    if len(parts) != count or not all(re.fullmatch("[0-9]{1,3}", part) for part in parts):
        raise ValueError(fault)
    numbers = tuple(int(part) for part in parts)
    if max(numbers) > MOST:
        raise ValueError(_("no count may be above {most}").format(most=MOST))
    return numbers


def _join_numbers(numbers: Sequence[int]) -> str:
    return "/".join(str(number) for number in numbers)


def _check_counts(
    value: str,
    named: Mapping[str, tuple[int, ...]],
    enough: Callable[[Iterable[object]], bool],
    fault: str,
    too_few: str,
) -> str:
    """Returns *value*, a name of *named* or as many numbers as those have. Raises ``ValueError``:
    *fault* for another text, *too_few* unless the numbers are *enough*."""
    if value in named:
        return value
    counts = _read_numbers(value, len(named["standard"]), fault)
    if not enough(counts):
        raise ValueError(too_few)
    return _join_numbers(counts)


def _check_pool(value: str) -> str:
    fault = _("it should be standard, blitz, or 3 numbers with / between, as in 6/8/10")
    none = _("a pool without any marble leaves nothing to play with")
    return _check_counts(value, POOLS, any, fault, none)


def _check_goals(value: str) -> str:
    fault = _("it should be standard, blitz, or 4 numbers with / between, as in 4/5/6/3")
    none = _("a goal of no marbles would be reached before the first move")
    return _check_counts(value, GOALS, all, fault, none)


def _check_handicap(value: str) -> str:
    if value == "none":
        return value
    side, equals, counts = value.partition("=")
    if side not in ("p1", "p2") or not equals:
        raise ValueError(_("it should be none, or who gets which marbles, as in p1=1/0/0"))
    fault = _("it should be p1= or p2= and 3 numbers with / between, as in p1=1/0/0")
    return f"{side}={_join_numbers(_read_numbers(counts, 3, fault))}"


class Zertz(RulesGame[State, int]):
    """ZÈRTZ with every option of docs/reference/zertz.md §11."""

    id = "zertz"
    title = "ZÈRTZ"
    tagline = N_(
        "Place marbles, take rings away, and force your opponent to capture what you do not need."
    )
    motto = N_("The board shrinks under your hands.")
    list_order = 10
    shown_position = (
        "Wa2,a3,a4,Gb2,b3,b4,c3,Wc4,Bd2,d3,d4,d5,Bd6,d7,Be1,e2,e3,e4,e5,Ge6,f1,Gf2,f3,Wf4,"
        "g1 2/5/5 0/0/1 1/0/1 2"
    )
    seat_names = PLAYERS
    is_open = True
    positions_a_second = 40_000
    levels: ClassVar = levels_of((1, 0.5), (2, 0.16), (42, 0.047), (330, 0.024))
    strengths: ClassVar = strengths_of(greedy=180, easy=240, medium=490, hard=690, expert=900)
    end_words = END_WORDS
    presets = (
        Preset("standard", N_("Standard"), N_("37 rings; the game as it is sold.")),
        Preset(
            "blitz",
            N_("Blitz"),
            N_("Fewer marbles, and one less of each wins: a quick game."),
            {"variant": "blitz"},
        ),
        Preset(
            "tournament",
            N_("Tournament"),
            N_("48 rings, as tournaments are played."),
            {"variant": "tournament"},
        ),
        Preset(
            "extended",
            N_("Large board"),
            N_("61 rings: more room, and a longer game."),
            {"variant": "extended"},
        ),
    )
    positions_forget = {
        N_("how often a position has stood"): {"repetition_count": 0},
        N_("which turn may be taken back"): {"capture_enforcement": "strict"},
    }

    variant: Literal["standard", "blitz", "first_edition", "tournament", "extended"] = Option(
        "standard",
        N_("variant"),
        N_(
            "Sets board, pool and goals. The first edition is the basic game of 2000, which is"
            " called blitz today; a tournament has 48 rings or 61."
        ),
        {
            "standard": N_("standard"),
            "blitz": N_("blitz"),
            "first_edition": N_("first edition"),
            "tournament": N_("tournament"),
            "extended": N_("extended"),
        },
    )
    board: Annotated[Literal[37, 40, 43, 44, 48, 61], Whole] | None = Option(
        None,
        N_("board"),
        N_("How many rings the board has; the variant's if not given."),
        {
            "": N_("of the variant"),
            37: N_("37 rings"),
            40: N_("40 rings"),
            43: N_("43 rings"),
            44: N_("44 rings"),
            48: N_("48 rings"),
            61: N_("61 rings"),
        },
    )
    pool: Annotated[str, AfterValidator(_check_pool)] | None = Option(
        None,
        N_("marbles in the pool"),
        N_(
            "Marbles in the pool: standard, blitz, or white/grey/black such as 6/8/10; the"
            " variant's if not given."
        ),
    )
    goals: Annotated[str, AfterValidator(_check_goals)] | None = Option(
        None,
        N_("marbles to win"),
        N_(
            "What wins: standard, blitz, or white/grey/black/of each such as 4/5/6/3; the"
            " variant's if not given."
        ),
    )
    isolation_scope: Literal["any_full_region", "spare_largest"] = Option(
        "any_full_region",
        N_("full regions"),
        N_("Whether the largest region, too, is taken when it is full."),
        {"any_full_region": N_("all are taken"), "spare_largest": N_("the largest stays")},
    )
    isolation_claim: Literal["automatic", "optional"] = Option(
        "automatic",
        N_("taking full regions"),
        N_("Whether full regions are taken at once or may be left for ever."),
        {"automatic": N_("at once"), "optional": N_("as one likes")},
    )
    no_marbles: Literal["lose", "both_lose", "draw", "pass"] = Option(
        "lose",
        N_("no marble left"),
        N_("What happens to a player with no marble to place and no capture."),
        {
            "lose": N_("the player loses"),
            "both_lose": N_("both lose"),
            "draw": N_("a draw"),
            "pass": N_("the player passes"),
        },
    )
    board_full: Literal["last_placer_wins", "goal_only", "both_lose_if_no_captures"] = Option(
        "last_placer_wins",
        N_("board full"),
        N_("Who wins when no vacant ring is left."),
        {
            "last_placer_wins": N_("who placed last wins"),
            "goal_only": N_("goals alone count"),
            "both_lose_if_no_captures": N_("both lose w/o capture"),
        },
    )
    repetition_count: Annotated[Literal[3, 2, 0], Whole] = Option(
        3,
        N_("repeated position"),
        N_("How often a position must occur for a draw; 0: never a draw."),
        {3: N_("draw at the third"), 2: N_("draw at the second"), 0: N_("never a draw")},
    )
    repetition_colours: Literal["exact", "ignore"] = Option(
        "exact",
        N_("the same position"),
        N_("Whether positions that differ in colours only are the same."),
        {"exact": N_("colours count"), "ignore": N_("colours do not count")},
    )
    capture_enforcement: Literal["strict", "on_demand"] = Option(
        "strict",
        N_("captures"),
        N_(
            "Whether a capture must be made at once, or only when the opponent demands it, as the"
            " rules of tournaments allow."
        ),
        {"strict": N_("always forced"), "on_demand": N_("forced on demand")},
    )
    handicap: Annotated[str, AfterValidator(_check_handicap)] = Option(
        "none",
        N_("handicap"),
        N_("Marbles given at the start from outside the pool: p1=W/G/B or p2=W/G/B."),
    )

    @model_validator(mode="after")
    def _check_nobody_has_won(self) -> Zertz:
        if any(self.rules.reaches_goal(gift) for gift in self.rules.gifts):
            raise ValueError(_("the handicap is already enough to win"))
        return self

    @property
    def rings(self) -> int:
        """The number of rings of the board: the option ``board``, or that of the variant."""
        return self.board or VARIANTS[self.variant][0]

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        _size, pool, goals = VARIANTS[self.variant]
        pool, goals = self.pool or pool, self.goals or goals
        white, grey, black = POOLS.get(pool) or _read_numbers(pool, 3)
        w, g, b, each = GOALS.get(goals) or _read_numbers(goals, 4)
        gifts = [0, 0]
        if self.handicap != "none":
            side, _, counts = self.handicap.partition("=")
            given = _read_numbers(counts, 3)
            gifts[side == "p2"] = pack(given[0], given[1], given[2])
        return Rules(
            board(self.rings),
            pack(white, grey, black),
            (w, g, b, each),
            gifts=(gifts[0], gifts[1]),
            spare_largest=self.isolation_scope == "spare_largest",
            optional_claim=self.isolation_claim == "optional",
            no_marbles=self.no_marbles,
            board_full=self.board_full,
            repetition_count=self.repetition_count,
            ignore_colours=self.repetition_colours == "ignore",
            on_demand=self.capture_enforcement == "on_demand",
        )

    @property
    def rules_facts(self) -> Mapping[str, int]:
        """The rings of the board, what wins, and the marbles in the pool."""
        goals = dict(zip(("white", "grey", "black", "each"), self.rules.goals, strict=True))
        pool = dict(zip(("white", "grey", "black"), unpack(self.rules.pool), strict=True))
        return {"board": self.rings, **goals, **{f"pool_{name}": n for name, n in pool.items()}}

    @cached_property
    def editor(self) -> BoardEditor:
        """The editor that sets up boards of this game."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_zertz.setting_up import ZertzEditor

        return ZertzEditor(self.rules)

    @cached_property
    def judging(self) -> Judging:
        """The judge of positions under these options."""
        return Judging(self.rules)

    def check_new_match(self) -> None:
        """Raises ``ValueError`` for a tournament on fewer than 48 rings (§2)."""
        if self.variant == "tournament" and self.rings < TOURNAMENT_RINGS:
            raise ValueError(
                _(
                    "a tournament is played on {least} rings or more, not on {rings}; with"
                    " variant=standard the board may have {rings}"
                ).format(least=TOURNAMENT_RINGS, rings=self.rings)
            )

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §10; *ended* changes nothing in it."""
        return position_text(self.rules, state)

    def evaluate(self, state: State, seat: int) -> float:
        """The value of *state* for *seat*, from -1 (lost) to 1 (won)."""
        return self.judging.evaluate(state, seat)

    def evaluate_moves(self, state: State, seat: int, moves: Sequence[int]) -> Sequence[float]:
        """The value of *state* for *seat* after each of *moves*, from -1 (lost) to 1 (won)."""
        return self.judging.evaluate_moves(state, seat, moves)

    format = with_rules(decision_text)
    aim = with_rules(aim)
    explain_end = with_rules(explain_end)
    predicate = with_rules(predicate)
    parse = with_rules(read_decision)
    format_turn = with_rules(turn_text)
    parse_turn = with_rules(read_turn)
    from_text = with_rules(read_position)
    other_positions = with_rules(other_positions)
    view = with_rules(picture)
    moved = with_rules(moved)
    playout = with_rules(playout)
    decision_count = cached_property(with_rules(numbering.decision_count))
    observation_shape = cached_property(with_rules(numbering.observation_shape))
    decisions = cached_property(with_rules(numbering.decisions))
    planes = cached_property(with_rules(numbering.planes))
    outcome_count: ClassVar = 0
    number_of = with_rules(numbering.number_of)
    decision_of = with_rules(numbering.decision_of)
    legal_numbers = with_rules(numbering.legal_numbers)
    observe = with_rules(numbering.observe)
    symmetries = with_rules(symmetry.symmetries)
    asks_in_order = with_rules(symmetry.asks_in_order)
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
