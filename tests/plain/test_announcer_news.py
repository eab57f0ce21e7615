"""``news`` prints all that was said; the end of a match is told once."""

from __future__ import annotations

import io
import re

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


def ends(lines: list[str]) -> list[str]:
    """Those of *lines* that tell who has won or lost."""
    return [line for line in lines if re.search(r"\b(won|lost)\b", line)]


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
    begun = "  1. White enters a GIPF-piece from a1 onto b2."
    assert begun not in lines[first:second]
    every = lines[second:]
    told = [begun, end, last]
    assert [every.index(line) for line in told] == sorted(every.index(line) for line in told)
    assert every.count("Say news, or news 5 for the last five turns.") == 2


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("seats", [("human", "human"), ("human", "beginner")])
def test_the_end_of_a_match_is_told_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, seats: tuple[str, str]
) -> None:
    arguments = ("play", "zertz", "--plain", "--seed", "4", "--seats", *seats)
    lines = said(capsys, monkeypatch, *arguments, typed=["Wd4,d1", "resign", "news"])
    assert [line for line in lines if "resigned" in line] == lines[-1:]
    assert len(ends(lines)) == 1


@pytest.mark.needs("gipf")
@pytest.mark.parametrize("sound", [[], ["board off"]])
def test_below_the_end_of_a_match_no_caption_tells_it_again_or_asks_for_a_turn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, sound: list[str]
) -> None:
    arguments = ("play", "gipf", "--plain", "--set=variant=basic", "--seed=4")
    given_up = said(capsys, monkeypatch, *arguments, typed=[*sound, "a1-b2", "resign"])
    after = given_up[given_up.index("Black> resign") :]
    assert after[-1] == "White won: Black resigned."
    assert not [line for line in after if line.startswith("Turn ")]
    by_rules = said(capsys, monkeypatch, *arguments, "--seats", "random", "random", typed=[])
    assert ends(by_rules) == by_rules[-1:] != []
