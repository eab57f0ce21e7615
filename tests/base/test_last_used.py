"""A cache of the values that were used last."""

from __future__ import annotations

from gipf_meta.base.last_used import LastUsed


def test_what_was_not_used_for_longest_is_dropped() -> None:
    cache = LastUsed[int](2)
    for key in "ab":
        cache.keep(key, 1)
    assert cache.find("a") == 1
    assert cache.keep("c", 2) == 2
    assert [cache.find(key) for key in "abc"] == [1, None, 2]
