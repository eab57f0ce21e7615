"""TAMSK for the host: its options, and the rules behind the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal

from gipf_meta import (
    N_,
    BadNotation,
    BoardEditor,
    IllegalMove,
    OnOff,
    Option,
    Over,
    PlayedSolution,
    Preset,
    Puzzle,
    RulesGame,
    Status,
    View,
    Whole,
    check_tag,
    levels_of,
    read_puzzles,
    read_tag,
    strengths_of,
    turn,
    with_rules,
)
from gipf_meta_tamsk import numbering, symmetry
from gipf_meta_tamsk.boardspace import BOARDSPACE
from gipf_meta_tamsk.lessons import lessons
from gipf_meta_tamsk.motion import moved
from gipf_meta_tamsk.notation import (
    MARKS,
    PLAYERS,
    Item,
    decision_text,
    legal_decision,
    read_decision,
    read_items,
    read_turn,
    with_time,
)
from gipf_meta_tamsk.positions import REASONS, position_text, read_position
from gipf_meta_tamsk.puzzles import themes, themes_of
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import NONE, Ending, Move, State
from gipf_meta_tamsk.strength.bot import evaluate
from gipf_meta_tamsk.strength.playout import playout
from gipf_meta_tamsk.telling import aim, explain_end, predicate
from gipf_meta_tamsk.texts import _
from gipf_meta_tamsk.view import describe_events, picture

LONGEST_MS: Final = 10**9
#: tags that a record may carry for its readers
_INFORMATIVE: Final = ("Red", "Black", "Date", "Result")

Ms = Annotated[int, Whole]


class Tamsk(RulesGame[State, Move]):
    """TAMSK with every option of docs/reference/tamsk.md §9."""

    id = "tamsk"
    title = "TAMSK"
    tagline = N_(
        "Move and turn your running hourglasses, and get rid of your rings before time does."
    )
    motto = N_("Run your glasses, beat the sand.")
    list_order = 60
    seat_names = PLAYERS
    end_words = REASONS
    searched_by = "alpha-beta"
    positions_a_second = 25_000
    levels: ClassVar = levels_of((8, 0.086), (30, 0.052), (125, 0.033), (550, 0.0195))
    strengths: ClassVar = strengths_of(greedy=200, easy=330, medium=590, hard=1000, expert=1400)
    rules_version = 2
    writes_resignations = True
    presets = (
        Preset(
            "level_1", N_("Level 1"), N_("No sand runs: think as long as you like."), {"level": 1}
        ),
        Preset(
            "level_2",
            N_("Level 2"),
            N_("The hourglasses run: who lets one run out has lost it."),
            {"level": 2},
        ),
        Preset(
            "level_3",
            N_("Level 3"),
            N_("The hourglasses run, and with a glass of 15 seconds you hurry your opponent."),
        ),
        Preset(
            "metronome",
            N_("Metronome"),
            N_("Sand falls with every move, not by the clock."),
            {"level": 2, "time_mode": "metronome"},
        ),
    )
    gentle_start = {"level": 1}
    gentle_words = N_(
        "At level 1 no sand runs: you learn how glasses move and rings drop, in your own time."
    )

    level: Annotated[Literal[1, 2, 3], Whole] = Option(
        3,
        N_("level"),
        N_("1: no clock; 2: the hourglasses run; 3: they run, and so does the 15-second glass."),
        {1: N_("1: no clock"), 2: N_("2: sand runs"), 3: N_("3: 15-second glass")},
    )
    sand_ms: Ms = Option(
        180_000, N_("sand of a glass"), N_("How long an hourglass runs."), gt=0, le=LONGEST_MS
    )
    timer_ms: Ms = Option(
        15_000,
        N_("the small glass runs"),
        N_("How long the 15-second glass runs."),
        gt=0,
        le=LONGEST_MS,
    )
    start_position: Literal["corners", "placement"] = Option(
        "corners",
        N_("the glasses begin"),
        N_("Glasses begin on the corners, or are placed in the first three turns."),
        {"corners": N_("on the corners"), "placement": N_("where placed")},
        alias="start",
    )
    rings: Annotated[int, Whole] = Option(
        32,
        N_("rings of each player"),
        N_("Rings of each player; fewer make a shorter game."),
        ge=1,
        le=32,
    )
    full_space: Literal["loss", "reject"] = Option(
        "loss",
        N_("entering a full space"),
        N_("Whether entering a full space loses the game or is refused."),
        {"loss": N_("loses the game"), "reject": N_("is refused")},
    )
    claim: OnOff = Option(
        True,
        N_("forgotten ring claimed"),
        N_("The opponent may drop a ring of his own where one was forgotten."),
    )
    late_ring: OnOff = Option(
        True,
        N_("forgotten ring added"),
        N_("The mover may add a forgotten ring until it is claimed."),
    )
    voluntary_pass: Literal["forbidden", "free", "costs_next"] | None = Option(
        None,
        N_("passing at will"),
        N_(
            "Passing while one could move; if not given, forbidden at levels 1 and 2, and at the"
            " cost of the next turn at level 3."
        ),
        {
            "": N_("as the level has it"),
            "forbidden": N_("forbidden"),
            "free": N_("free"),
            "costs_next": N_("costs the next turn"),
        },
    )
    first_moves: Literal["must", "free"] = Option(
        "must",
        N_("all glasses first"),
        N_("Whether all glasses must be brought into play first (levels 2, 3)."),
        {"must": N_("they must be moved"), "free": N_("as one likes")},
    )
    tie: Literal["draw", "last_running"] | None = Option(
        None,
        N_("equal rings"),
        N_("Equal rings: if not given a draw at level 1, else the glass that runs longest wins."),
        {
            "": N_("as the level has it"),
            "draw": N_("a draw"),
            "last_running": N_("longest glass wins"),
        },
    )
    zero_rings: Literal["move_on", "stop"] = Option(
        "move_on",
        N_("without rings"),
        N_("Whether a player without rings goes on moving."),
        {"move_on": N_("one moves on"), "stop": N_("one stops")},
    )
    stall_limit: Annotated[int, Whole] = Option(
        40,
        N_("turns without a ring"),
        N_("The game ends after so many turns without a ring; 0: never."),
        ge=0,
    )
    time_mode: Literal["realtime", "metronome"] = Option(
        "realtime",
        N_("time"),
        N_("Whether the sand runs by the clock, or a beat with every move."),
        {"realtime": N_("by the clock"), "metronome": N_("beats of a metronome")},
    )
    metronome_ms: Ms = Option(
        10_000, N_("beat"), N_("The beat of the metronome."), gt=0, le=LONGEST_MS
    )
    allow_wait: OnOff = Option(
        False,
        N_("waiting for beats"),
        N_("W1, W2, … lets beats of the metronome pass before a move."),
    )
    two_phase: OnOff | None = Option(
        None,
        N_("lift, place later"),
        N_(
            "A glass may be lifted first and placed later; if not given on at level 3 in real time."
        ),
        {"": N_("as the level has it")},
    )
    timer_side: Literal["left", "right"] = Option(
        "right",
        N_("15-second glass"),
        N_("Where the 15-second glass is shown."),
        {"left": N_("left"), "right": N_("right")},
    )

    @property
    def rules_facts(self) -> Mapping[str, str]:
        """Options as the level has them where they are left open, and times in seconds."""
        rules = self.rules
        seconds = {"sand": self.sand_ms, "timer": self.timer_ms, "beat": self.metronome_ms}
        return {
            "voluntary_pass": rules.voluntary_pass,
            "tie": "last_running" if rules.last_running else "draw",
            "two_phase": "on" if rules.two_phase else "off",
            **{f"{name}_seconds": f"{ms / 1000:.12g}" for name, ms in seconds.items()},
        }

    @cached_property
    def editor(self) -> BoardEditor:
        """The editor that sets up boards of this game."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_tamsk.setting_up import TamskEditor

        return TamskEditor(self.rules)

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        level = self.level
        metronome = level > 1 and self.time_mode == "metronome"
        real_time = level > 1 and not metronome
        # §7.10 (e): lifting and placing are two moments only where time runs
        two_phase = self.two_phase if self.two_phase is not None else level == 3
        return Rules(
            level=level,
            sand_ms=self.sand_ms,
            timer_ms=self.timer_ms,
            placement=self.start_position == "placement",
            rings=self.rings,
            reject_full=self.full_space == "reject",
            claim=self.claim,
            late_ring=self.late_ring,
            voluntary_pass=self.voluntary_pass or ("costs_next" if level == 3 else "forbidden"),
            must_start=self.first_moves == "must",
            last_running=(self.tie or ("draw" if level == 1 else "last_running")) == "last_running",
            stop_without_rings=self.zero_rings == "stop",
            stall_limit=self.stall_limit,
            beat_ms=self.metronome_ms if metronome else 0,
            allow_wait=self.allow_wait,
            two_phase=real_time and two_phase,
            version=self.rules_version,
        )

    @classmethod
    def of_rules_version(cls, version: int) -> type[Tamsk]:
        """The game of today, or that of records before the stall limit had its own reason."""
        return TamskOfRules1 if version == 1 else Tamsk

    @property
    def real_time(self) -> bool:
        """Whether the sand runs with the clock."""
        return self.rules.real_time

    # ---- the protocol ------------------------------------------------------------------------

    def status(self, state: State) -> Status[Move]:
        """The seat that makes the next move, or the end with its reason (§7.7)."""
        ending = state.ending
        if ending is None:
            return turn(self.rules.mover(state), state.number)
        return Over(() if ending.winner == NONE else (ending.winner,), ending.reason)

    def format(self, state: State, move: Move) -> str:
        """One decision in the notation of §8, without its time: ``R:a1-b2``."""
        return decision_text(move)

    def format_turn(self, state: State, moves: Sequence[Move]) -> str:
        """A turn in the notation of §8, without times."""
        return " ".join(decision_text(move) for move in moves)

    def view(self, state: State, seat: int | None) -> View:
        """The picture for *seat*; ``None``: for both seats, which may both do something."""
        return picture(self.rules, state, seat, timer_left=self.timer_side == "left")

    legal_moves = with_rules(Rules.legal_moves)  # also beside a turn: rings, claims, flips
    turn_moves = with_rules(Rules.turn_moves)
    is_forced = with_rules(Rules.is_forced)
    aim = with_rules(aim)
    explain_end = with_rules(explain_end)
    predicate = with_rules(predicate)
    parse = with_rules(read_decision)
    parse_turn = with_rules(read_turn)
    from_text = with_rules(read_position)
    deadline = with_rules(Rules.next_expiry)
    evaluate = with_rules(evaluate)
    playout = with_rules(playout)
    decision_count: ClassVar = numbering.DECISIONS
    outcome_count: ClassVar = 0
    observation_shape: ClassVar = numbering.SHAPE
    decisions: ClassVar = numbering.GROUPS
    planes: ClassVar = numbering.PLANES
    number_of = staticmethod(numbering.number_of)
    decision_of = with_rules(numbering.decision_of)
    legal_numbers = with_rules(numbering.legal_numbers)
    observe = with_rules(numbering.observe)
    symmetries = staticmethod(symmetry.symmetries)
    moved = with_rules(moved)
    boardspace: ClassVar = BOARDSPACE
    lessons = staticmethod(lessons)
    themes = staticmethod(themes)

    @classmethod
    def puzzles(cls) -> Sequence[Puzzle]:
        """The puzzles, by their numbers."""
        return read_puzzles(__package__, cls)

    def themes_of(self, states: Sequence[State], moves: Sequence[Move]) -> Sequence[str]:
        """The themes of a solution, the most telling one first."""
        return themes_of(self.rules, PlayedSolution.of(self, states, moves))

    # ---- a line of a record (§8) ---------------------------------------------------------------

    def play_line(
        self, state: State, text: str, following: Callable[[], str] = str
    ) -> Iterator[tuple[str | None, State]]:
        """Plays the items of a line, each at its game time; a line with a tag plays nothing."""
        while tag := read_tag(text):
            check_tag(tag, self._expected_tags(), _INFORMATIVE)
            text = tag.rest
        for item in read_items(text):
            state = self._advance_to(state, item)
            if item.token in MARKS:
                if item.seat is not None:
                    raise BadNotation(_("{token} belongs to no player.").format(token=item.token))
                played = item.token
            else:
                move = legal_decision(self.rules, state, item)
                played, t = decision_text(move), state.t
                state = self.apply(state, move)
                yield with_time(self.rules, t, played), state
                continue
            yield with_time(self.rules, state.t if item.ms is None else item.ms, played), state

    def _advance_to(self, state: State, item: Item) -> State:
        """The state at the time of *item*. Raises ``IllegalMove``."""
        if item.ms is None or item.ms == state.t:
            return state
        if not self.real_time:
            raise IllegalMove(
                _("@{ms}: no clock runs in this game, so leave the time out.").format(ms=item.ms)
            )
        if item.ms < state.t:
            raise IllegalMove(
                _("@{ms}: time must not go backwards, it is {t} ms.").format(ms=item.ms, t=state.t)
            )
        return self.rules.advance(state, item.ms).state()

    def _expected_tags(self) -> dict[str, str]:
        """The tags that say an option (§8), with the value of this game."""
        return {
            "Game": self.title,
            "Level": str(self.level),
            "SandMs": str(self.sand_ms),
            "TimerMs": str(self.timer_ms),
            "Start": self.start_position,
        }

    # ---- capabilities --------------------------------------------------------------------------

    def advance(self, state: State, ms: int) -> State:
        """The state *ms* milliseconds later (§7.4)."""
        return self.rules.later(state, state.t + ms)

    def happenings(self, state: State, move: Move | None = None, ms: int = 0) -> Sequence[str]:
        """Deaths, time-outs, lost turns and forced passes when *move* is played or *ms* pass."""
        if move is not None:
            return describe_events(self.rules.play(state, move))
        return describe_events(self.rules.advance(state, state.t + ms)) if self.real_time else ()

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §8."""
        if ended is None:
            return position_text(self.rules, state)
        winner = ended.winners[0] if ended.winners else NONE
        return position_text(self.rules, state, Ending(winner, ended.reason))


class TamskOfRules1(Tamsk):
    """TAMSK by the first version of its rules (docs/reference/tamsk.md §7.7, §7.9)."""

    rules_version = 1
