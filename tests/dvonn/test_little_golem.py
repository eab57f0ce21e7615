"""DVONN as littlegolem.net writes it: pairs of turns, without the piece that goes where it must."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import gipf_meta as gm
from gipf_meta import WrittenGame
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta_dvonn.little_golem import LITTLE_GOLEM, looks_like

HEAD = "Event [Tournament dvonn.1] Site [www.littlegolem.net] White [Anna] Black [Bert] "


def read(text: str) -> list[FoundGame]:
    """The games that are read of *text*."""
    found = read_games(text, (LITTLE_GOLEM,), installed_plugins().find)
    return [game for game in found if isinstance(game, FoundGame)]


def written(turns: tuple[str, ...]) -> str:
    """*turns* of a match as the site writes them."""
    placed = [*turns[:48], *(text.replace("-", "") or "pass" for text in turns[49:])]
    pairs = (placed[n : n + 2] for n in range(0, len(placed), 2))
    return HEAD + " ".join(f"{n}. {' '.join(pair)}" for n, pair in enumerate(pairs, 1))


def test_a_whole_game_is_read_with_the_piece_that_is_left_out() -> None:
    match = gm.new_match("dvonn", seed=5).play_out("random")
    (game,) = read(written(match.turns))
    assert game.cut == ""
    assert tuple(turn.text for turn in game.record.turns) == match.turns
    assert [seat.name for seat in game.record.people] == ["Anna", "Bert"]
    assert game.record.about["event"] == "Tournament dvonn.1"


def test_who_resigns_is_told_by_the_place_in_the_pair() -> None:
    for text, winner in (("1. g2 c1 2. resign", 1), ("1. g2 c1 2. f5 resign", 0)):
        (game,) = read(HEAD + text)
        assert game.record.result is not None
        assert game.record.result.winners == (winner,)


def test_several_games_may_follow_each_other_on_several_lines() -> None:
    one, two = read(f"{HEAD}\n1. g2 c1\n2. f5\n\n{HEAD}\n1. g2 g2\n")
    assert (one.cut, len(one.record.turns)) == ("", 3)
    assert two.cut.startswith("Turn 2 (g2), line 6: ")


def test_a_word_that_is_no_turn_ends_the_game_there() -> None:
    (game,) = read(f"{HEAD}1. g2 c1 2. hello")
    assert (len(game.record.turns), game.cut) == (2, "In line 1: 'hello' is no turn.")


def test_headers_that_no_record_holds_are_told() -> None:
    (game,) = read("Event [x] Site [y] White [Ann] White [Bob] Black [Cy] Elo [3] 1. g2 c1")
    assert game.told == ("What stands in White, Elo is passed over.",)
    assert [seat.name for seat in game.record.people] == ["Ann", "Cy"]
    assert read(HEAD + "1. g2 c1")[0].told == ()


def test_other_texts_are_none() -> None:
    assert not looks_like('[Event "x"]\n[White "y"]\n1. e4 e5')
    assert not looks_like("Event [chess] White [y] 1. e8 e5")


def test_without_the_leave_to_leave_it_out_the_missing_piece_is_a_fault() -> None:
    match = gm.new_match("dvonn", seed=5).play_out("random")

    def strict(text: str) -> Iterator[WrittenGame]:
        for game in LITTLE_GOLEM.read(text):
            yield replace(game, leaves_out_forced=False)

    reader = replace(LITTLE_GOLEM, read=strict)
    (game,) = read_games(written(match.turns), (reader,), installed_plugins().find)
    assert isinstance(game, FoundGame)
    assert game.cut.startswith("Turn 49 (")
