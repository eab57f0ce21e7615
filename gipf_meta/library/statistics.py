"""Statistics of the library: by game, by player, by duel, and by the games' own tallies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gipf_meta.base.names import fold
from gipf_meta.base.texts import N_, _, catalogue_of
from gipf_meta.library.store import Library, LibraryEntry, LibraryError
from gipf_meta.protocol.capabilities import Tallied
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.models import Record, all_duels
from gipf_meta.records.player_names import PERSON, call_players, kind_word


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
    have the names of lists, ``You`` and ``expert``.

    Raises ``LibraryError`` if the library itself cannot be read.
    """
    kinds: dict[str, dict[str, Counter[str]]] = {"game": {}, "player": {}, "duel": {}, "use": {}}
    troubles = []
    for entry in library.entries():
        if entry.study:
            continue  # nobody played it
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
    """The names of the players of *record* in the statistics."""
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


KINDS = {
    "game": N_("Games"), "player": N_("Players"),
    "duel": N_("Duels"), "use": N_("What was used"),
}  # fmt: skip
"""The kinds of counts, each with its heading."""
KIND_WORDS = {
    "game": N_("game"), "player": N_("player"), "duel": N_("duel"), "use": N_("use"),
}  # fmt: skip
"""The kinds of counts, each with its word in front of one count."""
COUNTED = (
    N_("played"), N_("over"), N_("won"), N_("lost"), N_("drawn"),
    N_("fought"), N_("first player won"), N_("second player won"),
)  # fmt: skip
"""The library's own keys of counts."""


def counted_words(key: str, games: Iterable[type[AnyGame]]) -> str:
    """The word for the *key* of a count, from the library, or from one of the *games*."""
    if key in COUNTED:
        return _(key)
    words = (catalogue_of(game)(key) for game in games)
    return next((word for word in words if word != key), key)


def counts_line(counts: Mapping[str, int], games: Iterable[type[AnyGame]]) -> str:
    """All *counts* of one thing: ``played 3, over 2``."""
    brought = tuple(games)
    return ", ".join(f"{counted_words(key, brought)} {n}" for key, n in counts.items())


Outcome: TypeAlias = Literal["won", "drawn", "lost"]
POINTS: Final[dict[Outcome, float]] = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
"""The points for an outcome, as Elo counts them."""
FIRST_RATING: Final = 1500.0
"""The rating with which every player begins, bots too."""
MOST_WON: Final = 32.0
"""The most points that one match brings."""
FEWEST_RATED: Final = 10
"""The number of matches after which a rating is shown as meaningful."""
_BLOCKS: Final = "▁▂▃▄▅▆▇█"


def outcome_of(entry: LibraryEntry, own: str) -> Outcome | None:
    """The outcome of a match for the user, whose name is *own*.

    ``None``: it goes on, or he did not play it. The only person in a match is the user.
    """
    seat = seat_of_user(entry, own)
    if not entry.over or not entry.reason or seat is None:
        return None
    if not entry.winners:
        return "drawn"
    return "won" if seat in entry.winners else "lost"


def results_against_bots(entries: Iterable[LibraryEntry], own: str) -> dict[str, Counter[Outcome]]:
    """The user's outcomes in matches of two against each bot, by its kind without a time."""
    found: dict[str, Counter[Outcome]] = {}
    for entry in entries:
        outcome, seat = outcome_of(entry, own), seat_of_user(entry, own)
        if outcome is None or seat is None or len(entry.kinds) != 2:
            continue
        kind = entry.kinds[1 - seat]
        if kind != PERSON:
            found.setdefault(kind.partition(":")[0], Counter())[outcome] += 1
    return found


def ratings(entries: Iterable[LibraryEntry], own: str) -> dict[str, list[float]]:
    """The user's ratings by game, one after each match of two players, as Elo counts them.

    *entries* are matches, the one that was played last first. His opponents are rated by the same
    matches: each bot by its kind, each person by his name.
    """
    found: dict[str, list[float]] = {}
    all_rated: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(lambda: FIRST_RATING))
    for entry in reversed([*entries]):
        outcome, seat = outcome_of(entry, own), seat_of_user(entry, own)
        if outcome is None or seat is None or len(entry.kinds) != 2:
            continue
        other = entry.kinds[1 - seat]
        if other == PERSON:
            other = f"{PERSON} {entry.names[1 - seat]}"
        rated = all_rated[entry.game]
        expected = 1 / (1 + 10 ** ((rated[other] - rated[""]) / 400))
        gain = MOST_WON * (POINTS[outcome] - expected)
        rated[""] += gain
        rated[other] -= gain
        found.setdefault(entry.game, []).append(rated[""])
    return found


def thin_out(values: Sequence[float], most: int) -> list[float]:
    """At most *most* of *values*, evenly spread, the last one among them."""
    step = -(-len(values) // most)
    return [*values[::-1][::step]][::-1]


def draw_in_blocks(values: Sequence[float]) -> str:
    """A curve through *values* in one line of block characters."""
    low, high = min(values), max(values)
    reach = (high - low) or 1.0
    return "".join(_BLOCKS[round((value - low) / reach * (len(_BLOCKS) - 1))] for value in values)


def seat_of_user(entry: LibraryEntry, own: str) -> int | None:
    """The seat of the user; ``None``: he did not play, or his name does not tell his seat."""
    people = [seat for seat, kind in enumerate(entry.kinds) if kind == PERSON]
    if len(people) > 1:
        people = [seat for seat in people if own and fold(entry.names[seat]) == fold(own)]
    return people[0] if len(people) == 1 else None
