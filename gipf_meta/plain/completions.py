"""Completions at the prompts of line mode: whole lines that begin with what is typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from gipf_meta.line.desk_lines import Item, word_of
from gipf_meta.line.played_match import PlayedMatch, telling
from gipf_meta.line.typed_completion import arguments_in, completions
from gipf_meta.line.typed_words import prompt_kinds
from gipf_meta.match.match import Match
from gipf_meta.narration import vocabulary
from gipf_meta.narration.vocabulary import Word
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.view import Choice, View

BETWEEN: Final = ",/ "
"""The signs between two decisions of a turn."""
MOST_FILES: Final = 200
"""The most files of a folder that are looked at."""


def beginning_with(begun: str, lines: Iterable[str]) -> list[str]:
    """The *lines* that begin with *begun*, in small letters or capitals."""
    return [line for line in lines if line.casefold().startswith(begun.casefold())]


def match_completions(played: PlayedMatch, begun: str) -> list[str]:
    """The lines that begin with *begun* in the match that is *played*: decisions, once something is
    typed, then words with what may follow them."""
    with telling(played):
        choices, kinds = played.choices() if begun else (), prompt_kinds(played)
        found = completions(begun, choices, kinds, arguments_in(played, played.view)).lines
        return found or _next_decisions(begun, played.match, choices)


def lesson_completions(view: View, begun: str) -> list[str]:
    """The lines that begin with *begun* in a lesson whose board is *view*."""

    def arguments(word: Word) -> Iterable[str]:
        places = (point.id for point in view.points)
        return {"moves": places, "board": ("on", "off")}.get(word.name, ())

    return completions(begun, view.choices if begun else (), {"lesson"}, arguments).lines


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
    return [*vocabulary.completions(begun, {"desk"}), *beginning_with(begun, lines)]


def _next_decisions(begun: str, match: Match, choices: Iterable[Choice]) -> list[str]:
    """The lines that go on in the same turn after a whole decision in *begun*: ``Wd4,`` and the
    rings that can be removed then."""
    for choice in choices:
        done = choice.notation
        rest = begun[len(done) :]
        if begun.startswith(done) and rest[:1] in {*BETWEEN}:
            try:
                after = match.play(done, match.player)
            except MoveError:
                continue
            if after.player != match.player or after.player is None:
                continue
            view = after.top.view(after.top.seat_of(after.player))
            head = begun[: len(begun) - len(rest.lstrip(BETWEEN))]
            return beginning_with(begun, (f"{head}{each.notation}" for each in view.choices))
    return []


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
