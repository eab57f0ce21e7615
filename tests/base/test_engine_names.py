"""An engine is called by its program wherever people read of it, and by its whole command nowhere
but where two have one name."""

from __future__ import annotations

import pytest

from gipf_meta.base.engine_names import bot_names, engine_name
from gipf_meta.bots import engine_bot
from gipf_meta.bots.engine_bot import allow_engine
from gipf_meta.commands.arena import _lines
from gipf_meta.records.player_names import call_players, kind_word
from gipf_meta.table.players import describe_kind
from gipf_meta.workshop.arena.crosstable import as_csv
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import Tournament
from gipf_meta.workshop.arena.standings import standings
from tests.small_games.wager import Wager
from tests.tables import table

FAR = "engine:/home/ann/engines/prima --fast"
OTHER = "engine:python3 '/home/bob/my engines/prima.py' ./player"


@table(r"""
    command                                          | name
    ./my_engine                                      | my_engine
    /home/ann/engines/prima --fast                   | prima
    python3 '/home/bob/my engines/prima.py' ./player | prima
    /usr/bin/python3.11 -ISB engine.py               | engine
    java -Xmx1g -jar build/engine.jar                | engine
    'C:\engines\prima.exe'                           | prima
    python3                                          | python3
    engine-1.2                                       | engine-1.2
    don't                                            | don't
    /                                                | /
""")
def test_an_engine_is_called_by_its_program(command: str, name: str) -> None:
    assert engine_name(command) == name


def test_two_engines_of_one_name_are_told_apart() -> None:
    assert bot_names([FAR, "expert"]) == {FAR: "prima", "expert": "expert"}
    assert bot_names([FAR, OTHER]) == {FAR: FAR, OTHER: OTHER}
    seats = [*Wager.seat_names]
    assert call_players(seats, [FAR, OTHER], Wager) == ["prima (Left)", "prima (Right)"]


def test_no_path_is_shown_as_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_bot, "_allowed", {})
    allow_engine(FAR)
    allow_engine("engine:./other")
    assert kind_word(FAR) == describe_kind(FAR) == "prima"
    tournament = Tournament(
        game="die", rules_version=1, options={}, players=2, bots=(FAR, "random"), games=2
    )
    lost = GameOutcome(number=0, winners=(1,), reason="ill", at_fault=0)
    result = standings(tournament, {0: lost})
    told = "\n".join([*_lines(tournament, result), as_csv(tournament, result)])
    assert "prima" in told
    assert "/home" not in told
