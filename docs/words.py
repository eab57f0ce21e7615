"""Writes docs/words.md, the page of the words that are typed, from the table of the program:
``make words``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, get_args

from babel import Locale

from docs.texts import language_of, translation_paths
from gipf_meta.base.texts import ENGLISH, _, spoken
from gipf_meta.narration.vocabulary import (
    WORDS,
    PromptKind,
    TypedWord,
    Word,
    names_of,
    why_not_here,
)

PAGE: Final = Path(__file__).parent / "words.md"
"""The file of the page."""
PROMPTS: Final[dict[PromptKind, str]] = {
    "match": "a match that goes on",
    "host": "any match at a host, besides the words of its prompt",
    "set-up": "a board that is set up",
    "study": "a study",
    "lesson": "a lesson",
    "end": "after the end of a match",
    "desk": "the lists and forms before a match",
}
"""The prompts, in words."""
SIGNS_OF_KEYS: Final = {"question_mark": "?", "comma": ",", "full_stop": "."}
"""The keys that are written otherwise than they are named."""
HEAD: Final = """\
# The words that are typed

Written by `make words` from the table in `gipf_meta/narration/vocabulary.py`, from which prompts,
help and completion are made, too. A word means the same at the `:` of the board in the terminal,
[line by line](play.md#line-by-line), in lessons, studies and set-ups, and at a host. English words
work in every language, for scripts; those of a language may be typed without accents. Capitals do
not matter. The page in the browser takes the same words in its field.

The game comes first: what is a legal move, one of its words, or its beginning, is played, unless a
colon stands before it: `:undo`. At a terminal Tab completes words, moves and what may follow a
word; the arrows recall what was typed. One letter is a word alone and small, for pieces are called
by letters, too: `:w match.json` has the colon.
"""
NOT_HERE: Final = """\

## Where a word does not apply

It gets one sentence, and nothing else happens. A word for several prompts gets that of the first.
"""


def page() -> str:
    """Returns the page as Markdown."""
    return "\n".join([HEAD, *_table(), NOT_HERE, *_refusals(), ""])


def _table() -> Iterator[str]:
    """The rows of all words, in the order of the help."""
    codes = sorted({language_of(path) for path in translation_paths("gipf_meta")})
    titles = [Locale.parse(code).get_display_name("en") or code for code in codes]
    yield _row(["word", "what follows", *titles, "key", "what it does", "where"])
    yield _row(["---"] * (5 + len(codes)))
    for word in WORDS:
        with spoken(ENGLISH):
            own, follows, does = names_of(word), word.argument, _(word.does)
        others = []
        for code in codes:
            with spoken(code):
                others.append([name for name in names_of(word) if name not in own])
        key = SIGNS_OF_KEYS.get(word.key, word.key)
        names = [_code(own), _code([follows]), *map(_code, others), _code([key])]
        yield _row([*names, does, ", ".join(word.at)])


def _refusals() -> Iterator[str]:
    """The rows of the prompts, and what is said elsewhere to a word of theirs."""
    yield _row(["prompt", "which", "its word at another prompt"])
    yield _row(["---"] * 3)
    with spoken(ENGLISH):
        for kind in get_args(PromptKind):
            own = sorted((len(word.at), _refusal(word)) for word in WORDS if word.at[0] == kind)
            yield _row([kind, PROMPTS[kind], own[0][1] if own else ""])


def _refusal(word: Word) -> str:
    """The sentence on *word* at a prompt at which it does not apply."""
    elsewhere = next(kind for kind in get_args(PromptKind) if kind not in word.at)
    return f"`{word.name}`: {why_not_here(TypedWord(word, word.name, ''), {elsewhere})}"


def _code(words: Iterable[str]) -> str:
    """*words* as they are typed; empty for none."""
    return ", ".join(f"`{word}`" for word in words if word).replace("|", r"\|")


def _row(cells: Iterable[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
