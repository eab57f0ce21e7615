"""``gipf-meta library`` and ``gipf-meta resume``, as users type them."""

from __future__ import annotations

import gc
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.library.settings import settings_path
from gipf_meta.library.store import Library, library_path
from gipf_meta.plugins.containing import crash_folder
from gipf_meta.records.record_files import loads
from tests.commands.test_cli import Command, Done, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.plain.test_play_loop import COMBINED, TO_THE_DUEL, TO_THE_GLASSES

SHORT_GLASSES = [
    "--set=variant=basic", "--set=tamsk_potentials=1/0", "--set=challenges_enabled=on",
    "--set=tamsk_duel.sand_ms=20000",
]  # fmt: skip
TYPED_MATCHES: dict[str, tuple[list[str], list[str]]] = {
    "zertz": (["zertz"], ["Wd4,d1", "Bd5"]),
    "zertz over": (["zertz"], ["Wd4,d1", "resign"]),
    "gipf": (["gipf"], ["Ga1-b2", "Gi5-h5"]),
    "gipf in a duel of zertz": (["gipf", *COMBINED], [*TO_THE_DUEL, "Wd4,d1", "Bd5"]),
    "gipf at a duel's beginning": (["gipf", *COMBINED], TO_THE_DUEL),
    "gipf after a duel": (["gipf", *COMBINED], [*TO_THE_DUEL, "Wd4,d1", "resign", "d4"]),
    "gipf in a duel of tamsk": (
        ["gipf", *SHORT_GLASSES],
        [*TO_THE_GLASSES, "@4000 a1-b2/", "@5000 flip", "@6007 a4-b5/"],
    ),
    "gipf in a duel of dice": (
        ["gipf", *COMBINED, "--set=zertz_duel=die"],
        [*TO_THE_DUEL, "roll"],
    ),
    "gipf in a duel of zatre": (["gipf", *COMBINED, "--set=zertz_duel=zatre"], TO_THE_DUEL),
    "tamsk": (["tamsk"], ["@1000 a1-b2/", "@1500 a4-b5/"]),
    "zatre": (["zatre", "--players=3", "--seats", "human", "random", "random"], []),
    "die": (["die"], ["roll"]),
    "elsewhere": (["elsewhere"], ["first"]),
}
BOTS_ALONE: dict[str, list[str]] = {
    "zertz": ["zertz", "--seats", "random", "greedy"],
    "gipf": ["gipf", *COMBINED, "--seats", "random", "random"],
    "tamsk": ["tamsk", "--set=rings=3", "--seats", "random", "random"],
    "zatre": ["zatre", "--set=short_game=2", "--seats", "random", "random"],
    "zatre in teams": ["zatre", "--set=teams=on", "--set=short_game=2", "--seats", *["random"] * 4],
}


def sql(statement: str, *values: object) -> list[Any]:
    """Runs a statement on the library's database, past the program."""
    with closing(sqlite3.connect(library_path())) as db, db:
        return db.execute(statement, values).fetchall()


def damage() -> None:
    """Overwrites the library's file, which no process has open any more."""
    gc.collect()
    library_path().write_bytes(b"not a database, and long enough to be looked at\n" * 99)


def objects(done: Done) -> list[dict[str, Any]]:
    assert done.status == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()]


def typed(gipf_meta: Command, *moves: str, game: str = "zertz") -> None:
    """Plays a match, and leaves it."""
    done = gipf_meta("play", game, "--seed=1", typed="".join(f"{m}\n" for m in (*moves, "quit")))
    assert done.status == 0


# ---- list --------------------------------------------------------------------------------------


def test_an_empty_library_says_so(gipf_meta: Command) -> None:
    assert gipf_meta("library", "list").out == "No match.\n"
    assert gipf_meta("library", "list", "--json") == Done(0, "", "")
    assert gipf_meta("library", "stats").out == "Nothing has been played.\n"
    assert gipf_meta("library", "verify").status == 0


def test_the_list_tells_who_played_what_and_how_it_stands(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1")
    typed(gipf_meta, "roll", "roll", game="die")
    typed(gipf_meta, "Wd4,d1", "Bd5,a1", "resign")
    last, die, first = gipf_meta("library", "list").out.splitlines()
    assert last.split()[0] == "3"
    assert last.endswith("zertz     Player 1 - Player 2: Player 2 (resignation)")
    assert "die" in die
    assert first.split()[0] == "1"
    assert first.endswith("zertz     Player 1 - Player 2: turn 1, not over")


def test_the_list_as_json(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1", "resign")
    (told,) = objects(gipf_meta("library", "list", "--json"))
    assert set(told) >= {"id", "game", "names", "turns", "over", "result", "begun", "changed"}
    assert (told["id"], told["game"], told["names"]) == (1, "zertz", ["Player 1", "Player 2"])
    assert (told["turns"], told["over"]) == (1, True)
    assert "resign" in told["result"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ([], [3, 2, 1]),
        (["--game", "zertz"], [3, 1]),
        (["--game", "chess"], []),
        (["--open"], [3, 2]),
        (["--open", "--game", "zertz"], [3]),
        (["--most", "2"], [3, 2]),
        (["--most", "1", "--open", "--game", "gipf"], [2]),
        (["--name", "white"], [2]),
        (["--name", "Player 2"], [3, 1]),
        (["--name", "%"], []),
        (["--name", "Player_1"], []),
        (["--name", "' OR 1 --"], []),
    ],
)
@pytest.mark.sample(5)
def test_the_list_can_be_filtered(
    gipf_meta: Command, filters: list[str], expected: list[int]
) -> None:
    typed(gipf_meta, "Wd4,d1", "resign")
    typed(gipf_meta, "Ga1-b2", game="gipf")
    typed(gipf_meta, "Wd4,d1")
    told = objects(gipf_meta("library", "list", *filters, "--json"))
    assert [each["id"] for each in told] == expected
    if not expected:
        assert gipf_meta("library", "list", *filters).out == "No match.\n"


def test_who_sat_there_is_found_by_name_only(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1")
    assert objects(gipf_meta("library", "list", "--name", "human", "--json")) == []


# ---- show --------------------------------------------------------------------------------------


def test_a_match_is_told_turn_by_turn(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1", "Bd5,a1")
    told = gipf_meta("library", "show", "1").out
    assert told.splitlines()[:2] == ["  1. Player 1: Wd4,d1", "  2. Player 2: Bd5,a1"]
    assert told.endswith("Match 1 is not over; gipf-meta resume 1 goes on with it.\n")
    assert len(gipf_meta("library", "show", "1", "--boards").out.splitlines()) > 20


def test_a_match_is_told_in_the_middle_of_its_duel(gipf_meta: Command, tmp_path: Path) -> None:
    arguments = ["play", "gipf", *COMBINED, "--seed", "5"]
    gipf_meta(*arguments, typed="\n".join([*TO_THE_DUEL, "Wd4,d1", "quit", ""]))
    told = gipf_meta("library", "show", "1").out
    assert "ZÈRTZ" in told
    assert "Black as Player 1: Wd4,d1" in told
    assert told.endswith("Match 1 is not over; gipf-meta resume 1 goes on with it.\n")
    (data,) = objects(gipf_meta("library", "show", "1", "--json"))
    assert data["turns"][-1]["decisions"][-1]["duel"]["game"] == "zertz"


def test_a_finished_match_is_told_like_a_replay(gipf_meta: Command) -> None:
    assert gipf_meta("play", *BOTS_ALONE["gipf"], "--seed=1").status == 0
    exported = gipf_meta("library", "export", "1").out
    assert gipf_meta("library", "show", "1").out == gipf_meta("replay", typed=exported).out


# ---- export and import -------------------------------------------------------------------------


def out_and_in(gipf_meta: Command, tmp_path: Path) -> None:
    """Checks that match 1, exported and imported as match 2, is the same to the letter."""
    assert gipf_meta("library", "export", "1", "match.json") == Done(0, "", "")
    assert gipf_meta("library", "import", "match.json").out == "match.json is match 2.\n"
    exported = gipf_meta("library", "export", "2").out
    assert exported == (tmp_path / "match.json").read_text()
    assert loads(exported) == Library().record(1)
    verified = gipf_meta("library", "verify")
    assert verified.out == "Match 1: sound\nMatch 2: sound\n"
    assert verified.status == 0
    first, second = (
        {key: value for key, value in told.items() if key not in ("id", "begun", "changed")}
        for told in objects(gipf_meta("library", "list", "--json"))
    )
    assert first == second
    refused = gipf_meta("library", "export", "1", "folder/match.json")
    assert refused.status == 2
    assert "there is no folder" in refused.err
    assert not (tmp_path / "folder").exists()


@pytest.mark.parametrize("match", TYPED_MATCHES)
@pytest.mark.sample(4)
def test_a_match_that_was_left_comes_back_from_a_file(
    gipf_meta: Command, tmp_path: Path, match: str
) -> None:
    arguments, moves = TYPED_MATCHES[match]
    lines = "".join(f"{move}\n" for move in (*moves, "quit"))
    played = gipf_meta("play", *arguments, "--seed=3", typed=lines)
    assert "Kept as match 1" in played.out or "over" in match
    out_and_in(gipf_meta, tmp_path)


@pytest.mark.parametrize("match", BOTS_ALONE)
@pytest.mark.sample(2)
def test_a_match_that_is_over_comes_back_from_a_file(
    gipf_meta: Command, tmp_path: Path, match: str
) -> None:
    assert gipf_meta("play", *BOTS_ALONE[match], "--seed=3").status == 0
    out_and_in(gipf_meta, tmp_path)
    (entry,) = objects(gipf_meta("library", "list", "--most=1", "--json"))
    assert entry["over"]


def test_an_imported_match_goes_on_as_the_saved_one(gipf_meta: Command) -> None:
    arguments = ["play", "gipf", *COMBINED, "--seed", "5"]
    gipf_meta(*arguments, typed="\n".join([*TO_THE_DUEL, "Wd4,d1", "quit", ""]))
    gipf_meta("library", "export", "1", "mid.json")
    gipf_meta("library", "import", "mid.json")
    rest = "\n".join(["Bd5,a1", "x d4Bd6", "Wc3,g4", "resign", "b2^", "quit", ""])
    for number in ("1", "2"):
        assert gipf_meta("resume", number, typed=rest).status == 0
    one, other = (gipf_meta("library", "export", number).out for number in ("1", "2"))
    assert one == other
    assert "b2^" in one


def test_files_are_imported_one_after_the_other(gipf_meta: Command, tmp_path: Path) -> None:
    typed(gipf_meta, "Wd4,d1")
    text = gipf_meta("library", "export", "1").out
    (tmp_path / "good.json").write_text(text)
    told = gipf_meta("library", "import", "good.json", "-", "--json", typed=text)
    assert objects(told) == [{"id": 2}, {"id": 3}]
    assert gipf_meta("library", "export", "3").out == text
    (tmp_path / "bad.json").write_text("{")
    assert "bad.json is no record" in refused(gipf_meta("library", "import", "bad.json"))
    assert len(objects(gipf_meta("library", "list", "--json"))) == 3


def test_a_file_is_imported_only_if_its_match_can_be_played(
    gipf_meta: Command, tmp_path: Path
) -> None:
    typed(gipf_meta, "Wd4,d1", "Bd5,a1")
    text = gipf_meta("library", "export", "1").out
    (tmp_path / "tampered.json").write_text(text.replace("Bd5", "Bd4"))
    assert "ZÈRTZ, turn 2" in refused(gipf_meta("library", "import", "tampered.json"))
    assert len(objects(gipf_meta("library", "list", "--json"))) == 1


def test_a_match_is_exported_to_standard_output(gipf_meta: Command, tmp_path: Path) -> None:
    typed(gipf_meta, "Wd4,d1")
    assert gipf_meta("library", "export", "1", "-").out == gipf_meta("library", "export", "1").out
    assert list(tmp_path.glob("-")) == []


def test_no_file_is_overwritten(gipf_meta: Command, tmp_path: Path) -> None:
    typed(gipf_meta, "Wd4,d1")
    (tmp_path / "mine").write_text("precious")
    sentence = "mine exists already; give another name."
    assert refused(gipf_meta("library", "export", "1", "mine")) == sentence
    assert (tmp_path / "mine").read_text() == "precious"


# ---- delete ------------------------------------------------------------------------------------


def test_a_deleted_match_is_gone(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1")
    typed(gipf_meta, "Wd4,d1")
    assert gipf_meta("library", "delete", "1") == Done(0, "Match 1 is deleted.\n", "")
    assert refused(gipf_meta("library", "delete", "1")) == (
        "There is no match 1 in the library: the newest one is match 2."
    )
    assert [told["id"] for told in objects(gipf_meta("library", "list", "--json"))] == [2]


# ---- verify ------------------------------------------------------------------------------------


def unsound(gipf_meta: Command, number: int = 1) -> str:
    """The fault that ``verify`` finds in a match."""
    done = gipf_meta("library", "verify", str(number))
    assert done.status == 2
    assert done.err == ""
    told = json.loads(gipf_meta("library", "verify", str(number), "--json").out)
    assert told["sound"] is False
    assert done.out == f"Match {number}: {told['finding']}\n"
    return str(told["finding"])


def test_a_sound_match_is_found_sound(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1", "Bd5,a1")
    assert objects(gipf_meta("library", "verify", "1", "--json")) == [
        {"id": 1, "sound": True, "finding": "sound"}
    ]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE turn SET told = replace(told, 'd4', 'd5') WHERE n = 0",
        "UPDATE turn SET told = replace(told, '\"by\":1', '\"by\":0') WHERE n = 1",
        "DELETE FROM turn WHERE n = 0",
        "UPDATE turn SET hash = '' WHERE n = 2",
    ],
)
def test_a_turn_that_was_changed_is_found(gipf_meta: Command, change: str) -> None:
    typed(gipf_meta, "Wd4,d1", "Bd5,a1", "x d4Bd6")
    assert sql(f"{change} RETURNING n") != []
    assert unsound(gipf_meta) == "it was changed after it was written."


def test_a_time_that_was_changed_is_found(gipf_meta: Command) -> None:
    typed(gipf_meta, "@1000 a1-b2/", "@1500 a4-b5/", game="tamsk")
    assert sql("UPDATE turn SET told = replace(told, '1500', '1400') WHERE n = 1 RETURNING n")
    assert unsound(gipf_meta) == "it was changed after it was written."


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM turn WHERE n = 1",
        "DELETE FROM turn",
        "UPDATE match SET head = replace(head, '\"time\": 1500', '\"time\": 1600')",
    ],
)
def test_turns_cut_off_at_the_end_and_a_changed_age_are_found(
    gipf_meta: Command, change: str
) -> None:
    typed(gipf_meta, "@1000 a1-b2/", "@1500 a4-b5/", game="tamsk")
    assert sql(f"{change} RETURNING 1") != []
    unsound(gipf_meta)


def test_a_match_whose_game_is_missing_says_so_and_the_others_are_checked(
    gipf_meta: Command,
) -> None:
    typed(gipf_meta, "Wd4,d1")
    typed(gipf_meta, "Wd4,d1")
    sql("UPDATE match SET head = replace(head, '\"zertz\"', '\"chess\"') WHERE id = 1")
    done = gipf_meta("library", "verify")
    assert done.status == 2
    first, second = done.out.splitlines()
    assert "There is no game 'chess' here." in first
    assert second == "Match 2: sound"
    for command in (["library", "show", "1"], ["resume", "1"]):
        assert "There is no game 'chess' here." in refused(gipf_meta(*command))
    assert len(objects(gipf_meta("library", "list", "--json"))) == 2
    assert '"game": "chess"' in gipf_meta("library", "export", "1").out


def running_duel_in(gipf_meta: Command, tmp_path: Path, game: str) -> None:
    """Imports a match whose duel is being played in *game*."""
    arguments = ["play", "gipf", *COMBINED, "--seed", "5"]
    gipf_meta(*arguments, typed="\n".join([*TO_THE_DUEL, "Wd4,d1", "quit", ""]))
    data = json.loads(gipf_meta("library", "export", "1").out)
    data["options"]["zertz_duel"] = game
    data["turns"][-1]["decisions"][-1]["duel"]["game"] = game
    (tmp_path / "duel.json").write_text(json.dumps(data))
    assert gipf_meta("library", "import", "duel.json").status == 0


def test_a_match_whose_duel_cannot_be_played_is_asked_for_another(
    gipf_meta: Command, tmp_path: Path
) -> None:
    running_duel_in(gipf_meta, tmp_path, "chess")
    told = gipf_meta("library", "show", "2")
    assert told.status == 0
    done = gipf_meta("resume", "2", typed="die\nroll\nquit\n")
    assert "Which game shall decide instead" in done.out
    assert gipf_meta("library", "verify", "2").out == "Match 2: sound\n"


def test_a_match_whose_duel_cannot_be_replayed_is_not_called_changed(
    gipf_meta: Command, tmp_path: Path
) -> None:
    running_duel_in(gipf_meta, tmp_path, "chess")
    assert "chess" in gipf_meta("library", "verify", "2").out


def test_a_file_that_says_less_about_its_duel_is_sound_once_imported(
    gipf_meta: Command, tmp_path: Path
) -> None:
    """Such files come from versions that did not know an option yet, or are written by hand."""
    gipf_meta(
        "play", "gipf", *COMBINED, "--seed=5", typed="\n".join([*TO_THE_DUEL, "resign", "quit", ""])
    )
    data = json.loads(gipf_meta("library", "export", "1").out)
    (duel,) = (d["duel"] for d in data["turns"][-1]["decisions"] if "duel" in d)
    duel["options"].popitem()
    (tmp_path / "less.json").write_text(json.dumps(data))
    assert gipf_meta("library", "import", "less.json").status == 0
    assert gipf_meta("library", "verify", "2").out == "Match 2: sound\n"


# ---- stats -------------------------------------------------------------------------------------


def counts(gipf_meta: Command) -> dict[tuple[str, str], dict[str, int]]:
    told = objects(gipf_meta("library", "stats", "--json"))
    return {(line["kind"], line["name"]): line["counts"] for line in told}


def test_matches_are_counted_by_game_player_and_duel(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1", "resign")
    typed(gipf_meta, "Wd4,d1", "draw", "yes")
    typed(gipf_meta, "Wd4,d1")
    gipf_meta(
        "play", "gipf", *COMBINED, "--seed=5", typed="\n".join([*TO_THE_DUEL, "resign", "quit", ""])
    )
    told = counts(gipf_meta)
    assert told["game", "zertz"] == {"played": 3, "over": 2}
    assert told["game", "gipf"] == {"played": 1, "over": 0}
    assert told["player", "Player 1 (human)"] == {"played": 3, "won": 1, "drawn": 1}
    assert told["player", "Player 2 (human)"] == {"played": 3, "lost": 1, "drawn": 1}
    assert told["player", "White (human)"] == {"played": 1}
    duel = told["duel", "zertz"]
    assert (duel["fought"], duel["first player won"], duel["second player won"]) == (1, 0, 1)
    lines = gipf_meta("library", "stats").out.splitlines()
    assert "game    zertz                    played 3, over 2" in lines


def test_partners_win_together(gipf_meta: Command) -> None:
    assert gipf_meta("play", *BOTS_ALONE["zatre in teams"], "--seed=3").status == 0
    told = counts(gipf_meta)
    won = [told["player", f"Player {n} (random)"].get("won", 0) for n in range(1, 5)]
    assert won in ([1, 1, 0, 0], [0, 0, 1, 1])


def test_a_damaged_match_does_not_hide_the_statistics_of_others(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1")
    typed(gipf_meta, "Wd4,d1")
    sql("UPDATE turn SET told = substr(told, 1, 20) WHERE match = 1")
    assert counts(gipf_meta)["game", "zertz"]["played"] in (1, 2)


# ---- resume ------------------------------------------------------------------------------------


def test_resume_goes_on_with_the_unfinished_match_played_last(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1")
    typed(gipf_meta, "Ga1-b2", game="gipf")
    typed(gipf_meta, "Wd4,d1", "resign")
    done = gipf_meta("resume", typed="Gi5-h5\nquit\n")
    assert "Kept as match 2; go on with: gipf-meta resume 2" in done.out
    told = gipf_meta("library", "show", "2").out
    assert told.splitlines()[1] == "  2. Black: Gi5-h5"


def test_resume_without_an_unfinished_match_says_so(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1", "resign")
    sentence = "There is no unfinished match in the library."
    assert refused(gipf_meta("resume")) == sentence


def test_a_match_that_is_over_cannot_go_on(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1", "resign")
    before = gipf_meta("library", "list").out
    sentence = "Match 1 is over; gipf-meta library show 1 shows it."
    assert refused(gipf_meta("resume", "1")) == sentence
    assert gipf_meta("library", "list").out == before


def test_a_duel_of_hourglasses_goes_on_at_the_same_millisecond(gipf_meta: Command) -> None:
    arguments, moves = TYPED_MATCHES["gipf in a duel of tamsk"]
    gipf_meta("play", *arguments, "--seed=3", typed="\n".join([*moves, "@7001", "quit", ""]))
    duel = loads(gipf_meta("library", "export", "1").out).turns[-1].decisions[-1].duel
    assert duel is not None
    assert (duel.game, duel.time) == ("tamsk", 7001)
    done = gipf_meta("resume", "1", typed="@7000\nquit\n")
    assert "it is 7001 ms already" in done.out


def test_a_match_that_sand_has_ended_is_over_in_the_library(gipf_meta: Command) -> None:
    moves = ["@@a1", "@1000 @@g4", "@2000 @@b1/", "@3000 @@f5", "@4000 @@a2", "@6000 @@g3"]
    done = gipf_meta(
        "play", "tamsk", "--set=start=placement", "--set=level=2", "--set=sand_ms=20000",
        typed="\n".join([*moves, "@60000", ""]),
    )  # fmt: skip
    assert done.out.endswith("Black won: 29 rings left against 30.\n")
    (entry,) = objects(gipf_meta("library", "list", "--json"))
    assert entry["over"]


def test_a_match_that_a_players_clock_has_ended_is_over_in_the_library(
    gipf_meta: Command,
) -> None:
    done = gipf_meta("play", "zertz", "--clock=10s", typed="@1000 Wd4,d1\n@60000\n")
    assert done.status == 0
    (entry,) = objects(gipf_meta("library", "list", "--json"))
    assert entry["over"]
    assert gipf_meta("library", "verify").out == "Match 1: sound\n"


@pytest.mark.parametrize("command", [["resume", "1"], ["resume"], ["library", "delete", "1"]])
def test_a_match_that_is_being_played_is_refused_to_others(
    gipf_meta: Command, command: list[str]
) -> None:
    typed(gipf_meta, "Wd4,d1")
    with Library() as library:
        _, kept = library.go_on(1)
        assert refused(gipf_meta(*command)).startswith("Match 1 is being played in another window;")
        assert "not over" in gipf_meta("library", "show", "1").out
        assert gipf_meta("library", "verify", "1").status == 0
        kept.close()
    assert gipf_meta("resume", "1", typed="quit\n").status == 0


def test_what_was_taken_back_stays_so(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1", "Bd5,a1", "undo", "undo")
    done = gipf_meta("resume", typed="Bd5,g4\nquit\n")
    assert done.status == 0
    assert gipf_meta("library", "verify").out == "Match 1: sound\n"
    turns = [turn.text for turn in loads(gipf_meta("library", "export", "1").out).turns]
    assert turns == ["Wd4,d1", "Bd5,g4"]


def test_a_missing_file_is_answered_by_one_of_a_near_name(
    gipf_meta: Command, tmp_path: Path
) -> None:
    (tmp_path / "games.json").write_text("{}", "utf-8")
    status, out, err = gipf_meta("replay", "game.json")
    assert (status, out) == (2, "")
    assert "game.json cannot be read: No such file or directory. Did you mean games.json?" in err


# ---- wrong input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["library"], "gipf-meta library needs a command: list, show, export"),
        (["library", "dance"], "There is no command 'dance'."),
        (["library", "show"], "the following arguments are required: ID"),
        (["library", "show", "one"], "'one' is no number from"),
        (
            ["library", "show", "0"],
            "There is no match 0 in the library: the newest one is match 1.",
        ),
        (["library", "show", "-1"], "'-1' is no number from"),
        (
            ["library", "show", "99"],
            "There is no match 99 in the library: the newest one is match 1.",
        ),
        (
            ["library", "export", "99"],
            "There is no match 99 in the library: the newest one is match 1.",
        ),
        (
            ["library", "delete", "99"],
            "There is no match 99 in the library: the newest one is match 1.",
        ),
        (["library", "import"], "the following arguments are required: FILE"),
        (["library", "import", "nothing.json"], "nothing.json cannot be read"),
        (["library", "import", "-"], "Standard input is no record"),
        (["library", "list", "--most", "many"], "'many' is no number from"),
        (["resume", "99"], "There is no match 99 in the library: the newest one is match 1."),
        (["resume", "0"], "There is no match 0 in the library: the newest one is match 1."),
        (["resume", "-1"], "-1"),
        (
            ["resume", "1234567890"],
            "There is no match 1234567890 in the library: the newest one is match 1.",
        ),
        (["library", "show", "9" * 30], "is no number from"),
        (["library", "verify", "9" * 30], "is no number from"),
        (["library", "list", "--most", "9" * 30], "is no number from"),
        (["library", "list", "--most", "-3"], "is no number from"),
        (["library", "list", "--name", "\udcff"], "the name is no text"),
    ],
    ids=lambda value: (
        " ".join(value)[:40].encode("ascii", "replace").decode().replace("\0", "0")
        if isinstance(value, list)
        else ""
    ),
)
def test_wrong_input_gets_one_sentence_and_status_2(
    gipf_meta: Command, arguments: list[str], sentence: str
) -> None:
    typed(gipf_meta, "Wd4,d1")
    assert sentence.lower() in refused(gipf_meta(*arguments)).lower()


@pytest.mark.parametrize("number", ["7", "0"])
def test_a_number_that_no_match_has_is_no_finding_of_verify(
    gipf_meta: Command, number: str
) -> None:
    done = gipf_meta("library", "verify", number)
    assert refused(done) == f"There is no match {number} in the library: it is empty."


# ---- where there is no library -----------------------------------------------------------------


def test_without_a_library_one_can_play_and_is_told(
    gipf_meta: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    done = gipf_meta("play", "zertz", typed="Wd4,d1\nsave here.json\nquit\n")
    assert done.status == 0
    words = " ".join(done.out.split())
    assert "cannot be used" in words
    assert "The match is not kept; save FILE keeps it elsewhere." in words
    assert loads((tmp_path / "here.json").read_text()).turns[0].text == "Wd4,d1"
    assert "cannot be used" in refused(gipf_meta("library", "list"))
    assert "cannot be used" in refused(gipf_meta("resume"))


def test_a_damaged_library_is_told_about_once(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1")
    damage()
    done = gipf_meta("library", "list")
    assert done.status == 0
    assert done.err.startswith("The library was damaged. It is set aside as ")
    assert done.out == "No match.\n"
    assert gipf_meta("library", "list").err == ""


def test_a_player_is_told_that_his_library_was_damaged(gipf_meta: Command) -> None:
    typed(gipf_meta, "Wd4,d1")
    damage()
    done = gipf_meta("play", "zertz", typed="Wd4,d1\nquit\n")
    assert "The library was damaged." in done.out
    assert "Kept as match 1" in done.out


def test_no_test_sees_or_leaves_anything_where_somebody_keeps_his_matches(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    own = tmp_path_factory.getbasetemp()
    for path in (library_path(), crash_folder(), settings_path()):
        assert own in path.parents, path
