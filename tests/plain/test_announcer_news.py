"""``news`` prints all that was said; the end of a match is told once."""

from __future__ import annotations

import io

import pytest

from gipf_meta.cli import run

DUELS = [
    "--set=variant=tournament",
    "--set=tamsk_potentials=3",
    "--set=zertz_potentials=3",
    "--set=challenges_enabled=on",
    "--set=duel_first_player=owner",
]
TO_THE_DUEL = ["Ga1-b2", "Gi5-h5", "Za1-b2", "Zi5-h5", "Zb2^", "challenge"]


def said(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *arguments: str,
    typed: list[str],
) -> list[str]:
    """The lines that the program prints."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    run(arguments)
    return capsys.readouterr().out.splitlines()


@pytest.mark.needs("gipf", "zertz", "tamsk")
def test_a_duels_end_is_still_there_after_the_next_turn_of_the_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = [*TO_THE_DUEL, "Wd4,d1", "resign", "d4", "i5-h5", "news 2", "news", "news 0", "news x"]
    lines = said(capsys, monkeypatch, "play", "gipf", *DUELS, "--plain", typed=typed)
    first, second = (n for n, line in enumerate(lines) if line.endswith(("> news 2", "> news")))
    end = "     The jump from b2 is saved."
    last = "  6. Black enters a basic piece from i5 onto h5."
    assert end in lines[first:second]
    assert last in lines[first:second]
    assert "  1. White enters a GIPF-piece from a1 onto b2." not in lines[first:second]
    every = lines[second:]
    told = ["  1. White enters a GIPF-piece from a1 onto b2.", end, last]
    assert [every.index(line) for line in told] == sorted(every.index(line) for line in told)
    assert every.count("Say news, or news 5 for the last five turns.") == 2


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("seats", [("human", "human"), ("human", "beginner")])
def test_the_end_of_a_match_is_told_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, seats: tuple[str, str]
) -> None:
    arguments = ("play", "zertz", "--plain", "--seed", "4", "--seats", *seats)
    lines = said(capsys, monkeypatch, *arguments, typed=["Wd4,d1", "resign", "news"])
    assert len([line for line in lines if "resigned" in line]) == 1
    assert sum(" won" in line or "lost." in line for line in lines) == 1


@pytest.mark.needs("gipf", "zertz", "tamsk")
def test_the_end_of_a_duel_and_what_follows_are_told_once_each_in_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = [*TO_THE_DUEL, "Wd4,d1", "resign", "d4"]
    lines = said(capsys, monkeypatch, "play", "gipf", *DUELS, "--plain", typed=typed)
    told = [
        "White won the duel in ZÈRTZ: Black resigned.",
        "The jump from b2 is saved.",
        "White makes the jump to d4.",
    ]
    assert [lines.count(line) for line in told] == [1, 1, 1]
    assert [lines.index(line) for line in told] == sorted(lines.index(line) for line in told)
