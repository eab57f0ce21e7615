"""Zatre for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import BeforeValidator

from gipf_meta import (
    N_,
    BoardEditor,
    Chance,
    IllegalMove,
    OnOff,
    Option,
    Over,
    PlayedSolution,
    Preset,
    Puzzle,
    RulesGame,
    Status,
    Tag,
    View,
    check_tag,
    levels_of,
    read_puzzles,
    read_tag,
    strengths_of,
    turn,
    with_rules,
)
from gipf_meta_zatre import numbering, symmetry
from gipf_meta_zatre.lessons import lessons
from gipf_meta_zatre.motion import moved
from gipf_meta_zatre.notation import (
    decision_text,
    play_line,
    read_decision,
    read_lottery,
    read_turn,
    turn_text,
)
from gipf_meta_zatre.positions import position_text, read_position
from gipf_meta_zatre.puzzles import themes, themes_of
from gipf_meta_zatre.rules import TILES, Rules
from gipf_meta_zatre.sheet import Sheet, columns
from gipf_meta_zatre.state import LETTERS, VALUES, Move, State
from gipf_meta_zatre.strength.bot import evaluate
from gipf_meta_zatre.strength.playout import playout
from gipf_meta_zatre.telling import points_in_words, predicate
from gipf_meta_zatre.texts import END_WORDS, PLAYERS, _
from gipf_meta_zatre.view import describe_move, list_text, picture

#: what a preset sets (§8); all else is as in ``literal``
PRESETS: Final[dict[str, dict[str, str]]] = {
    "literal": {},
    "standard": {"scoring_unit": "line_once"},
    "amigo": {
        "scoring_unit": "line_once",
        "doubling_check": "turn",
        "center_cross": "if_line_scores",
        "leftover_topup": "on",
        "end": "bag_short",
        "starter_keeps": "highest",
        "hands": "hidden",
    },
}
USUAL: Final = {
    "starter_keeps": "deciding",
    "scoring_unit": "per_tile",
    "doubling_check": "immediate",
    "center_cross": "never",
    "leftover_topup": "off",
    "end": "exhaust",
    "hands": "open",
}
"""The values of the options that a preset may set, where it leaves them open."""
STARTERS: Final = {"lottery": N_("who draws the highest tile"), "random": N_("whom luck draws")}
"""The words that name the starter, by each value of the option ``start`` that leaves it to luck."""
_INFORMATIVE: Final = ("Names", "Seed", "Date")
_RESULT: Final = re.compile(r"=\s*([A-F]{1,2} -?\d+(?:\s*,\s*[A-F]{1,2} -?\d+)*)", re.ASCII)


def _check_short_game(value: object) -> object:
    text = str(value)
    if text == "off":
        return text
    if re.fullmatch(r"[1-9]\d?", text, re.ASCII) and int(text) <= TILES[1]:
        return text
    raise ValueError(
        _("it should be off, or a number of tiles from 1 to {most}").format(most=TILES[1])
    )


class Zatre(RulesGame[State, Move]):
    """Zatre with every option of docs/reference/zatre.md §8."""

    id = "zatre"
    title = "Zatre"
    tagline = N_("Build rows of 10, 11 and 12, and fill your sheet from the top.")
    seat_counts = range(2, 7)
    motto = N_("Rows that must add up.")
    list_order = 70
    positions_a_second = 12_000
    levels: ClassVar = levels_of((21, 0.059), (47, 0.046), (150, 0.031), (309, 0.024))
    strengths: ClassVar = strengths_of(greedy=350, easy=160, medium=300, hard=440, expert=600)
    seat_names = PLAYERS
    end_words = END_WORDS
    own_tags: ClassVar = {"Lottery": {"start": "lottery"}}

    presets = (
        Preset("literal", N_("As printed"), N_("A line scores with each tile that completes it.")),
        Preset("standard", N_("Usual"), N_("A line scores once a turn."), {"preset": "standard"}),
        Preset(
            "amigo",
            N_("Amigo edition"),
            N_("Tiles are hidden, and the end comes when the bag is short."),
            {"preset": "amigo"},
        ),
        Preset(
            "short",
            N_("Short"),
            N_("Six tiles of each value: over soon."),
            {"preset": "standard", "short_game": "6"},
        ),
    )

    preset: Literal["literal", "standard", "amigo"] = Option(
        "literal",
        N_("rules"),
        N_("Sets the other options, which may still be given one by one."),
        {"literal": N_("as printed"), "standard": N_("usual"), "amigo": N_("Amigo edition")},
    )
    teams: OnOff = Option(False, N_("teams"), N_("Partners of two, with 4 or 6 players."))
    start_by: Literal["lottery", "random", "fixed"] = Option(
        "lottery",
        N_("first player"),
        N_("Who starts: the highest tile drawn, anybody by luck, or the first player."),
        {
            "lottery": N_("highest tile drawn"),
            "random": N_("by luck"),
            "fixed": N_("the first seat"),
        },
        alias="start",
    )
    starter_keeps: Literal["deciding", "highest"] | None = Option(
        None,
        N_("the starter keeps"),
        N_("Which of his lottery tiles the starter keeps; if not given, as in the rules chosen."),
        {
            "": N_("as the rules say"),
            "deciding": N_("the deciding tile"),
            "highest": N_("his highest tile"),
        },
    )
    scoring_unit: Literal["per_tile", "line_once"] | None = Option(
        None,
        N_("a line scores"),
        N_(
            "Whether a line scores with each tile that completes it, or once a turn; if not"
            " given, as in the rules chosen."
        ),
        {
            "": N_("as the rules say"),
            "per_tile": N_("with each tile"),
            "line_once": N_("once a turn"),
        },
    )
    doubling_check: Literal["immediate", "turn"] | None = Option(
        None,
        N_("doubling cell"),
        N_(
            "When a doubling cell must have its 10-12: at once, or by the end of the turn; if not"
            " given, as in the rules chosen."
        ),
        {"": N_("as the rules say"), "immediate": N_("at once"), "turn": N_("by the turn's end")},
    )
    center_cross: Literal["never", "if_line_scores"] | None = Option(
        None,
        N_("cross of the opening"),
        N_("Whether the opening tile can earn a cross; if not given, as in the rules chosen."),
        {
            "": N_("as the rules say"),
            "never": N_("never"),
            "if_line_scores": N_("if a line scores"),
        },
    )
    own_contact: Literal["allowed", "needs_foreign"] = Option(
        "allowed",
        N_("own tiles' contact"),
        N_("Whether a tile may touch tiles of the same turn only."),
        {"allowed": N_("is enough"), "needs_foreign": N_("is not enough")},
    )
    leftover_draw: Literal["forced", "optional"] = Option(
        "forced",
        N_("unfit leftovers"),
        N_("Whether a player whose leftovers fit nowhere must draw one."),
        {"forced": N_("one must draw"), "optional": N_("one may draw")},
    )
    leftover_topup: OnOff | None = Option(
        None,
        N_("one leftover: draw"),
        N_(
            "Whether a player with one leftover draws one before he starts; if not given, as in"
            " the rules chosen."
        ),
        {"": N_("as the rules say")},
    )
    extra_rows: Literal["no_bonus", "bonus_6", "lost"] = Option(
        "no_bonus",
        N_("beyond row 16"),
        N_("What happens to entries beyond row 16."),
        {"no_bonus": N_("no bonus"), "bonus_6": N_("bonus of 6"), "lost": N_("entries are lost")},
    )
    end: Literal["exhaust", "bag_short"] | None = Option(
        None,
        N_("the end"),
        N_(
            "The end: nobody can place any more, or somebody cannot draw two; if not given, as in"
            " the rules chosen."
        ),
        {
            "": N_("as the rules say"),
            "exhaust": N_("nobody can place"),
            "bag_short": N_("the bag is short"),
        },
    )
    hands: Literal["open", "hidden"] | None = Option(
        None,
        N_("tiles held"),
        N_("Whether everybody sees all tiles held; if not given, as in the rules chosen."),
        {"": N_("as the rules say"), "open": N_("open"), "hidden": N_("hidden")},
    )
    short_game: Annotated[str, BeforeValidator(_check_short_game)] = Option(
        "off", N_("short game"), N_("A demonstration with so many tiles of each value.")
    )

    def option_value(self, name: str) -> Any:
        """The value of the option *name*: the given one, the preset's, or the usual one."""
        given = getattr(self, name)
        if given is not None:
            return given
        return PRESETS[self.preset].get(name, USUAL[name])

    @property
    def rules_facts(self) -> Mapping[str, str | int]:
        """The tiles in the bag, and what the preset says where the options leave it open."""
        told = {name: str(self.option_value(name)) for name in USUAL}
        topup = "on" if self.rules.topup else "off"
        return {**told, "leftover_topup": topup, "tiles": sum(self.rules.tiles)}

    @cached_property
    def editor(self) -> BoardEditor:
        """The editor that sets up boards of this game."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_zatre.setting_up import ZatreEditor

        return ZatreEditor(self.rules)

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        short = self.short_game
        return Rules(
            teams=self.teams,
            start_by=self.start_by,
            keeps_highest=self.option_value("starter_keeps") == "highest",
            per_tile=self.option_value("scoring_unit") == "per_tile",
            by_turn=self.option_value("doubling_check") == "turn",
            centre_cross=self.option_value("center_cross") == "if_line_scores",
            needs_foreign=self.own_contact == "needs_foreign",
            optional_draw=self.leftover_draw == "optional",
            topup=self.option_value("leftover_topup") in (True, "on"),
            extra_rows=self.extra_rows,
            bag_short=self.option_value("end") == "bag_short",
            tiles=TILES if short == "off" else (int(short),) * 6,
        )

    @property
    def starter_words(self) -> str:
        """The words that name the starter; empty where the first seat begins."""
        return _(STARTERS[self.start_by]) if self.start_by in STARTERS else ""

    # ---- the protocol ------------------------------------------------------------------------

    def start(self, seats: int) -> State:
        """The position before the first draw. Raises ``ValueError`` if *seats* cannot play."""
        if seats not in self.seat_counts:
            raise ValueError(_("Zatre is for 2 to 6 players, not for {seats}.").format(seats=seats))
        if self.teams and seats not in (4, 6):
            raise ValueError(_("Teams need 4 or 6 players, not {seats}.").format(seats=seats))
        return self.rules.start(seats)

    def status(self, state: State) -> Status[Move]:
        """The seat that decides, the draws of luck, or the end with its scores (§7)."""
        if state.ending:
            return self._over(state)
        if state.stuck or state.lots or state.starting or (state.pending and not state.asked):
            return Chance(self.rules.draws(state), state.round)
        return turn(state.seats[state.current_player], state.round)

    def _over(self, state: State) -> Over:
        assert state.ending is not None
        winners = [
            seat
            for player, seat in enumerate(state.seats)
            if self.rules.side(player) in state.ending.sides
        ]
        # in the order of the seats; a lottery gives the playing order another one
        order = sorted(range(len(state.sheets)), key=lambda side: min(self._seats(state, side)))
        scores = tuple(state.ending.scores[side] for side in order)
        sheets = tuple(columns(state.sheets[side], self.extra_rows) for side in order)
        return Over(tuple(sorted(winners)), "score", scores, sheets)

    def _seats(self, state: State, side: int) -> list[int]:
        return [seat for p, seat in enumerate(state.seats) if self.rules.side(p) == side]

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        """The decisions that *seat* may take now; none if another seat decides."""
        moves = self.rules.legal_moves(state)
        return moves if moves and state.seats[state.current_player] == seat else ()

    def format(self, state: State, move: Move) -> str:
        """One decision or draw in the notation of §10: ``a6=4``, ``+4``."""
        return decision_text(move)

    def format_turn(self, state: State, moves: Sequence[Move]) -> str:
        """A round in the notation of our records: ``A +46 a6=4 a7=6``."""
        return turn_text(moves)

    def explain_end(self, state: State, end: Over) -> str:
        """The points of the winner, and those of the others."""
        assert end.scores is not None
        sides = [self._seats(state, side) for side in range(len(end.scores))]
        return points_in_words(end.scores, sorted(sides))

    def predicate(self, state: State, move: Move) -> str:
        """A decision in words that follow the player's name."""
        return predicate(move)

    def list_text(self, state: State, moves: Sequence[Move]) -> str:
        """A round in words: ``Player 1 drew 4 6: a6=4 a7=6``; empty without a draw."""
        return list_text(self.rules, state, moves, hidden=self.option_value("hands") == "hidden")

    def allies(self, state: State, seat: int) -> Sequence[int]:
        """The seats of one team."""
        return self._seats(state, self.rules.side(state.seats.index(seat)))

    def happenings(self, state: State, move: Move | None = None, ms: int = 0) -> Sequence[str]:
        """Sentences on the tiles that are drawn, and on the score of a turn that ends."""
        if move is None:
            return ()
        return describe_move(self.rules, state, move, hidden=self.option_value("hands") == "hidden")

    def view(self, state: State, seat: int | None) -> View:
        """The picture for *seat*; ``None``: for the seat that decides.

        Where hands are hidden, a seat sees the tiles of its own side only.
        """
        return picture(self.rules, state, seat, hidden=self.option_value("hands") == "hidden")

    # ---- a line of a record (§10) ----------------------------------------------------------------

    def play_line(
        self, state: State, text: str, following: Callable[[], str] = str
    ) -> Iterator[tuple[str | None, State]]:
        """Plays a turn line with its draws. Tags are checked; the lottery's is played."""
        flat = text.strip()
        tag = read_tag(flat)
        if tag is not None and not tag.rest:
            yield None, self._play_tag(state, tag)
        elif result := _RESULT.fullmatch(flat):
            self._check_result(state, result[1])
            yield None, state
        else:
            yield play_line(self.rules, state, flat, following)

    def _play_tag(self, state: State, tag: Tag) -> State:
        """The state after a tag. Raises ``MoveError`` unless the tag agrees with the options."""
        if tag.name in self.own_tags:
            for draw in self.read_own_tag(state, tag.name, tag.value):
                state = self.apply(state, draw)
            return state
        known = {
            "Game": self.title,
            "Players": str(len(state.hands)),
            "Teams": "on" if self.teams else "off",
            "Preset": self.preset,
        }
        check_tag(tag, known, (*self.own_tags, *_INFORMATIVE))
        return state

    def read_own_tag(self, state: State, name: str, value: str) -> Sequence[Move]:
        """The draws of the lottery (§10)."""
        if not state.lots or state.lots[0]:
            raise IllegalMove(_("there is no lottery at this point, or start=lottery is not set."))
        return read_lottery(self.rules, value, len(state.hands))

    def _check_result(self, state: State, text: str) -> None:
        """Raises ``IllegalMove`` unless the result line says the scores."""
        if state.ending is None:
            raise IllegalMove(_("the game is not over."))
        step = 2 if self.teams else 1
        sides = [LETTERS[n : n + step] for n in range(0, len(state.hands), step)]
        told = ", ".join(
            f"{side} {score}" for side, score in zip(sides, state.ending.scores, strict=True)
        )
        if ", ".join(part.strip() for part in text.split(",")) != told:
            raise IllegalMove(_("the scores are {told}.").format(told=told))

    # ---- capabilities --------------------------------------------------------------------------

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §10."""
        return position_text(self.rules, state, ended is not None)

    def seats_of(self, state: State) -> int:
        """The number of seats that play in *state*."""
        return len(state.hands)

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """The score sheets, one a side."""
        return state.sheets

    parse = with_rules(read_decision)
    parse_turn = with_rules(read_turn)
    from_text = with_rules(read_position)
    moved = with_rules(moved)
    evaluate = with_rules(evaluate)
    playout = with_rules(playout)
    decision_count: ClassVar = numbering.DECISIONS
    outcome_count: ClassVar = len(VALUES)
    observation_shape: ClassVar = numbering.SHAPE
    decisions: ClassVar = numbering.GROUPS
    planes: ClassVar = numbering.PLANES
    number_of = staticmethod(numbering.number_of)
    decision_of = with_rules(numbering.decision_of)
    legal_numbers = with_rules(numbering.legal_numbers)
    symmetries = staticmethod(symmetry.symmetries)

    def observe(self, state: State, seat: int) -> int:
        """The observation of *seat* as planes of bits; of hidden hands, those of its side alone."""
        hidden = self.option_value("hands") == "hidden"
        return numbering.observe(self.rules, state, seat, hidden)

    lessons = staticmethod(lessons)
    themes = staticmethod(themes)

    @classmethod
    def puzzles(cls) -> Sequence[Puzzle]:
        """The puzzles, by their numbers."""
        return read_puzzles(__package__, cls)

    def themes_of(self, states: Sequence[State], moves: Sequence[Move]) -> Sequence[str]:
        """The themes of a solution, the most telling one first."""
        return themes_of(self.rules, PlayedSolution.of(self, states, moves))
