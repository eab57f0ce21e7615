"""How often each game was played, and who won, as curves and tables."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Heading,
    Place,
    Row,
    Rows,
    Screen,
    Text,
    WarningText,
)
from gipf_meta.desk.results import result_curves
from gipf_meta.library.statistics import KIND_WORDS, KINDS, Count, counted_words, statistics


def counts(context: Context, about: About) -> Screen:
    """The counts over all matches. Raises ``LibraryError`` if the library cannot be read."""
    return Screen(
        name="statistics",
        title=_("Statistics"),
        back=Place(screen="launcher"),
        parts=tuple(_parts(context)),
    )


def _parts(context: Context) -> Iterator[AnyPart]:
    if context.library is None:
        yield Text(text=_("No match is kept here."))
        return
    games, own = context.installed.games, context.settings.name
    found, troubles = statistics(context.library, games, called_by=own)
    yield from (WarningText(text=trouble) for trouble in troubles)
    if not found:
        yield Text(text=_("Nothing has been played."))
    yield from result_curves(context, context.library.entries())
    for kind, title in KINDS.items():
        own_counts = [count for count in found if count.kind == kind]
        if own_counts:
            yield Heading(text=_(title))
            yield _table(context, kind, own_counts)


def _table(context: Context, kind: str, found: list[Count]) -> Rows:
    """A row for each thing that was counted, a column for each count."""
    brought = tuple(context.installed.games.values())
    keys = list(dict.fromkeys(key for count in found for key in count.counts))
    return Rows(
        columns=(_(KIND_WORDS[kind]), *(counted_words(key, brought) for key in keys)),
        rows=tuple(
            Row(cells=(_name(context, count), *(str(count.counts.get(key, 0)) for key in keys)))
            for count in found
        ),
    )


def _name(context: Context, count: Count) -> str:
    if count.kind in ("game", "duel"):
        return context.installed.title(count.name)
    if count.kind == "use":
        return counted_words(count.name, context.installed.games.values())
    return count.name
