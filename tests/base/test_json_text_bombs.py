"""Files made to exhaust memory or time: refused in one sentence, or read within limits."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.base.clock import cpu_ms
from gipf_meta.base.json_text import DEEPEST, MOST_MARKS, read_json
from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.match.match import Match
from gipf_meta.match.session import LONGEST_MS, MOST_LIVE_DECISIONS
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import IllegalMove
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.writer import to_record
from tests.program import gipf_meta
from tests.small_games.finding import find
from tests.small_games.wager import Wager
from tests.tiers import slow, soak, spread

OLD = Path(__file__).parents[1] / "records" / "of_before" / "format-1"
MOST_BYTES = 300_000_000
MOST_SECONDS = 5

_DECISION = '{"by": 0, "move": ""}'
_HEAD = '{"format": 1, "game": "zertz", "players": [0, 1], '


def _with(entries: str) -> str:
    """A record with more *entries*."""
    return _HEAD + entries + "}"


def _turn(decisions: str) -> str:
    """A record of one turn with these *decisions*."""
    return _with('"turns": [{"number": 1, "text": "", "decisions": [' + decisions + "]}]")


def _many(value: str, count: int) -> str:
    """A list of the same *value*."""
    return "[" + ",".join([value] * count) + "]"


def _entries(count: int) -> str:
    return ",".join(f'"k{n}": 0' for n in range(count))


BOMBS: Mapping[str, Callable[[], str]] = {
    "empty turns": lambda: _with('"turns": ' + _many("{}", 140_000)),
    "a million empty turns": lambda: _with('"turns": ' + _many("{}", 1_000_000)),
    "a large player": lambda: '{"format": 1, "game": "zertz", "players": [0, 300000000]}',
    "many players": lambda: f'{{"format": 1, "game": "zertz", "players": {_many("0", 290_000)}}}',
    "too many decisions": lambda: _turn(_many(_DECISION, 20_001)[1:-1]),
    "as many decisions as are read": lambda: _turn(_many(_DECISION, 20_000)[1:-1]),
    "many answers": lambda: _turn('{"by": 0, "move": "", "then": ' + _many('""', 290_000) + "}"),
    "many entries": lambda: _with(_entries(290_000)),
    "wrong decisions": lambda: _turn(_many('{"by": 0, "move": "x", "q": 1}', 19_000)[1:-1]),
    "many options": lambda: _with('"options": {' + _entries(290_000) + "}"),
    "an option of objects": lambda: _with('"options": {"pool": ' + _many('{"a": 0}', 99_000) + "}"),
    "brackets": lambda: "[" * 5_000_000,
    "nested duels": lambda: 3000 * (_turn('{"by": null, "move": null, "duel": ')[:-5]),
    "nested options": lambda: _with('"options": {"pool": ' + "[" * 90_000 + "]" * 90_000 + "}"),
    "an option nested a little": lambda: _with('"options": {"pool": ' + "[" * 90 + "]" * 90 + "}"),
    "a number of five million digits": lambda: _with('"time": ' + "9" * 5_000_000),
    "an option of many digits": lambda: _with('"options": {"board": ' + "9" * 4000 + "}"),
    "a long fraction": lambda: _with('"time": 1.' + "9" * 5_000_000),
    "a large exponent": lambda: _with('"time": 1e999999999'),
    "no number": lambda: _with('"time": NaN'),
    "half a letter": lambda: _with('"options": {"pool": "\\ud800"}'),
    "a long text": lambda: _with('"clock": "' + "x" * 9_000_000 + '"'),
    "wide letters": lambda: _with('"clock": "\U0001f600' + "x" * 9_000_000 + '"'),
    "a long name of an entry": lambda: _with('"' + "x" * 9_000_000 + '": 1'),
    "a long format": lambda: '{"game": "zertz", "format": "' + "x" * 9_000_000 + '"}',
    "a long reason": lambda: _with(
        '"result": {"winners": [], "reason": "' + "x" * 9_000_000 + '"}'
    ),
    "many winners": lambda: _with(
        '"result": {"reason": "", "winners": ' + _many("0", 290_000) + "}"
    ),
    "many scores": lambda: _with(
        '"result": {"winners": [], "reason": "", "scores": ' + _many('""', 290_000) + "}"
    ),
    "many people": lambda: _with('"people": ' + _many("{}", 140_000)),
    "a hundred megabytes": lambda: " " * 99_000_000,
}

_PROGRAM = """
import sys
from gipf_meta.cli import run
status = run(["replay", sys.argv[1]])
# of this program alone: ru_maxrss would begin with that of its parent
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(status, int(peak.split()[1]) * 1024)
"""


DEAREST = ("a hundred megabytes", "an option of objects", "many players", "nested duels")
"""The bombs that would cost most: a long text, objects, numbers, depth."""


def _refuse(text: str) -> str:
    """The sentence that refuses the record *text*."""
    with pytest.raises(RecordError) as caught:
        replay(loads(text), load_plugins().find)
    return str(caught.value)


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.sample(6)
def test_a_bomb_is_refused_before_anything_is_built(name: str) -> None:
    text = BOMBS[name]()
    begun = cpu_ms()
    said = _refuse(text)
    assert cpu_ms() - begun < 1000 * MOST_SECONDS
    assert "\n" not in said
    assert "pydantic" not in said
    assert len(said) < 1000


@pytest.mark.parametrize("name", [*slow(*DEAREST), *soak(*(n for n in BOMBS if n not in DEAREST))])
def test_a_bomb_costs_the_program_little_memory_and_time(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb.json"
    path.write_text(BOMBS[name]())
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(path)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31)),
    )
    *_told, last = done.stdout.splitlines()
    status, peak = map(int, last.split())
    assert status == 2
    assert len(done.stderr.splitlines()) == 1
    assert peak < MOST_BYTES


def test_json_is_read_up_to_its_limits_and_no_further() -> None:
    assert read_json("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(ValueError, match="nested"):
        read_json("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))
    assert read_json(_many("0", MOST_MARKS))
    with pytest.raises(ValueError, match="too many values"):
        read_json(_many("0", MOST_MARKS + 1))


# ---- every field -------------------------------------------------------------------------------


WRONG: tuple[Any, ...] = (
    *("x", "x" * 20_000, -1, 10**15, 10**18, 2**63, -(2**63) - 1, 1.5, True, None, [], {}, [[]]),
    *([10, 1], [-1, -2], [0, 2**63], {"a": {"a": []}}, [{}], ["", 0]),
)


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of the values in a record: of a list, its first item alone."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _places(inner, (*path, name))
    elif isinstance(value, list) and value:
        yield from _places(value[0], (*path, 0))


def _spoil(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """A copy of *data* with *value* at *path*."""
    copy = json.loads(json.dumps(data))
    place = copy
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return copy


def _example() -> dict[str, Any]:
    """A record with something in every field, short enough to be read a thousand times."""
    data: dict[str, Any] = json.loads((OLD / "zertz-with-clock.json").read_text(encoding="utf-8"))
    data["turns"] = data["turns"][:1]
    data["turns"][0]["decisions"][0].setdefault("then", ["d4"])
    data["turns"][0]["decisions"][0]["duel"] = {**data, "turns": []}
    data.setdefault("seed", 0)
    data["result"] = {"winners": [0], "reason": "resign", "scores": [1, 2], "by_rules": False}
    return data


@pytest.mark.parametrize("language", [ENGLISH, *soak("cs")])
@pytest.mark.parametrize(
    "path", spread(_places(_example()), 16), ids=lambda path: ".".join(str(part) for part in path)
)
@pytest.mark.sample(6)
def test_a_wrong_value_in_any_field_is_one_sentence_or_read(
    path: tuple[str | int, ...], language: str
) -> None:
    speak(language)
    try:
        for value in WRONG:
            try:
                replay(loads(json.dumps(_spoil(_example(), path, value))), load_plugins().find)
            except RecordError as error:
                said = str(error)
                assert said.endswith((".", "!"))
                assert "\n" not in said
                assert "pydantic" not in said
                assert "validation error" not in said
    finally:
        speak(ENGLISH)


@pytest.mark.parametrize("players", [[10, 1], [-1, -2], [0, 2**63], [0, 2], [0, True], [0, 0]])
def test_players_that_are_no_seats_are_refused(players: list[int], tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps({"format": 1, "game": "zertz", "players": players}))
    done = gipf_meta(["replay", str(path)], tmp_path)
    assert done.status == 2
    assert "players" in done.err
    assert len(done.err.splitlines()) == 1


def test_time_stands_still_where_it_could_no_longer_be_saved() -> None:
    text = f'{{"format": 1, "game": "tamsk", "players": [0, 1], "time": {LONGEST_MS - 1}}}'
    match = replay(loads(text), load_plugins().find).advance(60_000)
    assert match.top.time_ms == LONGEST_MS - 1
    assert replay(loads(dumps(to_record(match))), load_plugins().find) == match


def test_a_match_with_options_of_ten_digits_is_saved_and_read_again() -> None:
    find = load_plugins().find
    game = configure(find("gipf"), {"tamsk_potentials": [5_000_000_000, 1], "max_turns": 10**10})
    match = Match.begin(game, 2, find)
    assert replay(loads(dumps(to_record(match))), find) == match


@pytest.mark.slow
def test_a_match_goes_on_no_longer_than_it_can_be_read_again() -> None:
    match = Match.begin(Wager(goal=10**6), 2, find)
    turns = ("claim", "allow", "two")
    for n in range(MOST_LIVE_DECISIONS):
        match = match.play(turns[n % 3])
    with pytest.raises(IllegalMove, match="No match has more than 15000 decisions: resign"):
        match.play("claim")
    with pytest.raises(IllegalMove):
        match.play_move(0, "claim")
    ended = match.resign(0)
    assert ended.result is not None
    assert replay(loads(dumps(to_record(ended))), find) == ended
