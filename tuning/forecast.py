"""The quality of judgements: how well they foretell wins and decisions; figures and tables. Pure.

Decisions of one game are alike, so the game is the unit of all standard errors.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any, Final

from tuning.archive import Decision

SUREST: Final = 0.99
"""A chance counts as this much at most, and as little as the rest: a proof of the search takes it
for granted that people play perfectly, and the logarithm of nothing has no end."""
BINS: Final = 10
"""The number of equal intervals of chances in which a calibration is told."""
WIDEST: Final = 8.0
"""The greatest factor that ``best_stretch`` tries."""
FEWEST: Final = 40
"""Decisions of one form that make a row of their own."""


@dataclass(frozen=True)
class Mean:
    """A *mean* with its standard *error*, ``None`` with fewer than two games; of *count* values."""

    mean: float
    error: float | None
    count: int

    def __str__(self) -> str:
        # no -0.000
        return f"{round(self.mean, 3) + 0.0:.3f}" + (
            "" if self.error is None else f" ± {self.error:.3f}"
        )

    @property
    def percent(self) -> str:
        """The mean and its error in percent."""
        error = "" if self.error is None else f" ± {100 * self.error:.1f}"
        return f"{round(100 * self.mean, 1) + 0.0:.1f}{error} %"


@dataclass(frozen=True)
class Verdict:
    """The verdict of a judge on a *decision*.

    *chance* is that of the seat to win, from 0 to 1. *first* and *three* say whether the decision
    that was played is the judge's first choice, or among his first three, from 0 to 1: equally good
    ones are told apart by lot.
    """

    decision: Decision
    chance: float
    first: float
    three: float


def verdict(decision: Decision, answer: Mapping[str, Any]) -> Verdict:
    """Reads the verdict on a *decision* from the *answer* of an engine to the question ``judge``.

    Raises ``LookupError`` if the engine does not know the decision.
    """
    worths = {text: tuple(worth) for text, worth in answer["decisions"]}
    played = worths[decision.played]
    better = sum(worth > played for worth in worths.values())
    alike = sum(worth == played for worth in worths.values())
    first, three = (min(max((count - better) / alike, 0.0), 1.0) for count in (1, 3))
    return Verdict(decision, (answer["value"] + 1) / 2, first, three)


# -- figures -----------------------------------------------------------------------------------


def mean_by_games(values: Iterable[tuple[Decision, float]]) -> Mean:
    """The mean of *values* with its standard error, in which games are independent."""
    sums: dict[str, float] = defaultdict(float)
    counts: Counter[str] = Counter()
    for decision, value in values:
        sums[decision.real.key] += value
        counts[decision.real.key] += 1
    count, games = counts.total(), len(counts)
    mean = sum(sums.values()) / count
    if games < 2:
        return Mean(mean, None, count)
    squares = sum((sums[key] - mean * counts[key]) ** 2 for key in counts)
    return Mean(mean, sqrt(squares * games / (games - 1)) / count, count)


def stretch(chance: float, factor: float) -> float:
    """*chance* with its log odds multiplied by *factor*: a greater one makes it surer."""
    sure = min(max(chance, 1 - SUREST), SUREST)
    return 1 / (1 + exp(factor * log((1 - sure) / sure)))


def best_stretch(verdicts: Sequence[Verdict]) -> float:
    """The factor by which ``stretch`` makes the log loss of *verdicts* least, up to
    ``WIDEST``.

    It says how far a judge is too careful, above 1, or too sure, below 1.
    """
    low, high = 0.0, WIDEST
    while high - low > 0.01:  # the loss has one valley
        third = (high - low) / 3
        below, above = low + third, high - third
        if _stretched_loss(verdicts, below) < _stretched_loss(verdicts, above):
            high = above
        else:
            low = below
    return (low + high) / 2


def _stretched_loss(verdicts: Sequence[Verdict], factor: float) -> float:
    return sum(log_loss(stretch(each.chance, factor), each.decision.won) for each in verdicts)


def log_loss(chance: float, won: float) -> float:
    """The surprise at a result, in nats: 0.693 for a chance of one half."""
    sure = min(max(chance, 1 - SUREST), SUREST)
    return -won * log(sure) - (1 - won) * log(1 - sure)


def _loss(each: Verdict) -> float:
    return log_loss(each.chance, each.decision.won)


def _brier(each: Verdict) -> float:
    return (each.chance - each.decision.won) ** 2


def _is_right(each: Verdict) -> float:
    """Whether the likelier side won: 1/2 where neither is likelier."""
    side = (each.chance > 0.5) - (each.chance < 0.5)
    return 0.5 + side * (each.decision.won - 0.5)


def mean_of(verdicts: Sequence[Verdict], figure: Callable[[Verdict], float]) -> Mean:
    """The mean of a *figure* of *verdicts*."""
    return mean_by_games((each.decision, figure(each)) for each in verdicts)


def foretold(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The quality of *verdicts* on who wins.

    *said* is the mean of the chances; *constant* the log loss of a judge who always says the share
    that was *won*; *stretched* the log loss after the ``best_stretch``, which these same positions
    say.
    """
    factor = best_stretch(verdicts)
    rate = sum(each.decision.won for each in verdicts) / len(verdicts)
    return {
        "positions": len(verdicts),
        "games": len({each.decision.real.key for each in verdicts}),
        "won": mean_of(verdicts, lambda each: each.decision.won),
        "said": sum(each.chance for each in verdicts) / len(verdicts),
        "constant": sum(log_loss(rate, each.decision.won) for each in verdicts) / len(verdicts),
        "log_loss": mean_of(verdicts, _loss),
        "stretch": factor,
        "stretched": _stretched_loss(verdicts, factor) / len(verdicts),
        "brier": mean_of(verdicts, _brier),
        "right": mean_of(verdicts, _is_right),
        "clipped": sum(not 1 - SUREST <= each.chance <= SUREST for each in verdicts),
    }


def chosen(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The shares of decisions that are a judge's first choice, or among his first three.

    *chance_first* and *chance_three* are the same for a judge who orders decisions by lot.
    """
    choices = [each.decision.choices for each in verdicts]
    return {
        "decisions": len(verdicts),
        "games": len({each.decision.real.key for each in verdicts}),
        "chance_first": sum(1 / count for count in choices) / len(choices),
        "chance_three": sum(min(3 / count, 1.0) for count in choices) / len(choices),
        "first": mean_of(verdicts, lambda each: each.first),
        "three": mean_of(verdicts, lambda each: each.three),
    }


@dataclass(frozen=True)
class Bin:
    """Verdicts with chances in one interval: their *mean* chance, and the share that *won*."""

    mean: float
    won: Mean


def calibration(verdicts: Sequence[Verdict]) -> list[Bin]:
    """The verdicts in ``BINS`` equal intervals of chances, those without any left out."""
    bins: dict[int, list[Verdict]] = defaultdict(list)
    for each in verdicts:
        bins[min(int(BINS * each.chance), BINS - 1)].append(each)
    return [
        Bin(
            sum(each.chance for each in inside) / len(inside),
            mean_of(inside, lambda each: each.decision.won),
        )
        for _number, inside in sorted(bins.items())
    ]


# -- groups ------------------------------------------------------------------------------------


def groups_of_positions(decisions: Sequence[Decision]) -> dict[str, list[int]]:
    """The numbers of *decisions*: of all, then by thirds of their turns, by where in a turn they
    are, by options, and by who plays."""
    found = {"all": [*range(len(decisions))]}
    found |= thirds("turns", {n: each.turn for n, each in enumerate(decisions)})
    labels: list[Callable[[Decision], str]] = [
        _moment,
        lambda each: ", ".join(f"{key} {value}" for key, value in each.real.options.items()),
        lambda each: " and ".join(sorted(each.real.players)),
    ]
    for label in labels:
        named = defaultdict(list)
        for number, each in enumerate(decisions):
            named[label(each)].append(number)
        if len(named) > 1:
            found |= dict(sorted(named.items()))
    return found


def _moment(each: Decision) -> str:
    """The part of its turn that a decision belongs to, and whether it is forced."""
    if each.choices == 1:
        return "one decision is legal"
    return "a turn goes on" if each.since else "a turn begins"


def groups_of_choices(decisions: Sequence[Decision]) -> dict[str, list[int]]:
    """The numbers of the *decisions* in which rated players have chosen: of all, then of those that
    are written alike, as ``Wd4`` and ``Ba1`` are, and by thirds of ratings.

    What begins a turn is told apart from what goes on with it.
    """
    all_of_them = [n for n, each in enumerate(decisions) if each.is_choice]
    forms: dict[tuple[bool, str], list[int]] = defaultdict(list)
    for number in all_of_them:
        each = decisions[number]
        forms[bool(each.since), form(each.played)].append(number)
    found, others = {"all": all_of_them}, []
    for (goes_on, _form), inside in sorted(forms.items(), key=lambda item: -len(item[1])):
        if len(inside) < FEWEST:
            others += inside
        else:
            texts = Counter(decisions[n].played for n in inside)
            like = min(texts, key=lambda text: (-texts[text], text))
            found[f"{'then' if goes_on else 'first'}, as {like}"] = inside
    if others and len(found) > 1:
        found["others"] = others
    ratings = {n: decisions[n].real.ratings.get(decisions[n].seat) for n in all_of_them}
    known = {n: round(rating) for n, rating in ratings.items() if rating is not None}
    return found | thirds("rated", known)


def thirds(word: str, values: Mapping[int, int]) -> dict[str, list[int]]:
    """Three groups of about as many numbers, the ones with the least *values* first."""
    if not values:
        return {}
    ordered = sorted(values.values())
    low, high = ordered[len(ordered) // 3], ordered[2 * len(ordered) // 3]
    names = [f"{word} to {low}", f"{word} {low + 1} to {high}", f"{word} from {high + 1}"]
    found: dict[str, list[int]] = {name: [] for name in names}
    for number, value in values.items():
        found[names[(value > low) + (value > high)]].append(number)
    return {name: inside for name, inside in found.items() if inside}


def form(text: str) -> str:
    """*text* with one letter or digit for all of its kind."""
    return re.sub("[0-9]+", "0", re.sub("[a-z]", "a", re.sub("[A-Z]", "A", text)))


# -- reports -----------------------------------------------------------------------------------


def report(verdicts: Mapping[str, Sequence[Verdict]]) -> dict[str, Any]:
    """All figures on *verdicts*, by judges; each judge says something of the same decisions."""
    decisions = [each.decision for each in next(iter(verdicts.values()))]
    positions, choices = groups_of_positions(decisions), groups_of_choices(decisions)
    return {
        judge: {
            "winner": {
                name: foretold([said[n] for n in numbers]) for name, numbers in positions.items()
            },
            "moves": {
                name: chosen([said[n] for n in numbers])
                for name, numbers in choices.items()
                if numbers
            },
            "calibration": calibration(said),
        }
        for judge, said in verdicts.items()
    }


def differences(one: Sequence[Verdict], other: Sequence[Verdict]) -> dict[str, Mean]:
    """The differences between *one* judge and the *other* on the same decisions."""
    pairs = list(zip(one, other, strict=True))
    found = {"log_loss": mean_by_games((a.decision, _loss(a) - _loss(b)) for a, b in pairs)}
    if chosen_here := [pair for pair in pairs if pair[0].decision.is_choice]:
        found["first"] = mean_by_games((a.decision, a.first - b.first) for a, b in chosen_here)
        found["three"] = mean_by_games((a.decision, a.three - b.three) for a, b in chosen_here)
    return found


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as Markdown; numbers stand at the right."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def tables(found: Mapping[str, Any]) -> str:
    """A *report* as tables: who wins and what is played, by judges; then the same by groups."""
    winners = {judge: said["winner"] for judge, said in found.items()}
    moves = {judge: said["moves"] for judge, said in found.items()}
    some, played = next(iter(winners.values())), next(iter(moves.values()))
    parts = [
        table(
            ["who wins", "log loss", "stretched", "Brier", "likelier side won", "clipped"],
            [
                ["always the mean rate", f"{some['all']['constant']:.3f}", "", "", "", ""],
                *(
                    [
                        judge,
                        said["all"]["log_loss"],
                        f"{said['all']['stretched']:.3f} (× {said['all']['stretch']:.1f})",
                        said["all"]["brier"],
                        said["all"]["right"].percent,
                        said["all"]["clipped"],
                    ]
                    for judge, said in winners.items()
                ),
            ],
        ),
        table(
            ["log loss", "positions", "games", "mean rate", *winners],
            [
                [name, of["positions"], of["games"], f"{of['constant']:.3f}"]
                + [said[name]["log_loss"] for said in winners.values()]
                for name, of in some.items()
            ],
        ),
    ]
    parts.append(
        table(
            ["mean chances said", "won", *winners],
            [
                [name, of["won"].percent]
                + [f"{100 * said[name]['said']:.1f} %" for said in winners.values()]
                for name, of in some.items()
            ],
        )
    )
    for which, words in (("first", "first choice"), ("three", "among the first three")):
        parts.append(
            table(
                [f"played: {words}", "decisions", "by lot", *moves],
                [
                    [name, of["decisions"], f"{100 * of[f'chance_{which}']:.1f} %"]
                    + [said[name][which].percent for said in moves.values()]
                    for name, of in played.items()
                ],
            )
        )
    return "\n\n".join(parts)


def table_of_differences(found: Mapping[str, Mapping[str, Mean]]) -> str:
    """The ``differences`` of today's judge from an older one, by what is searched, as a table."""
    return table(
        ["today less the older version", "log loss", "first choice", "among the first three"],
        [
            [words, said["log_loss"]]
            + [said[which].percent if which in said else "" for which in ("first", "three")]
            for words, said in found.items()
        ],
    )
