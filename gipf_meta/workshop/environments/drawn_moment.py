"""A moment of a numbered match as text, for environments that show it to people."""

from __future__ import annotations

from gipf_meta.narration.story import result
from gipf_meta.protocol.game import Over, seat_name
from gipf_meta.render.text import page
from gipf_meta.workshop.environments.moment import MatchMoment


def text_of(moment: MatchMoment, player: int | None = None) -> str:
    """The views of *player* as text, each with its prompt; in the end also the winners. ``None``:
    as the player who decides sees it; ``NOBODY``: as spectators do."""
    pages = [f"{page(view)}\n{view.prompt}".rstrip() for view in moment.views(player)]
    now = moment.state.now
    if isinstance(now, Over):
        game = moment.match.game
        names = [seat_name(game, seat) for seat in range(moment.match.seats)]
        pages.append(result(game, now, names))
    return "\n\n".join(pages)
