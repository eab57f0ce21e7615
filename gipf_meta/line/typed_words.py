"""The words that are typed into a match, and how they are carried out: for every face that has a
line to type in. The words themselves are ``narration/vocabulary.py``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Final, TypeAlias

from gipf_meta.base.texts import N_, _
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.match import Match
from gipf_meta.narration import vocabulary
from gipf_meta.narration.typed_answers import kinds_of_prompt, why_like_a_word, why_mistyped
from gipf_meta.narration.vocabulary import PromptKind, TypedWord
from gipf_meta.protocol.view import Choice

Action: TypeAlias = Callable[[str], object]
"""Carries a word out; gets the argument that follows it, ``""`` if none does."""
WhoDecides: TypeAlias = Callable[[], tuple[Match, Collection[int]]]
"""Returns the match that is decided, and the players who decide."""

HELP_SET_UP: Final = N_("""\
Type what to take in hand, then the places for it; or one change at once, or:
  W       then d4 d5: puts it there     -            then d4: takes it away
  hand    then d4, then e5: moves it    d4=W, d4=-, d4-e5, d4-off  at once
  turn=2  sets what is not on a place   empty, start, or a whole position""")


def prompt_kinds(played: PlayedMatch) -> frozenset[PromptKind]:
    """The kinds of the prompt of the match that is *played*: one, and ``host`` at a host."""
    is_over, is_far = played.over is not None, played.is_far
    return kinds_of_prompt(played.match, played.study, is_over=is_over, is_far=is_far)


class WordsAtPrompt:
    """The words that are typed at a prompt. *kinds* are those of the prompt at the moment,
    *choices* the legal decisions, which come first.

    *actions* are those of the face by the names of their words; *tell* shows it one sentence.
    *deciding* returns the match that is decided at the prompt, and the players who decide there.
    """

    def __init__(
        self,
        kinds: Callable[[], Collection[PromptKind]],
        choices: Callable[[], Iterable[Choice]],
        actions: Mapping[str, Action],
        tell: Callable[[str], object],
        deciding: WhoDecides | None = None,
    ) -> None:
        self.kinds, self.choices = kinds, choices
        self.actions, self._tell, self._deciding = actions, tell, deciding

    def find(self, typed: str) -> TypedWord | None:
        """The word in *typed*; ``None``: it is none, or the game comes first."""
        return vocabulary.word_at(typed, self.choices(), self.kinds())

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
        """A sentence with the word that *typed* was meant to be; ``""`` where it is like none, or
        is written as a decision of the game, which has the say then."""
        if self._deciding is None:
            return why_like_a_word(typed, self.kinds())
        return why_mistyped(typed, self.kinds(), *self._deciding())


class TypedWords(WordsAtPrompt):
    """The words that are typed into the match that is *played*."""

    def __init__(
        self, played: PlayedMatch, actions: Mapping[str, Action], tell: Callable[[str], object]
    ) -> None:
        kinds = partial(prompt_kinds, played)
        super().__init__(
            kinds, played.choices, actions, tell, lambda: (played.match, played.players_here)
        )

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


def without_words(done: Mapping[str, Callable[[], object]]) -> dict[str, Action]:
    """The actions of words that nothing follows, of which each does what is *done*."""
    return {name: partial(_ignore_words, do) for name, do in done.items()}


def _ignore_words(do: Callable[[], object], _words: str) -> None:
    do()


def asking_lines() -> list[str]:
    """The last lines of the help at a board: questions, and the sign that forces a word."""
    return [
        _("Or ask about the board; ? alone says what can be asked."),
        _("The game comes first: a colon before a word, as :undo, makes it a word."),
    ]
