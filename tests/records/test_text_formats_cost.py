"""Reading takes linear work: twice the text, of any kind, takes twice the work."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final, get_args

import pytest

from gipf_meta.base.names import fold
from gipf_meta.base.normal_forms import NormalForm, normalize
from gipf_meta.plugins.loading import installed_plugins, load_plugins
from gipf_meta.records.text_formats import read_games
from tests.fuzz.doubled import DoubledReader, Frame, too_dear
from tests.steps import steps
from tests.tiers import slow, spread, thinned

SHEET: Final = '[Game "zertz"]\n1. Wd4,d1 '
SGF: Final = "(;GM[22]VV[2]SU[zertz]P0[id x]P1[id y];P0[0 Start P0]"


def games(text: str) -> None:
    for _game in read_games(text, installed_plugins().all_readers(), load_plugins().find):
        pass


def example_of_zertz() -> str:
    """A short SGF of the site."""
    readers = installed_plugins().all_readers()
    return next(each.example for each in readers if each.name == "boardspace-zertz")


def numbered_down(count: int) -> str:
    """An SGF whose gestures are numbered down, each in a turn of its own."""
    head = example_of_zertz().partition(";P0[1 ")[0]
    return head + "".join(f";P{n % 2}[{n} BtoB B 3 D 3]" for n in range(count, 0, -1)) + ")"


def taken_back(count: int) -> str:
    """An SGF in which all is played, and then taken back gesture by gesture."""
    head = example_of_zertz().partition(";P0[1 ")[0]
    up = "".join(f";P{n % 2}[{n} BtoB B 3 D 3];P{n % 2}[{n} Done]" for n in range(1, count))
    down = "".join(f";P0[{n} BtoB B 3 D 3];P0[{n} Done]" for n in range(count, 0, -1))
    return f"{head}{up}{down})"


SHAPES: Final[dict[str, Callable[[int], str]]] = {
    "braces that open": lambda n: SHEET + "{" * n,
    "braces behind one that closes": lambda n: SHEET + "{a}" + "{" * n,
    "brackets that close": lambda n: SHEET + ")" * n,
    "brackets of one word": lambda n: SHEET + "(" * n + "a",
    "brackets behind each other": lambda n: SHEET + "( " * n,
    "blank lines behind a turn": lambda n: SHEET + "\n" * n + "Wd5",
    "blanks in a name": lambda n: f"Name: a{' ' * n}b\n{SHEET}",
    "blanks between players": lambda n: f'[Players "a{" " * n}b"]\n{SHEET}',
    "marks on one letter": lambda n: SHEET + "a" + "\u0327\u0301" * n,
    "variations of one turn": lambda n: SHEET + "(Wd4,a1) " * n,
    "times": lambda n: SHEET + "@1 " * n,
    "signs behind a turn": lambda n: SHEET + "! " * n,
    "numbered signs": lambda n: SHEET + "$999 " * n,
    "comments behind a turn": lambda n: SHEET + "{a} " * n,
    "lines of comments": lambda n: SHEET + "\n# a" * n,
    "numbers in one word": lambda n: SHEET + "1." * n + "a",
    "tags that never end": lambda n: SHEET + '[a "x ' * n,
    "tags that end by an escape": lambda n: '[Game "zertz"]' + '[a "x\\"] ' * n,
    "tags of one line": lambda n: '[Game "zertz"]' + '[a "x"] ' * n,
    "headers that may be turns": lambda n: '[Game "zertz"]\n' + "White: Anna\n" * n,
    "comments that games end": lambda n: '{a\n[Game "zertz"]\n' * n + "}",
    "variations of no turn": lambda n: '[Game "zertz"]\n' + "( (" * n,
    "variations that are left out": lambda n: SHEET + "( x (a) " * n,
    "numbers without dots": lambda n: SHEET + "7 " * n,
    "results": lambda n: SHEET + "white wins " * n,
    "who plays": lambda n: SHEET + "White: " * n,
    "what is behind a result": lambda n: SHEET + "1-0 " + "thanks\n" * n,
    "lines that are passed over": lambda n: SHEET + "\n% a" * n,
    "comments that begin twice": lambda n: SHEET + "{a {b} " * n,
    "games": lambda n: "".join(f"{SHEET}\n" for _n in range(n)),
    "gestures numbered down": numbered_down,
    "gestures taken back": taken_back,
    "blanks at the end of SGF": lambda n: SGF + " " * n,
    "brackets between trees": lambda n: f"{SGF}){'[' * n}",
    "names between trees": lambda n: f"{SGF}){'a' * n}",
    "games of SGF": lambda n: "(;GM[1])" * n,
    "games of SGF that are not closed": lambda n: "(;GM[1]" * n,
    "values that are not closed": lambda n: "(;GM[a" * n,
    "values that are not closed before one that is": lambda n: "(;GM[a" * n + "]",
    "nodes in a comment": lambda n: f"{SGF}C[{';A[' * n}" + "\\])",
    "text between games": lambda n: "(;GM[1])x" * n,
    "properties that nobody knows": lambda n: f"{SGF}{';XX[a]' * n})",
    "comments in variations without turns": lambda n: f"{SGF}{'(;C[a])' * n})",
    "trees": lambda n: SGF + "(;C[a])" * n + ")",
}
"""Texts that once took four times as long when they were twice as long, and their kin."""


DEAR: Final = (
    "games", "headers that may be turns", "comments that games end", "results",
    "variations of one turn",
)  # fmt: skip


def counted(shape: str, count: int) -> int:
    text = SHAPES[shape](count)
    return steps(lambda: games(text))


@pytest.mark.parametrize(
    "shape", [*spread((each for each in SHAPES if each not in DEAR), 18), *slow(*DEAR)]
)
@pytest.mark.sample(6, "slow")
def test_twice_the_text_goes_through_twice_the_lines_of_our_readers(shape: str) -> None:
    counted(shape, 5)  # what is found once
    few, more, most = (counted(shape, count) for count in (20, 40, 80))
    assert most - more < 2.2 * (more - few) + 100, (few, more, most)


# what is done in C is not counted above; few shapes lead into other code there
@pytest.mark.slow
@pytest.mark.parametrize("shape", thinned(SHAPES, 8))
def test_twice_the_text_takes_twice_the_processor_time(shape: str) -> None:
    def read(pieces: str) -> None:
        games(SHAPES[shape](len(pieces)))

    assert not too_dear(DoubledReader(read), Frame(), "x")


@pytest.mark.parametrize(
    "text", ["Zo\u0308e", "a\u0327\u0301" * 400, "ab\u0301 " * 900, "한글" * 700]
)
def test_a_long_text_has_the_normal_form_of_its_parts(text: str) -> None:
    for form in get_args(NormalForm):
        assert normalize(form, text) == unicodedata.normalize(form, text)
    assert fold(text) == fold(unicodedata.normalize("NFD", text))
