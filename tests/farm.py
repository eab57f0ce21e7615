"""A host of many machines before it is bought: ``python -m tests.farm --tables 30000``.

Events that follow from each other are counted, with the service times of ``COSTS``: commands
arrive, a process judges those that wait together, the database keeps them in one commit, they are
answered, and rooms are drawn: meanwhile, one in each turn, and those that are late. Each process
has one event loop; the database runs statements on its processors, and its commits share what the
disk does. Printed is how long answers take, how busy everybody is, and up to how many tables
99 % of the answers come within 100 ms.

``--check`` measures a host here (``tests.load``), takes its service times, and compares the answers
that it gives with those that are simulated: so it is known within which factor to believe them.
"""

from __future__ import annotations

import argparse
import heapq
import math
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from random import Random
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.host.group_commit import LONGEST_S, MOST_TOGETHER
from tests.live_load import Cost, Load, measure, share_ms
from tests.loaded_host import has_own_core, leave_host_core

Act: TypeAlias = Callable[[], None]
WITHIN_MS: Final = 100
"""Milliseconds within which 99 % of the answers should come."""
SHOWN: Final = (0.5, 0.9, 0.99)
LATE_MS: Final = 100.0
"""Milliseconds after which a room that waits to be drawn is drawn before the next commands."""
BACK_MS: Final = (500.0, 2000.0)
"""The milliseconds after which somebody whose process has died has come back: from, to."""
BURST: Final = 100
"""In a burst, people decide at one of so many tables at once, as where a round begins."""
SPREAD: Final = 2.0
"""The shape of the gamma distribution of service times: some decisions are dear."""
SHORT_S: Final = 7.0
"""The seconds that are simulated of each number of tables of which one is looked for."""
WARM_MS: Final = 2000.0
"""Milliseconds at the beginning that are not counted: nobody waits yet."""


@dataclass(frozen=True)
class Costs:
    """Service times: milliseconds of a processor of a process for a decision (*judge_ms*,
    *commit_ms*, *answer_ms*, and *draw_ms* for all who see it), for what it hears of a decision
    elsewhere (*news_ms*), and to open a room (*open_ms*); those of a processor of the database for
    the statements of a decision (*statement_ms*); of its disk for a commit (*flush_ms*), and of the
    network between both, there and back (*trip_ms*), so often for a decision (*trips*)."""

    judge_ms: float = 2.0
    commit_ms: float = 1.0
    answer_ms: float = 0.3
    draw_ms: float = 4.7
    news_ms: float = 0.05
    open_ms: float = 18.0
    statement_ms: float = 0.7
    flush_ms: float = 1.0
    trip_ms: float = 0.4
    trips: int = 1


COSTS: Final = Costs()


@dataclass(frozen=True)
class Farm:
    """So many *machines* with so many *processes* and processors (*cores*) each, and a database
    with processors of its own (*database_cores*). At each of *tables* somebody decides every
    *pace_s* seconds; every *burst_s* seconds a round begins, at one table of a hundred
    at once. A machine dies after
    *dies_s* seconds. A loop waits for the database (*loop_waits*), or draws meanwhile; commits
    share what the disk does, or are *in_turn*, as if they notified. *seconds* are simulated."""

    machines: int = 10
    processes: int = 4
    cores: int = 4
    database_cores: int = 4
    tables: int = 30_000
    pace_s: float = 10.0
    burst_s: float = 5.0
    dies_s: float | None = None
    loop_waits: bool = False
    in_turn: bool = False
    seconds: float = 12.0
    seed: int = 1
    costs: Costs = COSTS


class Outcome(NamedTuple):
    """The answers of a simulated *farm*, ms, the quickest first; how long watchers waited; the
    shares of their time in which processors of the machines and of the database worked, and in
    which a commit was under way; and the number of decisions in a commit."""

    farm: Farm
    answers_ms: list[float]
    scenes_ms: list[float]
    machines_busy: float
    database_busy: float
    commits_busy: float
    together: float
    news_share: float

    @property
    def is_in_time(self) -> bool:
        """Whether 99 % of the answers come in time."""
        return within(self.answers_ms, 0.99) <= WITHIN_MS


def within(sorted_ms: Sequence[float], part: float) -> float:
    """The milliseconds within which that *part* of the answers came."""
    if not sorted_ms:
        return math.inf
    return sorted_ms[min(len(sorted_ms) - 1, int(part * len(sorted_ms)))]


class Timeline:
    """The events to come, by their moments."""

    def __init__(self) -> None:
        self.ms = 0.0
        self._count = 0
        self._waiting: list[tuple[float, int, Act]] = []

    def after(self, ms: float, act: Act) -> None:
        """Does *act* so many milliseconds from now."""
        self._count += 1
        heapq.heappush(self._waiting, (self.ms + ms, self._count, act))

    def run(self, until_ms: float) -> None:
        """Lets everything happen until that moment."""
        while self._waiting and self._waiting[0][0] <= until_ms:
            self.ms, _count, act = heapq.heappop(self._waiting)
            act()


class Servers:
    """So many *servers* that serve one after the other who waits first; *busy_ms* counts."""

    def __init__(self, timeline: Timeline, servers: int) -> None:
        self._timeline, self._free = timeline, servers
        self._waiting = deque[tuple[float, Act]]()
        self.servers, self.busy_ms = servers, 0.0

    def use(self, ms: float, then: Act) -> None:
        """Serves for so many milliseconds as soon as a server is free, *then* goes on."""
        self._waiting.append((ms, then))
        self._serve()

    def _serve(self) -> None:
        while self._free and self._waiting:
            self._free -= 1
            ms, then = self._waiting.popleft()
            self.busy_ms += ms

            def end(then: Act = then) -> None:
                self._free += 1
                then()
                self._serve()

            self._timeline.after(ms, end)


@dataclass(eq=False, slots=True)
class SimulatedTable:
    """A table, the process that leads it, and when its decision was sent, if one waits; *is_away*:
    its people have not come back yet."""

    leader: SimulatedProcess
    sent_ms: float | None = None
    is_away: bool = False


class Simulation:
    """A run of *farm*; *told* counts the decisions that all processes are told of."""

    def __init__(self, farm: Farm) -> None:
        self.farm, self.costs, self.rng = farm, farm.costs, Random(farm.seed)
        self.timeline = Timeline()
        self.statements = Servers(self.timeline, farm.database_cores)
        at_once = 1 if farm.in_turn else farm.machines * farm.processes
        self.commits = Servers(self.timeline, at_once)
        self.machines = [Servers(self.timeline, farm.cores) for _ in range(farm.machines)]
        self.processes = [
            SimulatedProcess(self, cores) for cores in self.machines for _ in range(farm.processes)
        ]
        self.tables = [
            SimulatedTable(self.processes[n % len(self.processes)]) for n in range(farm.tables)
        ]
        self.told, self.groups, self.news_ms = 0, 0, 0.0
        self.answers, self.scenes = list[float](), list[float]()

    def serve_ms(self, mean_ms: float) -> float:
        """A service time of that mean."""
        return self.rng.gammavariate(SPREAD, mean_ms / SPREAD) if mean_ms else 0.0

    def run(self) -> Outcome:
        """Lets everything happen."""
        farm, timeline = self.farm, self.timeline
        pace_ms = 1000 * farm.pace_s
        for table in self.tables:
            self._decide_after(self.rng.uniform(0, pace_ms), table)
        if farm.burst_s:
            for n in range(1, int(farm.seconds / farm.burst_s) + 1):
                timeline.after(1000 * n * farm.burst_s, self._burst)
        if farm.dies_s is not None:
            timeline.after(1000 * farm.dies_s, self._die)
        timeline.run(1000 * farm.seconds)
        worked_ms = sum(cores.busy_ms for cores in self.machines)
        return Outcome(
            farm,
            sorted(self.answers),
            sorted(self.scenes),
            worked_ms / (1000 * farm.seconds * farm.machines * farm.cores),
            self.statements.busy_ms / (1000 * farm.seconds * farm.database_cores),
            self.commits.busy_ms / (1000 * farm.seconds * self.commits.servers),
            self.told / max(1, self.groups),
            self.news_ms / max(1.0, worked_ms),
        )

    def _decide_after(self, ms: float, table: SimulatedTable) -> None:
        self.timeline.after(ms, lambda: self._decide(table))

    def _decide(self, table: SimulatedTable) -> None:
        if table.sent_ms is None:
            table.sent_ms = self.timeline.ms
            if not table.is_away:
                table.leader.take(table)

    def _burst(self) -> None:
        for table in self.rng.sample(self.tables, len(self.tables) // BURST):
            self._decide(table)

    def answered(self, table: SimulatedTable) -> None:
        """Notes that a decision was answered; the next one at its table follows."""
        assert table.sent_ms is not None
        if table.sent_ms > WARM_MS:
            self.answers.append(self.timeline.ms - table.sent_ms)
        table.sent_ms = None
        self._decide_after(1000 * self.farm.pace_s * self.rng.uniform(0.5, 1.5), table)

    def _die(self) -> None:
        """A machine dies: the people of its rooms come back elsewhere, and send again."""
        dead = {each for each in self.processes if each.cores is self.machines[0]}
        alive = [each for each in self.processes if each not in dead]
        for process in dead:
            process.is_dead = True
        for n, table in enumerate(each for each in self.tables if each.leader in dead):
            table.leader, table.is_away = alive[n % len(alive)], True
            self.timeline.after(self.rng.uniform(*BACK_MS), lambda t=table: t.leader.open(t))


class SimulatedProcess:
    """A process of a *simulation* on a machine with those *cores*: one loop, which does one thing
    at a time. In each turn it takes the commands that wait, opens a room, and draws the room that
    has waited longest, and as long as there is time those that are late."""

    def __init__(self, simulation: Simulation, cores: Servers) -> None:
        self._all, self.cores = simulation, cores
        self._commands = deque[SimulatedTable]()
        self._opening = deque[SimulatedTable]()
        self._drawing: dict[SimulatedTable, float] = {}
        self._is_busy, self._heard, self.is_dead = False, 0, False
        self._keeps = self._draws_first = False
        self._began_drawing_ms = 0.0

    def take(self, table: SimulatedTable) -> None:
        """Takes the command that waits at *table*."""
        self._commands.append(table)
        self._go_on()

    def open(self, table: SimulatedTable) -> None:
        """Opens the room of *table*, whose people have come, and takes what they send again."""
        self._opening.append(table)
        self._go_on()

    def _go_on(self) -> None:
        if self._is_busy or self.is_dead:
            return
        costs, serve_ms = self._all.costs, self._all.serve_ms
        if self._commands and not self._keeps and not self._draws_first:
            count = min(MOST_TOGETHER, len(self._commands))
            some = [self._commands.popleft() for _ in range(count)]
            judging_ms = sum(serve_ms(costs.judge_ms + costs.commit_ms) for _ in some)
            self._work(judging_ms, lambda: self._keep(some))
        elif self._opening:
            table = self._opening.popleft()
            opening_ms = serve_ms(costs.open_ms + costs.draw_ms)
            self._work(opening_ms, lambda: self._opened(table))
        elif self._drawing:
            sent_ms = self._drawing.pop(next(iter(self._drawing)))
            self._work(serve_ms(costs.draw_ms), lambda: self._drawn(sent_ms))
        else:
            self._draws_first = False
            if self._commands and not self._keeps:
                self._go_on()

    def _work(self, ms: float, then: Act) -> None:
        """Works for so long, and hears what others have decided meanwhile."""
        news_ms = (self._all.told - self._heard) * self._all.costs.news_ms
        self._heard = self._all.told
        self._all.news_ms += news_ms
        self._is_busy = True
        self.cores.use(ms + news_ms, then)

    def _keep(self, some: list[SimulatedTable]) -> None:
        """Has the database keep the decisions at *some* tables."""
        simulation, costs, count = self._all, self._all.costs, len(some)
        self._keeps = True
        ask_ms = costs.trip_ms * costs.trips * count
        wait = simulation.timeline.after
        statements, commits = simulation.statements, simulation.commits
        # the lock of NOTIFY is held while the disk writes: one commit after the other
        commit = lambda: commits.use(simulation.serve_ms(costs.flush_ms), kept)  # noqa: E731
        kept = lambda: wait(costs.trip_ms / 2, lambda: self._kept(some))  # noqa: E731
        asked_ms = simulation.serve_ms(costs.statement_ms * count)
        wait(ask_ms, lambda: statements.use(asked_ms, lambda: wait(costs.trip_ms / 2, commit)))
        if not simulation.farm.loop_waits:
            self._ended()

    def _kept(self, some: list[SimulatedTable]) -> None:
        if self.is_dead:
            return
        simulation, count = self._all, len(some)
        simulation.told += count
        simulation.groups += 1
        self._heard += count

        def answer() -> None:
            for table in some:
                if table.leader is self and table.sent_ms is not None:
                    self._drawing.setdefault(table, table.sent_ms)
                    simulation.answered(table)
            self._keeps, self._draws_first = False, True
            self._began_drawing_ms = simulation.timeline.ms
            if simulation.farm.loop_waits:
                self._ended()
            else:
                self._go_on()

        self.cores.use(simulation.serve_ms(simulation.costs.answer_ms * count), answer)

    def _opened(self, table: SimulatedTable) -> None:
        self._draws_first = table.is_away = False
        if table.sent_ms is not None:
            self._commands.append(table)
        self._ended()

    def _drawn(self, sent_ms: float) -> None:
        now_ms = self._all.timeline.ms
        longest_ms = now_ms - next(iter(self._drawing.values()), now_ms)
        has_time = now_ms - self._began_drawing_ms < 1000 * LONGEST_S
        self._draws_first = has_time and longest_ms > LATE_MS
        if sent_ms > WARM_MS and not self.is_dead:
            self._all.scenes.append(self._all.timeline.ms - sent_ms)
        self._ended()

    def _ended(self) -> None:
        self._is_busy = False
        self._go_on()


def simulate(farm: Farm) -> Outcome:
    """The outcome of a run of *farm*."""
    return Simulation(farm).run()


def most_tables(farm: Farm) -> int:
    """The number of tables up to which the answers of *farm* come in time, in steps of a quarter;
    fewer than its own are tried first."""
    fits, tried = 0, max(1, farm.tables // 4)
    while simulate(replace(farm, tables=tried, seconds=SHORT_S)).is_in_time:
        fits, tried = tried, tried + max(1, tried // 4)
    return fits


def table(outcomes: Sequence[tuple[str, Outcome]]) -> str:
    """The outcomes as a table of Markdown."""
    heads = ["", "tables", "decisions/s", "50, 90, 99, 100 % answered within ms"]
    heads += ["seen within ms", "busy: processes, statements, commits"]
    heads += ["decisions a commit", "news"]
    lines = [heads, [":--", *["--:"] * (len(heads) - 1)]]
    for title, each in outcomes:
        farm = each.farm
        busy = (each.machines_busy, each.database_busy, each.commits_busy)
        lines.append(
            [
                *(title, f"{farm.tables}"),
                f"{len(each.answers_ms) / (farm.seconds - WARM_MS / 1000):.0f}",
                ", ".join(f"{within(each.answers_ms, part):.0f}" for part in (*SHOWN, 1.0)),
                ", ".join(f"{within(each.scenes_ms, part):.0f}" for part in (*SHOWN, 1.0)),
                ", ".join(f"{share:.0%}" for share in busy),
                f"{each.together:.1f}",
                f"{each.news_share:.0%}",
            ]
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# ---- compared with what is -----------------------------------------------------------------------


def costs_of(cost: Cost) -> Costs:
    """The service times that were measured: milliseconds that passed, for on a busy machine others
    use the processor meanwhile. The rest, which no part counts, is judging's and drawing's."""
    took, worked = cost.took_ms, cost.host_ms
    slower = took["judging"] / max(0.01, worked["judging"])
    rest_ms = slower * worked["rest"] / 2
    return Costs(
        judge_ms=took["judging"] + rest_ms,
        commit_ms=worked["commit"],
        answer_ms=0.1,
        draw_ms=took["drawing"] + took["sending"] + rest_ms,
        statement_ms=0.0,
        flush_ms=max(0.0, took["commit"] - worked["commit"]),
        trip_ms=0.0,
    )


def check(numbers: Sequence[int], seconds: float, kind: str) -> None:
    """Measures a host here with those *numbers* of tables, with one process and with two, and
    prints it beside what is simulated with the service times of the first measurement."""
    own_core = has_own_core()
    if own_core:
        leave_host_core()
    load = Load(kind=kind, seconds=seconds, own_core=own_core, by_room=True)
    costs, factors = None, list[float]()
    print("| processes | tables | measured: 50, 90, 99 % within ms | simulated | factor of 99 % |")
    print("| --: | --: | --: | --: | --: |")
    for processes in (1, 2):
        for tables in numbers:
            cost = measure(replace(load, tables=tables, processes=processes))
            costs = costs or costs_of(cost)
            farm = Farm(1, processes, 1, 1, tables, load.pace_s, 0.0, seconds=30.0, costs=costs)
            outcome = simulate(farm)
            real = [share_ms(cost.answers_ms, part) for part in SHOWN]
            made = [within(outcome.answers_ms, part) for part in SHOWN]
            factors.append(max(1, real[-1]) / max(1.0, made[-1]))
            told = (", ".join(f"{ms:.0f}" for ms in each) for each in (real, made))
            print(
                f"| {processes} | {tables} | {' | '.join(told)} | {factors[-1]:.1f} |", flush=True
            )
    print(f"\nWith {costs}: 99 % within {min(factors):.1f} to {max(factors):.1f} of it.")


def is_number(text: str) -> bool:
    """Whether *text* is a number of milliseconds, 0 or more."""
    try:
        return 0 <= float(text) < math.inf
    except ValueError:
        return False


def main() -> int:
    """Simulates, and prints what comes of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machines", type=int, default=10, metavar="N")
    parser.add_argument("--processes", type=int, default=4, metavar="N", help="of a machine")
    parser.add_argument("--tables", type=int, default=30_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    names = ", ".join(each.name for each in fields(Costs))
    parser.add_argument(
        "--set", nargs="+", default=[], metavar="NAME=MS", help=f"another service time: {names}"
    )
    parser.add_argument("--check", type=int, nargs="+", metavar="N", help="so many tables, here")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="S", help="for --check")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="postgresql")
    asked = parser.parse_args()
    named = dict[str, float]()
    for each in asked.set:
        name, _sign, value = each.partition("=")
        if name not in asdict(COSTS) or not is_number(value):
            parser.error(f"{each!r} sets no service time: say NAME=MS, with one of {names}.")
        named[name] = float(value)
    if asked.check:
        check(asked.check, asked.seconds, asked.database)
        return 0
    costs = replace(COSTS, **named)
    farm = Farm(
        machines=asked.machines,
        processes=asked.processes,
        cores=asked.processes,
        tables=asked.tables,
        seed=asked.seed,
        costs=costs,
    )
    rows = [
        ("a third", replace(farm, tables=farm.tables // 3)),
        ("all", farm),
        ("a machine dies", replace(farm, dies_s=4.0)),
        ("twice as many", replace(farm, tables=2 * farm.tables)),
        ("one machine", replace(farm, machines=1, tables=farm.tables // farm.machines)),
    ]
    print(table([(title, simulate(each)) for title, each in rows]))
    print(f"99 % within {WITHIN_MS} ms: up to {most_tables(farm)} tables,", flush=True)
    for words, change in (
        ("with twice the machines", {"machines": 2 * farm.machines}),
        ("with commits that notify, one after the other", {"in_turn": True}),
        ("with both", {"in_turn": True, "machines": 2 * farm.machines}),
    ):
        print(f"{words}: {most_tables(replace(farm, **change))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
