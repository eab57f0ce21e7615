"""GIPF as a game of the host: options, and the protocol over the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from gipf_meta import (
    N_,
    Chance,
    Duel,
    Game,
    Lesson,
    OnOff,
    Over,
    PerSide,
    Status,
    View,
    Whole,
    document,
    turn,
)
from gipf_meta_gipf.bot import evaluate
from gipf_meta_gipf.lessons import lessons
from gipf_meta_gipf.notation import decision_text, read_decision, turn_text
from gipf_meta_gipf.option_words import OPTION_WORDS
from gipf_meta_gipf.playout import playout
from gipf_meta_gipf.positions import SEATS, position_text, read_position
from gipf_meta_gipf.rules import LOTS, Rules
from gipf_meta_gipf.stakes import duel_news, lot_news
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_LOT,
    ASK_TARGET,
    OVER,
    TAMSK,
    Four,
    Move,
    Outcome,
    State,
)
from gipf_meta_gipf.tally import tally
from gipf_meta_gipf.texts import _
from gipf_meta_gipf.turn_reader import read_turn
from gipf_meta_gipf.view import END_WORDS, picture

DuelOptions = dict[str, str | int]


def _duel_kinds(value: object) -> object:
    named = {part.strip() for part in value.split(",")} if isinstance(value, str) else set()
    if not named or not named <= {"tamsk", "zertz"}:
        raise ValueError(_("it should be tamsk,zertz or one of them"))
    return ",".join(sorted(named))


ChallengeKinds = Annotated[Literal["tamsk,zertz", "tamsk", "zertz"], BeforeValidator(_duel_kinds)]


def _game_id(value: object) -> object:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9_]+", value, re.ASCII):
        raise ValueError(_("it should be the id of a game: lower-case letters, digits and _"))
    return value


GameId = Annotated[str, BeforeValidator(_game_id)]


class _RulesText:
    """The players' rules, read when asked for and not on import."""

    def __get__(self, instance: object, owner: type) -> str:
        return document("gipf_meta_gipf", "rules.md")


class Gipf(Game[State, Move]):
    """GIPF: basic, standard and tournament, with TAMSK and ZÈRTZ potentials and challenges."""

    id: ClassVar[str] = "gipf"
    title: ClassVar[str] = "GIPF"
    tagline: ClassVar[str] = N_(
        "Push pieces in, take rows of four, and keep enough to push in the next one."
    )
    seat_names: ClassVar[tuple[str, ...]] = SEATS
    option_words: ClassVar[Mapping[str, str]] = OPTION_WORDS
    end_words: ClassVar[Mapping[str, str]] = END_WORDS
    searched_by: ClassVar[Literal["tree", "alpha-beta"]] = "alpha-beta"
    # a crossing GIPF-piece can be taken with either row, and reads the same
    one_text_per_path: ClassVar[bool] = False
    rules_text: ClassVar[str] = _RulesText()  # type: ignore[assignment]

    variant: Literal["basic", "standard", "tournament"] = Field(
        default="tournament",
        description=N_("Which pieces are played with, and how the game begins."),
    )
    extra_pieces: PerSide = Field(
        default=(0, 0),
        description=N_("More basic pieces, 0-3, basic variant only; W/B as a handicap."),
    )
    tamsk_potentials: PerSide = Field(
        default=(0, 0),
        description=N_("TAMSK-potentials per player: one extra move from the centre each."),
    )
    zertz_potentials: PerSide = Field(
        default=(0, 0), description=N_("ZÈRTZ-potentials per player: one jump each.")
    )
    challenges_enabled: OnOff = Field(
        default=False,
        description=N_("The use of a potential may be challenged to a duel in another game."),
    )
    challenges_per_player: PerSide = Field(
        default=(1, 1), description=N_("How many challenges each player has.")
    )
    challenges_per_kind: OnOff = Field(
        default=True,
        description=N_("That many for each kind of potential in play, not for both together."),
    )
    loaded_only_rows: Literal["break", "may_stay"] = Field(
        default="break", description=N_("What happens to a row of loaded pieces only.")
    )
    challenge_kinds: ChallengeKinds = Field(
        default="tamsk,zertz", description=N_("Which potentials may be challenged.")
    )
    zertz_challenge: Literal["anywhere", "centre"] = Field(
        default="anywhere",
        description=N_("Where a ZÈRTZ-potential can be challenged; centre is e5."),
    )
    challenge_when: Literal["any", "first_use"] = Field(
        default="any",
        description=N_("Whether only a player's first use of each kind can be challenged."),
    )
    tamsk_duel: GameId = Field(
        default="tamsk", description=N_("The game that decides about a challenged TAMSK-potential.")
    )
    tamsk_duel_options: DuelOptions = Field(
        default_factory=dict, description=N_("Options of that game, as tamsk_duel.NAME=VALUE.")
    )
    zertz_duel: GameId = Field(
        default="zertz", description=N_("The game that decides about a challenged ZÈRTZ-potential.")
    )
    zertz_duel_options: DuelOptions = Field(
        default_factory=dict, description=N_("Options of that game, as zertz_duel.NAME=VALUE.")
    )
    duel_draw_policy: Literal["replay", "owner_wins", "challenger_wins"] = Field(
        default="replay", description=N_("What a drawn duel means.")
    )
    duel_attempts: Annotated[int, Whole] = Field(
        default=3,
        strict=True,
        ge=1,
        description=N_("How many drawn duels are played before the owner has won."),
    )
    duel_first_player: Literal["lots", "owner", "challenger"] = Field(
        default="lots", description=N_("Who begins the duel.")
    )
    duel_winner_may_decline: OnOff = Field(
        default=False,
        description=N_("Whoever wins a duel about his power need not use the power."),
    )
    potential_moves_avert_loss: OnOff = Field(
        default=True,
        description=N_("With an empty reserve a possible jump keeps a player in the game."),
    )
    gipf_after_loaded: OnOff = Field(
        default=False,
        description=N_("GIPF-pieces may still be entered after a loaded piece (tournament)."),
    )
    tamsk_extra_counts_as_move: OnOff = Field(
        default=False,
        description=N_(
            "With an empty reserve an extra move replaces the normal move owed after it."
        ),
    )
    max_turns: Annotated[int, Whole] = Field(
        default=0,
        strict=True,
        ge=0,
        description=N_("The game ends without a winner after so many turns; 0: never."),
    )

    @model_validator(mode="after")
    def _agreement_is_possible(self) -> Gipf:
        if any(self.extra_pieces) and self.variant != "basic":
            raise ValueError(
                _("extra_pieces belong to the basic variant, not to the {variant} one").format(
                    variant=self.variant
                )
            )
        if max(self.extra_pieces) > 3:
            raise ValueError(_("extra_pieces can be 3 at most for each side"))
        for duel, options in (
            ("tamsk_duel", self.tamsk_duel_options),
            ("zertz_duel", self.zertz_duel_options),
        ):
            if getattr(self, duel) != self.id:
                continue
            for name in ("tamsk_potentials", "zertz_potentials", "challenges_enabled"):
                if options.get(name, 0) not in (0, "0", "0/0", "off", False):
                    raise ValueError(
                        _(
                            "{duel}.{name} is impossible: duels are played without potentials and"
                            " challenges"
                        ).format(duel=duel, name=name)
                    )
        return self

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        basics = 15 if self.variant == "basic" else 18
        potentials = _four(self.tamsk_potentials, self.zertz_potentials)
        none = (0, 0)
        quota = self.challenges_per_player if self.challenges_enabled else none
        if self.challenges_per_kind:
            challenges = _four(
                quota if any(self.tamsk_potentials) else none,
                quota if any(self.zertz_potentials) else none,
            )
        else:
            challenges = _four(quota if any(potentials) else none, none)
        return Rules(
            tournament=self.variant == "tournament",
            gipfs_at_start=self.variant == "standard",
            basics=(basics + self.extra_pieces[0], basics + self.extra_pieces[1]),
            potentials=potentials,
            challenges=challenges,
            shared_challenges=not self.challenges_per_kind,
            challengeable=(
                self.challenges_enabled and "tamsk" in self.challenge_kinds.split(","),
                self.challenges_enabled and "zertz" in self.challenge_kinds.split(","),
            ),
            centre_only=self.zertz_challenge == "centre",
            first_use_only=self.challenge_when == "first_use",
            loaded_may_stay=self.loaded_only_rows == "may_stay",
            gipf_after_loaded=self.gipf_after_loaded,
            potentials_avert_loss=self.potential_moves_avert_loss,
            extra_counts=self.tamsk_extra_counts_as_move,
            draw_policy=self.duel_draw_policy,
            attempts=self.duel_attempts,
            first_player=self.duel_first_player,
            max_turns=self.max_turns,
            winner_may_decline=self.duel_winner_may_decline,
        )

    def start(self, seats: int) -> State:
        """The position before White's first turn. Raises ``ValueError`` unless *seats* is 2."""
        if seats != 2:
            raise ValueError(_("GIPF is played by two, not by {seats}").format(seats=seats))
        return self.rules.start()

    def status(self, state: State) -> Status[Move]:
        """The player who decides, a lot, a duel, or the end."""
        ask = state.ask
        if ask <= ASK_TARGET:
            return turn(state.mover, state.number)
        if ask == ASK_ANSWER:
            return turn(1 - state.mover, state.number)
        if ask == ASK_LOT:
            return Chance(tuple((lot, 1) for lot in LOTS))
        if ask == OVER:
            result = state.result()
            return Over(() if result.winner < 0 else (result.winner,), result.reason)
        now = state.announcement()
        tamsk = now.kind == TAMSK
        return Duel(
            self.tamsk_duel if tamsk else self.zertz_duel,
            (now.first, 1 - now.first),
            state.mover,
            self.tamsk_duel_options if tamsk else self.zertz_duel_options,
        )

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        """The decisions that *seat* may take now; none if another seat decides."""
        return self.rules.legal_moves(state) if seat == state.current_player() else ()

    def apply(self, state: State, move: Move) -> State:
        """The state after *move*, which is trusted to be legal."""
        return self.rules.apply(state, move)

    def settle(self, state: State, winner: int | None, game: str) -> Move:
        """The move that ends a duel. Raises ``ValueError`` if no duel is due."""
        if not isinstance(self.status(state), Duel):
            raise ValueError(_("no duel is due in GIPF"))
        return Outcome(winner, game)

    def happenings(self, state: State, move: Move | None = None, ms: int = 0) -> Sequence[str]:
        """What a lot or the end of a duel means; nothing else happens by itself."""
        if isinstance(move, Outcome):
            return (duel_news(self.rules, state, move),)
        return (lot_news(state, move),) if state.ask == ASK_LOT and move is not None else ()

    def format(self, state: State, move: Move) -> str:
        """One decision, lot or end of a duel in the notation of §12.2."""
        return decision_text(state, move)

    def parse(self, state: State, seat: int, text: str) -> Move:
        """The decision of *seat* that *text* says. Raises ``BadNotation``, ``IllegalMove``."""
        return read_decision(self.rules, state, seat, text)

    def format_turn(self, state: State, moves: Sequence[Move]) -> str:
        """A turn in the notation of §12.2: ``a5-b5;xb5,c5,d5,e5``."""
        return turn_text(self.rules, state, moves)

    def parse_turn(self, state: State, text: str) -> tuple[Move, ...]:
        """The decisions of a turn. Raises ``BadNotation``, ``IllegalMove``."""
        return read_turn(self.rules, state, text)

    def view(self, state: State, seat: int | None) -> View:
        """The picture for *seat*; ``None``: for the seat that decides."""
        return picture(self.rules, state, seat)

    def to_text(self, state: State, ended: Over | None = None) -> str:
        """The position string of §12.2; *ended* is an end from outside the rules."""
        return position_text(self.rules, state, ended)

    def from_text(self, text: str) -> State:
        """The position of a string of §12.2. Raises ``BadNotation``."""
        return read_position(self.rules, text)

    def evaluate(self, state: State, seat: int) -> float:
        """What *state* is worth to *seat*, from -1 (lost) to 1 (won)."""
        return evaluate(self.rules, state, seat)

    def playout(self, state: State, rng: Random) -> tuple[float, ...]:
        """Finishes the game at random: the result of each seat, from -1 to 1."""
        return playout(self.rules, state, rng)

    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        """From the basic game to a challenge, in five steps."""
        return lessons()

    @classmethod
    def tally(cls, turns: Iterable[str]) -> Mapping[str, Mapping[str, int]]:
        """How often each kind of potential was announced, challenged, won, lost and used."""
        return tally(turns)

    def duels(self) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """The games that may have to decide a challenge in this agreement, with their options."""
        return tuple(
            (getattr(self, f"{kind}_duel"), getattr(self, f"{kind}_duel_options"))
            for kind in ("tamsk", "zertz")
            if self._can_be_challenged(kind)
        )

    def _can_be_challenged(self, kind: str) -> bool:
        in_play = any(getattr(self, f"{kind}_potentials"))
        return self.challenges_enabled and kind in self.challenge_kinds.split(",") and in_play

    def adapted_to(self, installed: Sequence[str]) -> tuple[Gipf, tuple[str, ...]]:
        """The same game with duels that can be played here.

        A duel game that is missing gives way to that of the other kind, or to the die.
        """
        changes: dict[str, Any] = {}
        notices = []
        wanted = [
            ("tamsk", "zertz", "TAMSK"),
            ("zertz", "tamsk", "ZÈRTZ"),
        ]
        for kind, other, name in wanted:
            duel = getattr(self, f"{kind}_duel")
            if duel in installed or not self._can_be_challenged(kind):
                continue
            instead, options = (
                getattr(self, f"{other}_duel"),
                getattr(self, f"{other}_duel_options"),
            )
            if instead not in installed:
                instead, options = "die", {}
            changes |= {f"{kind}_duel": instead, f"{kind}_duel_options": options}
            notices.append(
                _(
                    "The game {duel} is not installed, so challenged {name}-potentials are decided"
                    " by {instead}."
                ).format(duel=duel, name=name, instead=instead)
            )
        if not changes:
            return self, ()
        options = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self)(**(options | changes)), tuple(notices)


def _four(tamsk: tuple[int, int], zertz: tuple[int, int]) -> Four:
    return (tamsk[0], zertz[0], tamsk[1], zertz[1])
