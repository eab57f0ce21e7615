"""Words that were made for one reader are those of another, where nothing that was asked of them
differs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gipf_meta.base.addressee import (
    Addressee,
    Shared,
    addressee,
    called,
    hand_of_reader,
    has_reader,
    has_you,
    is_brief,
    is_reader,
    is_to_player,
    is_you,
    seated,
    told_to,
)
from gipf_meta.base.texts import language, spoken

NAMES = ("Anna", "Ben", "Cyd")
ANNA, BEN = Addressee(NAMES, you=0, hand="mouse"), Addressee(NAMES, you=1, hand="mouse")
WATCHER, BRIEF = Addressee(NAMES, hand="mouse"), Addressee(NAMES, hand="mouse", is_brief=True)
TYPING, OTHERS = Addressee(NAMES, hand="typed"), Addressee(("A", "B", "C"), hand="mouse")
READERS = (None, ANNA, BEN, WATCHER, BRIEF, TYPING, OTHERS)
MAKINGS: dict[str, Callable[[], object]] = {
    "nothing": lambda: "The board is full.",
    "the language": language,
    "a player": lambda: is_reader(1),
    "a seat": lambda: called(0, "White"),
    "whether it is his seat": lambda: is_you(1),
    "whether he plays": is_to_player,
    "whether he plays here": has_you,
    "whether anybody reads": has_reader,
    "his hand": hand_of_reader,
    "brevity": is_brief,
    "all of him": addressee,
    "one thing of the other": lambda: called(0, "White") if is_reader(0) else hand_of_reader(),
    "another reader": lambda: told_another(),
}


def told_another() -> str:
    """Words to somebody else, whoever reads."""
    with told_to(BEN):
        return f"{is_reader(1)}"


@pytest.mark.parametrize("sort", MAKINGS)
def test_shared_words_are_what_each_reader_would_be_told_alone(sort: str) -> None:
    shared, make = Shared[object](), MAKINGS[sort]
    for _again in range(2):
        for reader in READERS:
            for spoken_here in ("en", "cs"):
                for players in ((0, 1), (1, 0), None):
                    with spoken(spoken_here), told_to(reader):
                        if players is None:
                            assert shared.find(make) == make()
                        else:
                            with seated(players, lambda: ("White", "Black")):
                                assert shared.find(make) == make()


def test_words_are_made_once_for_all_of_whom_the_same_is_true() -> None:
    shared, made = Shared[str](), list[str]()

    def make() -> str:
        made.append(called(0, "White"))
        return made[-1]

    for reader in (ANNA, BEN, WATCHER, TYPING, BRIEF, ANNA, BEN):
        with told_to(reader), seated((0, 1), lambda: ("White", "Black")):
            shared.find(make)
    assert made == ["You", "Anna"]


def test_words_inside_others_are_noted_for_these_too() -> None:
    inner, outer = Shared[str](), Shared[str]()
    for reader in (BEN, ANNA, BEN, ANNA):
        with told_to(reader), seated((0, 1), lambda: ("White", "Black")):
            words = outer.find(lambda: inner.find(lambda: called(0, "White")) + "!")
            assert words == called(0, "White") + "!"
