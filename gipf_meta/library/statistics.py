"""Statistics of the library: by game, by player, by duel, and by the games' own tallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_meta.base.texts import _
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.protocol.capabilities import Tallied
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.models import Record, all_duels
from gipf_meta.records.people import PERSON, call_players, kind_word


@dataclass(frozen=True)
class Count:
    """Counts of one thing: *kind* is ``game``, ``player``, ``duel`` or ``use``."""

    kind: str
    name: str
    counts: Mapping[str, int]


def statistics(
    library: Library, games: Mapping[str, type[AnyGame]], called_by: str | None = None
) -> tuple[list[Count], list[str]]:
    """The counts over all matches of *library*, and a sentence on each match that cannot be read.

    Players have the names of their records. With *called_by*, the name of the user or ``""``, they
    are called as lists call them, ``You`` and ``expert``.

    Raises ``LibraryError`` if the library itself cannot be read.
    """
    kinds: dict[str, dict[str, Counter[str]]] = {"game": {}, "player": {}, "duel": {}, "use": {}}
    troubles = []
    for entry in library.entries():
        try:
            record = library.record(entry.id)
            if not library.is_intact(entry.id):
                raise LibraryError(
                    _("Match {number}: {finding}").format(
                        number=entry.id, finding=_("it was changed after it was written.")
                    )
                )
        except LibraryError as error:
            troubles.append(_("{error} It is not counted.").format(error=error))
            continue
        game = games.get(entry.game)
        _count(kinds, record, game, _players(record, game, called_by))
    counts = [
        Count(kind, name, dict(counter))
        for kind, counters in kinds.items()
        for name, counter in sorted(counters.items())
    ]
    return counts, troubles


def _players(record: Record, game: type[AnyGame] | None, called_by: str | None) -> list[str]:
    """The players of *record*, each as the statistics call him."""
    if called_by is None:
        return [f"{person.name} ({person.player})" for person in record.people]
    names = [person.name for person in record.people]
    kinds = [person.player for person in record.people]
    seats = () if game is None else game.seat_names
    called = call_players(names, kinds, game, called_by)
    return [
        kind_word(kind) if person.name in seats and kind != PERSON else name
        for name, kind, person in zip(called, kinds, record.people, strict=True)
    ]


def _count(
    kinds: Mapping[str, dict[str, Counter[str]]],
    record: Record,
    game: type[AnyGame] | None,
    players: Sequence[str],
) -> None:
    played = kinds["game"].setdefault(record.game, Counter())
    played["played"] += 1
    played["over"] += record.result is not None
    winners = record.result.winners if record.result else ()
    for seat, player in enumerate(players):
        own = kinds["player"].setdefault(player, Counter())
        own["played"] += 1
        if record.result:
            own["won" if seat in winners else "lost" if winners else "drawn"] += 1
    if isinstance(game, Tallied):
        for thing, counts in game.tally(turn.text for turn in record.turns).items():
            kinds["use"].setdefault(thing, Counter()).update(counts)
    for duel in all_duels(record):
        fought = kinds["duel"].setdefault(duel.game, Counter())
        fought["fought"] += 1
        if duel.result:
            fought["drawn"] += not duel.result.winners
            fought["first player won"] += duel.result.winners == (0,)
            fought["second player won"] += duel.result.winners == (1,)
