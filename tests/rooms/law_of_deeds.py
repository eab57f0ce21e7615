"""The law of deeds: what a scene says that somebody may do is done, everything else is refused.

It asks a hub that is rebuilt from the ledger for each command, so it holds whatever offers and does
them inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from gipf_meta.deeds.commands import OFFERED
from gipf_meta.hub.hub import Hub
from gipf_meta.hub.scenes import room_scene
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.records import tree
from gipf_meta.rooms.ledger import Batch, MemoryLedger
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.state import RoomState

Message = dict[str, Any]
LINK: Final = "law"
UNSAID: Final[Mapping[str, str]] = {
    "invite": "to watch a match that everybody may watch: a link is handed out all the same",
    "seat": "people may hand their seats to bots at any time; it is said when a bot has failed",
    "leave": "who plays alone against bots goes without it; nobody waits for him",
    "show": "who looks at a match alone leads nobody",
}
"""The commands that may be done though no scene says so, and why."""

FAILED: Final = " failed in apply "
"""Part of the text where a game fails over a decision that it has offered itself."""


class Deeds:
    """The room *id* of *ledger*, as *find* knows its games, at *now_ms*."""

    def __init__(self, ledger: MemoryLedger, id: str, find: Any, now_ms: int) -> None:
        self.entries, self.id, self.find = ledger.read(id), id, find
        self.now_ms, self.commands = now_ms, 0
        self.said = dict[str, int]()
        self._hub: Hub | None = None

    def check(self, people: Sequence[str]) -> None:
        """Raises ``AssertionError`` unless the law holds for each of *people*."""
        for person in people:
            if self.room.may_watch(person):
                self._check(person)

    def _check(self, person: str) -> None:
        scene = room_scene(self.room, person)
        may, choices = scene["may"]["do"], scene["choices"]["all"]
        assert len(may) == len(set(may)), may
        decides = bool(choices) and not scene["state"]["paused"]
        assert {"play", "choose"} & set(may) == ({"play", "choose"} if decides else set()), may
        for do, values in self._arguments(person, choices).items():
            is_said = BESIDE.get(do, do) in may
            refusals = []
            for each in values:
                why = self._try(person, {"do": do, **each})
                refusals.append(why)
                if why is None:
                    break
            where = (self.id, person, do, may, refusals)
            if is_said:
                is_let = None in refusals or any(FAILED in str(why) for why in refusals)
                assert is_let, ("it is said, and refused", where)
                self.said[do] = self.said.get(do, 0) + 1
            elif do not in UNSAID:
                assert None not in refusals, ("it is not said, and done", where)
                assert all(str(why).rstrip().endswith((".", "?", "!")) for why in refusals), where
        offered = {*may, *(deed.named() for deed in OFFERED)}
        unknown = offered - {BESIDE.get(do, do) for do in self._arguments(person, choices)}
        assert not unknown, ("the law tries none of", unknown)

    # ---- one command --------------------------------------------------------------------------

    @property
    def room(self) -> RoomState:
        """The room, in which nothing has been tried yet."""
        if self._hub is None:
            ledger = MemoryLedger()
            summary = rebuild(self.id, [each.event for each in self.entries], self.find).summary()
            ledger.append(Batch(self.id, [each.event for each in self.entries], summary))
            ids = iter(range(10**6))
            self._hub = Hub(
                ledger,
                self.find,
                new_room=lambda: f"law{next(ids)}",
                new_seed=lambda: 1,
                patience_ms=None,
            )
            self._hub.pass_time(self.now_ms)
        return self._hub.room(self.id)

    def _try(self, person: str, message: Message) -> str | None:
        """The reason why *message* is refused, or ``None``; the room stays as it is.

        What was so before is not done, though it is not refused either.
        """
        before, hub = self.room.number, self._hub
        assert hub is not None
        self.commands += 1
        hub.take_outbox()
        hub.connect(LINK, person, "")
        hub.receive(LINK, {**message, "id": f"law{self.commands}", "room": self.id}, self.now_ms)
        answers = [message for link, message in hub.take_outbox() if link == LINK]
        hub.disconnect(LINK, self.now_ms)
        refused = next((str(each["why"]) for each in answers if "refused" in each), None)
        if refused is not None:
            assert refused.strip(), ("it is refused without a word", message)
            assert self.room.number == before, (
                "it is refused, and something happened",
                message,
            )
            return refused
        is_reading = message["do"] in READINGS
        if not is_reading and message["do"] in LASTING:
            self._say_again(person, message)
        if not is_reading and self.room.number == before and not any("go" in a for a in answers):
            if message["do"] in ("premove", "plan", "show"):
                self._hub = None
                return None
            return "It was so before."
        self._hub = None
        return None

    def _say_again(self, person: str, message: Message) -> None:
        """Raises ``AssertionError`` if what is so by *message* cannot be said again, or is news."""
        before, hub = self.room.number, self._hub
        assert hub is not None
        is_over = {
            "go_on": not self.room.table.paused,
            "rematch": not self.room.rematch,
        }
        if is_over.get(message["do"]):
            return  # all are ready, or it waits for the others: what was said is no more so
        hub.connect(LINK, person, "")
        self.commands += 1
        hub.receive(LINK, {**message, "id": f"law{self.commands}", "room": self.id}, self.now_ms)
        answers = [message for link, message in hub.take_outbox() if link == LINK]
        hub.disconnect(LINK, self.now_ms)
        assert not [each for each in answers if "refused" in each], (message, answers)
        assert self.room.number == before, (
            "it was said before, and something happened",
            message,
        )

    # ---- with which arguments -----------------------------------------------------------------

    def _arguments(self, person: str, choices: Sequence[Any]) -> dict[str, list[Message]]:
        """The commands that a scene may say, each with the arguments that are tried in order."""
        room, seen = self.room, self.room.number
        players = range(len(room.table.players))
        anybody = choices or [
            [each.notation, list(each.path)] for each in room.table.match.top.view(None).choices
        ]
        some = list(anybody[:1])
        here = "" if room.study is None else tree.name_of(room.study.node)  # as it is offered
        return {
            "look": [{"at": 0}],
            "ask": [{"question": "where can I play"}],
            "record": [{}],
            "picture": [{"at": 0}],
            "copy": [{"at": 0}],
            "paste": [{"text": "x"}],
            "branch": [{"at": 0}],
            "begin_here": [{"at": 0}, {"at": None}],
            "analyse": [{}],
            "chances": [{}],
            "review": [{}],
            "hint": [{}],
            "show": [{"at": 0}],
            "study": [{}],
            "walk": [{"at": ""}, {"at": "back"}, {"at": "on"}],
            "write_beside": [{"at": "", "comment": f"law {self.commands}"}],
            "mark": [{"at": here, "places": ["d4"]}, {"at": here, "places": []}],
            "promote": [{"at": here}],
            "delete_turn": [{"at": here}],
            "restore": [{}],
            "change_again": [{}],
            "play": [{"text": each[0], "seen": seen} for each in some],
            "choose": [{"path": list(each[1]), "seen": seen} for each in some],
            "premove": [{"text": each[0]} for each in some] or [{"text": "x"}],
            "plan": [{"lines": []}],
            "resign": [{}],
            "offer": [{}],
            "answer": [{"accept": True}, {"accept": False}],
            "take_back": [{}],
            "play_again": [{}],
            "pause": [{}],
            "go_on": [{}],
            "ask_again": [{}],
            "seat": list(self._seatings()),
            "choose_duel": [{"game": game} for game in ("die", "elsewhere")],
            "invite": [{"player": p, "key": f"{p}".rjust(22, "L")} for p in (*players, None)],
            "uninvite": [{"player": player} for player in (*players, None)],
            "sit": [{"player": player} for player in players],
            "leave": [{}],
            "claim": [{"player": player} for player in players],
            "rematch": [{}],
            "live": [{"at_ms": self.now_ms + DAY_MS, "clock": "5m"}, {"at_ms": None}],
        }

    def _seatings(self) -> Iterator[Message]:
        for player, seated in enumerate(self.room.table.players):
            if seated.bot is not None:
                yield {"player": player, "kind": "random"}


READINGS: Final = (
    "look", "ask", "record", "picture", "copy", "paste", "analyse", "chances", "review", "hint",
)  # fmt: skip
"""The commands that change nothing."""
LASTING: Final = ("go_on", "rematch", "show", "premove", "plan")
"""Commands that may be sent again while they are in force: they are done, and nothing happens."""
BESIDE: Final = {"review": "analyse"}
"""The commands that are done where another one is said."""
