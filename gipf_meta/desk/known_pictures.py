"""Pictures are sent once: a page lists the keys of those it has, and gets the keys alone of
these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any


def with_keys(written: Any, is_known: Callable[[str], bool]) -> Any:
    """A *written* screen, or parts of one, with the key of each picture, and without the markup of
    the pictures that the page has."""
    if isinstance(written, list):
        return [with_keys(each, is_known) for each in written]
    if not isinstance(written, dict):
        return written
    if written.get("part") != "picture":
        return {name: with_keys(each, is_known) for name, each in written.items()}
    if not (markup := written.get("markup")):
        return written
    key = blake2b(markup.encode(), digest_size=8).hexdigest()
    keyed = {**written, "key": key}
    if is_known(key):
        del keyed["markup"]
    return keyed


def keys_in(written: Any) -> Iterator[str]:
    """The keys of the pictures in parts that are *written*."""
    if isinstance(written, list):
        for each in written:
            yield from keys_in(each)
    elif isinstance(written, dict):
        if key := written.get("key") if written.get("part") == "picture" else None:
            yield key
        for each in written.values():
            yield from keys_in(each)
