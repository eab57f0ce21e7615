"""Twelve words, by which a person comes back without any other device: how they are made and read.

They are those of BIP 39: 128 random bits and a checksum, so a slip of the pen is noticed at once.
The database has a hash of the bits alone, whatever the language of the words.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import cache
from typing import Final

from mnemonic import Mnemonic

from gipf_meta.base.texts import _
from gipf_meta.host.identity.devices import IdentityError

COUNT: Final = 12
"""The number of words."""
BITS: Final = 128
"""The number of random bits in them."""
LANGUAGES: Final = {"en": "english", "cs": "czech"}
"""The languages with a list of words, by the language of the reader."""
PREFIX: Final = 4
"""The letters that distinguish the words of a list."""
LONGEST: Final = 500
"""The most letters that are read."""


def make_words(language: str) -> tuple[str, str]:
    """Returns twelve new words in the *language* of the reader (English if it has no list), and the
    key of the way back that they are."""
    maker = _list_of(LANGUAGES.get(language[:2], "english"))
    words = maker.generate(BITS)
    return words, _key_of(bytes(maker.to_entropy(words)))


def read_words(typed: str) -> list[str]:
    """Returns the keys that the *typed* words may be: one for each language in which they are words
    with a right checksum.

    Letters may be large or small and without their signs, words numbered and separated by
    anything, and only the first four letters of a word are needed. Raises ``IdentityError``.
    """
    words = _split(typed)
    if len(words) != COUNT:
        raise IdentityError(
            _.many(
                "This is {count} word; the way back has twelve.",
                "These are {count} words; the way back has twelve.",
                len(words),
            ).format(count=len(words))
        )
    keys, unknown = list[str](), words
    for language in LANGUAGES.values():
        found = [_complete(word, language) for word in words]
        strange = [word for word, full in zip(words, found, strict=True) if not full]
        unknown = min(unknown, strange, key=len)
        maker = _list_of(language)
        if not strange and maker.check(" ".join(found)):
            keys.append(_key_of(bytes(maker.to_entropy(found))))
    if keys:
        return keys
    if unknown:
        raise IdentityError(
            _("“{word}” is none of the words; compare it with your paper.").format(word=unknown[0])
        )
    raise IdentityError(
        _("These are no words of a way back; compare them, and their order, with your paper.")
    )


def _split(typed: str) -> list[str]:
    """Returns the words in *typed*, in small letters without signs."""
    plain = unicodedata.normalize("NFKD", typed[:LONGEST]).casefold()
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.findall("[a-z]+", letters)


def _complete(word: str, language: str) -> str:
    """Returns the word of a list that *word* is, or begins by four letters at least; ``""``: none
    of the list."""
    known = _by_prefix(language)
    full = known.get(word[:PREFIX], "")
    return full if full.startswith(word) and len(word) >= min(PREFIX, len(full)) else ""


@cache
def _list_of(language: str) -> Mnemonic:
    return Mnemonic(language)


@cache
def _by_prefix(language: str) -> dict[str, str]:
    """Returns the words of a list by their first letters."""
    return {word[:PREFIX]: word for word in _list_of(language).wordlist}


def _key_of(bits: bytes) -> str:
    """Returns the key of the way back whose words have those *bits*; they are random, so the hash
    needs no salt."""
    return hashlib.sha256(b"gipf-meta words " + bits).hexdigest()
