"""Games whose boards are set up otherwise than they stand."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import BadNotation, BoardEditor, Draft, DraftField, View
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Pacing, PacingEditor


@found_by("boards_are_set_up_again", "inverse pair")
class ForgetsWhoseTurnItWas(Pacing):
    @property
    def editor(self) -> BoardEditor:
        class Forgetful(PacingEditor):
            def put_together(self, draft: Draft) -> str:
                return super().put_together(draft.with_field("side", "L"))

        return Forgetful()


@found_by("boards_are_set_up_again", "empty board")
class PutsNothing(Pacing):
    @property
    def editor(self) -> BoardEditor:
        class Idle(PacingEditor):
            def put(self, draft: Draft, place: str, piece: str) -> Draft:
                return draft

        return Idle()


@found_by("boards_are_set_up_again", "as the game shows it")
class DrawsNothing(Pacing):
    @property
    def editor(self) -> BoardEditor:
        class Blank(PacingEditor):
            def draw(self, draft: Draft) -> View:
                return View(super().draw(draft).points)

        return Blank()


@found_by("impossible_boards_are_refused", "take_apart")
class DrawsNoTwoStones(Pacing):
    @property
    def editor(self) -> BoardEditor:
        class Single(PacingEditor):
            def draw(self, draft: Draft) -> View:
                if len(draft.pieces) > 1:
                    raise ValueError("there is one stone")
                return super().draw(draft)

        return Single()


@found_by("impossible_boards_are_refused", "in one sentence")
class RefusesWithoutAWord(Pacing):
    def from_text(self, text: str) -> tuple[int, ...]:
        if "," in text or "-" in text:
            raise BadNotation("No")
        return super().from_text(text)


@found_by("what_is_typed_can_be_read_again", "take_apart can read")
class TakesAnyWord(Pacing):
    @property
    def editor(self) -> BoardEditor:
        class Credulous(PacingEditor):
            def fields(self, draft: Draft) -> Sequence[DraftField]:
                return (DraftField("side", "who walks", (("L", "Left"),), typed=".*"),)

        return Credulous()
