"""The table of words that are typed: each name once, the game first, a colon forces the word."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.narration import vocabulary
from gipf_meta.narration.vocabulary import WORDS, typed_word
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import Choice


@pytest.mark.parametrize("code", ["en", "cs"])
def test_a_name_stands_for_one_word(code: str) -> None:
    with spoken(code):
        for word in WORDS:
            for name in vocabulary.names_of(word):
                assert vocabulary.named(name) is word, name


def test_a_word_that_was_meant_is_named_with_its_accents() -> None:
    with spoken("cs"):
        assert vocabulary.mistyped("napovedda", {"match"}) == "nápověda"


def test_only_where_a_study_can_be_opened_a_word_of_studies_leads_to_one() -> None:
    on = typed_word("on")
    assert on is not None
    assert (
        vocabulary.why_not_here(on, {"match"}) == "on is for studies: study opens one of a match."
    )
    told = "on is for studies; help lists what can be typed here."
    assert vocabulary.why_not_here(on, {"lesson"}) == told


def test_english_words_work_in_czech_and_czech_ones_without_accents() -> None:
    with spoken("cs"):
        found = [typed_word(each) for each in ("undo", "nápověda", "napoveda", "KONEC", "tahy d4")]
    assert [each and each.word.name for each in found] == ["undo", "help", "help", "quit", "moves"]


def test_the_game_comes_first_and_a_colon_forces_the_word() -> None:
    choices = [Choice("resigned", ("resigned",), "Resigned"), Choice("h", ("h",), "H")]
    for typed in ("resign", "RESIGN", "h"):
        assert typed_word(typed, choices) is None
        forced = typed_word(f":{typed}", choices)
        assert forced is not None
        assert forced.word is vocabulary.named(typed)
    undone = typed_word("undo", choices)
    assert undone is not None
    assert undone.word.name == "undo"


def test_law_a_word_is_never_a_legal_decision_nor_its_beginning() -> None:
    """Over random positions of every game that is installed."""
    installed = installed_plugins()
    names = [name for word in WORDS for name in vocabulary.names_of(word)]
    for game_id in installed.games:
        game, rng = installed.find(game_id), Random(7)
        match = Match.begin(configure(game, {}), 2, installed.find, seed=3)
        for _turn in range(20):
            if match.player is None:
                break
            choices = match.top.view(match.top.seat_of(match.player)).choices
            for name in names:
                found = typed_word(name, choices)
                small = name.lower()
                begun = any(
                    c.notation.lower().startswith(small) or small in c.path for c in choices
                )
                assert (found is None) == begun, (game_id, name)
                assert typed_word(f":{name}", choices) is not None
            match = match.play(rng.choice(choices).notation)


@pytest.mark.parametrize("typed", ["W a1 a2", "w d4", "B", "H", "resigned x"])
def test_a_piece_by_its_letter_is_never_a_word(typed: str) -> None:
    """Where a white piece cannot be placed now, ``W d4`` must not save the match as d4."""
    assert typed_word(typed, [Choice("resigned", ("resigned",), "Resigned")]) is None


def test_one_letter_is_a_word_alone_or_forced() -> None:
    for typed in ("w", ":W", ":w a.json", "q"):
        assert typed_word(typed) is not None, typed
