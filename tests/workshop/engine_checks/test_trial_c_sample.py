"""The sample engine in C: another hand's rules of three games, held to every law of engines."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from docs.draw import find_games
from gipf_meta.bots.engine_lines import ChooseGame, HostCommand
from gipf_meta.bots.engine_process import EngineProcess, EngineRefused
from gipf_meta.commands.given_games import read_given_matches
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.workshop.engine_checks.laws import GAME_LAWS
from gipf_meta.workshop.engine_checks.match_laws import follows_records, sessions_in
from gipf_meta.workshop.engine_checks.refutation import check_engine
from gipf_meta.workshop.engine_checks.trial import Anything, EngineTrial
from tests.bots.engines import SAMPLE

SOURCE = SAMPLE.with_name("engine.c")
PLAYED = re.findall(r'^    \{"(\w+)", \w+_start,', SOURCE.read_text("utf-8"), re.MULTILINE)
"""The games of its table."""
RECORDED = [name for name in PLAYED if Path("tests", name, "real_games.jsonl").exists()]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler"),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of the sample, built as its first lines say."""
    built = tmp_path_factory.mktemp("sample") / "engine"
    strict = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]
    subprocess.run(["cc", "-O2", *strict, "-o", built, SOURCE, "-lm"], check=True)
    return str(built)


@pytest.mark.parametrize("game", PLAYED)
def test_it_holds_every_law(engine: str, game: str) -> None:
    find: Any = find_games()
    found = [each for each in check_engine(engine, find, [game], count=2) if each.game]
    assert [str(finding) for finding in found if not finding.ok] == []
    assert sum(finding.asked for finding in found) == len(GAME_LAWS)


@pytest.mark.parametrize("name", RECORDED)
def test_it_follows_games_of_people(engine: str, name: str, tmp_path: Path) -> None:
    installed = load_plugins()
    game: Any = configure(installed.find(name), {})
    rows = Path("tests", name, "real_games.jsonl").read_text("utf-8").splitlines()
    played = [row for row in map(json.loads, rows) if row.get("rings", 37) == 37 and "id" in row]
    for row in played[:8]:
        (tmp_path / f"{row['id']}.txt").write_text("\n".join(row["moves"]), "utf-8")
    matches = read_given_matches([str(tmp_path)], installed, game)
    recorded = [session for match in matches for session in sessions_in(match)]
    assert len(recorded) == 8
    trial = EngineTrial(engine, installed.find, 1, 1, None, recorded)
    follows_records(trial, game)
    trial.close()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (ChooseGame("zertz", 2, {"variant": "blitz"}), "usual options"),
        (ChooseGame("zertz", 3), "two seats"),
        (ChooseGame("gipf", 2), "do not play"),
        (Anything("start a1,a1 6/8/10 0/0/0 0/0/0 1"), "named twice"),
        (Anything("start a1,z9 6/8/10 0/0/0 0/0/0 1"), "no ring"),
        (Anything("play 1 Wd4"), "not on turn"),
        (Anything("go positions none"), "limits"),
        (Anything("go beside 1"), "limits"),
    ],
)
def test_it_says_what_it_cannot_do(engine: str, line: HostCommand, why: str) -> None:
    process = EngineProcess(engine)
    process.ask(ChooseGame("zertz", 2))
    with pytest.raises(EngineRefused, match=why):
        process.ask(line)
    process.close()
