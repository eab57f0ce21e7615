"""The chances of all players of a position: shares of a whole, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from typing_extensions import TypedDict

from gipf_meta.base.addressee import is_reader
from gipf_meta.base.texts import _
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import Over, Turn

WHOLE: Final = 100


class ShareTold(TypedDict):
    """The chances of a *player* of the match, in percent; ``None``: of all others together."""

    player: int | None
    percent: int


class ChancesTold(TypedDict):
    """The chances of the players, which are a hundred percent together, and in *words*."""

    shares: list[ShareTold]
    words: str


def chances_now(session: Session, names: Sequence[str], percent: int) -> ChancesTold | None:
    """The chances of the players of *session*, where the one on turn has so many *percent*;
    ``None`` where nobody is. *names* are those of the match's players."""
    now = session.status
    if not isinstance(now, Turn):
        return None
    return shares_of(session, names, {session.players[now.seat]: percent})


def chances_at_end(session: Session, names: Sequence[str]) -> ChancesTold | None:
    """The chances of the players of *session*, which is over; ``None`` if it goes on."""
    now = session.status
    if not isinstance(now, Over):
        return None
    winners = now.winners or range(len(session.players))
    won = {player: float(seat in winners) for seat, player in enumerate(session.players)}
    return shares_of(session, names, won)


def shares_of(session: Session, names: Sequence[str], known: Mapping[int, float]) -> ChancesTold:
    """The chances in percent that are *known* of players of *session* as shares of a hundred, in
    the order of their seats. The rest is the others'."""
    chances: dict[int | None, float] = {
        player: known[player] for player in session.players if player in known
    }
    others = [player for player in session.players if player not in known]
    if others:
        chances[others[0] if len(others) == 1 else None] = max(0, WHOLE - sum(known.values()))
    return _told(dict(sorted(chances.items(), key=lambda each: _place(session, each[0]))), names)


def _place(session: Session, player: int | None) -> int:
    """The place of a *player* among the shares; that of the others is the last."""
    return len(session.players) if player is None else session.players.index(player)


def _told(chances: Mapping[int | None, float], names: Sequence[str]) -> ChancesTold:
    whole = sum(chances.values())
    exact = {
        player: WHOLE * value / whole if whole else WHOLE / len(chances)
        for player, value in chances.items()
    }
    percents = {player: int(value) for player, value in exact.items()}
    lacking = WHOLE - sum(percents.values())
    for player in sorted(exact, key=lambda each: percents[each] - exact[each])[:lacking]:
        percents[player] += 1
    shares = [ShareTold(player=player, percent=n) for player, n in percents.items()]
    listed = ", ".join(_one(share, names) for share in shares)
    return {"shares": shares, "words": _("Chances: {list}.").format(list=listed)}


def _one(share: ShareTold, names: Sequence[str]) -> str:
    player, n = share["player"], share["percent"]
    if player is None:
        return _("the others {n} %").format(n=n)
    if is_reader(player):
        return _("you {n} %").format(n=n)
    return _("{name} {n} %").format(name=names[player], n=n)
