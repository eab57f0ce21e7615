"""DVONN of the CodeCup: logs of arbiters, and pages of its site with the turns for an applet."""

from __future__ import annotations

import pytest

import gipf_meta as gm
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta_dvonn.codecup import looks_like


def read(text: str) -> FoundGame:
    """The game that is read of *text*, by whichever reader knows it."""
    installed = installed_plugins()
    (game,) = read_games(text, installed.all_readers(), installed.find)
    assert isinstance(game, FoundGame), game
    return game


def shouted(turns: tuple[str, ...]) -> list[str]:
    """*turns* of a match as the CodeCup writes them."""
    return [text.replace("-", "").upper() or "PASS" for text in turns]


def test_the_log_of_an_arbiter_is_read_whole() -> None:
    match = gm.new_match("dvonn", seed=5).play_out("random")
    turns = shouted(match.turns)
    lines = [" ".join(turns[at : at + 16]) for at in range(0, len(turns), 16)]
    game = read(
        "# Game begun at: 2011-01-22T10:00:00Z\n# Player 1: ./player\n# Player 2: other\n"
        + "\r\n".join(lines)
        + "\r\n# Score: 20 - 10. Time: 1.000s - 2.000s. It's a tie!\n"
    )
    assert (game.reader, game.cut) == ("codecup-dvonn", "")
    assert tuple(turn.text for turn in game.record.turns) == match.turns
    assert [seat.name for seat in game.record.people] == ["./player", "other"]
    assert game.record.about == {"date": "2011-01-22"}
    assert "nobody as the winner" in game.doubt


@pytest.mark.parametrize("quote", ['"', '\\"'])
def test_a_page_is_read_and_whoever_fails_has_lost(quote: str) -> None:
    page = (
        "<html>\n<tr><td>Result:</td><td>90 - 0 (BLACK TIMEOUT)</td></tr>\n"
        '<param name="white" value="Anna">\n<param name="black" value="Bert &amp; Co">\n'
        '<param name="moves" value="E3,G3,F2,A1">\n</html>\n'
    ).replace('"', quote)
    game = read(page)
    assert (game.cut, len(game.record.turns)) == ("", 4)
    assert [seat.name for seat in game.record.people] == ["Anna", "Bert & Co"]
    assert game.record.result is not None
    assert (game.record.result.winners, game.record.result.reason) == ((0,), "time")


def test_a_word_that_is_no_turn_ends_the_game_there() -> None:
    game = read("# Player 1: A\n# Player 2: B\nE3 G3\nE9 A1\n")
    assert (len(game.record.turns), game.cut) == (2, "In line 4: 'E9' is no turn.")


def test_other_texts_are_none() -> None:
    assert not looks_like("# Player 1: A\n1. Wd4,d1\n")
    assert not looks_like('<param name="moves" value="e2e4">')
