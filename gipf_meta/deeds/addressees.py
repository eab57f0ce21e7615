"""The reader of a room: the person to whom its sentences are told."""

from __future__ import annotations

from gipf_meta.base.addressee import Addressee, Hand
from gipf_meta.narration import story
from gipf_meta.rooms.state import RoomState


def addressee_in(state: RoomState, person: str, hand: Hand) -> Addressee:
    """*person*, who decides by *hand*, as a reader of the match in *state*. Nobody is *you* in a
    study."""
    match, study = state.table.match, state.study
    if study is not None:
        return story.addressee_of(study.record.people or state.table.seats, match, hand=hand)
    return story.addressee_of(state.table.seats, match, state.reader(person), hand)
