"""The words that are typed into a match, and how they are carried out: for every face that has a
line to type in. The words themselves are ``narration/vocabulary.py``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Final, TypeAlias

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import N_, _
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import play_with_completion
from gipf_meta.narration import vocabulary
from gipf_meta.narration.vocabulary import PromptKind, TypedWord
from gipf_meta.plugins.setting_up import sets_board_up
from gipf_meta.protocol.game import BadNotation, MoveError
from gipf_meta.protocol.view import Choice

Action: TypeAlias = Callable[[str], object]
"""Carries a word out; gets the argument that follows it, ``""`` if none does."""

HELP_SET_UP: Final = N_("""\
Type what to take in hand, then the places for it; or one change at once, or:
  W       then d4 d5: puts it there     -            then d4: takes it away
  hand    then d4, then e5: moves it    d4=W, d4=-, d4-e5, d4-off  at once
  turn=2  sets what is not on a place   empty, start, or a whole position""")


def prompt_kinds(played: PlayedMatch) -> frozenset[PromptKind]:
    """The kinds of the prompt of the match that is *played*: one, and ``host`` at a host."""
    kind: PromptKind = "match"
    if played.study is not None:
        kind = "study"
    elif sets_board_up(played.match.top.game):
        kind = "set-up"
    elif played.over is not None:
        kind = "end"
    return frozenset({kind, "host"} if played.is_far else {kind})


class WordsAtPrompt:
    """The words that are typed at a prompt. *kinds* are those of the prompt at the moment,
    *choices* the legal decisions, which come first.

    *actions* are those of the face by the names of their words; *tell* shows it one sentence.
    """

    def __init__(
        self,
        kinds: Callable[[], Collection[PromptKind]],
        choices: Callable[[], Iterable[Choice]],
        actions: Mapping[str, Action],
        tell: Callable[[str], object],
    ) -> None:
        self.kinds, self.choices = kinds, choices
        self.actions, self._tell = actions, tell

    def find(self, typed: str) -> TypedWord | None:
        """The word in *typed*; ``None``: it is none, or the game comes first."""
        found = vocabulary.typed_word(typed, self.choices())
        if found is None or vocabulary.applies(found.word, self.kinds()) or not found.argument:
            return found
        # a word that is for another prompt, and more behind it: a question, or a decision
        return found if found.word.argument else None

    def is_typed(self, typed: str, *names: str) -> bool:
        """Whether *typed* is one of the words with these *names*."""
        found = self.find(typed)
        return found is not None and found.word.name in names

    def run(self, typed: str) -> bool:
        """Carries out the word in *typed*, or says why not; returns whether it is a word."""
        found = self.find(typed)
        if found is None:
            return False
        if why := vocabulary.why_not_here(found, self.kinds()):
            self._tell(why)
        else:
            self.actions[found.word.name](found.argument)
        return True

    def why_mistyped(self, typed: str) -> str:
        """A sentence with the word that *typed* was meant to be; ``""`` where it is like none."""
        near = vocabulary.mistyped(typed, self.kinds())
        words = _("{typed} is neither a word nor a move here. Did you mean {near}?")
        return words.format(typed=one_line(typed), near=near) if near else ""


class TypedWords(WordsAtPrompt):
    """The words that are typed into the match that is *played*."""

    def __init__(
        self, played: PlayedMatch, actions: Mapping[str, Action], tell: Callable[[str], object]
    ) -> None:
        super().__init__(partial(prompt_kinds, played), played.choices, actions, tell)
        self._played = played

    def why_mistyped(self, typed: str) -> str:
        """A sentence with the word that *typed* was meant to be; ``""`` where it is like none, or
        is written as a decision of the game, which has the say then."""
        why = super().why_mistyped(typed)
        if not why or "end" in self.kinds():
            return why
        match, here = self._played.match, self._played.players_here
        return why if is_no_notation(match, here, typed) else ""

    def help_lines(self) -> list[str]:
        """The help: the words that can be typed here, line by line, and what else is understood."""
        at = self.kinds()
        first = _("Type a move in the game's notation, a whole turn or one decision of it, or:")
        more = [_("Paste several turns at once, or a game.")]
        if "set-up" in at:
            first, more = _(HELP_SET_UP), []
        elif "study" in at:
            first = _("This is a study: play a move to try it; what stands there is not doubled.")
        elif "end" in at:
            first, more = _("The match is over. Type one of these:"), []
        return [*first.split("\n"), *vocabulary.help_lines(at), *more, *asking_lines()]


def asking_lines() -> list[str]:
    """The last lines of the help at a board: questions, and the sign that forces a word."""
    return [
        _("Or ask about the board; ? alone says what can be asked."),
        _("The game comes first: a colon before a word, as :undo, makes it a word."),
    ]


def is_no_notation(match: Match, players: Collection[int], typed: str) -> bool:
    """Whether the game on top of *match* cannot read *typed* at all."""
    player = match.player
    try:
        play_with_completion(lambda said: match.play(said, player), match, players, typed)
    except BadNotation:
        return True
    except MoveError:
        return False
    return False
