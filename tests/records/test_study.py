"""A study: a tree of turns, which a record holds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.records import tree
from gipf_meta.records.known_lines import KnownLines
from gipf_meta.records.models import PlayedTurn, RecordError
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.study import Study, StudyMark
from gipf_meta.records.tree import ROOT, IsMainLine, NoSuchTurn, TreeNode
from gipf_meta.records.writer import head, to_record
from tests.records.site_walks import GAMES as SITE_GAMES
from tests.records.site_walks import read_again, site_options
from tests.tiers import soak

INSTALLED = load_plugins()
STEPS = 14
"""The least number of turns of a random study."""
WORDS = ("", "too early", "„leží“\nand a second line", "(a) {b} ;")
SIGNS = ("", "!", "?!", "??")


def new_study(game: str, seed: int = 0, options: Mapping[str, Any] = MappingProxyType({})) -> Study:
    """A study of a game from its start."""
    kind = INSTALLED.find(game)
    match = Match.begin(kind(**options), min(kind.seat_counts), INSTALLED.find, seed)
    return Study.of(head(match))


def play(study: Study, *texts: str) -> Study:
    """The study after these decisions at the board."""
    for text in texts:
        match = study.match(INSTALLED.find).resolve()
        study = study.add(match.play(text))
    return study


def names(study: Study) -> list[str]:
    """All nodes of a study, each with its turn."""
    return [
        f"{tree.name_of(node)} {tree.turn_at(study.turns, node).text}"
        for node in tree.nodes(study.turns)
    ]


def random_study(game: str, seed: int, options: Mapping[str, Any] = MappingProxyType({})) -> Study:
    """Plays, walks, writes, promotes and deletes at random."""
    rng, study = Random(f"{game}/{seed}"), new_study(game, seed, options)
    match = study.match(INSTALLED.find).resolve()
    for _step in range(STEPS):
        while isinstance(match.top.status, Turn):
            now = match.top.status
            moves = match.top.game.turn_moves(match.top.state, now.seat)
            match = match.play_move(now.seat, rng.choice(list(moves)))
            study = study.add(match)
            if not isinstance(match.top.status, Turn) or match.top.status.number != now.number:
                break
        every = [ROOT, *tree.nodes(study.turns)]
        node = rng.choice(every)
        if node:
            study = study.write(node, comment=rng.choice(WORDS), signs=rng.choice(SIGNS))
        if len(node) > 2 and rng.random() < 0.3:
            study = study.promote(node, INSTALLED.find)
        elif node and rng.random() < 0.05:
            study = study.delete(node, INSTALLED.find)
        if rng.random() < 0.6:
            study = study.step(rng.choice([ROOT, *tree.nodes(study.turns)]))
        match = study.match(INSTALLED.find, KnownLines.of(match)).resolve()
    return study


GAMES = sorted(INSTALLED.games)


@pytest.mark.parametrize("count", [4, *soak(500)])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(4, "slow")
def test_a_study_is_equal_after_two_round_trips(game: str, count: int) -> None:
    for seed in range(count):
        study = random_study(game, seed)
        text = dumps(study.record)
        again = loads(text)
        assert again == study.record
        assert dumps(loads(dumps(again))) == text
        read_match(again, INSTALLED.find)  # all of it is legal
        assert Study.of(again).turns == study.turns


@pytest.mark.parametrize("count", [4, *soak(500)])
@pytest.mark.parametrize("game", SITE_GAMES)
@pytest.mark.sample(3, "slow")
def test_a_study_is_equal_after_two_round_trips_as_sgf(game: str, count: int) -> None:
    written = 0
    for seed in range(count):
        study = random_study(game, seed, site_options(game))
        if not study.turns:
            continue  # all was deleted: nothing is read of a file in which nobody moves
        try:
            again = read_again(INSTALLED, study.record)
        except RecordError as error:
            if game != "tamsk" or "cannot write" not in str(error):
                raise
            continue
        assert not again.cut
        assert not again.doubt
        assert again.record.turns == study.turns
        assert read_again(INSTALLED, again.record).record == again.record
        written += 1
    assert written


@pytest.mark.parametrize("game", GAMES)
def test_known_lines_change_no_match(game: str) -> None:
    """To walk from where one stands leads to the same match as to tell the line from its start."""
    study = random_study(game, 77)
    match = study.match(INSTALLED.find)
    for node in (ROOT, *tree.nodes(study.turns)):
        study = study.step(node)
        told = study.match(INSTALLED.find)
        match = study.match(INSTALLED.find, KnownLines.of(match.resolve()))
        assert [s.state for s in match.sessions] == [s.state for s in told.sessions]
        assert (match.sessions[0].steps, match.draws, match.known_luck) == (
            told.sessions[0].steps, told.draws, told.known_luck
        )  # fmt: skip


def test_another_decision_is_a_variation_and_the_same_one_is_none() -> None:
    study = play(new_study("zertz"), "Wd4,d1", "Bd7,a4")
    study = play(study.step((0,)), "Bd7,a4")
    assert study.node == (1,)
    study = play(study.step((0,)), "Gc5,g1", "Wd5,a1")
    assert study.node == (1, 0, 1)
    assert names(study) == ["1 Wd4,d1", "2 Bd7,a4", "2.1.1 Gc5,g1", "2.1.2 Wd5,a1"]
    assert tree.following(study.turns, (0,)) == [(1,), (1, 0, 0)]
    assert tree.before((1, 0, 0)) == (0,)


def test_a_variation_is_promoted_and_one_stays_where_one_stood() -> None:
    study = play(play(new_study("zertz"), "Wd4,d1", "Bd7,a4").step((0,)), "Gc5,g1", "Wd5,a1")
    study = study.promote((1, 0, 0), INSTALLED.find)
    assert names(study) == ["1 Wd4,d1", "2 Gc5,g1", "2.1.1 Bd7,a4", "3 Wd5,a1"]
    assert study.node == (2,)
    with pytest.raises(IsMainLine):
        study.promote((2,), INSTALLED.find)


def test_where_a_turn_is_deleted_its_first_variation_stands() -> None:
    study = play(play(new_study("zertz"), "Wd4,d1", "Bd7,a4").step((0,)), "Gc5,g1", "Wd5,a1")
    assert names(study.delete((1,), INSTALLED.find)) == ["1 Wd4,d1", "2 Gc5,g1", "3 Wd5,a1"]
    cut = study.delete((1, 0, 0), INSTALLED.find)
    assert (names(cut), cut.node) == (["1 Wd4,d1", "2 Bd7,a4"], (0,))


@pytest.mark.parametrize("name", ["", "1", "12", "12.1.3", "3.2.1.4.5"])
def test_a_node_has_a_name(name: str) -> None:
    assert tree.name_of(tree.named(name)) == name


@pytest.mark.parametrize("name", ["0", "1.2", "x", "1..2", "-1", "1.0.1", "²"])
def test_a_name_without_a_turn_is_refused(name: str) -> None:
    with pytest.raises(NoSuchTurn, match="names no turn"):
        tree.named(name)


@pytest.mark.parametrize("node", [(7,), (1, 3, 0), (1, 0, 9)])
def test_there_is_no_such_turn(node: TreeNode) -> None:
    study = play(play(new_study("zertz"), "Wd4,d1", "Bd7,a4").step((0,)), "Gc5,g1")
    with pytest.raises(NoSuchTurn, match="There is no turn"):
        study.step(node)


def test_a_review_puts_its_marks_where_nothing_stands_yet() -> None:
    study = play(new_study("zertz"), "Wd4,d1", "Bd7,a4").write((0,), signs="!!")
    better: tuple[PlayedTurn, ...] = play(new_study("zertz"), "Gc5,g1").turns
    marked = study.mark([StudyMark((0,), "?", "a mistake", better)])
    turn = tree.turn_at(marked.turns, (0,))
    assert (turn.signs, turn.comment) == ("!!", "a mistake")
    assert names(marked) == ["1 Wd4,d1", "1.1.1 Gc5,g1", "2 Bd7,a4"]
    assert marked.node == study.node


def test_a_line_that_ends_the_game_has_its_result_and_one_that_does_not_has_none() -> None:
    match, rng = Match.begin(INSTALLED.find("zertz")(), 2, INSTALLED.find), Random(3)
    while isinstance(now := match.top.status, Turn):
        moves = match.top.game.turn_moves(match.top.state, now.seat)
        match = match.play_move(now.seat, rng.choice(list(moves)))
    study = Study.of(to_record(match))
    assert study.record.result is not None
    last = study.node
    shorter = study.delete(last, INSTALLED.find)
    assert (shorter.record.result, shorter.node) == (None, tree.before(last))
    read_match(shorter.record, INSTALLED.find)
    again = shorter.add(match)
    assert (again.record, again.node) == (study.record, last)
