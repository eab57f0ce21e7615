"""Questions about a board of LYNGK: the game's own pieces, decisions and refusals."""

from __future__ import annotations

from gipf_meta.narration.questions import answer
from tests.narration.asked import begun


def test_places_and_claims_are_grouped() -> None:
    scene = begun("lyngk")
    at = max(
        (one.at for one in scene.view.pieces),
        key=lambda place: len(scene.relations.starting_at(place)),
    )
    told = answer(scene, f"what can I do with {at}") or ""
    assert f"move {at} onto " in told
    assert f"claim blue and move {at} onto " in told
    assert told.endswith(f"For a list say all what can I do with {at}.")
    listed = (answer(scene, f"all what can I do with {at}") or "").split("\n")
    assert told.startswith(f"{len(listed)} decisions with {at} are possible: ")


def test_a_stack_belongs_to_whoever_claimed_its_colour() -> None:
    """Ivory is drawn in white, and not White's for that."""
    scene = begun("lyngk")
    ivory = next(one.at for one in scene.view.pieces if scene.name(one) == "ivory")
    assert answer(scene, f"whose is {ivory}") == f"{ivory}: ivory. It belongs to nobody."
    assert answer(scene, "how many stacks does White have") == "0."
