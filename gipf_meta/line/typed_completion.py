"""The lines that can be typed next: legal decisions, words of the table, and what may follow a
word."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS
from gipf_meta.line.clipboard import copies_in
from gipf_meta.line.people_actions import about_people
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match import partial_decision
from gipf_meta.narration import vocabulary
from gipf_meta.narration.vocabulary import FORCES, PromptKind, Word
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records import tree
from gipf_meta.records.study import SIGNS

MOST: Final = 200
"""The most completions of one kind."""
PAUSES: Final = ("5m", "15m", "1h")
"""The times of a pause that are offered."""


class Completion(NamedTuple):
    """A whole *line* that can be typed, and what it *does* or gains, in a few words."""

    line: str
    does: str = ""


class Completions(NamedTuple):
    """The completions of a typed text: *moves* of the game, then *words* with what follows them.
    *about* says how the word that was typed goes on."""

    moves: Sequence[Completion] = ()
    words: Sequence[Completion] = ()
    about: str = ""

    @property
    def lines(self) -> list[str]:
        """All lines, in their order."""
        return [each.line for each in (*self.moves, *self.words)]


Complete: TypeAlias = Callable[[str], Completions]
"""Returns the completions of a typed text."""
Arguments: TypeAlias = Callable[[Word], Iterable[str]]
"""Returns what may follow a word."""


def no_arguments(_word: Word) -> Iterable[str]:
    """Nothing, for prompts where no list of arguments is known."""
    return ()


def completions(
    typed: str,
    choices: Sequence[Choice],
    at: Collection[PromptKind],
    arguments: Arguments = no_arguments,
) -> Completions:
    """The completions of *typed* at a prompt that is all of *at*: of the legal *choices* and the
    words that apply, or of the *arguments* of the word that stands before a blank."""
    forced = FORCES if typed.startswith(FORCES) else ""
    text = typed.removeprefix(FORCES).lstrip()
    found = () if forced else partial_decision.completions(choices, text, MOST)
    moves = [Completion(choice.notation, choice.gain) for choice in found]
    written, blank, begun = text.partition(" ")
    if not blank:
        return Completions(moves, [*_words(forced, text, choices, at)])
    word = vocabulary.named(written)
    if word is None or not word.argument or not vocabulary.applies(word, at):
        return Completions(moves)
    wanted = without_accents(begun.lstrip())
    fitting = (each for each in arguments(word) if without_accents(each).startswith(wanted))
    lines = [Completion(f"{forced}{written} {each}") for each in islice(fitting, MOST)]
    return Completions(moves, lines, f"{word.shown}: {_(word.does)}")


def _words(
    forced: str, begun: str, choices: Sequence[Choice], at: Collection[PromptKind]
) -> Iterator[Completion]:
    """The words that begin with *begun*; one that is also a decision has the sign that forces
    it."""
    for name in vocabulary.completions(begun, at):
        word = vocabulary.named(name)
        sign = forced or (FORCES if vocabulary.begins_choice(name, choices) else "")
        yield Completion(f"{sign}{name}", _(word.does) if word is not None else "")


def arguments_in(played: PlayedMatch, view: Callable[[], View]) -> Arguments:
    """The arguments that may follow each word in the match that is *played*; *view* is the board
    seen there."""

    def arguments(word: Word) -> Iterable[str]:
        match word.name:
            case "moves":
                return [point.id for point in view().points]
            case "board":
                return ("on", "off")
            case "copy":
                return [copy.name for copy in copies_in(played).found]
            case "pause":
                return PAUSES
            case "sign":
                return SIGNS
            case "save":
                return files(played.match.sessions[0].game.id)
            case "go" | "promote" | "delete":
                return (
                    []
                    if played.study is None
                    else map(tree.name_of, tree.nodes(played.study.turns))
                )
            case "invite" | "uninvite" | "sit" | "seat" | "claim":
                return seats(played, word.name)
        return ()

    return arguments


def seats(played: PlayedMatch, do: str) -> list[str]:
    """The seats that may follow the word *do*, as they are typed; after ``seat``, each with every
    bot."""
    rows = (row.typed.partition(" ")[2] for row in about_people(played) if row.do == do)
    named = [*filter(None, rows)]
    return [f"{seat} {bot}" for seat in named for bot in BOTS] if do == "seat" else named


def files(name: str) -> list[str]:
    """The files that a match of the game *name* can be written to here, and the folders."""
    try:
        with os.scandir(Path()) as found:
            folders = sorted(f"{each.name}/" for each in found if each.is_dir())
    except OSError:
        folders = []
    shown = (each for each in folders if not each.startswith("."))
    return [*(f"{name}{ending}" for ending in (".json", ".svg", ".png")), *shown]
