"""One text, read alike by ``playthrough``, ``replay``, import, studies and Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import gipf_meta as gm
from building import sources
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.match.playthrough import playthrough
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import changed_options
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.records.site_walks import SEEDS, begun, walked
from tests.zatre.random_games import record_of
from tests.zatre.words import game as zatre

GAMES: Final = sorted(installed_plugins().games.keys() & sources.plugins().keys())
"""The games of a board, each in a plugin of its own."""


def drawn(game: str, seed: int) -> Match:
    """A match in which both play at random for some turns, after what luck draws before."""
    installed = installed_plugins()
    return walked(installed, game, {}, seed, begun(installed, game, {}).resolve())


def lines_of(match: Match) -> list[str]:
    """The turns in a playthrough of *match*, without one that is not over."""
    session = match.sessions[0]
    turns = [session.turn_text(turn) for turn in session.turns()]
    return turns if match.result is not None else turns[:-1]


def on_few_lines(lines: list[str]) -> str:
    """*lines* as somebody puts them on a sheet: numbered, three a line, with what is beside."""
    words = [
        f"{n}. {line} " + ("! {a note}" if n % 5 == 1 else "") for n, line in enumerate(lines, 1)
    ]
    rows = ["".join(words[n : n + 3]) for n in range(0, len(words), 3)]
    return '\ufeff[White "Anna"]\n\n# a sheet\n' + "\n".join(rows) + "\n"


def told_by_playthrough(gipf_meta: Command, session: Session, text: str) -> list[dict[str, Any]]:
    settings = [f"--set={name}={value}" for name, value in changed_options(session.game).items()]
    done = gipf_meta(
        "playthrough", session.game.id, *settings, f"--players={len(session.players)}", typed=text
    )
    assert done.status == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(3)
def test_a_game_on_a_sheet_is_the_same_wherever_it_is_read(
    gipf_meta: Command, tmp_path: Path, game: str, seed: int
) -> None:
    match = drawn(game, seed)
    session, lines = match.sessions[0], lines_of(match)
    plain = list(playthrough(session.game, len(session.players), lines))
    sheet = on_few_lines(lines)
    told = told_by_playthrough(gipf_meta, session, sheet)
    assert told[-2]["position"] == plain[-2]["position"]
    named = f'[Game "{game}"]\n' + sheet.removeprefix("\ufeff")
    (tmp_path / "sheet.txt").write_text(named, encoding="utf-8-sig")
    replayed = gipf_meta("replay", "--json", "sheet.txt")
    assert replayed.status == 0, replayed.err
    assert [json.loads(line)["text"] for line in replayed.out.splitlines()] == lines
    assert list(gm.load(tmp_path / "sheet.txt").turns) == lines
    assert [turn.text for turn in gm.study(tmp_path / "sheet.txt").turns.values()] == lines
    assert gipf_meta("library", "import", "sheet.txt").status == 0
    with Library() as library:
        assert [turn.text for turn in library.record(1).turns] == lines


def test_the_lines_of_a_pad_are_read_as_a_match(gipf_meta: Command) -> None:
    game = zatre(start="fixed", short_game="3")
    for seed in range(6):
        lines, _end = record_of(game, 2, seed)
        *_turns, last, result = playthrough(game, 2, lines)
        settings = {**changed_options(game), "Game": "Zatre"}
        headers = [f'[{name} "{value}"]' for name, value in settings.items()]
        text = "\n".join([*headers, *lines])
        done = gipf_meta("replay", typed=text)
        assert done.status == 0, (lines, done.err)
        told = gipf_meta("playthrough", "zatre", typed=text)
        assert told.status == 0, told.err
        *_more, again, at_end = map(json.loads, told.out.splitlines())
        assert again["position"] == last["position"]
        assert at_end == result


def test_where_only_time_passes_nothing_is_cut(gipf_meta: Command) -> None:
    text = '[Game "TAMSK"]\n@5 a1-b2 @9 d1-d2\n@90 T\n'
    done = gipf_meta("replay", "--json", typed=text)
    assert (done.status, len(done.out.splitlines())) == (0, 2)
    record = json.loads(gipf_meta("playthrough", "tamsk", typed=text).out.splitlines()[-2])
    assert record["n"] == 3


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("zertz", '[Game "ZERTZ"]\n[Board "99"]\n1. Wd4,d1\n'),
        ("zertz", '[Game "CHESS"]\n1. e4 e5\n'),
        ("zertz", '[Game "ZERTZ"]\n[White "A"]\n\n1. Wd4,d1,Bd7,a4\n'),
        ("zertz", '[Game "ZERTZ"]\nWhite Wd4,d1\n'),
        ("zertz", '[Game "ZERTZ"]\n[SetUp "1"]\n[FEN "nonsense"]\n\n1. Wd4,d1 1-0\n'),
        ("zatre", '[Game "Zatre"]\n[Lottery "random"]\n1. A +52 h8=5\n'),
    ],
)
def test_playthrough_gives_the_reason_that_replay_gives(
    gipf_meta: Command, tmp_path: Path, game: str, text: str
) -> None:
    (tmp_path / "x.txt").write_text(text)
    replayed = gipf_meta("replay", "x.txt")
    done = gipf_meta("playthrough", game, "x.txt")
    assert (done.status, done.err) == (2, replayed.err)


def test_playthrough_says_that_a_text_is_of_another_game(
    gipf_meta: Command, tmp_path: Path
) -> None:
    (tmp_path / "x.txt").write_text('[Game "GIPF"]\n1. Gf1-f2 Gb6-c6\n')
    done = gipf_meta("playthrough", "zertz", "x.txt")
    assert done.status == 2
    assert done.err == "gipf-meta: x.txt holds a game of GIPF, and none of ZÈRTZ.\n"
