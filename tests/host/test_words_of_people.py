"""Twelve words are read however they were written down, and a slip of the pen is noticed."""

from __future__ import annotations

import hashlib

import pytest
from mnemonic import Mnemonic

from gipf_meta.host.identity.devices import IdentityError
from gipf_meta.host.identity.words import make_words, read_words
from tests.tables import table

WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
"""Words of the standard's own test, whose bits are known."""
KEY = hashlib.sha256(b"gipf-meta words " + b"\x7f" * 16).hexdigest()


@pytest.mark.parametrize("language", ["en", "cs", "fr", ""])
def test_words_are_made_in_the_language_of_the_reader_and_read_in_any(language: str) -> None:
    words, key = make_words(language)
    assert read_words(words) == [key]
    assert len(words.split()) == 12
    expected = "czech" if language == "cs" else "english"
    assert Mnemonic(expected).check(words)
    assert make_words(language)[1] != key
    assert not any(word in key for word in words.split())


@pytest.mark.parametrize(
    "written",
    [
        WORDS,
        WORDS.upper(),
        "  " + WORDS.replace(" ", " \n\t "),
        WORDS.replace(" ", ", "),
        WORDS.replace(" ", "\N{NO-BREAK SPACE}"),
        " ".join(f"{n}. {word}" for n, word in enumerate(WORDS.split(), 1)),
        " ".join(word[:4] for word in WORDS.split()),
        WORDS.replace("winner", "winn\N{COMBINING ACUTE ACCENT}er").replace("legal", "ｌｅｇａｌ"),
    ],
)
def test_words_are_read_however_they_were_written_down(written: str) -> None:
    assert read_words(written) == [KEY]


@table("""
    written                                                                   | why
    legal winner                                                              | These are 2 words
    legal                                                                     | This is 1 word
                                                                              | These are 0 words
    legal winner thank year wave sausage worth useful legal winner thank zone | and their order
    winner legal thank year wave sausage worth useful legal winner thank yellow | and their order
    legal winner thank year wave sausge worth useful legal winner thank yellow | “sausge” is none
    legal winner thank year wave sausage worth useful legal winner thank yel  | “yel” is none
    legalx winner thank year wave sausage worth useful legal winner thank yellow | “legalx” is none
""")
def test_a_slip_of_the_pen_is_noticed(written: str, why: str) -> None:
    with pytest.raises(IdentityError, match=why):
        read_words(written)


def test_one_wrong_word_of_a_language_is_named_and_not_all_those_of_another() -> None:
    words = make_words("cs")[0].split()
    with pytest.raises(IdentityError, match="“xxxx” is none"):
        read_words(" ".join([*words[:11], "xxxx"]))


@pytest.mark.parametrize("written", ["legal " * 200_000, f"{WORDS} {WORDS}", "\x00" * 12])
def test_what_is_too_long_or_no_words_is_refused_at_once(written: str) -> None:
    with pytest.raises(IdentityError, match="the way back has twelve"):
        read_words(written)
