"""What a match that begins from a position does not know, in one sentence."""

from __future__ import annotations

from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.protocol.game import AnyGame


def what_is_forgotten(game: AnyGame) -> str:
    """What the positions of *game* leave out and its options ask for; empty if that is nothing."""
    chosen = game.model_dump(mode="json")
    told = [
        catalogue_of(game)(what)
        for what, options in game.positions_forget.items()
        if any(chosen.get(name) != value for name, value in options.items())
    ]
    if not told:
        return ""
    return _("A position does not say {what}: that begins anew.").format(what=_(" or ").join(told))
