"""The moment in which a duel ends says who wins it, and what that means where no motion says it."""

from __future__ import annotations

import pytest

from gipf_meta.base.addressee import told_to
from gipf_meta.match.match import Match
from gipf_meta.narration import story
from gipf_meta.narration.duel_verdicts import duel_verdict
from gipf_meta.records.models import Seat
from tests.narration.test_endings import NAMES, in_a_duel
from tests.tables import table

PEOPLE = (Seat(name="Anna", player="human"), Seat(name="Mia", player="mcts"))


def verdict(seen: Match, now: Match, reader: int | None) -> list[str]:
    """The verdict between two moments, as *reader* reads it; ``None``: somebody who watches."""
    with told_to(story.addressee_of(PEOPLE, now, reader)):
        return duel_verdict(seen.sessions, now.sessions, NAMES, reader, reader)


@pytest.mark.needs("gipf", "zertz")
@table("""
    loser | reader | told
    1     | 0      | You win the duel. The jump from b2 is saved.
    1     | 1      | Anna wins the duel. The jump from b2 is saved.
    1     |        | Anna wins the duel. The jump from b2 is saved.
    0     | 0      | Mia wins the duel.
    0     | 1      | You win the duel.
    0     |        | Mia wins the duel.
""")
def test_the_verdict_names_the_winner_and_leaves_what_moves_to_its_caption(
    loser: str, reader: str, told: str
) -> None:
    duel = in_a_duel()
    now = duel.resign(int(loser))
    assert " ".join(verdict(duel, now, int(reader) if reader else None)) == told
    moved = now.play("d4") if loser == "1" else now.play("a1-b2")
    assert verdict(now, moved, 0) == [], "it is told once"
    assert verdict(duel, duel, 0) == []
    assert verdict(now, duel, 0) == [], "taken back"


@pytest.mark.needs("gipf", "zertz")
def test_a_drawn_duel_is_told_also_if_another_one_follows() -> None:
    duel = in_a_duel()
    now = duel.agree_draw()
    assert len(now.sessions) == len(duel.sessions) == 2
    assert verdict(duel, now, 1) == ["The duel is a draw.", "Anna begins duel 2 of 3."]
    assert verdict(duel, now, 0) == ["The duel is a draw.", "You begin duel 2 of 3."]
