"""A hint is the first of the best lines, in every face; what is said of them is true and sure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.bots.analyst import Analyst
from gipf_meta.cli import run
from gipf_meta.match.session import Session
from gipf_meta.narration import advice as advices
from gipf_meta.narration.advice import Advice, advice_of, advise, advise_by
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import View
from gipf_meta.search.analysis import (
    Analysis,
    Line,
    SearchedTurn,
    analyse,
    compare,
    deepen_analysis,
    split_turns,
    what_follows,
)
from gipf_meta.search.budget import Budget
from gipf_meta.search.chances import Chances
from gipf_meta.search.dispatch import found_of
from gipf_meta.search.search_tree import Node, best_by_worth
from gipf_meta.table.new_table import advice, begin_table
from gipf_meta.table.players import Player
from tests.random_positions import positions

GAMES = sorted({*installed_plugins().games} - {"die", "elsewhere"})


class TickingClock:
    """A clock that goes on by a millisecond whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0

    def now_ms(self) -> int:
        """The number of looks at the clock so far."""
        self.now += 1
        return self.now


def some_positions(name: str, count: int, seed: int = 1) -> Iterator[tuple[AnyGame, int, Any]]:
    """Positions of random matches of a game, with it and its seats."""
    game = configure(installed_plugins().find(name), {})
    found = [*positions(game, Random(f"{seed}/{name}"), 150)]
    for state in Random(seed).sample(found, min(count, len(found))):
        yield game, game.seat_counts[0], state


def own_decisions(game: AnyGame, state: Any, line: Line) -> tuple[str, ...]:
    """The decisions of the seat on turn in *state* in the first turn of *line*."""
    now, own = game.status(state), split_turns(game, state, line.moves)[0]
    assert isinstance(now, Turn)
    texts = []
    for text, before in game.texts(own.before, own.moves):
        then = game.status(before)
        if isinstance(then, Turn) and then.seat == now.seat:
            texts.append(text)
    return tuple(texts)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("is_timed", [False, True])
@pytest.mark.sample(4, "slow")
def test_a_hint_is_the_first_of_the_best_lines_by_positions_and_by_time(
    name: str, is_timed: bool
) -> None:
    def budget() -> Budget:
        clock: Clock = TickingClock() if is_timed else RealClock()
        return Budget(ms=3, clock=clock) if is_timed else Budget(15)

    for game, seats, state in some_positions(name, 1 if is_timed else 2):
        found = analyse(game, state, seats, budget(), Random(0))
        *_less, last = deepen_analysis(game, state, seats, budget(), Random(0))
        session = Session(game, state, tuple(range(seats)))
        assert last == found == Analyst().analyse(session, budget())
        assert [*Analyst().deepen(session, budget())][-1] == found
        hint = advise_by(Analyst(), session, budget())
        assert hint == advise(game, state, seats, budget(), Random(0))
        steps = tuple(decision for decision, _places in hint.steps)
        assert steps == own_decisions(game, state, found.lines[0])
        assert found.lines[0].turn in hint.sentences[-1]


def said_by(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The output of the program."""
    assert run(words) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3, "slow")
def test_every_face_has_the_same_best_lines(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = configure(installed_plugins().find(name), {})
    monkeypatch.setattr(type(game), "positions_a_second", 30)
    if not isinstance(game.status(game.start(game.seat_counts[0])), Turn):
        pytest.skip("luck begins")
    by_door = gm.analyse(gm.new_match(name))
    at_line = said_by(["analyse", name], capsys).splitlines()
    assert at_line[1:] == [str(line) for line in by_door.lines]
    players = [Player("Ann")] * game.seat_counts[0]
    table = begin_table(game, players, installed_plugins().find, RealClock(), seed=1)
    table.pilots.patience.ms = None
    find = advice(table)
    assert find is not None
    assert find().sentences[-1] == compare(by_door.lines)


def test_hints_do_not_depend_on_the_seed_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    hints = set[str]()
    game = configure(installed_plugins().find("zertz"), {})
    monkeypatch.setattr(type(game), "positions_a_second", 100)
    for seed in range(6):
        players = [Player("Ann"), Player("Ben")]
        table = begin_table(game, players, installed_plugins().find, RealClock(), seed=seed)
        table.pilots.patience.ms = None
        find = advice(table)
        assert find is not None
        hints.add(str(find()))
    assert len(hints) == 1


# ---- why -----------------------------------------------------------------------------------------


def things(view: View, seat: int) -> Counter[str]:
    """The things in the trays of *seat*."""
    count = Counter[str]()
    for tray in view.trays:
        for item in tray.items:
            if tray.seat == seat:
                count[item.label] += item.count
    return count


def check_reasons(game: AnyGame, state: Any, found: Analysis, hint: Advice) -> int:
    """Asserts that each sentence on what is gained is true of the line that is shown; how many
    there are."""
    shown = split_turns(game, state, found.lines[0].moves)[:4]
    seat = shown[0].seat
    checked = 0
    for sentence in hint.sentences:
        own = re.fullmatch(r"It brings you (.*)\.", sentence)
        later = re.fullmatch(r"Later you get (.*)\.", sentence)
        theirs = re.fullmatch(r"Later the others get (.*?)(?:, and you (.*))?\.", sentence)
        if own:
            assert gains_in(game, [shown[0]], {seat}) == own[1]
        if later:
            assert gains_in(game, shown[1:], {seat}) == later[1]
        if theirs:
            others = {turn.seat for turn in shown} - {seat}
            assert gains_in(game, shown[1:], others) == theirs[1]
            assert not theirs[2] or gains_in(game, shown[1:], {seat}) == theirs[2]
        if answers := re.fullmatch(r"The only answer is: (.*)\.", sentence):
            now = game.status(shown[0].after)
            assert isinstance(now, Turn)
            assert now.seat != seat
            count = len(game.turn_moves(shown[0].after, now.seat))
            assert count == len(game.view(shown[0].after, None).choices)
            assert count == 1 + answers[1].count(" or ")
        checked += bool(own or later or theirs or answers)
    return checked


def gains_in(game: AnyGame, turns: list[SearchedTurn], seats: set[int]) -> str:
    """The gains of *seats* in *turns*, in words, counted by the views before and after."""
    total = Counter[str]()
    for turn in turns:
        if turn.over and turn.seat in seats:
            before, after = game.view(turn.before, None), game.view(turn.after, None)
            had, has = things(before, turn.seat), things(after, turn.seat)
            gained = advices.gains(game, before, after, turn.seat)
            more = sum((has - had).values())
            named = sum(
                n
                for name, n in gained.items()
                if name != advices.POINTS and not name.startswith(advices.PIECES)
            )
            assert named == more, (gained, had, has)
            total.update(gained)
    return advices._things(total)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3, "slow")
def test_what_a_hint_says_is_gained_is_gained_in_the_turns_that_it_shows(name: str) -> None:
    for game, seats, state in some_positions(name, 2, seed=2):
        found = analyse(game, state, seats, Budget(40), Random(0))
        check_reasons(game, state, found, advice_of(game, state, found))


def test_of_turns_that_are_not_shown_nothing_is_said() -> None:
    game = configure(installed_plugins().find("zertz"), {})
    state, moves = game.start(2), list[Any]()
    rng = Random(3)
    while len(moves) < 60:
        now = game.status(state)
        if not isinstance(now, Turn):
            break
        choices = game.turn_moves(state, now.seat)
        captures = [move for move in choices if game.format(state, move).startswith("x")]
        moves.append(rng.choice(captures or choices))
        state = game.apply(state, moves[-1])
    start = game.start(2)
    line = Line(("?",), 0.1, 9, False, ("?",), tuple(moves))
    hint = advice_of(game, start, Analysis((line,), 9, False))
    check_reasons(game, start, Analysis((line,), 9, False), hint)
    hidden = [turn for turn in split_turns(game, start, moves)[4:] if turn.over]
    assert gains_in(game, hidden, {0, 1})


# ---- what is sure --------------------------------------------------------------------------------

VALUES = [(1.0, True), (0.99999, False), (0.5, False), (0.49, False), (0.0, True), (0.0, False),
          (-0.02, False), (-0.99999, False), (-1.0, True)]  # fmt: skip
"""Values of lines, and whether they are proven; the greatest first."""


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_sure_thing_is_told_as_sure_and_no_other_is(count: int) -> None:
    for values in combinations_with_replacement(VALUES, count):
        lines = [
            Line((f"t{n}",), value, 9, sure, (f"t{n}",)) for n, (value, sure) in enumerate(values)
        ]
        best = lines[0]
        found = Analysis(tuple(lines), 9, best.sure)
        headline, words = found.headline("Ann"), compare(lines)
        for line in lines:
            assert ("%" in line.worth) is not line.sure
            assert (line.chances in (0, 100)) is (line.sure and line.value != 0)
        assert ("%" in headline) is not best.sure
        assert not re.search(r"\b(100|0) (%|of 100)", f"{words} {headline}")
        if best.sure:
            assert "of 100" not in words
        else:
            assert ("hardly ever" in words) is (best.chances in (1, 99))
            assert "hardly ever" in words or f"wins {best.chances} of 100" in words
        for other in lines[1:]:
            if other.sure:
                assert f"{other.turn} wins" not in words
                assert f"{other.turn} is as good" not in words


def test_turns_that_are_as_good_are_said_to_be() -> None:
    def lines(*values: float) -> list[Line]:
        return [Line((f"t{n}",), v, 9, False, (f"t{n}",)) for n, v in enumerate(values)]

    assert compare(lines(0.1, 0.09)) == (
        "t0 seems best: it wins 55 of 100 such games; t1 is as good."
    )
    assert compare(lines(0.1, 0.09, 0.085)) == (
        "t0 seems best: it wins 55 of 100 such games; several are as good: t1, t2."
    )
    assert compare(lines(0.1, 0.0, 0.0)) == (
        "t0 seems best: it wins 55 of 100 such games; t1 wins 50 of 100."
    )
    assert what_follows(lines(0.1)) == ""
    only = Line(("t0",), -1.0, 9, True, ("t0",))
    assert compare([only]) == "Only t0 is possible; it loses."


@pytest.mark.parametrize("value", [-0.999999, -0.99, 0.0, 0.995, 0.999999])
def test_no_unproven_value_is_rounded_to_a_sure_one(value: float) -> None:
    assert 1 <= Chances.of(value, sure=False).percent <= 99
    assert Chances.of(1, sure=True).percent == 100
    assert Chances.of(-1, sure=True).percent == 0


def node(mover: int, visits: int, value: float, proven: float | None = None) -> Node:
    """A node of a tree for two to which *mover* has led."""
    made = Node(None, 1 - mover, mover)
    for _visit in range(visits):
        made.add_visit((value, -value))
    if proven is not None:
        made.prove((proven, -proven))
    return made


def root_of(*children: Node) -> Node:
    """A root at which seat 0 decides between *children*."""
    root = Node(None, 0, 0)
    root.is_expanded = True
    root.moves = [f"m{n}" for n, _child in enumerate(children)]
    root.children = [*children]
    for child in children:
        for _visit in range(int(child.visits)):
            root.add_visit((child.value(0), -child.value(0)))
    return root


def test_what_surely_loses_is_never_the_best_line_while_another_may_win() -> None:
    root = root_of(node(0, 50, -0.9, proven=-1.0), node(0, 3, -0.4))
    assert [option.move for option in best_by_worth(root, 3)] == ["m1", "m0"]


def test_a_sure_draw_is_not_all_that_is_to_be_found_while_another_move_may_win() -> None:
    root = root_of(node(0, 50, 0.0, proven=0.0), node(0, 20, -0.1))
    best = best_by_worth(root, 3)
    assert best[0].sure
    assert not found_of(best, 3, 70, is_all=False).sure
    assert found_of(best, 3, 70, is_all=True).sure
