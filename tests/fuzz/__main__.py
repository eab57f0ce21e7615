"""Attacks all targets at once: ``python -m tests.fuzz --seconds 60 --seed 1``."""

from __future__ import annotations

import argparse
import os
import sys
from threading import Thread

from gipf_meta.base.clock import RealClock
from tests.fuzz.targets import TARGETS, prepare
from tests.fuzz.worker import Report, attack


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for all targets together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(TARGETS), help="one target alone")
    parser.add_argument("--failures", type=int, default=5, help="a target stops after so many")
    asked = parser.parse_args()
    names = [asked.only] if asked.only else list(TARGETS)
    reports = {name: Report(name) for name in names}
    cores = min(len(names), os.cpu_count() or 1)
    # on each core one target after the other, each with its share of the time
    queues: list[list[str]] = [[] for _ in range(cores)]
    for name in sorted(names, key=lambda name: -TARGETS[name].share):
        min(queues, key=lambda queue: sum(TARGETS[other].share for other in queue)).append(name)
    for name in names:
        prepare(name)  # once, before processes are forked

    def work(queue: list[str]) -> None:
        whole = sum(TARGETS[name].share for name in queue)
        for name in queue:
            ends = RealClock().now_ms() + asked.seconds * 1000 * TARGETS[name].share // whole
            attack(name, asked.seed, ends, reports[name], asked.failures)

    threads = [Thread(target=work, args=(queue,)) for queue in queues]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for report in reports.values():
        print(f"{report.target:22} {report.inputs:9,} inputs, {len(report.failures)} failures")
        for failure in report.failures:
            print(f"    {failure}")
    return int(any(report.failures for report in reports.values()))


if __name__ == "__main__":
    sys.exit(main())
