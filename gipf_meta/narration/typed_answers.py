"""The answer to what is typed at a prompt: lines of text, a command for the room, or the word that
the face of the program carries out itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import N_, _
from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import play_with_completion
from gipf_meta.match.plan_lines import write_lines
from gipf_meta.match.plans import PlanNode
from gipf_meta.narration import questions, vocabulary
from gipf_meta.narration.answers import QuestionContext
from gipf_meta.narration.clock_words import NO_PAUSE, read_pause
from gipf_meta.narration.hour_words import NoHour, read_hour
from gipf_meta.narration.move_lists import move_lines
from gipf_meta.narration.note_lines import tree_lines, why_no_further
from gipf_meta.narration.plan_words import HOW_TO_ASK, OFF, is_named, planned_lines, with_line
from gipf_meta.narration.vocabulary import PromptKind, TypedWord
from gipf_meta.plugins.setting_up import sets_board_up
from gipf_meta.protocol.game import AnyGame, BadNotation, MoveError, seat_name
from gipf_meta.records import tree
from gipf_meta.records.models import MOST_DECISIONS
from gipf_meta.records.own_marks import why_no_marks
from gipf_meta.records.study import STEPS, Study, StudyStep, why_not_written
from gipf_meta.records.tree import NoSuchTurn

WATCH: Final = "watch"
"""The word for all spectators, in the place of a seat."""
NO_SEAT: Final = N_("Type whose seat; people lists them.")
_SENT: Final = {
    "undo": "take_back", "redo": "play_again", "continue": "go_on", "rematch": "rematch",
    "restore": "restore", "again": "change_again",
}  # fmt: skip
"""The words that are a command of the room, without arguments."""
ABOUT_BOARD: Final[Mapping[str, Callable[[QuestionContext, str], Sequence[str]]]] = {
    "moves": lambda scene, place: move_lines(scene.view, place),
    "board": lambda _scene, _words: [_("The board is shown all the time here.")],
    "score": lambda scene, _words: [*scene.beside()],
}
"""The lines of the words that are about a board which is seen all the time."""
STUDY_WORDS: Final = (
    "go", "comment", "sign", "mark", "promote", "delete", "restore", "again", *STEPS,
)  # fmt: skip
"""The words that ``study_command`` knows."""


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """The *lines* to show; they say why not if it *refuses*. Without lines either the *command*
    that the room carries out, or the *word* that the face does, with its *argument*."""

    lines: Sequence[str] = ()
    refuses: bool = False
    word: str = ""
    argument: str = ""
    command: Mapping[str, object] = field(default_factory=dict)


class WordMisused(GipfMetaError, ValueError):
    """The argument does not fit the word that was typed."""


@dataclass(frozen=True)
class PromptContext:
    """The prompt, all of *at*, at which somebody types about *match*, whose board is *scene* for
    him; *players* decide here, *free* are those whose seats nobody holds. *names* are those of the
    match's players. *study*: he walks in it. It is *now_ms*. *planner* is the player here who can
    plan moves in advance, *planned* are his lines from where the match stands.
    """

    at: frozenset[PromptKind]
    match: Match
    scene: QuestionContext
    names: Sequence[str]
    players: Collection[int] = ()
    study: Study | None = None
    free: Sequence[int] = ()
    now_ms: int = 0
    planner: int | None = None
    planned: Sequence[PlanNode] = ()

    def answer(self, typed: str) -> TypedAnswer | None:
        """The answer to *typed*; ``None``: it may be a decision of the game."""
        found = vocabulary.word_at(typed, self.scene.view.choices, self.at)
        if found is not None:
            return self._carry_out(found)
        lines = questions.answer(self.scene, typed)
        if lines is not None:
            return TypedAnswer(lines.split("\n"))
        why = why_mistyped(typed, self.at, self.match, self.players)
        return TypedAnswer([why], refuses=True) if why else None

    def _carry_out(self, found: TypedWord) -> TypedAnswer:
        if why := vocabulary.why_not_here(found, self.at):
            return TypedAnswer([why], refuses=True)
        name, argument = found.word.name, found.argument
        if (lines := self._lines(name, argument)) is not None:
            return TypedAnswer([line for line in lines if line.strip()], word=name)
        try:
            if command := self._command(name, argument):
                return TypedAnswer(command=command)
            is_seat = name in ("invite", "claim") and argument
            player = str(self._seat(argument, name)) if is_seat else argument
            return TypedAnswer(word=name, argument=player)
        except WordMisused as error:
            return TypedAnswer([str(error)], refuses=True)

    def _lines(self, name: str, argument: str) -> Sequence[str] | None:
        """The lines that the word shows; ``None``: it does something else."""
        if name == "help":
            return vocabulary.help_lines(self.at)
        if name == "tree" and self.study is not None:
            return listed_tree(self.study)
        if name == "plan" and not argument:
            return planned_lines(self.planned)
        return ABOUT_BOARD[name](self.scene, argument) if name in ABOUT_BOARD else None

    def _command(self, name: str, argument: str) -> Mapping[str, object]:
        """The command of the room that the word is; empty: it is none. Raises ``WordMisused``."""
        if self.study is not None and (
            command := study_command(self.study, self.match, name, argument)
        ):
            return command
        match name:
            case "yes" | "no":
                return {"do": "answer", "accept": name == "yes"}
            case "next":
                return {"do": "premove", "text": argument or None}
            case "if":
                return self._plan(argument)
            case "plan":
                if not is_named(argument, OFF):
                    raise WordMisused(_(HOW_TO_ASK))
                return {"do": "plan", "lines": []}
            case "pause" if argument:
                return {"do": "pause", "ms": _pause_ms(argument)}
            case "live" if argument:
                return self._offer(argument)
            case "uninvite" | "sit":
                return {"do": name, "player": self._seat(argument, name)}
            case "seat":
                where, _blank, kind = argument.rpartition(" ")
                return {"do": name, "player": self._seat(where, name), "kind": kind}
            case _:
                return {"do": _SENT[name]} if name in _SENT else {}

    def _plan(self, typed: str) -> Mapping[str, object]:
        """The command that plans the line that was *typed*. Raises ``WordMisused``."""
        if self.planner is None:
            raise WordMisused(_("Only who plays can plan moves in advance."))
        try:
            lines = with_line(self.planned, self.match, self.planner, typed)
        except MoveError as error:
            raise WordMisused(str(error)) from error
        return {"do": "plan", "lines": write_lines(lines)}

    def _offer(self, typed: str) -> Mapping[str, object]:
        """The command that offers the hour that was *typed*. Raises ``WordMisused``."""
        try:
            hour = read_hour(typed, self.now_ms)
        except NoHour as error:
            raise WordMisused(str(error)) from error
        return {"do": "live", "at_ms": hour.at_ms, **({"clock": hour.clock} if hour.clock else {})}

    def _seat(self, typed: str, name: str) -> int | None:
        """The player whose seat is *typed* after the word *name*, ``None`` for all spectators.

        Raises ``WordMisused`` where there is no such seat.
        """
        if not typed and name in ("sit", "seat") and len(self.free) == 1:
            return self.free[0]
        game = type(self.match.sessions[0].game)
        player = seat_named(game, self.names, typed)
        if player is None and (name in ("sit", "seat") or typed.casefold() not in ("", WATCH)):
            raise WordMisused(_(NO_SEAT))
        return player


def listed_tree(study: Study) -> list[str]:
    """The lines of all turns of *study*, or the sentence that there are none."""
    return [*tree_lines(study)] or [_("Nothing was played yet.")]


def _pause_ms(span: str) -> int:
    ms = read_pause(span)
    if ms is None:
        raise WordMisused(_(NO_PAUSE))
    return ms


def kinds_of_prompt(
    match: Match, study: Study | None, *, is_over: bool, is_far: bool
) -> frozenset[PromptKind]:
    """The kinds of the prompt about *match*, which *is_over* or not: one, and ``host`` if it
    *is_far*, at a host. *study*: one walks in it."""
    kind: PromptKind = "match"
    if study is not None:
        kind = "study"
    elif sets_board_up(match.top.game):
        kind = "set-up"
    elif is_over:
        kind = "end"
    return frozenset({kind, "host"} if is_far else {kind})


def why_like_a_word(typed: str, at: Collection[PromptKind]) -> str:
    """A sentence with the word that *typed* was meant to be; ``""`` where it is like none."""
    near = vocabulary.mistyped(typed, at)
    words = _("{typed} is neither a word nor a move here. Did you mean {near}?")
    return words.format(typed=one_line(typed), near=near) if near else ""


def why_mistyped(
    typed: str, at: Collection[PromptKind], match: Match, players: Collection[int]
) -> str:
    """Why not: the sentence of ``why_like_a_word``; ``""`` also where *typed* is written as a
    decision of *match*, which *players* play: the game has the say then."""
    why = why_like_a_word(typed, at)
    if not why or "end" in at or _is_no_notation(typed, match, players):
        return why
    return ""


def _is_no_notation(typed: str, match: Match, players: Collection[int]) -> bool:
    """Whether the game on top of *match* cannot read *typed* at all."""
    player = match.player
    try:
        play_with_completion(lambda said: match.play(said, player), match, players, typed)
    except BadNotation:
        return True
    except MoveError:
        return False
    return False


def seat_named(game: type[AnyGame], names: Sequence[str], typed: str) -> int | None:
    """The player whose seat in *game* is *typed*: by its number from 1, its name, or that of
    *names* which is his; ``None``: none."""
    for player, name in enumerate(names):
        called = (str(player + 1), name.casefold(), seat_name(game, player).casefold())
        if typed.casefold() in called:
            return player
    return None


def study_command(study: Study, match: Match, name: str, argument: str) -> Mapping[str, object]:
    """The command for the word *name* with its *argument* in *study*, in which *match* stands;
    empty: the word is no command of studies. Raises ``WordMisused``."""
    here = tree.name_of(study.node)
    match name:
        case "restore" | "again":
            return {"do": _SENT[name]}
        case "go":
            return {"do": "walk", "at": _turn(study, argument or "?")}
        case "promote":
            return {"do": "promote", "at": _turn(study, argument) or here}
        case "delete":
            return {"do": "delete_turn", "at": _turn(study, argument) or here}
        case "comment":
            return _beside(here, comment=argument)
        case "sign":
            return _beside(here, signs=argument)
        case "mark":
            return _marking(here, argument)
    step = next((each for each in STEPS if each == name), None)
    return {} if step is None else {"do": "walk", "at": _walk(study, match, step, argument)}


def _turn(study: Study, name: str) -> str:
    """The *name* of a turn of *study*, or ``""``. Raises ``WordMisused`` where there is none."""
    try:
        if name:
            tree.require_node(study.turns, tree.named(name))
    except NoSuchTurn as error:
        raise WordMisused(str(error)) from error
    return name


def _beside(at: str, **words: str) -> Mapping[str, object]:
    if why := why_not_written(words.get("comment"), words.get("signs")):
        raise WordMisused(why)
    return {"do": "write_beside", "at": at, **words}


def _marking(at: str, places: str) -> Mapping[str, object]:
    """The command for a ring or an arrow. Raises ``WordMisused``."""
    named = tuple(places.lower().split())
    if why := why_no_marks(named):
        raise WordMisused(why)
    return {"do": "mark", "at": at, "places": named}


def _walk(study: Study, match: Match, step: StudyStep, words: str) -> str:
    """Where a *step*, or the number of steps in *words*, leads. Raises ``WordMisused``: nowhere."""
    count = read_whole(words or "1", 1, MOST_DECISIONS)
    if count is None:
        example = _("Type {command}, or {command} 3 for three turns.")
        raise WordMisused(example.format(command=step))
    if count == 1:
        if why := why_no_further(study, match, step):
            raise WordMisused(why)
        return step
    for _turn_of_many in range(count):
        if (node := study.goal(step)) == study.node:
            break
        study = study.step(node)
    return tree.name_of(study.node)
