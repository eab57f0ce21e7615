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
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
COPIED = sorted(path.name for path in ROOT.iterdir() if not path.name.startswith("."))
FAST = "not slow and not soak"
LEFTOVERS = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info", "build")


class Mutation(NamedTuple):
    """A rule of *part* broken: *old* becomes *new* in *file*, and *rule* holds no more.

    A part is a game, or a folder of the host. What is about it stands in *tests*, files or folders
    of the tests; by default in the part's own folder.
    """

    part: str
    file: str
    old: str
    new: str
    rule: str
    tests: str = ""

    @property
    def path(self) -> Path:
        """The file, from the root of the tree."""
        if (ROOT / "plugins" / self.part).is_dir():
            return Path("plugins", self.part, f"gipf_meta_{self.part}", self.file)
        return Path("gipf_meta", self.part, self.file)

    @property
    def targets(self) -> list[str]:
        """The tests that are run."""
        return [f"tests/{name}" for name in (self.tests or self.part).split()]

    def apply(self, root: Path) -> None:
        """Breaks the rule in the tree at *root*. Raises ``ValueError`` unless *old* is there once.

        ``…`` in *old* stands for any lines between its two parts; *new* replaces the last part.
        """
        path = root / self.path
        text = path.read_text(encoding="utf-8")
        before, _, last = self.old.rpartition("…")
        found = re.findall(f"{re.escape(before)}.*?{re.escape(last)}", text, re.DOTALL)
        if len(found) != 1:
            raise ValueError(f"{self.path} has {self.old!r} {len(found)} times, not once.")
        broken = found[0].removesuffix(last) + self.new
        path.write_text(text.replace(found[0], broken), encoding="utf-8")


MUTATIONS = (
    Mutation(
        "zertz",
        "rules.py",
        "full = rings ^ self.connected_rings(vacant, rings)",
        "full = rings ^ self.connected_rings(vacant & -vacant, rings)",
        "A region with a vacant ring stays, however many regions there are (§6).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "goes_on = bool(self.jumps_of(",
        "goes_on = not state.jumper and bool(self.jumps_of(",
        "A chain goes on after its second jump too (§5).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "if seen.count(key) >= self.repetition_count:",
        "if seen.count(key) > self.repetition_count:",
        "The third occurrence of a position is a draw (§8).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "(f | e & a)",
        "(f | a)",
        "A ring is free where two missing neighbours are neighbours themselves (§4).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "regions[-2].bit_count() < regions[-1]",
        "regions[-2].bit_count() <= regions[-1]",
        "Of two regions that are largest none is spared (§11).",
    ),
    Mutation(
        "gipf",
        "rules.py",
        "if len(rows) == 1:",
        "if rows:",
        "The mover chooses which of his rows comes first (§6.7).",
    ),
    Mutation(
        "gipf",
        "potentials.py",
        "((other, after.mover), (after.mover, other))",
        "((after.mover, other), (other, after.mover))",
        "Whoever takes the last GIPF-pieces of both has won (R19).",
    ),
    Mutation(
        "gipf",
        "rows.py",
        "return not left or run_may_stay(agreed, state.kinds, left)",
        "return True",
        "What is kept of a row is no row that has to go (§6.6).",
    ),
    Mutation(
        "gipf",
        "potentials.py",
        "with_challenge_spent(challenge_slot(agreed, 1 - state.mover",
        "with_challenge_spent(challenge_slot(agreed, state.mover",
        "A challenge is one of the challenger's (R29).",
    ),
    Mutation(
        "gipf",
        "rows.py",
        "- (mine & state.kinds.spent).bit_count()",
        "- (mine & 0).bit_count()",
        "A spent potential does not come back to the reserve (§6.2).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "out: list[int] = []\n    movers = own & ~surrounded(occupied)",
        "out: list[int] = []\n    movers = own",
        "A stack with six occupied neighbours may not move (§4).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "return occupied & ~connected(dvonn, occupied)",
        "return occupied & ~connected(dvonn | 1 << target, occupied)",
        "The moved stack leaves, too, when it has lost contact (§4).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "dvonn = dvonn ^ start | 1 << target",
        "dvonn = dvonn | 1 << target",
        "A DVONN piece travels with the stack that covers it (§4).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "can_move(left, white, held) or can_move(left, black, held) else OVER",
        "can_move(left, black if seat else white, held) else OVER",
        "The game goes on while either player can move (§5).",
    ),
    Mutation(
        "dvonn",
        "board.py",
        "if len(_targets(space, 1)) == 6)",
        "if len(_targets(space, 1)) >= 4)",
        "A stack on the edge is never surrounded (§4).",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "MOST_APART: Final = 2",
        "MOST_APART: Final = 4",
        "Balanced edges differ by two pieces at most (§9).",
    ),
    Mutation(
        "gipf",
        "rows.py",
        "if not segment & spots.get(line, 0):",
        "if segment:",
        "A row that was handled is looked at again where a spot of it was uncovered (§5.4).",
    ),
    Mutation(
        "gipf",
        "kinds/punct.py",
        'return view.stack(spot)[1].letter == "P"',
        "return True",
        "A cover on a former GIPF-piece is no target of a PÜNCT-potential (4.3).",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if vacant >> at & 1:",
        "if FULL >> at & 1:",
        "A run that reaches a ring cannot be jumped (§4).",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if has_row(state.markers[seat]):\n            return after",
        "if False:\n            return after",
        "All rows of the mover go, each with a ring (§5).",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if placing or has_row(state.markers[seat]):",
        "if placing or has_row(state.markers[seat]) and state.pool:",
        "A waiting row is removed before an empty pool ends the game (§6.4).",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if white == black or self.exhausted_draw:",
        "if white == black:",
        "Whether more rings win when the markers are used up is an option (§10).",
    ),
    Mutation(
        "tamsk",
        "course.py",
        "if self.ending is None and self.target == self.to_move:",
        "if self.ending is None:",
        "The 15-second glass takes the turn that it was turned in, no later one (§6.3).",
    ),
    Mutation(
        "tamsk",
        "rules.py",
        "if any(NEIGHBOURS[state.spaces[glass]] & ~barred for glass in idle):",
        "if idle:",
        "Idle glasses that are blocked keep nobody from moving others (§5.4).",
    ),
    Mutation(
        "tamsk",
        "course.py",
        "self.idle >= self.options.stall_limit:",
        "self.idle > self.options.stall_limit:",
        "The game ends with the last of so many turns without a ring (§7.6).",
    ),
    Mutation(
        "tamsk",
        "course.py",
        "last = [max(self.empty_at",
        "last = [min(self.empty_at",
        "With equal rings the glass that runs longest wins (§7.7).",
    ),
    Mutation(
        "tamsk",
        "course.py",
        "the chance is gone (§7.9)…self.late = NONE",
        "self.late = self.late if owner(glass) != owner(self.late) else NONE",
        "A late glass may be placed only until the opponent has moved (§7.9).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "elif middle >> LEVEL_BITS > level or KIND[placement] == TRIANGLE:",
        "elif middle >> LEVEL_BITS > level:",
        "A triangle is no bridge (§4.4).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "return level + 1 if top >= 0 and top & 1 == seat else -1",
        "return level + 1",
        "Above the board the PÜNCT lies on an own dot (§4.5).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "return tops[DOT[at]] == one and tops[MINOR[at]] == one and tops[OTHER[at]] == one",
        "return tops[DOT[at]] == one and tops[MINOR[at]] == one",
        "A piece of which one dot is covered stays (§4.2).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "return not keeps_out or not (IS_CENTRAL[a] or IS_CENTRAL[b] or IS_CENTRAL[c])",
        "return not keeps_out or not IS_CENTRAL[a]",
        "No dot of a new piece touches the central hexagon (§3).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "theirs = self.is_connected(tops, 1 - seat, [DOT[was], MINOR[was], OTHER[was]])",
        "theirs = False",
        "Whoever uncovers a connection of the opponent loses (§5.1).",
    ),
    Mutation(
        "punct",
        "rules.py",
        "if ending is None and state.lifted < 0 and not (black if seat else white):",
        "if ending is None and not (black or white):",
        "The last piece of one player ends the game (§5.2).",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "earned if tile.cell in DOUBLING and not tile.exceptional",
        "earned if tile.cell in DOUBLING",
        "A doubling cell that was filled as an exception brings no cross (§6.4).",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "if not (self.bag_short and left < DRAWN):",
        "if not (self.bag_short and left <= DRAWN):",
        "The game goes on as long as two tiles can be drawn (§7, bag_short).",
    ),
    Mutation(
        "zatre",
        "sheet.py",
        "return 3 + (number - 1) // 4",
        "return 3 + number // 4",
        "The bonus rises after every fourth row (§6.3).",
    ),
    Mutation(
        "zatre",
        "grid.py",
        "scores = any(total >= LEAST",
        "scores = all(total >= LEAST",
        "On a doubling cell one of two lines has to score (§5).",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "return frozenset(tile.cell for tile in placed)",
        "return frozenset(tile.cell for tile in placed[-1:])",
        "Contact with any tile of the same turn does not count (Z4, own_contact).",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "and (special is None or special.before is None)",
        "and True",
        "Who has nothing to place may still demand a missed capture (§9).",
        "zertz/test_notation.py",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "captured=(first, second) != self.gifts,",
        "captured=(first, second) != (0, 0),",
        "What was given at the start was not captured (§7).",
        "zertz/test_positions.py",
    ),
    Mutation(
        "zertz",
        "positions.py",
        "if must_capture and (state.ending is not None or not rules.jumps(state)):",
        "if must_capture and not rules.jumps(state):",
        "Nobody must capture in a game that is over (§10).",
        "zertz/test_positions.py",
    ),
    Mutation(
        "gipf",
        "phase.py",
        "if done >> line or free & ~LINE_MASK[line]:",
        "if done >> line & 1 or free & ~LINE_MASK[line]:",
        "A position names the handled rows in their order (§12.2).",
        "gipf/test_positions.py",
    ),
    Mutation(
        "dvonn",
        "rules.py",
        "for own in (state.white, state.black)):",
        "for own in (state.white,)):",
        "On a balanced start no piece of either colour is among six of its own (§9).",
        "dvonn/test_laws.py",
    ),
    Mutation(
        "dvonn",
        "positions.py",
        "return done == others[: len(done)] and all(",
        "return all(",
        "Luck fills the pairs of a symmetric start in their order (§9).",
        "dvonn/test_laws.py",
    ),
    Mutation(
        "yinsh",
        "rules.py",
        "if self.no_move_loses and len(stuck) == 1:",
        "if len(stuck) == 1:",
        "Whether who cannot move has lost is an option, also after the end (§10).",
        "yinsh/test_positions.py",
    ),
    Mutation(
        "yinsh",
        "playout.py",
        "not waits and self.pool and self._is_stuck",
        "not waits and self._is_stuck",
        "An empty pool ends the game before a player who cannot move loses it (§6.4).",
        "yinsh/test_scenarios.py",
    ),
    Mutation(
        "tamsk",
        "rules.py",
        'if self.voluntary_pass == "forbidden" or state.lifted != NONE else 1',
        'if self.voluntary_pass == "forbidden" else 1',
        "Who holds a glass passes in no other way than by putting it back (§7.9).",
        "tamsk/test_two_phase.py",
    ),
    Mutation(
        "punct",
        "rules.py",
        "if ending is None and lifted >= 0 and seen",
        "if ending is None and lifted > 0 and seen",
        "A position comes back by any piece, also by that with the least number (§5.3).",
        "punct/test_scenarios.py",
    ),
    Mutation(
        "punct",
        "rules.py",
        "seen = (*seen, key) if lifted >= 0",
        "seen = (*seen, key) if lifted > 0",
        "A piece that moves ends no past, also that with the least number (§5.3).",
        "punct/test_scenarios.py",
    ),
    Mutation(
        "punct",
        "rules.py",
        "return state.seat == 0 and state.white == FULL",
        "return state.white == FULL",
        "In the basic game only White's first piece keeps out of the centre (§3).",
        "punct/test_scenarios.py",
    ),
    Mutation(
        "punct",
        "rules.py",
        "elif not (white and black):",
        "elif not (white or black):",
        "The last piece of either player has ended a game that is over (§5.2).",
        "punct/test_positions.py",
    ),
    Mutation(
        "punct",
        "playout.py",
        "if left < 0 and not any(self.counts[seat]):",
        "if not any(self.counts[seat]):",
        "A piece that moves is no last piece (§5.2).",
        "punct/test_playout.py",
    ),
    Mutation(
        "rooms",
        "seating.py",
        "is_timed = room.table.clock_runs and not room.table.paused",
        "is_timed = room.table.clock_runs",
        "While a match is paused, who has gone keeps his seat as long as without a clock.",
        "rooms/test_invitations.py",
    ),
    Mutation(
        "rooms",
        "studies.py",
        "if entry is None or Review.of().why_not(entry.state, study.person):",
        "if entry is None:",
        "A study ends with the right to it.",
        "rooms/test_studies.py",
    ),
    Mutation(
        "rooms",
        "recount.py",
        "counted = turns[-1:] if control.turn_ms else turns",
        "counted = turns",
        "A clock for each turn begins anew with it.",
        "rooms/test_fair_time.py",
    ),
    Mutation(
        "rooms",
        "readings.py",
        "is_alone = bool(room.seats.held_by(person)) and room",
        "is_alone = room",
        "Who watches bots is not told their luck.",
        "rooms/test_hub.py",
    ),
    Mutation(
        "host",
        "limits.py",
        "if not self._people[address]:",
        "if True:",
        "The others of an address are remembered when one is new no longer.",
        "online/test_limits.py",
    ),
    Mutation(
        "host",
        "limits.py",
        "if came_ms >= oldest_ms and len(self._came) <= MOST_KEYS:",
        "if came_ms >= oldest_ms:",
        "Of a crowd of new people only the latest are remembered.",
        "online/test_limits.py",
    ),
    Mutation(
        "web",
        "allowance.py",
        "return self._left >= self._most",
        "return self._left > self._most",
        "Who has asked for nothing lately is not remembered.",
        "online/test_limits.py",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "bag = state.bag if state.left >= len(highest)",
        "bag = state.bag if state.left > len(highest)",
        "What was drawn in a lottery goes back only where too few are left (§3).",
        "zatre/test_scenarios.py",
    ),
    Mutation(
        "zatre",
        "rules.py",
        "state = state.but(idle=state.idle + step)",
        "state = state.but(idle=state.idle + 1)",
        "Of a team that is passed over neither partner did anything (Z7).",
        "zatre/test_positions.py",
    ),
    Mutation(
        "zertz",
        "rules.py",
        "sum(unpack(second)), other)",
        "sum(unpack(second)))",
        "A position is another one where the other player is on turn (§8).",
        "zertz/test_notation.py",
    ),
    Mutation(
        "host",
        "people.py",
        "found is not None and not found.is_banned",
        "found is not None",
        "Who is banned renews no key.",
        "online/test_people.py",
    ),
    Mutation(
        "host",
        "shared_presence.py",
        'mine, is_old, PRESENCE.c.people == "[]"',
        "mine, is_old",
        "Who watches for long is told to who comes later.",
        "online/test_shared_presence.py",
    ),
    Mutation(
        "host",
        "clock.py",
        "min(reversed(self._samples)",
        "min(iter(self._samples)",
        "Of measurements that are as good the latest counts.",
        "online/test_clock.py",
    ),
    Mutation(
        "line",
        "replica.py",
        "min(now_ms, due_ms - 1)",
        "min(now_ms, due_ms)",
        "Nobody's time runs out at a terminal before the host says so.",
        "online/test_join_words.py",
    ),
    Mutation(
        "desk",
        "setup.py",
        'changed.startswith("seat-") or values[f"name-{own}"]:',
        'changed.startswith("seat-"):',
        "A name that was typed stays when a seat changes.",
        "desk/test_setup.py",
    ),
    Mutation(
        "desk",
        "free_seats.py",
        "0 < seat < game.seat_counts[0]",
        "0 < seat",
        "A first match has no more seats than it needs.",
        "desk/test_tables.py",
    ),
    Mutation(
        "desk",
        "results.py",
        "curves[game][-MOST:]",
        "curves[game][:MOST]",
        "A curve shows the last results.",
        "desk/test_library.py",
    ),
    Mutation(
        "web",
        "driver.py",
        "        if link.person:\n            self._hub.disconnect(",
        "        if False:\n            self._hub.disconnect(",
        "Who says hello again watches nothing any more.",
        "web/test_page.py",
    ),
    Mutation(
        "web",
        "page_site.py",
        'if request.match_info.get("version") == sent.version:',
        "if True:",
        "A browser keeps only files whose address has their version.",
        "web/test_page.py",
    ),
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
