"""The pieces that move in a turn of GIPF (docs/reference/gipf.md §5, §6, §8-§10)."""

from __future__ import annotations

from gipf_meta.protocol.options import configure
from gipf_meta_gipf import Gipf
from tests.gipf.boards import T2, drawn
from tests.gipf.leap import LEAP
from tests.gipf.test_challenge import CENTRED, JUMPER, challenged, linked
from tests.gipf.test_scenarios_potentials import T1
from tests.gipf.words import game, played, position
from tests.motions import moved_by, moved_by_decisions, sentences, steps

BASIC = game()
STANDARD = {"variant": "standard", "punct_potentials": 6}


# --- entering and rows ------------------------------------------------------------------------


def test_a_piece_comes_over_its_dot_and_pushes_the_row_before_it() -> None:
    """§5: all at one time, the foremost first."""
    state = position(BASIC, "c3 e5", "b2 d4")
    assert moved_by(BASIC, state, "a1-b2") == [
        ["e5-f5 d4-e5 c3-d4 b2-c3 basic-a1-b2"],
    ]
    assert moved_by(BASIC, state, "e9-e8") == [["basic-e9-e8"]]


def test_a_row_of_two_colours_leaves_after_the_push() -> None:
    """§6.2: to the reserve of who takes it, the opponent's out of the game."""
    state = position(BASIC, "b4 c4 d3 e4", "d2 f3")
    assert moved_by(BASIC, state, "d1-d2;xb4,c4,d4,e4,f3") == [
        [
            "d3-d4 d2-d3 basic-d1-d2",
            "takes the row b4-White:basic c4-White:basic d4-White:basic e4-White:basic f3-",
        ]
    ]


def test_a_gipf_piece_comes_as_one_and_a_potential_with_the_piece_below_it() -> None:
    """§8, §9.2: with the first basic piece what is left in supply is lost."""
    g = game(variant="tournament", zertz_potentials=2, tamsk_potentials=1)
    state = g.start(2)
    assert moved_by(g, state, "Gb1-c2") == [["basic-b1-c2"]]
    state = played(g, state, "Gb1-c2", "Gi3-h3")
    assert moved_by(g, state, "Za1-b2") == [["basic-a1-b2 Z-a1-b2"]]
    assert moved_by(g, played(g, state, "Za1-b2"), "e9-e8") == [
        ["basic-e9-e8", "T-Black:T:lost Z-Black:Z:lost Z-Black:Z:lost"]
    ]


def test_what_a_row_takes_of_loaded_pieces() -> None:
    """§6.2: the piece goes to the reserve or out of the game, its potential is lost."""
    g = game(variant="standard", zertz_potentials=3)
    state = position(g, "b4 Zc4 d4 e4 Gh3", "Zf3 Gb2")
    assert moved_by(g, state, "xb4,Zc4,d4,e4,Zf3*;a1-b2")[:2] == [
        [],
        ["takes the row b4-basic c4-Z:lost c4-basic d4-basic e4-basic f3-Black:Z:lost f3-"],
    ]


# --- powers -----------------------------------------------------------------------------------


def test_a_zertz_potential_jumps_where_it_is_allowed() -> None:
    """§9.5: over the run; the piece that it stood on stays. An announcement moves nothing."""
    g = linked()
    told = moved_by_decisions(g, drawn(g, JUMPER), "Zc3^", "allow", "f5")
    assert told == [[], [], ["c3-c3 c3-d4-e5-f5"]]


def test_a_challenge_is_spent_and_a_duel_decides() -> None:
    """§10.4: who wins it jumps; who loses it loses the potential, and its base stays."""
    g = linked()
    told = moved_by_decisions(g, drawn(g, JUMPER), "Zc3^", "challenge", "White begins")
    assert told == [[], ["Black:Z:challenges-"], []]
    due = challenged(g, drawn(g, JUMPER))
    won, lost = (g.settle(due, winner, "zertz") for winner in (0, 1))
    ((nothing, saved),) = steps(g, due, [won])
    assert nothing == []
    assert moved_by_decisions(g, saved, "f5") == [["c3-c3 c3-d4-e5-f5"]]
    assert [told for told, _after in steps(g, due, [lost])] == [["c3-c3 c3-Z:lost"]]


def test_a_tamsk_potential_enters_anew() -> None:
    """§9.4: from the centre; where its own line is pushed, the piece below it is pushed, too."""
    g = game(tamsk_potentials=3)
    pushed = ["d4-e5 c3-d4 b2-c3 basic-a1-b2"]
    assert moved_by(g, drawn(g, T1), "a1-b2;+a5-b5") == [pushed, [], ["e5-e5 e5-a5-b5"]]
    assert moved_by(g, drawn(g, T1), "a1-b2;+-") == [pushed, ["e5-e5 e5-White:T:lost"]]
    assert moved_by(g, drawn(g, T2), "e1-e2;+e9-e8;xe2,e3,e4,e5")[-1] == [
        "e5-e5 e5-e9-e8",
        "takes the row e2-White:basic e3-White:basic e4-White:basic e5-White:basic",
    ]
    state = position(g, "Te5", "e2 e3 e4")
    assert moved_by(g, state, "+e1-e2;b1-b2")[1] == ["e5-e6 e4-e5 e3-e4 e2-e3 e5-e1-e2"]


def test_a_tamsk_potential_that_loses_its_duel_is_lost() -> None:
    """§10.4: the move goes on without it."""
    g = linked()
    state = challenged(g, drawn(g, CENTRED), "+")
    (told, _after) = next(steps(g, state, [g.settle(state, 1, "tamsk")]))
    assert told == ["e5-e5 e5-T:lost"]


def test_a_yinsh_potential_runs() -> None:
    """gipf-more-potentials.md §3: along a line over vacant spots."""
    g = game(yinsh_potentials=6)
    assert moved_by(g, position(g, "Yc3 b2", "e2"), "Yc3^f5")[-1] == ["c3-c3 c3-d4-e5-f5"]


def test_a_dvonn_potential_covers_and_leaves_alone_with_a_row() -> None:
    """gipf-more-potentials.md §2, §5: what it lay on is free again."""
    g = game(dvonn_potentials=6)
    state = position(g, "Dc3 b4 c4 e4", "d4")
    assert moved_by(g, state, "Dc3^d4;xb4,c4,dd4,e4")[-1] == [
        "c3-c3 c3-d4",
        (
            "lights b4 c4 d4 e4 d4-d4 d4-White:D:lost"
            " takes b4-White:basic c4-White:basic e4-White:basic"
        ),
    ]


def test_a_punct_potential_takes_the_upper_piece_of_a_gipf_piece() -> None:
    """gipf-more-potentials.md §4: then it lies in its place."""
    for option in ("neutralise", "convert"):
        g = game(punct_gipf=option, **STANDARD)
        state = position(g, "Pc3 Gh5", "Gc4 Gg4")
        assert moved_by(g, state, "Pc3^c4")[-1] == ["c4-c4 c4-", "c3-c3 c3-c4"]


def test_a_kind_of_anybody_moves_by_its_changes() -> None:
    """docs/write-a-potential.md: it need not say more than ``effect`` does."""
    g = configure(Gipf.with_kinds(LEAP), {"variant": "basic", "leap_potentials": 3})
    assert moved_by(g, position(g, "Lc3", "c4"), "Lc3^c5")[-1] == ["c3-c3 c3-c4-c5"]


# --- told -------------------------------------------------------------------------------------


def test_a_piece_and_its_potential_are_told_of_once_and_what_stays_is_not() -> None:
    g = game(variant="tournament", zertz_potentials=2)
    opened = played(g, g.start(2), "Gb1-c2", "Gi3-h3")
    assert sentences(g, opened, "Za1-b2") == ["White ZÈRTZ-loaded piece comes to b2."]
    z = linked()
    assert sentences(z, drawn(z, JUMPER), "Zc3^", "allow", "f5") == [
        "White ZÈRTZ-loaded piece goes from c3 over d4, e5 to f5."
    ]
