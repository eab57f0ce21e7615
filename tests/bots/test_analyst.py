"""An engine looks at positions for people: in analyses, reviews and hints."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from gipf_meta.base.addressee import Addressee
from gipf_meta.base.clock import StillClock
from gipf_meta.bots import analyst as analysts
from gipf_meta.bots import engine_bot
from gipf_meta.bots.analyst import (
    Analyst,
    AnalystFailed,
    NoAnalyst,
    analyst_called,
    appoint_analyst,
)
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.bots.engine_process import EngineFailed, EngineRefused
from gipf_meta.cli import run
from gipf_meta.deeds.thoughts import AnalysisThought, ReviewThought
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.protocol.options import configure
from gipf_meta.search.budget import Budget
from gipf_meta.search.effort import Effort
from gipf_meta.search.review import review
from gipf_meta.search.verdict import Kind
from gipf_meta.table.new_table import advice
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from gipf_meta.web.parcels import Parcel, do
from tests.bots.engines import SAMPLE_COMMAND, write_engine
from tests.bots.test_engine_server import find
from tests.bots.test_engine_server import heard as heard  # a fixture
from tests.plain.test_play_loop import Talk
from tests.plain.test_play_loop import talk as talk  # a fixture
from tests.search.test_review import OVERLOOKED, zertz

SURE = """
for line in iter(hear, "quit"):
    if line.startswith("go "):
        say("info chances 100 sure line x d5Wd3")
    say("ok")
"""
"""An engine that is sure of one line, wherever it is asked."""


@pytest.fixture
def ours(heard: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Appoints a bot of ours that looks as an engine; the lines that it hears."""
    monkeypatch.setattr(engine_bot, "_from_elsewhere", {})
    monkeypatch.setattr(analysts, "_appointed", Analyst(EngineBot("easy", may_run=True)))
    return heard


def table_of(match: Match) -> Table:
    """A table of *match* at which two people sit."""
    return Table(match, [Player("A"), Player("B")], StillClock())


def test_an_engine_reviews_a_match(ours: list[str]) -> None:
    match = zertz(*OVERLOOKED)
    offered, overlooked = [*review(match, 20, look=analysts.analyst().look)][1:3]
    assert (offered.left, offered.kind) == (0, Kind.BLUNDER)
    assert (overlooked.played, overlooked.best) == ("x d4Bd6", "x d5Wd3")
    assert (overlooked.before, overlooked.kind) == (100, Kind.BLUNDER)
    assert "go positions 20 seed 0" in ours


def test_an_engine_gives_hints(ours: list[str]) -> None:
    find_hint = advice(table_of(zertz(*OVERLOOKED[:2])))
    assert find_hint is not None
    assert find_hint().steps[0][0] == "x d5Wd3"
    assert ours[-1] == "go ms 1000 positions 1000 lines 3 seed 0"


def test_an_engine_analyses_and_reviews_in_a_room(
    ours: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.table.new_table.ANALYSIS_NODES", 600)
    match, told = zertz(*OVERLOOKED[:2]), list[Any]()
    about = "room", "link", "id", "en", Addressee(("A", "B"))
    parcel = Parcel(AnalysisThought(*about, match.top, None).run)
    last = parcel.open(do(parcel.content, told.append))()  # as in a process that thinks
    assert "x d5Wd3" in str(last)
    assert next(line for line in ours if line.startswith("go ")).startswith(
        "go ms 20000 positions 500"
    )
    ours.clear()
    ReviewThought(*about, match, Effort(50)).run(told.append)
    assert "go positions 50 seed 0" in ours


def test_what_an_engine_does_not_play_this_program_looks_at() -> None:
    class Refusing(EngineBot):
        def look(self, *_question: Any) -> tuple[str, ...]:
            raise EngineRefused("To 'game zertz 2' it answers: No.", "No.")

    top, engine = zertz().top, Refusing("x", may_run=True)
    assert len(Analyst(engine, helps=True).analyse(top, Budget(50), seed=1).lines) == 3
    assert [*Analyst(engine, helps=True).deepen(top, Budget(50))]
    with pytest.raises(AnalystFailed, match="To 'game zertz 2' it answers: No"):
        Analyst(engine).analyse(top, Budget(50), seed=1)


class Failing(EngineBot):
    """An engine that ends whenever it is to look."""

    def look(self, *_question: Any) -> tuple[str, ...]:
        raise EngineFailed("It has ended with status 5.")


FAILURE = "The engine 'x' cannot say how it stands. It has ended with status 5.\n"


def test_an_engine_that_fails_says_so_unless_nobody_wants_to_know() -> None:
    top, enough = zertz().top, Event()
    failing = Analyst(Failing("x", may_run=True), helps=True)
    with pytest.raises(AnalystFailed, match="status 5"):
        next(failing.deepen(top, Budget(50, cancelled=enough)))
    enough.set()
    assert [*failing.deepen(top, Budget(50, cancelled=enough))] == []


def test_the_match_goes_on_where_the_engine_that_looks_fails(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysts, "_appointed", Analyst(Failing("x", may_run=True), helps=True))
    typed = ["board off", "hint", "analyse", "Wd4,a1", "study", "hint", "review", "Bd5,d1", "quit"]
    status, said = talk("play", "zertz", "--seats", "human", "human", typed=typed)
    assert (status, said.count(FAILURE)) == (0, 4)
    assert "Bd5,d1" in said.rpartition(FAILURE)[2]


def test_a_line_that_cannot_be_played_is_a_failure(tmp_path: Path) -> None:
    analyst = Analyst(EngineBot(write_engine(tmp_path, SURE), may_run=True))
    with pytest.raises(AnalystFailed, match="It tells a line with 'x d5Wd3': "):
        analyst.look(zertz().top, Budget(10))
    won = analyst.look(zertz(*OVERLOOKED[:2]).top, Budget(10))
    analyst.close()
    assert won is not None
    assert (won.sure, won.lines[0].turn) == (True, "x d5Wd3")


def test_impossible_chances_are_a_failure(tmp_path: Path) -> None:
    analyst = Analyst(EngineBot(write_engine(tmp_path, SURE.replace("100", "150")), may_run=True))
    with pytest.raises(AnalystFailed, match="from 0 to 100"):
        analyst.look(zertz(*OVERLOOKED[:2]).top, Budget(10))
    analyst.close()


def test_for_more_than_two_and_where_luck_decides_no_engine_is_asked(ours: list[str]) -> None:
    game: Any = configure(find("zatre"), {})
    for session in (Session.begin(game, (0, 1)), Match.begin(game, 3, find, 1).top):
        assert analysts.analyst().look(session, Budget(10)) is None
    assert ours == []


def test_only_engines_are_appointed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts, "_appointed", Analyst())
    with pytest.raises(NoAnalyst, match="'expert' is no engine"):
        analyst_called("expert")
    appoint_analyst(f"engine:{SAMPLE_COMMAND}")
    assert analysts.analyst().engine is not None
    assert analysts.analyst().helps


@pytest.mark.parametrize("question", [["review", "--game", "zertz"], ["analyse", "zertz"]])
def test_a_command_names_who_looks(
    question: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], ours: list[str]
) -> None:
    if question[0] == "review":
        record = tmp_path / "game.txt"
        record.write_text("Wd4,d1\nBd5,a1\n", "utf-8")
        question = [*question, str(record)]
    assert run([*question, "--nodes", "20", "--by", "engine:easy"]) == 0
    assert any(line.startswith("go positions 20 ") for line in ours)
    assert run([*question, "--by", "easy"]) == 2
    assert capsys.readouterr().err.endswith("'easy' is no engine; write it as engine:COMMAND.\n")
