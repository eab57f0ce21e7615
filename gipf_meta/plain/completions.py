"""Completions at the prompts of line mode: whole lines that begin with what is typed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from gipf_meta.bots.levels import BOTS
from gipf_meta.line.clipboard import copies_in
from gipf_meta.line.desk_lines import Item, word_of
from gipf_meta.line.people_actions import PEOPLE_WORDS, about_people
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.line.typed_words import WordsAtPrompt, prompt_kinds
from gipf_meta.narration import vocabulary
from gipf_meta.narration.vocabulary import FORCES, PromptKind
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records import tree

ArgumentsOf: TypeAlias = Callable[[str], Iterable[str]]
"""The texts that may follow the word with that name."""
MOST_FILES: Final = 200
"""The most files of a folder that are looked at."""
SIGNS: Final = ("!!", "!", "!?", "?!", "?", "??")
PAUSES: Final = ("5m", "15m", "1h")


def beginning_with(begun: str, lines: Iterable[str]) -> list[str]:
    """The *lines* that begin with *begun*, in small letters or capitals."""
    return [line for line in lines if line.casefold().startswith(begun.casefold())]


def match_completions(played: PlayedMatch, begun: str) -> list[str]:
    """The lines that begin with *begun* in the match that is *played*: decisions, then words with
    what may follow them."""
    with telling(played):
        choices, kinds = played.choices(), prompt_kinds(played)
        return [
            *_decisions(begun, choices),
            *_words(begun, kinds, lambda name: _arguments_in_match(played, name)),
        ]


def lesson_completions(words: WordsAtPrompt, view: View, begun: str) -> list[str]:
    """The lines that begin with *begun* in a lesson whose board is *view*."""
    return [
        *_decisions(begun, view.choices),
        *_words(begun, words.kinds(), lambda name: _arguments_at_board(view, name)),
    ]


def desk_completions(items: Sequence[Item], begun: str) -> list[str]:
    """The lines that begin with *begun* at a screen with those *items*: words, names, numbers with
    what can be done, the values of fields, and files to open."""
    names = [name for item in items for name in sorted(item.names)]
    fields = [
        f"{item.entry.name.rpartition(':')[2]}={value}"
        for item in items
        if item.entry is not None
        for value in _values(item)
    ]
    with_words = [
        f"{called} {word}"
        for number, item in enumerate(items, 1)
        for called in (str(number), *sorted(item.names))
        for word in _words_after(item)
    ]
    more = [*fields, *_files()] if begun else []
    lines = [*names, *more, *(with_words if " " in begun else ())]
    return [*_words(begun, {"desk"}, lambda _name: ()), *beginning_with(begun, lines)]


def _decisions(begun: str, choices: Iterable[Choice]) -> list[str]:
    """The decisions that begin with *begun*; none before anything is typed."""
    return beginning_with(begun, (each.notation for each in choices)) if begun else []


def _words(begun: str, kinds: Collection[PromptKind], arguments: ArgumentsOf) -> list[str]:
    """The words that begin with *begun*, or that word with its *arguments*."""
    written, blank, _argument = begun.partition(" ")
    if not blank:
        return vocabulary.completions(begun, kinds)
    word = vocabulary.named(written.removeprefix(FORCES))
    if word is None or not vocabulary.applies(word, kinds):
        return []
    return beginning_with(begun, (f"{written} {each}" for each in arguments(word.name)))


def _arguments_at_board(view: View, name: str) -> Iterable[str]:
    """The texts that may follow the word *name* at any board."""
    match name:
        case "moves":
            return (point.id for point in view.points)
        case "board":
            return "on", "off"
    return ()


def _arguments_in_match(played: PlayedMatch, name: str) -> Iterable[str]:
    """The texts that may follow the word *name* in a match."""
    match name:
        case "copy":
            return (each.name for each in copies_in(played).found)
        case "save":
            return _files()
        case "sign":
            return SIGNS
        case "pause":
            return PAUSES if not played.is_alone else ()
        case "next":
            return (each.notation for each in played.choices())
        case "go" | "promote" | "delete" if played.study is not None:
            return (tree.name_of(node) for node in tree.nodes(played.study.turns))
        case _ if name in PEOPLE_WORDS:
            return _arguments_about_people(played, name)
    return _arguments_at_board(played.view(), name)


def _arguments_about_people(played: PlayedMatch, name: str) -> Iterator[str]:
    """The seats for which the word *name* is possible, and the bots for them."""
    for row in about_people(played):
        word, _blank, seat = row.typed.partition(" ")
        if word == name and seat:
            yield from (f"{seat} {bot}" for bot in BOTS) if name == "seat" else (seat,)


def _files() -> list[str]:
    """The names of the files here but for hidden ones."""
    try:
        names = [path.name for path in islice(Path().iterdir(), MOST_FILES) if path.is_file()]
    except OSError:
        return []
    return sorted(name for name in names if not name.startswith("."))


def _words_after(item: Item) -> Iterable[str]:
    """The words that may follow the number or the name of *item*."""
    return _values(item) if item.entry is not None else map(word_of, item.buttons)


def _values(item: Item) -> list[str]:
    """The values of the field of *item*, as they are typed."""
    assert item.entry is not None
    if item.entry.type == "switch":
        return ["on", "off"]
    return [key for key, _words in item.entry.choices if key and " " not in key]
