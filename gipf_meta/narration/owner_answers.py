"""Answers about players: whose a piece is, who sits where, who began."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_meta.base.texts import _
from gipf_meta.narration.answers import Lines, QuestionContext
from gipf_meta.narration.question_forms import BoardQuestion


@dataclass(frozen=True)
class OwnerAnswers:
    """Answers to *question* about the players in *scene*, and what belongs to them."""

    scene: QuestionContext
    question: BoardQuestion

    def owner(self) -> Lines:
        """Tells whose the things on a place are."""
        scene, at = self.scene, self.question.places[0]
        one = scene.board.pieces.get(at)
        if one is None:
            return [scene.board.place(at)]
        owner = scene.owner(one)
        if owner is None:
            whose = _("It belongs to nobody.")
        elif owner == scene.seat:
            whose = _("It is yours ({owner}).").format(owner=scene.seat_called(owner))
        else:
            whose = _("It is {owner}'s.").format(owner=scene.seat_called(owner))
        return [f"{scene.board.place(at)} {whose}"]

    def who_plays(self) -> Lines:
        """Tells who sits at which seat."""
        scene = self.scene
        for seat in range(len(scene.names) or len(scene.seat_words)):
            called, name = scene.seat_called(seat), [*scene.names[seat : seat + 1]]
            words = called if not name or name[0] == called else f"{called}: {name[0]}"
            you = _("you") if seat == scene.seat else ""
            yield f"{words} ({you})." if you else f"{words}."

    def first(self) -> Lines:
        """Tells who has begun, or begins."""
        scene = self.scene
        if scene.first is None:
            return scene.situation()
        words = _("{name} has begun.") if scene.last else _("{name} begins.")
        return [words.format(name=scene.seat_called(scene.first))]
