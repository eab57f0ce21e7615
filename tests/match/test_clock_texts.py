"""The texts of time controls: days and hours, words, what is stored and what is shown."""

from __future__ import annotations

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.clock_texts import TimeControlError, exact_words, read_stored_clock
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration.clock_words import time_left, words_of_control

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("text", "stored", "shown", "words"),
    [
        ("3d/turn", "4320m/turn", "3d/turn", "3 days a turn"),
        ("3 days a turn", "4320m/turn", "3d/turn", "3 days a turn"),
        ("3 DAYS\u00a0 per\tturn", "4320m/turn", "3d/turn", "3 days a turn"),
        ("4320m/turn", "4320m/turn", "3d/turn", "3 days a turn"),
        ("7d", "10080m", "7d", "7 days"),
        ("2d+12h", "2880m+720m", "2d+12h", "2 days + 12 hours a turn"),
        ("2 days + 12 hours a turn", "2880m+720m", "2d+12h", "2 days + 12 hours a turn"),
        ("12h/turn", "720m/turn", "12h/turn", "12 hours a turn"),
        ("1d12h", "2160m", "1d12h", "1 day 12 hours"),
        ("2d 12h/turn", "3600m/turn", "2d12h/turn", "2 days 12 hours a turn"),
        ("24h/turn", "1440m/turn", "1d/turn", "1 day a turn"),
        ("18m", "18m", "18m", "18 minutes"),
        ("150m", "150m", "2h30m", "2 hours 30 minutes"),
        ("259200", "4320m", "3d", "3 days"),
        ("150s", "150s", "150s", "2 minutes 30 seconds"),
        ("10 minutes each", "10m", "10m", "10 minutes"),
    ],
)
def test_days_and_words_are_read_and_shown(text: str, stored: str, shown: str, words: str) -> None:
    control = TimeControl.read(text)
    assert (str(control), control.shown, words_of_control(text)) == (stored, shown, words)
    assert TimeControl.read(shown) == TimeControl.read(words) == control
    assert TimeControl.stored(stored, None) == control


@pytest.mark.parametrize("text", ["3d/turn", "1d12h", "2d+12h", "7d", "1h5m", "90s", "21d+1m"])
def test_words_in_the_language_of_the_reader_can_be_typed(text: str) -> None:
    with spoken("cs"):
        words = words_of_control(text)
        assert not {"day", "days", "hours"} & {*words.split()}
        assert TimeControl.read(words) == TimeControl.read(text)
        assert TimeControl.read(text).shown == text.replace("1h5m", "65m")
    with pytest.raises(TimeControlError):
        TimeControl.read(words)


@pytest.mark.parametrize(
    "text",
    [
        "0d", "0d/turn", "0d+0h", "0 days a turn", "-3d", "+3d", "2d+-12h", "2d-12h", "1.5d",
        "1,5d", "0.0000001d", "1e-9d/turn", "1e9d", "nan d", "infd", "3\u200bd", "\u0663d",
        "\uff13d", "\u00b3d", "\u2162d", "3\u0501", "2d+12h+5m", "12h1d", "1d1d", "3 3d", "1d 5",
        "d", "a turn", "7d/turn+1h", "1d/turn/turn", "2d+12h/turn", "3d/move", "1w", "2 weeks",
        "3d a turn a turn", "1mo", "1y",
    ],
)  # fmt: skip
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(TimeControlError, match="is no time control: write 10m"):
        TimeControl.read(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("99999d", "too long: a clock has at most 69 days 10 hours"),
        ("70d/turn", "too long"),
        ("1d+70d", "too long"),
        (f"{10**17}d", "too long"),
        ("100000m", "too long"),
        ("9" * 100_000 + "d", "is no time control"),
        ("x" * 4_000, "is no time control"),
        ("2d1s", "too exact: from 28 hours on"),
    ],
)
def test_a_clock_has_a_limit(text: str, why: str) -> None:
    with pytest.raises(TimeControlError, match=why) as caught:
        TimeControl.read(text)
    assert len(str(caught.value)) < 200
    assert TimeControl.read("99999m").total_ms == 99_999 * MINUTE


@pytest.mark.parametrize("text", ["3d/turn", "3 days", "1e9d", "7 dní", "100000m"])
def test_a_record_has_its_clock_in_the_units_of_every_version(text: str) -> None:
    with spoken("cs"), pytest.raises(TimeControlError):
        read_stored_clock(text)


@pytest.mark.parametrize(
    ("ms", "told"),
    [
        (2 * DAY + 4 * HOUR + 59 * MINUTE, "2 days 4 hours"),
        (3 * DAY, "3 days"),
        (DAY + 59 * MINUTE, "1 day"),
        (4 * HOUR + 12 * MINUTE + 59_999, "4 hours 12 minutes"),
        (2 * HOUR + 59_999, "2 hours"),
        (2 * HOUR - 100, "119:59.9"),
        (4_321, "0:04.3"),
        (0, "0:00.0"),
    ],
)
def test_time_left_is_told_in_days_and_hours(ms: int, told: str) -> None:
    assert time_left(ms) == told


def test_a_time_in_words_is_rounded_nowhere() -> None:
    assert exact_words(DAY + 90_000) == "1 day 1 minute 30 seconds"
    assert exact_words(500) == "500ms"
