"""The players that gipf-zero was measured against: their evaluation, their searches, a match."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta_gipf.board import LINE_BITS
from gipf_meta_gipf.state import ASK_PIECE, ASK_ROW, OVER, Move, State
from tests.tiers import slow, soak
from tests.workshop.arena.test_referee_champion import ask
from tuning.baselines import compile_rivals, main
from tuning.engine import answers
from tuning.gipf_rivals import DEPTH, QUIET, Minimax, TreeSearch, moves_of, worth_of

GAME: Any = configure(load_plugins().find("gipf"), {"variant": "standard"})
RULES = GAME.rules


def states(games: int, seed: int = 1) -> Iterator[State]:
    """All states of random games."""
    rng = Random(seed)
    for _game in range(games):
        state = GAME.start(2)
        while state.ask != OVER:
            yield state
            state = RULES.apply(state, rng.choice(RULES.legal_moves(state)))
        yield state


def never(_nodes: int) -> bool:
    return False


def described_worth(state: State, player: int) -> int:
    """The evaluation, spot by spot."""
    total = 0
    for seat, sign in ((player, 1), (1 - player, -1)):
        pieces, gipfs = state.pieces(seat), state.pieces(seat) & state.kinds.gipf
        reserve, doubles = state.reserve(seat), gipfs.bit_count()
        material = reserve + pieces.bit_count() + doubles
        total += sign * (100 * material + 4 * reserve + 3 * doubles)
        vacant = ~(state.white | state.black)
        for line in LINE_BITS:
            signs = [
                "x" if pieces >> bit & 1 else "." if vacant >> bit & 1 else "o" for bit in line
            ]
            padded = f"|{''.join(signs)}|"
            for run in re.finditer("x{3,}", padded):
                total += 12 * sign * ("." in (padded[run.start() - 1], padded[run.end()]))
    if state.ask == OVER and state.result().winner >= 0:
        total += 100_000 if state.result().winner == player else -100_000
    return total


def test_states_are_worth_what_the_description_says() -> None:
    worths = set()
    for state in states(12):
        for player in (0, 1):
            assert worth_of(state, player) == described_worth(state, player)
        worths.add(worth_of(state, 0) % 100 % 12)
    assert len(worths) > 5


def test_entries_that_lead_to_the_same_state_are_tried_once() -> None:
    for state in states(2):
        moves = moves_of(RULES, state)
        all_after = {RULES.apply(state, move).fields() for move in RULES.legal_moves(state)}
        assert {RULES.apply(state, move).fields() for move in moves} == all_after
    assert len(moves_of(RULES, GAME.start(2))) == 30


def plain_minimax(state: State, root: int, depth: int, quiet: int) -> int:
    """Minimax as it is described, without pruning."""
    if depth <= 0 and state.ask in (ASK_ROW, ASK_PIECE) and quiet:
        depth, quiet = 1, quiet - 1
    if state.ask == OVER or depth <= 0:
        return worth_of(state, root)
    best = max if state.current_player() == root else min
    moves: list[Move] = list(RULES.legal_moves(state))
    return best(plain_minimax(RULES.apply(state, m), root, depth - 1, quiet) for m in moves)


def test_pruning_changes_no_decision_of_minimax() -> None:
    some = [state for state in states(2) if state.current_player() >= 0][9::40]
    some += [state for state in states(8) if state.ask == ASK_ROW][:1]
    for state in some:
        worths: dict[Any, int] = {}
        for move in RULES.legal_moves(state):
            after = RULES.apply(state, move)
            worths[move] = plain_minimax(after, state.current_player(), 1, QUIET)
        best = [move for move in worths if worths[move] == max(worths.values())]
        chosen = {Minimax(RULES, Random(n), never, 2).choose(state) for n in range(9)}
        assert chosen <= {*best}
        assert len({RULES.apply(state, move).fields() for move in best}) < 3 or len(chosen) > 1


def test_minimax_ends_with_an_iteration_or_at_its_depth() -> None:
    start = GAME.start(2)
    search = Minimax(RULES, Random(1), lambda nodes: nodes >= 200)
    search.choose(start)
    assert search.depth == 1  # thirty entries, and more than 200 states after two
    unlimited = Minimax(RULES, Random(1), never, 2)
    unlimited.choose(start)
    assert unlimited.depth == 2
    assert DEPTH == 6


def test_the_tree_search_finds_a_win() -> None:
    won = None
    for state in states(30):
        if state.ask == OVER or state.current_player() < 0:
            continue
        wins = [m for m in RULES.legal_moves(state) if RULES.apply(state, m).ask == OVER]
        if wins and len(wins) < 4 and RULES.apply(state, wins[0]).result().winner == state.mover:
            won = state, wins
            break
    assert won is not None
    state, wins = won
    search = TreeSearch(RULES, Random(1), never, 400)
    after = RULES.apply(state, search.choose(state))
    assert after.ask == OVER
    assert search.nodes == 400
    assert Minimax(RULES, Random(1), never, 1).choose(state) in wins


@pytest.mark.parametrize("name", ["mcts", "minimax"])
def test_a_rival_answers_as_an_engine(name: str) -> None:
    question = ask("gipf variant=standard", nodes=64)
    greeting, answer, again = answers(map(json.dumps, [question] * 2), f"tuning.gipf_rivals:{name}")
    assert greeting == {"compiled": False}
    assert answer["decision"] == again["decision"]
    assert "-" in answer["decision"]


@pytest.mark.parametrize("name", [*slow("minimax"), *soak("mcts")])
def test_todays_bots_meet_a_rival(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    words = [name, "--nodes", "5", "--pairs", "1", "--sources", "--file", str(file)]
    assert main(words) == 0
    (told,) = capsys.readouterr().out.splitlines()  # more lines tell faults
    assert told.startswith(
        f"gipf variant=standard max_turns=300: today nodes=5 against {name} nodes=5: "
    )
    assert len(file.read_text().splitlines()) == 3


@pytest.mark.soak  # a compiler for a tool of developers
def test_the_rivals_compile(tmp_path: Path) -> None:
    compile_rivals(tmp_path)
    assert [path.suffix for path in tmp_path.glob("gipf_rivals.*.so")] == [".so"]
