"""The beginning of a match in words: the start of its game, or a position, which omits facts."""

from __future__ import annotations

import json
from collections.abc import Iterator

from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.match.printed_match import BEGUN, FORGOTTEN
from gipf_meta.match.session import NoPosition, Session
from gipf_meta.protocol.capabilities import LeadsOn, Positions
from gipf_meta.protocol.game import AnyGame, MoveError, Over, title_of
from gipf_meta.protocol.options import changed_options


def title_with_goal(game: AnyGame) -> str:
    """The title of *game*, and of the game to which it leads."""
    title = title_of(game)
    return f"{title}: {title_of(game.of)}" if isinstance(game, LeadsOn) else title


def from_a_position() -> str:
    """Words of lists and headings for a match that did not begin at the start of its game."""
    return _("from a position")


def beginning(session: Session) -> Iterator[str]:
    """Sentences on the position that *session* began from; none if it began at the start."""
    if session.begun_from:
        yield _(BEGUN).format(position=session.begun_from)
        if forgotten := what_is_forgotten(session.game):
            yield forgotten


def what_is_forgotten(game: AnyGame) -> str:
    """A sentence on the facts that positions of *game* omit and its options need; ``""``: none."""
    chosen = game.model_dump(mode="json")
    forgotten = [
        catalogue_of(game)(what)
        for what, options in game.positions_forget.items()
        if any(chosen.get(name) != value for name, value in options.items())
    ]
    if not forgotten:
        return ""
    return _(FORGOTTEN).format(what=_(" or ").join(forgotten))


def how_to_begin(session: Session) -> dict[str, str]:
    """The ``about`` of a form for a match that begins where *session* stands: its ``game``, its
    ``position``, its ``options`` as JSON.

    Raises ``NoPosition`` where no position describes that, or the game is over.
    """
    if isinstance(session.game, LeadsOn):
        try:
            return session.game.how_to_begin(session.state)
        except MoveError as error:
            raise NoPosition(str(error)) from error
    if why := why_no_positions(session.game):
        raise NoPosition(why)
    title = title_of(session.game)
    if isinstance(session.status, Over):
        raise NoPosition(_("{title} is over here: go back a step.").format(title=title))
    options = json.dumps(changed_options(session.game), sort_keys=True)
    position = session.position() or ""
    return {"game": session.game.id, "position": position, "options": options}


def why_no_positions(game: AnyGame) -> str:
    """The reason why *game* has no positions on one line, or ``""``."""
    if isinstance(game, Positions | LeadsOn):
        return ""
    return _("{game} has no positions on one line.").format(game=title_of(game))
