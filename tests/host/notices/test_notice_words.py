"""The sentence of a notice says what waits, with whom and how long; and in private names nobody."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest

from gipf_meta.base.dates import in_zone
from gipf_meta.host.notices.notice_words import headline, notice_sentence
from gipf_meta.host.notices.sending import ToldNotice
from gipf_meta.rooms.notices import NoticeKind

HOUR_MS = 3_600_000
AT_8 = 1_796_324_400_000  # Thu 3 Dec 2026, 19:00 UTC
NOTICE = ToldNotice("turn", "r1", 7, "gipf", ("Ana", "Bo"), False, 0, "https://x/#r1", 50 * HOUR_MS)


def test_own_move_is_told_with_the_others_and_the_time_left() -> None:
    said = notice_sentence(NOTICE, "GIPF")
    assert said == "It is your move: GIPF with Ana, Bo, 2 days 2 hours left."


def test_without_a_clock_no_time_is_told() -> None:
    said = notice_sentence(replace(NOTICE, left_ms=None, others=("Ana",)), "GIPF")
    assert said == "It is your move: GIPF with Ana."


@pytest.mark.parametrize("kind", get_args(NoticeKind))
def test_every_kind_has_a_sentence_of_its_own_on_one_line(kind: str) -> None:
    notice = replace(NOTICE, kind=kind, hour_ms=AT_8)  # type: ignore[arg-type]
    said = notice_sentence(notice, "GIPF")
    assert re.fullmatch(r"[A-Z][^{}\n]+GIPF with Ana, Bo[^{}\n]*\.", said)
    assert said not in {
        notice_sentence(replace(notice, kind=each), "GIPF")
        for each in get_args(NoticeKind)
        if each != kind
    }


@pytest.mark.parametrize("kind", get_args(NoticeKind))
def test_private_match_names_nobody_whatever_it_is_given(kind: str) -> None:
    notice = replace(NOTICE, kind=kind, is_private=True, hour_ms=AT_8)  # type: ignore[arg-type]
    said = notice_sentence(notice, "GIPF")
    assert "Ana" not in said
    assert "GIPF" in said


def test_hour_is_told_in_the_zone_of_the_reader() -> None:
    notice = replace(NOTICE, kind="hour", hour_ms=AT_8, others=())
    with in_zone("Europe/Prague"):
        said = notice_sentence(notice, "GIPF")
    assert said == "Your live duel begins on Thu 3 Dec 20:00 CET: GIPF."
    unknown = notice_sentence(replace(notice, hour_ms=None), "GIPF")
    assert unknown == "A live duel waits for you: GIPF."


def test_name_cannot_begin_a_second_line() -> None:
    said = notice_sentence(replace(NOTICE, others=("Ana\r\nBcc: eve@example",)), "GIPF")
    assert "\n" not in said
    assert "\r" not in said


def test_headline_of_one_is_its_sentence_and_of_several_their_number() -> None:
    others = [replace(NOTICE, room="r2"), replace(NOTICE, room="r3", kind="invitation")]
    assert headline([NOTICE], str.upper) == notice_sentence(NOTICE, "GIPF")
    assert headline([NOTICE, *others], str.upper) == "3 matches wait for you"
    over = replace(NOTICE, room="r4", kind="end")
    assert headline([NOTICE, over], str.upper) == "News of 2 matches"
