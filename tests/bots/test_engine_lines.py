"""The lines of the engine protocol: each is read as it was written, and what is none is refused."""

from __future__ import annotations

import pytest

from gipf_meta.bots.engine_lines import (
    BeginAt,
    ChooseGame,
    EngineLineError,
    HasDecided,
    HasDrawn,
    HasEndedDuel,
    HasPassed,
    Hello,
    HostCommand,
    ListLegal,
    Quit,
    SearchInfo,
    SetOption,
    Stop,
    Think,
    read_command,
    split_line,
)
from tests.tables import table

LINES: dict[str, HostCommand] = {
    "hello 1": Hello(),
    "set book my games.txt": SetOption("book", "my games.txt"),
    "game zertz 2": ChooseGame("zertz", 2),
    'game gipf 2 {"variant": "basic"}': ChooseGame("gipf", 2, {"variant": "basic"}),
    "start": BeginAt(),
    "start - D0W0B0 Da1": BeginAt("- D0W0B0 Da1"),
    "play 0 x a2Bc2": HasDecided(0, "x a2Bc2"),
    "luck draws:A": HasDrawn("draws:A"),
    "duel 1 zertz": HasEndedDuel(1, "zertz"),
    "duel draw zertz": HasEndedDuel(None, "zertz"),
    "time 15200": HasPassed(15200),
    "legal": ListLegal(),
    "go": Think(),
    "go beside 1 ms 500 positions 40 lines 3 seed 7/0/1/2 forever": Think(
        500, 40, True, 3, "7/0/1/2", 1
    ),
    "stop": Stop(),
    "quit": Quit(),
}


@pytest.mark.parametrize("line", LINES)
def test_a_command_is_read_as_it_was_written(line: str) -> None:
    assert read_command(f" {line}\r\n") == LINES[line]
    assert LINES[line].line == line


@table("""
    line              | why
                      | '' is no command; the commands are: hello, set, game
    begin             | 'begin' is no command
    hello you         | 'you' is not understood; write it so: hello VERSION.
    hello 0           | write it so: hello VERSION.
    game zertz        | write it so: game ID SEATS OPTIONS.
    game zertz 2 [1]  | write it so: game ID SEATS OPTIONS.
    game zertz 2 {    | write it so: game ID SEATS OPTIONS.
    play 0            | write it so: play SEAT DECISION.
    play W Wd4        | write it so: play SEAT DECISION.
    duel nobody zertz | write it so: duel WINNER GAME.
    time -1           | write it so: time MS.
    go ms             | After go, 'ms' is not understood
    go depth 3        | After go, 'depth' is not understood
    go positions 0    | After go, 'positions' is not understood
""")
def test_what_is_no_command_is_refused_in_a_sentence(line: str, why: str) -> None:
    with pytest.raises(EngineLineError) as error:
        read_command(line)
    assert why in str(error.value)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(
    "info",
    [
        SearchInfo(51.3, ("x a2Bc2", "Rb1")),
        SearchInfo(0, ("a",), positions=4000, rank=2, is_sure=True),
    ],
)
def test_what_a_search_has_found_is_read_as_it_was_written(info: SearchInfo) -> None:
    word, rest = split_line(info.line)
    assert word == "info"
    assert SearchInfo.read(rest) == info


def test_words_of_an_info_that_nobody_knows_are_passed_over() -> None:
    told = SearchInfo.read("depth 7 chances 40 nps 1000 line b2 ; a1;")
    assert told == SearchInfo(40, ("b2", "a1"))
    assert SearchInfo.read("positions 5 line a1") is None


@pytest.mark.parametrize("rest", ["chances", "chances 101 line a1", "chances good line a1"])
def test_an_info_tells_its_chances_in_percent_or_not_at_all(rest: str) -> None:
    with pytest.raises(EngineLineError, match="in percent, from 0 to 100"):
        SearchInfo.read(rest)
