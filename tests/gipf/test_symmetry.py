"""The symmetries of GIPF, with kinds of potentials and where an order is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_meta_gipf.game import Gipf
from gipf_meta_gipf.testing.trial import Trial
from tests.gipf.faulty_kinds import northwards
from tests.gipf.leap import LEAP


@pytest.mark.parametrize(("is_symmetric", "count"), [(True, 12), (False, 1)])
def test_a_kind_for_which_directions_differ_leaves_no_symmetry(
    is_symmetric: bool, count: int
) -> None:
    kind = LEAP if is_symmetric else replace(LEAP, targets=northwards, symmetric=False)
    assert len(Trial(kind, 1, 1).games[0].symmetries()) == count


@pytest.mark.parametrize(("pieces", "asks_in_order"), [("c3,Gd4", False), ("Gc3,Gd4", True)])
def test_pieces_of_a_row_are_asked_about_in_order_where_there_are_several(
    pieces: str, asks_in_order: bool
) -> None:
    game = Gipf(variant="tournament")
    state = game.from_text(f"w 3,9 T0Z0,T0Z0 W:b2,{pieces},e5 B:Gh5 G:-")
    assert game.asks_in_order(state) is asks_in_order


def test_boards_with_one_number_of_challenges_are_set_up_without_potentials() -> None:
    game = Gipf(challenges_per_kind="off")
    text = game.to_text(game.start(2))
    assert game.editor.put_together(game.editor.take_apart(text)) == text
