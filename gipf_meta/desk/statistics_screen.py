"""The statistics: the user's results, how often each game was played, and who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from gipf_meta.base.texts import N_, _
from gipf_meta.bots.characters import CHARACTERS
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Heading,
    ListRow,
    Paragraph,
    Picture,
    Rows,
    Screen,
    ScreenPlace,
    WarningText,
    opening,
)
from gipf_meta.desk.portraits import portrait_of
from gipf_meta.library.statistics import (
    FEWEST_RATED,
    FIRST_RATING,
    KIND_WORDS,
    KINDS,
    POINTS,
    Count,
    Outcome,
    counted_words,
    draw_in_blocks,
    outcome_of,
    ratings,
    statistics,
    thin_out,
)
from gipf_meta.library.store import LibraryEntry
from gipf_meta.records.player_names import PERSON
from gipf_meta.render.brush import variable
from gipf_meta.render.curves import Chart
from gipf_meta.render.svg_elements import tag
from gipf_meta.table.players import describe_kind

WORDS: Final[Mapping[Outcome, str]] = {
    "won": N_("a win"),
    "drawn": N_("a draw"),
    "lost": N_("a loss"),
}
"""The words for the outcomes of matches."""
_COLOURS: Final = {"won": "mark-legal", "drawn": "muted", "lost": "mark-capture"}
MOST: Final = 40
"""The number of a game's matches that a curve shows."""
RECENT: Final = 10
"""The number of matches over which the share of points is averaged."""
LEAST: Final = 2
"""The fewest matches that make a curve."""
MOST_RATINGS: Final = 60
"""The number of ratings that a curve shows."""
_STEP: Final = 50
"""The distance of the multiples to which the ends of the scale of ratings are rounded."""


def result_curves(context: Context, entries: Sequence[LibraryEntry]) -> Iterator[AnyPart]:
    """For each game that the user has played to its end, a curve of his results, and his strength.

    *entries* are matches, the one that was played last first.
    """
    by_game: dict[str, list[Outcome]] = {}
    for entry in reversed(entries):
        if (outcome := outcome_of(entry, context.settings.name)) is not None:
            by_game.setdefault(entry.game, []).append(outcome)
    curves = {game: all for game, all in by_game.items() if len(all) >= LEAST}
    strengths = ratings(entries, context.settings.name)
    if curves:
        yield Heading(text=_("How it went"))
        words = _("Each curve is the share of points in the last {count} matches.")
        yield Paragraph(text=words.format(count=RECENT))
    if any(len(strengths.get(game, ())) >= FEWEST_RATED for game in curves):
        words = _(
            "Everybody begins with a strength of {first}, and a win takes points from the other"
            " one, more from a stronger one (Elo)."
        )
        yield Paragraph(text=words.format(first=round(FIRST_RATING)))
    for game in sorted(curves, key=context.installed.title):
        found = curves[game][-MOST:]
        title = context.installed.title(game)
        yield Heading(text=title, level=3)
        yield from _curve(context, title, found)
        if len(strengths.get(game, ())) >= FEWEST_RATED:
            yield from _strength(context, title, strengths[game])


def own_results(context: Context, entries: Sequence[LibraryEntry]) -> Iterator[AnyPart]:
    """The user's wins, draws and losses: in all, in each game, against each bot."""
    by_game, by_bot = dict[str, Counter[Outcome]](), dict[str, Counter[Outcome]]()
    for entry in entries:
        if (outcome := outcome_of(entry, context.settings.name)) is None:
            continue
        by_game.setdefault(context.installed.title(entry.game), Counter())[outcome] += 1
        for kind in {*entry.kinds} - {PERSON}:
            by_bot.setdefault(kind, Counter())[outcome] += 1
    if not by_game:
        return
    every = sum(by_game.values(), Counter[Outcome]())
    yield Heading(text=_("Your results"))
    yield Paragraph(
        text=_("{won} won, {drawn} drawn, {lost} lost.").format(
            **{outcome: every[outcome] for outcome in POINTS}
        )
    )
    yield results_table(context, _("game"), dict(sorted(by_game.items())))
    if by_bot:
        kinds = [*(each for each in CHARACTERS if each in by_bot)]
        kinds += sorted(by_bot.keys() - CHARACTERS.keys())
        faces = {describe_kind(kind): portrait_of(kind.partition(":")[0]) for kind in kinds}
        bots = {describe_kind(kind): by_bot[kind] for kind in kinds}
        yield results_table(context, _("bot"), bots, faces)


def results_table(
    context: Context,
    title: str,
    found: Mapping[str, Counter[Outcome]],
    faces: Mapping[str, Picture | None] = {},
) -> Rows:
    """A table of the outcomes that were *found* for each name, with the *faces* of some."""
    bars = bars_of_results(found)
    numbers = {name: [count for count, _shade in bar] for name, bar in bars.items()}
    columns = title, _("won"), _("drawn"), _("lost")
    return table_with_bars(context, columns, numbers, bars, faces)


def bars_of_results(
    found: Mapping[str, Counter[Outcome]],
) -> dict[str, list[tuple[int, Shade]]]:
    """The bar of the outcomes that were *found* for each name."""
    shades: dict[Outcome, Shade] = {"won": WON, "drawn": DRAWN, "lost": LOST}
    return {
        name: [(counts[each], shade) for each, shade in shades.items()]
        for name, counts in found.items()
    }


def _strength(context: Context, title: str, values: Sequence[float]) -> Iterator[AnyPart]:
    """The curve of the ratings *values*, and the latest and the highest of them in words."""
    counts = {"now": round(values[-1]), "best": round(max(values))}
    name = _("{title}, your strength: {now} now, {best} at best").format(title=title, **counts)
    low = floor(min(values) / _STEP) * _STEP
    high = max(ceil(max(values) / _STEP) * _STEP, low + _STEP)
    shown = thin_out(values, MOST_RATINGS)
    if context.is_page:
        chart = Chart(len(shown), tuple(str(round(low + (high - low) * n / 2)) for n in range(3)))
        heights = [100 * (value - low) / (high - low) for value in shown]
        markup = chart.frame() + chart.curve(heights)
        yield Picture(box=chart.box, markup=markup, name=name)
    else:
        yield Paragraph(text=draw_in_blocks(shown))
    yield Paragraph(text=_("Your strength is {now}, at best {best}.").format(**counts))


def _curve(context: Context, title: str, found: Sequence[Outcome]) -> Iterator[AnyPart]:
    """The curve of the share of points over the outcomes *found*, the oldest first."""
    points = [POINTS[outcome] for outcome in found]
    shares = []
    for n in range(1, len(points) + 1):
        recent = points[max(0, n - RECENT) : n]
        shares.append(100 * sum(recent) / len(recent))
    if not context.is_page:
        yield Paragraph(text=draw_in_blocks(shares))
        return
    chart = Chart(len(found), ("0 %", "50 %", "100 %"))
    markup = chart.frame() + chart.curve(shares, [_COLOURS[outcome] for outcome in found])
    outcomes = ", ".join(_(WORDS[outcome]) for outcome in reversed(found))
    name = _("{title}, the last match first: {outcomes}").format(title=title, outcomes=outcomes)
    yield Picture(box=chart.box, markup=markup, name=name)


def counts(context: Context, about: About) -> Screen:
    """The counts over all matches. Raises ``LibraryError`` if the library cannot be read."""
    return Screen(
        name="statistics",
        title=_("Statistics"),
        back=ScreenPlace(screen="launcher"),
        parts=tuple(_parts(context)),
    )


def _parts(context: Context) -> Iterator[AnyPart]:
    if context.library is None:
        yield Paragraph(text=_("No match is kept here."))
        return
    words = _("your rating, your accuracy, as curves")
    yield Button(text=_("Progress"), do=opening("progress"), note=words)
    words = _("by game and theme; your rating, your mistakes")
    yield Button(text=_("Puzzles"), do=opening("puzzles"), note=words)
    games, own = context.installed.games, context.settings.name
    found, troubles = statistics(context.library, games, called_by=own)
    yield from (WarningText(text=trouble) for trouble in troubles)
    if not found:
        yield Paragraph(text=_("Nothing has been played."))
    entries = context.library.entries()
    yield from own_results(context, entries)
    by_kind = {kind: [count for count in found if count.kind == kind] for kind in KINDS}
    if games_played := by_kind.pop("game"):
        yield Heading(text=_(KINDS["game"]))
        yield _games(context, games_played)
    yield from result_curves(context, entries)
    for kind, own_counts in by_kind.items():
        if own_counts:
            yield Heading(text=_(KINDS[kind]))
            yield _table(context, kind, own_counts)


def _games(context: Context, found: Sequence[Count]) -> Rows:
    """The number of times each game was played, and played to its end; the most played comes
    first."""
    counts = {
        context.installed.title(each.name): [each.counts["played"], each.counts["over"]]
        for each in sorted(found, key=lambda count: -count.counts["played"])
    }
    return table_with_bars(
        context,
        (_("game"), _("played"), _("over")),
        counts,
        {name: [(over, OVER), (played - over, GOES_ON)] for name, (played, over) in counts.items()},
    )


def _table(context: Context, kind: str, found: list[Count]) -> Rows:
    """A row for each thing that was counted, a column for each count."""
    brought = tuple(context.installed.games.values())
    keys = list(dict.fromkeys(key for count in found for key in count.counts))
    return Rows(
        columns=(_(KIND_WORDS[kind]), *(counted_words(key, brought) for key in keys)),
        rows=tuple(
            ListRow(cells=(_name(context, count), *(str(count.counts.get(key, 0)) for key in keys)))
            for count in found
        ),
    )


def _name(context: Context, count: Count) -> str:
    if count.kind in ("game", "duel"):
        return context.installed.title(count.name)
    if count.kind == "use":
        return counted_words(count.name, context.installed.games.values())
    return count.name


# ---- bars ----------------------------------------------------------------------------------------

WIDTH, HEIGHT = 240.0, 16.0
"""The size of the longest bar, in pixels."""
FACE, GAP = 40.0, 10.0
"""The size of a face beside a bar, and its distance from it, in pixels."""
BLOCKS: Final = 20
"""The number of characters in the longest bar in a terminal."""


@dataclass(frozen=True)
class Shade:
    """The look of a piece of a bar: a *colour* of the theme, its opacity, a *block* character."""

    colour: str
    opacity: float
    block: str


WON, DRAWN, LOST = (
    Shade("mark-legal", 1.0, "█"),
    Shade("muted", 0.5, "▒"),
    Shade("mark-capture", 1.0, "░"),
)
OVER, GOES_ON = Shade("accent", 1.0, "█"), Shade("accent", 0.3, "░")


def table_with_bars(
    context: Context,
    columns: Sequence[str],
    rows: Mapping[str, Sequence[int]],
    bars: Mapping[str, Sequence[tuple[int, Shade]]],
    faces: Mapping[str, Picture | None] = {},
) -> Rows:
    """A table with these titles: for each name its counts, and its bar, made of pieces with
    lengths, beside one of the *faces*.

    The bars show the same counts on one scale. In line mode there are none.
    """
    most = max((sum(count for count, _shade in bar) for bar in bars.values()), default=0) or 1
    has_blocks = context.face == "terminal"
    return Rows(
        columns=(*columns, _("share")) if has_blocks else tuple(columns),
        rows=tuple(
            ListRow(
                cells=(name, *map(str, counts), *([_in_blocks(bars[name], most)] * has_blocks)),
                picture=drawn_bar(bars[name], most, faces.get(name)) if context.is_page else None,
            )
            for name, counts in rows.items()
        ),
    )


def drawn_bar(bar: Sequence[tuple[int, Shade]], most: int, face: Picture | None = None) -> Picture:
    """A *bar* on a scale that ends at *most*, to the right of a *face*."""
    ground = tag("rect", width=WIDTH, height=HEIGHT, rx=3, fill=variable("muted"), opacity=0.13)
    made, x = [ground], 0.0
    for count, shade in bar:
        width = WIDTH * count / most
        if count:
            look: dict[str, str | float] = {
                "fill": variable(shade.colour),
                "opacity": shade.opacity,
            }
            made.append(tag("rect", x=round(x, 1), width=round(width, 1), height=HEIGHT, **look))
        x += width
    if face is None:
        return Picture(box=(0, 0, WIDTH, HEIGHT), markup="".join(made))
    beside = tag("g", *made, transform=f"translate({FACE + GAP} {(FACE - HEIGHT) / 2})")
    portrait = tag("g", face.markup, transform=f"scale({FACE / face.box[3]:.3f})")
    return Picture(box=(0, 0, WIDTH + FACE + GAP, FACE), markup=portrait + beside)


def _in_blocks(bar: Sequence[tuple[int, Shade]], most: int) -> str:
    """A *bar* of block characters; each piece that is not 0 has at least one."""
    return "".join(
        shade.block * max(1, round(BLOCKS * count / most)) for count, shade in bar if count
    )
