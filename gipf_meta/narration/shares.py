"""The chances of all players of a position: shares of a whole, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from typing_extensions import TypedDict

from gipf_meta.base.addressee import is_reader
from gipf_meta.base.texts import _
from gipf_meta.match.playback import Moment
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import Over, Turn
from gipf_meta.search.verdict import Verdict

SEATS: Final = 2
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


@dataclass(frozen=True)
class MomentChances:
    """The chances at the *moments* of a match, by the *verdicts* on its turns, each by its number;
    *names* are those of its players."""

    moments: Sequence[Moment]
    names: Sequence[str]
    verdicts: Mapping[int, Verdict]

    def session_of(self, verdict: Verdict) -> tuple[int, int]:
        """The key of the session of the turn of *verdict*: the match, or one of its duels."""
        sessions = self.moments[verdict.first].sessions
        return (len(sessions[-2].steps) if verdict.depth else -1), verdict.depth

    def at(self, at: int) -> ChancesTold | None:
        """The chances at moment *at*: after the turn that led there, or in the midst of one before
        it; ``None`` where there is no verdict."""
        for n, verdict in self.verdicts.items():
            if verdict.last == at:
                return self.left(n)
        for n, verdict in self.verdicts.items():
            if verdict.first - 1 <= at < verdict.last:
                return self.before(n)
        return None

    def before(self, n: int) -> ChancesTold:
        """The chances before turn *n*, with the best one."""
        return self._with(n, self.verdicts[n].before)

    def left(self, n: int) -> ChancesTold:
        """The chances after turn *n*."""
        verdict = self.verdicts[n]
        end = chances_at_end(self.moments[verdict.last].sessions[-1], self.names)
        return end or self._with(n, verdict.left)

    def _with(self, n: int, percent: int) -> ChancesTold:
        """The chances where the player of turn *n* has so many *percent*; of two others and more
        those after their last turns are known."""
        verdict = self.verdicts[n]
        session = self.moments[verdict.first].sessions[-1]
        known: dict[int, float] = {}
        if len(session.players) != SEATS:
            for m in sorted(self.verdicts):
                other = self.verdicts[m]
                if m < n and self.session_of(other) == self.session_of(verdict):
                    known[other.player] = other.left
        return shares_of(session, self.names, {**known, verdict.player: percent})


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
