"""GIPF as a game of the host: options, and the protocol over the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import create_model, model_validator

from gipf_meta import (
    N_,
    BoardEditor,
    Chance,
    Duel,
    Lesson,
    Over,
    PlayedSolution,
    Puzzle,
    RulesGame,
    Status,
    levels_of,
    read_puzzles,
    strengths_of,
    turn,
    with_rules,
)
from gipf_meta_gipf import numbering, symmetry
from gipf_meta_gipf.boardspace import BOARDSPACE
from gipf_meta_gipf.caption import END_WORDS
from gipf_meta_gipf.installed import check_kind, installed_kinds, order_of, refused_kinds
from gipf_meta_gipf.kind import Kind, Table
from gipf_meta_gipf.lessons import lessons
from gipf_meta_gipf.more_lessons import more_lessons
from gipf_meta_gipf.motion import moved
from gipf_meta_gipf.notation import decision_text, read_decision, turn_text
from gipf_meta_gipf.options import (
    ALL,
    OwnOptions,
    challenge_kinds_for,
    fields_for,
    in_order,
    options_in_record,
)
from gipf_meta_gipf.positions import SEATS, position_text, read_position
from gipf_meta_gipf.presets import presets_for
from gipf_meta_gipf.puzzles import themes, themes_of
from gipf_meta_gipf.rows import piece_at_hand, segment_at_hand
from gipf_meta_gipf.rules import LOTS, Rules
from gipf_meta_gipf.stakes import duel_news, lot_news
from gipf_meta_gipf.state import (
    ASK_ANSWER,
    ASK_LOT,
    ASK_PIECE,
    ASK_ROW,
    ASK_TARGET,
    OVER,
    TAKE,
    Move,
    Outcome,
    State,
)
from gipf_meta_gipf.strength.bot import evaluate, evaluate_moves, evaluate_quiet_moves
from gipf_meta_gipf.strength.patterns import WORTHS, patterns_of_lines, worths_by_place
from gipf_meta_gipf.strength.playout import playout
from gipf_meta_gipf.tally import tally
from gipf_meta_gipf.telling import explain_end, list_text, predicate, rows_news
from gipf_meta_gipf.texts import _
from gipf_meta_gipf.turn_reader import read_rows, read_turn
from gipf_meta_gipf.view import picture

KINDS = tuple(kind for kind, _source in installed_kinds())

if TYPE_CHECKING:

    class _Options(OwnOptions):
        challenge_kinds: str
else:

    def _options_with(kinds: Sequence[Kind]) -> type[OwnOptions]:
        """The options of GIPF and those that *kinds* bring, as they are listed."""
        brought = fields_for(kinds) | {"challenge_kinds": challenge_kinds_for(kinds)}
        own = {name: (info.annotation, info) for name, info in OwnOptions.model_fields.items()}
        every = own | brought
        return create_model(
            "GipfOptions",
            __base__=RulesGame[State, Move],
            __module__=__name__,
            **{name: every[name] for name in in_order(own, kinds)},
        )

    _Options = _options_with(KINDS)


class Gipf(_Options):
    """GIPF: basic, standard and tournament, with potentials of the installed kinds."""

    id = "gipf"
    title = "GIPF"
    tagline = N_("Push pieces in, take rows of four, and keep enough to push in the next one.")
    motto = N_("Push in, take rows of four.")
    list_order = 20
    shown_position = "b 3,10 T0Z0,T0Z0 W:c4,c6,Ge4,e8,f2,Gf3,Gf4,f6 B:Gc5,Ge5,f5 G:-"
    seat_names = SEATS
    is_open = True
    end_words = END_WORDS
    searched_by = "alpha-beta"
    positions_a_second = 40_000
    levels: ClassVar = levels_of((7, 0.091), (13, 0.074), (100, 0.035), (550, 0.0195))
    varied_turns: ClassVar = 4
    strengths: ClassVar = strengths_of(greedy=170, easy=250, medium=700, hard=1150, expert=1600)
    positions_forget = {N_("how many turns were played"): {"max_turns": 0}}
    # a crossing GIPF-piece can be taken with either row, and reads the same
    one_text_per_path = False
    presets = presets_for(KINDS)
    kinds: ClassVar[tuple[Kind, ...]] = KINDS
    """The kinds of potentials that can be in the game."""
    boardspace: ClassVar = BOARDSPACE
    worths: ClassVar[Sequence[int]] = WORTHS
    """The value of each pattern of a line, in thousandths of a logit."""

    @classmethod
    def with_kinds(cls, *kinds: Kind) -> type[Gipf]:
        """This game with more *kinds* of potentials, as if they were installed: for trying them.

        A kind that the game has is no other one. Raises ``KindError`` for one that cannot be used.
        """
        every = list(cls.kinds)
        new = [kind for kind in kinds if kind not in every]
        for kind in new:
            check_kind(kind, every)
            every.append(kind)
        fields = fields_for(new) | {"challenge_kinds": challenge_kinds_for(every)}
        wider: type[Gipf] = create_model(
            "Gipf",
            __base__=cls,
            __module__=__name__,
            **fields,  # type: ignore[call-overload]
        )
        wider.kinds = tuple(sorted(every, key=order_of))
        wider.presets = presets_for(wider.kinds)
        return wider

    @model_validator(mode="after")
    def _agreement_is_possible(self) -> Gipf:
        if any(self.extra_pieces) and self.variant == "standard":
            raise ValueError(
                _(
                    "extra_pieces belong to the basic variant and to the tournament, not to the"
                    " {variant} one"
                ).format(variant=self.variant)
            )
        if max(self.extra_pieces) > 3:
            raise ValueError(_("extra_pieces can be 3 at most for each side"))
        letters = [kind.letter for kind in self.kinds_in_game]
        converting = [kind.name for kind in self.kinds_in_game if kind.converts]
        for letter in letters:
            if letters.count(letter) > 1:
                raise ValueError(
                    _(
                        "two kinds of potentials with the letter {letter} cannot be in one game"
                    ).format(letter=letter)
                )
        if len(converting) > 1:
            raise ValueError(
                _(
                    "{first} and {second} potentials both make GIPF-pieces: one of them at most can"
                    " be in a game"
                ).format(first=converting[0], second=converting[1])
            )
        for kind in self.kinds:
            duel = f"{kind.key}_duel"
            if getattr(self, duel) != self.id:
                continue
            options = getattr(self, f"{duel}_options")
            forbidden = [f"{each.key}_potentials" for each in self.kinds]
            for name in (*forbidden, "challenges_enabled"):
                if options.get(name, 0) not in (0, "0", "0/0", "off", False):
                    raise ValueError(
                        _(
                            "{duel}.{name} is impossible: duels are played without potentials and"
                            " challenges"
                        ).format(duel=duel, name=name)
                    )
        return self

    @property
    def parts(self) -> Mapping[str, str]:
        """The kinds of potentials in the game, each with its package and version."""
        here = self.installed_parts()
        return {_part(kind): here[_part(kind)] for kind in self.kinds_in_game}

    @classmethod
    def installed_parts(cls) -> Mapping[str, str]:
        """All kinds of potentials that can be in the game, with their packages and versions."""
        known = {kind.key: source for kind, source in installed_kinds()}
        return {_part(kind): known.get(kind.key, "") for kind in cls.kinds}

    @classmethod
    def refused_parts(cls) -> Mapping[str, tuple[str, str]]:
        """The kinds of potentials that packages bring and this game cannot use, and why."""
        return {kind.name: (kind.source, kind.why) for kind in refused_kinds()}

    def potentials_of(self, kind: Kind) -> tuple[int, int]:
        """The numbers of potentials of *kind* that White and Black have."""
        pair: tuple[int, int] = getattr(self, f"{kind.key}_potentials")
        return pair

    @property
    def kinds_in_game(self) -> tuple[Kind, ...]:
        """The kinds of which a player has potentials."""
        return tuple(kind for kind in self.kinds if any(self.potentials_of(kind)))

    def options_in_record(self) -> dict[str, Any]:
        """All options but those of kinds that are not in the game."""
        return options_in_record(self.model_dump(mode="json"), self.kinds)

    @property
    def rules_facts(self) -> Mapping[str, str]:
        """The pieces in reserve at the start, and whether there are potentials."""
        start = self.rules.start()
        reserves = dict.fromkeys((start.white_reserve, start.black_reserve))
        return {
            "reserve": "/".join(map(str, reserves)),
            "potentials": "on" if self.kinds_in_game else "off",
        }

    @cached_property
    def editor(self) -> BoardEditor:
        """The editor that sets up boards of this game."""
        # rarely wanted, so it is not loaded with the game
        from gipf_meta_gipf.setting_up import GipfEditor

        return GipfEditor(self.rules)

    @cached_property
    def rules(self) -> Rules:
        """The rules that these options choose."""
        basics = 15 if self.variant == "basic" else 18
        kinds = self.kinds_in_game
        potentials = _both_sides([self.potentials_of(kind) for kind in kinds])
        own_options = {
            option.name: getattr(self, option.name) for kind in kinds for option in kind.options
        }
        none = (0, 0)
        quota = self.challenges_per_player if self.challenges_enabled else none
        shared = not self.challenges_per_kind
        quotas = [none if shared and at else quota for at in range(len(kinds))]
        return Rules(
            tournament=self.variant == "tournament",
            gipfs_at_start=self.variant == "standard",
            basics=(basics + self.extra_pieces[0], basics + self.extra_pieces[1]),
            table=Table(kinds, own_options),
            potentials=potentials,
            challenges=_both_sides(quotas),
            shared_challenges=shared,
            challengeable=tuple(self._may_be_challenged(kind) for kind in kinds),
            first_use_only=self.challenge_when == "first_use",
            loaded_may_stay=self.loaded_only_rows == "may_stay",
            gipf_after_loaded=self.gipf_after_loaded,
            potentials_avert_loss=self.potential_moves_avert_loss,
            draw_policy=self.duel_draw_policy,
            attempts=self.duel_attempts,
            first_player=self.duel_first_player,
            max_turns=self.max_turns,
            winner_may_decline=self.duel_winner_may_decline,
        )

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
        duel = f"{self.rules.table.kinds[now.kind].key}_duel"
        return Duel(
            getattr(self, duel),
            (now.first, 1 - now.first),
            state.mover,
            getattr(self, f"{duel}_options"),
        )

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        """The decisions that *seat* may take now; none if another seat decides."""
        return self.rules.legal_moves(state) if seat == state.current_player() else ()

    def settle(self, state: State, winner: int | None, game: str) -> Move:
        """The move that ends a duel. Raises ``ValueError`` if no duel is due."""
        if not isinstance(self.status(state), Duel):
            raise ValueError(_("no duel is due in GIPF"))
        return Outcome(winner, game)

    def happenings(self, state: State, move: Move | None = None, ms: int = 0) -> Sequence[str]:
        """A sentence on a lot, on the end of a duel, and on each row that leaves the board; nothing
        else happens by itself."""
        if move is None:
            return ()
        rows = rows_news(self.rules, state, move)
        if isinstance(move, Outcome):
            return (duel_news(self.rules, state, move), *rows)
        return (lot_news(state, move),) if state.ask == ASK_LOT else rows

    def play_line(
        self, state: State, text: str, following: Callable[[], str] = str
    ) -> Iterator[tuple[str | None, State]]:
        """Plays a line, which is a whole turn. Raises ``BadNotation``, ``IllegalMove``."""
        if state.ask == ASK_ROW:
            read_turn(self.rules, state, text)
        yield from super().play_line(state, text, following)

    def evaluate(self, state: State, seat: int) -> float:
        """The value of *state* for *seat*, from -1 (lost) to 1 (won)."""
        return evaluate(self.rules, state, seat, lines=self.worths_by_place)

    def evaluate_moves(self, state: State, seat: int, moves: Sequence[Move]) -> Sequence[float]:
        """The value of *state* for *seat* after each of *moves*, from -1 (lost) to 1 (won)."""
        return evaluate_moves(self.rules, state, seat, moves, lines=self.worths_by_place)

    def evaluate_quiet_moves(
        self, state: State, seat: int, moves: Sequence[Move]
    ) -> Sequence[float | None]:
        """The value of *state* for *seat* after each quiet one of *moves*, else ``None``."""
        return evaluate_quiet_moves(self.rules, state, seat, moves, lines=self.worths_by_place)

    @cached_property
    def worths_by_place(self) -> list[int]:
        """The values of patterns by place, as ``patterns.worth_of_lines`` needs them."""
        return worths_by_place(self.worths)

    def features(self, state: State, seat: int) -> Sequence[int]:
        """The numbers of the patterns of all lines, as *seat* sees them.

        There are none for a seat that only answers.
        """
        if seat != state.mover:
            return ()
        return patterns_of_lines(state.pieces(seat), state.pieces(1 - seat))

    def sensible_moves(self, state: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        """All *moves*, but own GIPF-pieces stay where they may if other pieces can be played."""
        if state.ask == ASK_PIECE and len(moves) > 1 and _should_keep(state):
            return [move for move in moves if not isinstance(move, Outcome) and move < TAKE]
        return moves

    def is_forced(self, state: State, seat: int) -> bool:
        """Whether *seat* decides and has one decision only."""
        return seat == state.current_player() and self.rules.is_forced(state)

    format = with_rules(decision_text)
    explain_end = with_rules(explain_end)
    predicate = with_rules(predicate)
    list_text = with_rules(list_text)
    parse = with_rules(read_decision)
    format_turn = with_rules(turn_text)
    parse_turn = with_rules(read_rows)
    view = with_rules(picture)
    moved = with_rules(moved)
    to_text = with_rules(position_text)
    from_text = with_rules(read_position)
    playout = with_rules(playout)
    decision_count = cached_property(with_rules(numbering.decision_count))
    observation_shape = cached_property(with_rules(numbering.observation_shape))
    decisions = cached_property(with_rules(numbering.decisions))
    planes = cached_property(with_rules(numbering.planes))

    @property
    def outcome_count(self) -> int:
        """The number of lots that may decide who begins a duel; 0 without duels."""
        return len(LOTS) if self.duels() else 0

    number_of = staticmethod(numbering.number_of)
    decision_of = staticmethod(numbering.decision_of)
    legal_numbers = with_rules(numbering.legal_numbers)
    observe = with_rules(numbering.observe)
    symmetries = with_rules(symmetry.symmetries)
    asks_in_order = with_rules(symmetry.asks_in_order)

    @classmethod
    def lessons(cls) -> Sequence[Lesson]:
        """The lessons from the basic game to a challenge, and one for each further kind."""
        return (*lessons(), *more_lessons())

    themes = staticmethod(themes)

    @classmethod
    def puzzles(cls) -> Sequence[Puzzle]:
        """The puzzles, by their numbers."""
        return read_puzzles(__package__, cls)

    def themes_of(self, states: Sequence[State], moves: Sequence[Move]) -> Sequence[str]:
        """The themes of a solution, the most telling one first."""
        return themes_of(self.rules, PlayedSolution.of(self, states, moves))

    @classmethod
    def tally(cls, turns: Iterable[str]) -> Mapping[str, Mapping[str, int]]:
        """Counts how often each kind of potential was announced, challenged, won, lost and used."""
        return tally(turns, cls.kinds)

    def duels(self) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """The games that may have to decide a challenge in this agreement, with their options."""
        return tuple(
            (getattr(self, f"{kind.key}_duel"), getattr(self, f"{kind.key}_duel_options"))
            for kind in self.kinds_in_game
            if self._may_be_challenged(kind)
        )

    def _may_be_challenged(self, kind: Kind) -> bool:
        named = self.challenge_kinds.split(",")
        return self.challenges_enabled and (named == [ALL] or kind.key in named)

    def adapted_to(self, installed: Sequence[str]) -> tuple[Gipf, tuple[str, ...]]:
        """The same game with duels that can be played here.

        A duel game that is missing gives way to the first of the other kinds' duels that is
        installed, or to the die.
        """
        changes: dict[str, Any] = {}
        notices = []
        for kind in self.kinds_in_game:
            duel = getattr(self, f"{kind.key}_duel")
            if duel in installed or not self._may_be_challenged(kind):
                continue
            others = [f"{other.key}_duel" for other in self.kinds if other is not kind]
            instead, options = "die", {}
            for other in others:
                if getattr(self, other) in installed:
                    instead, options = getattr(self, other), getattr(self, f"{other}_options")
                    break
            changes |= {f"{kind.key}_duel": instead, f"{kind.key}_duel_options": options}
            notices.append(
                _(
                    "The game {duel} is not installed, so challenged {name}-potentials are decided"
                    " by {instead}."
                ).format(duel=duel, name=kind.say(kind.name), instead=instead)
            )
        if not changes:
            return self, ()
        options = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self)(**(options | changes)), tuple(notices)


def _part(kind: Kind) -> str:
    return f"{kind.name}-potential"


def _should_keep(state: State) -> bool:
    """Whether the piece at hand is a GIPF-piece of the mover, who has others to go on with: in
    reserve, or by the row."""
    own = state.pieces(state.mover)
    if not own & state.kinds.gipf & 1 << piece_at_hand(state):
        return False
    return state.reserve(state.mover) > 0 or segment_at_hand(state) & own & ~state.kinds.any != 0


def _both_sides(pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """White's numbers, then Black's, of pairs for each kind."""
    return (*(white for white, _black in pairs), *(black for _white, black in pairs))
