"""Rules broken on purpose, one at a time: does ``make test`` notice each of them?

``python -m tests.mutations`` breaks a rule in a copy of the tree, runs the fast tests that are
about it until one fails, and prints a line for each rule. It exits with 1 if one was not noticed.
``--part`` takes the rules of one game only, or of one folder of the host.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutation import ROOT, Mutation
from tests.specimens import find_modules

COPIED = sorted(path.name for path in ROOT.iterdir() if not path.name.startswith("."))
FAST = "not slow and not soak"
LEFTOVERS = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info", "build")


HOST = (
    Mutation(
        "protocol",
        "stacks.py",
        "    return below | above << 4 * height(below)",
        "    return above | below << 4 * height(above)",
        "A stack that is put onto another lies on top of it.",
        "protocol/test_stacks.py",
    ),
    Mutation(
        "protocol",
        "lattice.py",
        "return ray[: ray.index(target)]",
        "return ray[: ray.index(target) + 1]",
        "What is between two places is neither of them.",
        "protocol/test_stacks.py",
    ),
    Mutation(
        "protocol",
        "lot_game.py",
        "drawn.append(draw)\n        state = rules.apply(state, draw)",
        "drawn.append(draw)\n        rules.apply(state, draw)",
        "In a start told in one line luck draws each piece as often as there is one.",
        "protocol/test_stacks.py",
    ),
    Mutation(
        "deeds",
        "seat_deeds.py",
        "is_timed = state.table.clock_runs and not state.table.paused",
        "is_timed = state.table.clock_runs",
        "While a match is paused, who has gone keeps his seat as long as without a clock.",
        "deeds/test_seat_deeds.py",
    ),
    Mutation(
        "hub",
        "kept_rooms.py",
        "loaded.watchers, loaded.owed = entry.watchers, entry.owed",
        "loaded.watchers = entry.watchers",
        "What held everybody up is charged to nobody, also where another process was first.",
        "hub/test_open_rooms_held_time.py",
    ),
    Mutation(
        "hub",
        "inquiries.py",
        "if entry is None or Review.of().why_not(entry.state, inquiry.person):",
        "if entry is None:",
        "An inquiry ends with the right to it.",
        "hub/test_inquiries.py",
    ),
    Mutation(
        "rooms",
        "recount.py",
        "counted = turns[-1:] if control.turn_ms else turns",
        "counted = turns",
        "A clock for each turn begins anew with it.",
        "hub/test_held_commands_fair_time.py",
    ),
    Mutation(
        "rooms",
        "recount.py",
        "_require(is_lost == (left_ms == 0) and left_ms >= 0, event)",
        "_require(left_ms >= 0, event)",
        "A flag falls exactly when no time is left.",
        "rooms/test_recount.py",
    ),
    Mutation(
        "deeds",
        "claims.py",
        "return max(since_ms, state.waits_since_ms) +",
        "return since_ms +",
        "Nobody is away while others think.",
        "deeds/test_claims.py",
    ),
    Mutation(
        "deeds",
        "view_deeds.py",
        "is_alone = bool(state.seats.held_by(person)) and state",
        "is_alone = state",
        "Who watches bots is not told their luck.",
        "hub/test_hub.py",
    ),
    Mutation(
        "host",
        "limits.py",
        "if not self._people[address]:",
        "if True:",
        "The others of an address are remembered when one is new no longer.",
        "host/test_limits.py",
    ),
    Mutation(
        "host",
        "limits.py",
        "if came_ms >= oldest_ms and len(self._came) <= MOST_NEW:",
        "if came_ms >= oldest_ms:",
        "Of a crowd of new people only the latest are remembered.",
        "host/test_limits.py",
    ),
    Mutation(
        "web",
        "link.py",
        "return self._left >= self._most",
        "return self._left > self._most",
        "Who has asked for nothing lately is not remembered.",
        "host/test_limits.py",
    ),
    Mutation(
        "host",
        "people.py",
        "found is not None and not found.is_banned",
        "found is not None",
        "Who is banned renews no key.",
        "host/test_people.py",
    ),
    Mutation(
        "host",
        "process.py",
        'mine, is_old, PRESENCE.c.people == "[]"',
        "mine, is_old",
        "Who watches for long is told to who comes later.",
        "host/test_process_shared_presence.py",
    ),
    Mutation(
        "host",
        "database_clock.py",
        "min(reversed(self._samples)",
        "min(iter(self._samples)",
        "Of measurements that are as good the latest counts.",
        "host/test_database_clock.py",
    ),
    Mutation(
        "line",
        "replica.py",
        "min(now_ms, due_ms - 1)",
        "min(now_ms, due_ms)",
        "Nobody's time runs out at a terminal before the host says so.",
        "host/test_host_server_join_words.py",
    ),
    Mutation(
        "desk",
        "seat_form.py",
        'changed.startswith("seat-") or values[f"name-{own}"]:',
        'changed.startswith("seat-"):',
        "A name that was typed stays when a seat changes.",
        "desk/test_setup.py",
    ),
    Mutation(
        "desk",
        "match_actions.py",
        "0 < seat < game.seat_counts[0]",
        "0 < seat",
        "A first match has no more seats than it needs.",
        "desk/test_open_tables.py",
    ),
    Mutation(
        "desk",
        "statistics_screen.py",
        "curves[game][-MOST:]",
        "curves[game][:MOST]",
        "A curve shows the last results.",
        "desk/test_library_list.py",
    ),
    Mutation(
        "web",
        "driver.py",
        "        if link.person:\n            self._hub.disconnect(",
        "        if False:\n            self._hub.disconnect(",
        "Who says hello again watches nothing any more.",
        "web/test_page_site_messages.py",
    ),
    Mutation(
        "web",
        "page_site.py",
        'if request.match_info.get("version") == sent.version:',
        "if True:",
        "A browser keeps only files whose address has their version.",
        "web/test_page_site_messages.py",
    ),
    Mutation(
        "records",
        "tree.py",
        "others = (*first.variations, *variations[1:])",
        "others = first.variations",
        "Where a turn is deleted, the other variations stay beside the one that moves up.",
        "records/test_tree_laws.py",
    ),
    Mutation(
        "records",
        "archives.py",
        "            left -= len(content)",
        "            left -= 0",
        "What an archive unfolds to is counted over all its files.",
        "records/test_archives_bounds.py",
    ),
    Mutation(
        "records",
        "site_log.py",
        "self._forget_turns(index + bool(first))",
        "self._forget_turns(index + 1)",
        "A turn that is taken back from its first gesture on is gone.",
        "records/test_site_log.py",
    ),
    Mutation(
        "records",
        "site_log.py",
        "del self.numbers[first:], self.gestures[first:]",
        "del self.numbers[first + 1 :], self.gestures[first + 1 :]",
        "The gesture whose number comes again is taken back itself.",
        "records/test_site_log.py",
    ),
    Mutation(
        "records",
        "site_log.py",
        "if 0 <= number <= self._highest:",
        "if 0 <= number < self._highest:",
        "The last gesture of all is taken back, too.",
        "records/test_site_log.py",
    ),
    Mutation(
        "records",
        "reader.py",
        "            self.draws = line.draws_before",
        "            line.draws_before = self.draws",
        "What luck has drawn in a variation does not count in the match.",
        "records/test_reader_luck.py",
    ),
    Mutation(
        "records",
        "study_changes.py",
        "made = (*self.made, change._replace(number=number))",
        "made = (*self.made, change)",
        "What is made again was changed at that moment.",
        "records/test_study_changes.py",
    ),
    Mutation(
        "records",
        "study_changes.py",
        "taken_back = (*self.taken_back, change._replace(number=number))",
        "taken_back = (*self.taken_back, change)",
        "What is taken back was changed at that moment.",
        "records/test_study_changes.py",
    ),
    Mutation(
        "bots",
        "engine_talk.py",
        "self._now, self._at_ms = StandingGame(game, seats, state), 0",
        "self._now = StandingGame(game, seats, state)",
        "At start no time has passed.",
        "bots/test_engine_server.py",
    ),
    Mutation(
        "bots",
        "engine_keeper.py",
        "        for process in _children():",
        "        for process in ():",
        "What an engine has started ends with it, in whatever session.",
        "bots/test_engine_process.py",
    ),
    Mutation(
        "table",
        "pilots.py",
        "return max(ANSWER_MS, engine_ms(bot))",
        "return ANSWER_MS",
        "An engine has the time that it was promised.",
        "bots/test_engine_bot_time.py",
    ),
    Mutation(
        "library",
        "store.py",
        "all(step.seat is None for step in steps)",
        "not any(True for step in steps)",
        "A match in which luck alone has drawn is not kept.",
        "commands/test_arguments_given_names.py",
    ),
)
MUTATIONS: tuple[Mutation, ...] = (
    *(each for game in find_modules("mutations").values() for each in game.MUTATIONS),
    *HOST,
)


def copy_tree(to: Path) -> None:
    """Copies to *to* what the tests need, with the times of the files: bytecode is kept by them."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=LEFTOVERS)
        else:
            shutil.copy2(source, to / name)


def first_failure(mutation: Mutation, root: Path) -> str:
    """The fast test that fails first when the rule is broken in the copy at *root*.

    ``""`` if none does. The rule is mended afterwards.
    """
    mutation.apply(root)
    command = [sys.executable, "-m", "pytest", *mutation.targets, "-m", FAST, "-x"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "--no-header", "--tb=no"],
        cwd=root,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (root, *root.glob("plugins/*/")))),
            "PYTHONDONTWRITEBYTECODE": "",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    shutil.copy2(ROOT / mutation.path, root / mutation.path)
    if done.returncode == 0:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    assert failed, f"The tests did not run: {done.stdout}{done.stderr}"
    return failed[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=sorted({each.part for each in MUTATIONS}))
    part = parser.parse_args().part
    tried = [each for each in MUTATIONS if part in (None, each.part)]
    noticed = 0
    with TemporaryDirectory() as folder:
        copy_tree(Path(folder))
        for mutation in tried:
            failed = first_failure(mutation, Path(folder))
            noticed += bool(failed)
            verdict = f"noticed by {failed}" if failed else "NOT NOTICED"
            print(f"{mutation.part}: {mutation.rule} {verdict}", flush=True)
    print(f"{noticed} of {len(tried)} noticed.")
    return noticed < len(tried)


if __name__ == "__main__":
    sys.exit(main())
