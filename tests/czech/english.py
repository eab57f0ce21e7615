"""Finds English in texts that should be Czech.

A word is English if the English texts of this project have it (templates of translations, rules,
docs) and its Czech ones do not; the commonest English words are English whatever else has them.
What stays English in Czech, too, is listed here with the reason, or asked of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from docs.texts import FOLDERS, read, template_path, translation_paths
from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.bots.levels import BOTS
from gipf_meta.match.lesson_progress import lessons_of
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import options_of

ROOT: Final = Path(__file__).parents[2]


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


COMMON: Final = _words(
    "about above after again against all also am an and another any are as at back because been"
    " before behind being below beside between both but can cannot could did does doing down"
    " during each either ends enter every everybody except few first for found from give gives go"
    " goes gone had has have having he here his how if in into is it its itself last less long"
    " made make makes many may more move moves must nobody nor not nothing now of off once one"
    " only or other others our out over own place plays please possible same shall she should show"
    " shows since so some still such take takes than that the their them then there these they"
    " thing things this those through time together too turn turns two under until up upon very"
    " was way were what when where whether which while who whoever whole whose why will with"
    " without would written yes you your yours"
)
"""Common English words, none of which is a Czech word as well."""

KEPT: Final = {
    "notation": "be first flip keep late move second take we",
    "the language itself, in the settings": "english",
    "what the user types, the same in every language": (
        "again board decline draw help hint menu moves off on pause play quit redo resign review"
        " rules save sheet stop undo none pass challenge allow start off all begin dead empty hand"
        " back comment down first go last make on promote restore sign study tree up wait"
    ),
    "names of projects, programs, formats, hardware": (
        "ascii bash ctrl dask elo enter escape fish gipf gipf-meta home end json lessons meta"
        " page pageup pagedown pip png powershell python shell shift space sprt svg tab tcsh"
        " textual terminal unicode zsh esc del delete backspace web install editable plain"
    ),
    "placeholders of argparse, as its usage line writes them": (
        "address bot command depth executor file folder game id lesson name pixels position"
        " age person question record room seconds seed task text time turns url value who"
    ),
    "types of Python, as argparse names them": "int float",
    "commands of the program": (
        "analyse arena bench check completion delete demo export games import learn legal library"
        " list new ban backup close data forget forgotten host join people perft playthrough"
        " plugins render renew replay reseat restore rooms serve show stats train verify"
    ),
    "the plugin of die and elsewhere": "duels",
    "how boards are drawn: values of --graphics": "sextant quadrant glyphs",
}
"""The words that stay English in Czech, by the reason."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CODE: Final = re.compile(
    r"`[^`]*`"  # what stands in backticks is typed, or is a name
    r"|'[^']*\\.[^']*'"
    r"|\S*[_=/\\|<>\[\]{}@#$~^*]\S*"  # ids, options, paths, notation
    r"|\([A-Z]{2}\)"  # what stands on a board
    r"|\b[A-Z]{2} (?=\d)"  # pieces, and how many
    r"|\bkeeps all\b|\bno ring\b"  # notation
    r"|gipf-meta(?: [a-z_-]+)+$"  # commands at the end of a line
    r"|--?[A-Za-z][\w-]*"  # options of the command line
    r"|\S*\d\S*",  # notation, dates, amounts
    re.MULTILINE,
)


def words_of(text: str) -> Iterator[str]:
    """The words of *text* in small letters, without parts that are in no language."""
    for word in _WORD.findall(_CODE.sub(" ", text)):
        yield word.lower()


@cache
def _english_words() -> frozenset[str]:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    pages += [page for folder in FOLDERS.values() for page in folder.glob("rules.md")]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    for package in FOLDERS:
        texts += chain.from_iterable(map(_strings, (m.id for m in read(template_path(package)))))
    return frozenset(word for text in texts for word in words_of(text) if len(word) > 1)


@cache
def _czech_words() -> frozenset[str]:
    pages = [page for folder in FOLDERS.values() for page in folder.glob("*.cs.md")]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    for package in FOLDERS:
        for path in translation_paths(package):
            if "cs" in path.parts:
                texts += chain.from_iterable(map(_strings, (m.string for m in read(path))))
    return frozenset(word for text in texts for word in words_of(text)) - COMMON


def _strings(text: Any) -> Iterable[str]:
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def _values() -> frozenset[str]:
    """The values that options can have."""
    games = installed_plugins().games.values()
    schemas = "".join(str(game.model_json_schema()) for game in games)
    choices = re.findall(r"'enum': \[([^]]*)\]", schemas)
    return frozenset(value for each in choices for value in re.findall(r"'(\w+)'", each))


@cache
def _names() -> frozenset[str]:
    """The names that the program itself knows: of games, options, values, bots, lessons."""
    names = [*BOTS, *(bot.name for bot in CHARACTERS.values()), "human", *_values()]
    for game in installed_plugins().games.values():
        names += [game.id, game.title, *options_of(game), *(each.id for each in lessons_of(game))]
    kept = frozenset(" ".join(KEPT.values()).split())
    return kept | {name.lower() for name in names if name.isalpha()} - COMMON


TYPED: Final = "no rings"
"""A text that the user types, the same in every language, with a word that is English elsewhere."""


def english_in(text: str) -> list[str]:
    """The English words of *text*, which should be Czech; none if it is only the value of an
    option."""
    here = [] if text in _values() else [*words_of(text.replace(TYPED, ""))]
    known, czech, names = _english_words(), _czech_words(), _names()
    return [
        word
        for word in here
        if word not in names and (word in COMMON or (word in known and word not in czech))
    ]


def english_texts(texts: Iterable[str]) -> dict[str, list[str]]:
    """The *texts* that have English words, each with these."""
    return {text: words for text in texts if (words := english_in(text))}
