"""The scene of a room for one person, as keyed elements: the board, and the elements around it.

Elements that seldom change and take long to make, such as the words of each turn, are cached for
each room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import zip_longest
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast
from weakref import WeakKeyDictionary

from gipf_meta.base.addressee import Shared, addressee, told_to
from gipf_meta.base.dates import zone_name
from gipf_meta.base.texts import languages
from gipf_meta.deeds.boards import (
    addressee_in,
    course_elements,
    drawer_of,
    pieces_before,
    waiting_game,
)
from gipf_meta.deeds.elements import (
    HereElement,
    Scene,
    TreeElement,
    TreeTurn,
    by_key,
)
from gipf_meta.deeds.messages import (
    EventMessage,
    Head,
    LinkedPerson,
    PresentBody,
    PresentMessage,
    RoomMessage,
    RoomNews,
    SharedMessage,
    ViewMessage,
    tell_scene,
)
from gipf_meta.deeds.table_elements import (
    announce,
    face_elements,
    here_element,
    later_acts,
    names_people,
    players_told,
    unread_news,
)
from gipf_meta.hub.match_status import CommonStatus, Standing
from gipf_meta.hub.revisions import as_read_by, without_vacations
from gipf_meta.hub.turn_list import TurnList
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.narration import story
from gipf_meta.narration.duel_verdicts import duel_verdict
from gipf_meta.narration.news import news, tells_stakes
from gipf_meta.narration.scene_motion import MovedElement, moved_element
from gipf_meta.protocol.view import Mark, View
from gipf_meta.records.models import PlayedTurn
from gipf_meta.records.own_marks import read_marks
from gipf_meta.records.tree import Turns
from gipf_meta.render.board import has_last_turn, last_turn_marks
from gipf_meta.render.scene import SceneDrawer
from gipf_meta.render.scene_elements import BoardScene
from gipf_meta.rooms.events import Event, without_secrets
from gipf_meta.rooms.state import RoomState

T = TypeVar("T")
_DUEL: Final = attrgetter("duel")


class Memory:
    """A cache for a room: for each name a *source* and the value that was made of it.

    A value is valid as long as its source is the very same object.
    """

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, Any]] = {}

    def last(self, name: Hashable) -> tuple[Any, Any] | None:
        """The source and the value that are cached by that *name*."""
        return self._made.get(name)

    def recall(self, name: Hashable, make: Callable[[], T], source: object) -> T:
        """The cached value of *source*, or a new one that *make* makes; *name* is its key."""
        known = self.last(name)
        if known is not None and known[0] is source:
            made: T = known[1]
            return made
        made = make()
        self._made[name] = source, made
        return made


_MEMORIES: WeakKeyDictionary[RoomState, Memory] = WeakKeyDictionary()


class RoomScenes:
    """The scenes of *room* at one moment, for all its watchers: a scene that several see is drawn
    once.

    The room must not change meanwhile. *here* is the element with the players who are there. A
    scene must not be changed.
    """

    def __init__(self, room: RoomState, here: HereElement | None = None) -> None:
        self._room, self._here = room, here
        self._memory = _MEMORIES.setdefault(room, Memory())
        self._drawn: dict[object, Scene] = {}
        self._common: dict[object, CommonStatus] = {}
        self._marked: dict[int, tuple[View, View]] = {}
        self._changed: dict[tuple[int, int, int], tuple[object, tuple[Mark, ...]]] = {}
        self._boards: dict[tuple[int, int], tuple[View, BoardScene]] = {}

    def draw(self, person: str) -> Scene:
        """The scene for *person*, in the current language.

        Raises ``GameFailed``, and the errors of the game.
        """
        with told_to(addressee_in(self._room, person, "mouse")):
            return self.draw_told(person)

    def draw_told(self, person: str) -> Scene:
        """As ``draw``, for the reader to whom is told now: *person*."""
        room = self._room
        view = room.view_with_choices(person)
        # a duel that fails while it is drawn is trouble for the next reader
        moment = languages(), room.table.trouble, zone_name() if room.rests.ahead else None
        about = room.rights(person), addressee(), moment
        if about not in self._drawn:
            if moment not in self._common:
                self._common[moment] = CommonStatus(room)
            self._drawn[about] = self._draw(person, view, self._common[moment])
        return self._drawn[about]

    def _draw(self, person: str, view: View, common: CommonStatus) -> Scene:
        room, memory, match = self._room, self._memory, self._room.table.match
        standing = Standing(room, person, view, common)
        viewer = standing.deciders[0] if standing.deciders else None
        shown = match
        if room.table.trouble:
            shown = _below(match)
        else:
            view = self._mark_last_turn(view, match.top, viewer)
        drawer = self.drawer(shown)
        names = standing.names
        scene: Scene = {**self._board(view, drawer)}
        scene |= by_key({"prompt": {"text": standing.prompt()}})
        about_heading = "heading", _reader(), len(match.sessions), room.study is None, *names
        make_heading = partial(_heading, standing, match.sessions)
        scene |= memory.recall(about_heading, make_heading, match.top.game)
        if common.over is not None:
            scene |= by_key({"caption": {"text": ""}})  # nobody is on turn
        scene |= standing.elements() | face_elements(room, names)
        turns = memory.recall(("turns", len(match.sessions)), TurnList, match.top.game)
        scene |= turns.scene(match, room.table.seats)
        unread = self._said(person, standing)
        scene |= by_key({"said": {"lines": [*unread, *filter(None, [room.notice])]}})
        if room.study is not None:
            scene |= by_key({"tree": _whole_tree(room.study.record.comment)})
            scene |= _tree_turns(room.study.turns, memory)
        if len(match.sessions) > 1:
            below = match.sessions[-2]
            make = lambda: waiting_game(below, viewer, standing.reader)  # noqa: E731
            waiting = memory.recall(("below", _reader(), viewer, standing.reader), make, below)
            scene |= by_key({"below": waiting})
        elif viewer is not None and view.stakes and view.choices:
            answers = lambda: course_elements(match.top, viewer, standing.reader)  # noqa: E731
            about = ("courses", _reader(), viewer, standing.reader)
            scene |= memory.recall(about, answers, match.top)
        if self._here is not None:
            scene |= by_key({"here": self._here})
        return scene

    def _said(self, person: str, standing: Standing) -> list[str]:
        """The sentences on what has happened since the last decision that *person* made."""
        room, match = self._room, self._room.table.match
        has_duels = len(match.sessions) > 1 or any(map(_DUEL, match.top.steps))
        about = (
            players_told(room, person),
            standing.reader if has_duels else None,  # duels are told in words of one's own
            person if names_people(event for _at, event in later_acts(room)) else "",
        )
        by_acts: dict[int, Shared[list[str]]]
        by_acts = self._memory.recall(("said", *about), dict, match)
        make = partial(unread_news, room, person)
        return by_acts.setdefault(len(room.acts), Shared()).find(make)

    def drawer(self, match: Match) -> SceneDrawer:
        """The drawer of the game on top of *match*, in the language of the reader."""
        about, game = ("board", languages()), match.top.game
        return self._memory.recall(about, lambda: drawer_of(match), game)

    def _mark_last_turn(self, view: View, session: Session, viewer: int | None) -> View:
        """*view* of *session* with marks on its last turn, as *viewer* saw the pieces before it."""
        turn = story.after_draws(session.last_turn)
        if not turn or has_last_turn(view):
            return view
        if id(view) not in self._marked:
            before = pieces_before(session, turn, viewer)
            self._marked[id(view)] = view, self._marked_since(view, before)
        return self._marked[id(view)][1]

    def _marked_since(self, view: View, before: View) -> View:
        """*view* with marks where it differs from *before*."""
        about = id(view.points), id(view.pieces), id(before.pieces)
        if about not in self._changed:
            marks = last_turn_marks(view, before)
            self._changed[about] = (view.points, view.pieces, before.pieces), marks
        marks = self._changed[about][1]
        return replace(view, marks=(*view.marks, *marks)) if marks else view

    def _board(self, view: View, drawer: SceneDrawer) -> BoardScene:
        """The board of *view* by *drawer*; drawn once for all who see that very view."""
        about = id(view), id(drawer)
        if about not in self._boards:
            self._boards[about] = view, drawer.draw(view)
        return self._boards[about][1]


def _heading(standing: Standing, sessions: Sequence[Session]) -> Scene:
    """The games, down to the one on top, and its players."""
    return by_key({"heading": {"text": standing.heading(), "games": story.path(sessions)}})


def _reader() -> Hashable:
    """The language and the reader of now: the key of what is made for him alone."""
    return languages(), addressee()


def room_scene(room: RoomState, person: str) -> Scene:
    """The scene of *room* for *person*, in the current language.

    Raises ``GameFailed``, and the errors of the game.
    """
    return RoomScenes(room).draw(person)


def _tree_turns(turns: Turns, memory: Memory) -> TreeTurns:
    """The elements of the *turns* of a study; one that has not changed is the very same object."""
    before, known = memory.last("tree") or ((), None)
    return memory.recall("tree", lambda: tree_turns(turns, known, before), turns)


def _below(match: Match) -> Match:
    """*match* without the duel on top, if there is one."""
    return replace(match, sessions=match.sessions[:-1] or match.sessions)


@dataclass
class Watcher:
    """A link that *want*s scenes, views, events or, in the process of the room, only its news.

    *scene* and *match* are the last ones that it got. *players* are the players who were there in
    the last message to one that wants events; ``None``: there was none yet.
    """

    want: Literal["scene", "view", "events", "news"]
    scene: Scene | None = field(default=None, repr=False)
    match: Match | None = field(default=None, repr=False)
    players: list[int] | None = field(default=None, repr=False)

    def shows(self, room: RoomState, people: Collection[str]) -> bool:
        """Whether the watcher knows which players are among the *people* who are there.

        The number of those who only watch comes with the next message, whatever it is.
        """
        here = here_element(room, people)
        if self.want == "events":
            return self.players in (None, here["players"] if here else [])
        if self.want != "scene" or self.scene is None:
            return True
        known = cast("HereElement | None", self.scene.get("here"))
        return (known and known["players"]) == (here and here["players"])

    def presence(self, room: RoomState, people: Collection[str], now_ms: int) -> PresentMessage:
        """The message for a watcher of events: the players who are there, the time *now_ms*, and
        the time up to which time has passed in the room, with all its changes on the board."""
        here: HereElement = here_element(room, people) or {"players": [], "watchers": 0}
        self.players = here["players"]
        body: PresentBody = {
            "room": room.id,
            "at_ms": now_ms,
            "reached_ms": room.at_ms,
            "players": here["players"],
            "watchers": here["watchers"],
        }
        gone = {
            str(player): since_ms
            for player, holder in room.seats.holders.items()
            if player not in here["players"]
            and (since_ms := room.gone_since_ms(holder)) is not None
        }
        if gone:
            body["gone_since_ms"] = gone
        return {"present": body}


class Telling:
    """A broadcast to the watchers of *room*: all that happened since the last one.

    *events* are those that the room has emitted since, *people* those who are there. The room must
    not change meanwhile.
    """

    def __init__(
        self, room: RoomState, events: Iterable[Event] = (), people: Collection[str] = ()
    ) -> None:
        self.room = room
        self._events, self.people = [*events], people
        self._names_people = names_people(self._events)
        self._scenes = RoomScenes(room, here_element(room, people))
        self._news: dict[object, tuple[Match, Shared[list[str]]]] = {}
        self._moved: dict[object, tuple[Match, Shared[MovedElement | None]]] = {}
        self._told: dict[object, tuple[Scene | None, SharedMessage]] = {}
        self._told_events: dict[tuple[int, bool], list[SharedMessage]] = {}

    def events(self, asker: LinkedPerson) -> list[SharedMessage]:
        """The messages for *asker*, who watches events, without secrets; only those who play, or
        have played, are told of vacations. Raises ``TooNew``."""
        about = asker.revision, asker.person in self.room.seats.people
        if about not in self._told_events:
            plain = map(without_secrets if about[1] else without_vacations, self._events)
            dumped = (as_read_by(each, asker.revision) for each in plain)
            dumps = (cast("EventMessage", {**each, "room": self.room.id}) for each in dumped)
            self._told_events[about] = [SharedMessage(each) for each in dumps]
        return self._told_events[about]

    def messages(self, watcher: Watcher, asker: LinkedPerson, now_ms: int) -> Sequence[RoomMessage]:
        """The messages that bring *watcher*, a link of *asker*, up to date at *now_ms*, in the
        current language.

        Raises ``TooNew``, and the errors of the game.
        """
        if watcher.want == "news":
            return [{"news": RoomNews(self.room.id, tuple(self._events), self.room.notice)}]
        if watcher.want != "events":
            return [self.scene_message(watcher, asker.person)]
        events = self.events(asker)
        # no events: time has changed the board, or others have come
        if events and watcher.players is not None and watcher.shows(self.room, self.people):
            return [*events]
        return [*events, watcher.presence(self.room, self.people, now_ms)]

    def scene_message(self, watcher: Watcher, person: str) -> ViewMessage | SharedMessage:
        """The message that brings *person* up to date, in the current language.

        Raises the errors of the game.
        """
        room = self.room
        head: Head = {"room": room.id, "number": room.number, "at_ms": room.at_ms}
        if watcher.want == "view":
            return {"view": {**head, **asdict(room.view(person))}}
        with told_to(addressee_in(room, person, "mouse")):
            return self._scene_message(head, watcher, person)

    def _scene_message(self, head: Head, watcher: Watcher, person: str) -> SharedMessage:
        room = self.room
        scene = self._scenes.draw_told(person)
        before, seen = watcher.scene, watcher.match
        watcher.scene, watcher.match = scene, room.table.match
        # readers of one scene object have the same language and the same player
        about = id(scene), id(before), id(seen), person if self._names_people else ""
        if about not in self._told:
            told_news = [*self._tell_news(seen, person), *announce(room, person, self._events)]
            moved = self._tell_moved(seen, person) if before is not None else None
            verdict = self._tell_verdict(seen, person)
            message = tell_scene(head, before, scene, told_news, moved, verdict)
            self._told[about] = before, SharedMessage(message)  # so *before* keeps its id
        return self._told[about][1]

    def _tell_moved(self, seen: Match | None, person: str) -> MovedElement | None:
        """The motions since the match that was *seen*, as *person* sees them."""
        room, now = self.room, self.room.table.match
        if seen is None or room.table.trouble:
            return None
        viewer = room.viewer(person)
        make = partial(self._make_moved, seen, now, viewer)
        is_open = all(each.game.is_open for each in (*seen.sessions, *now.sessions))
        about = id(seen), None if is_open else viewer
        return self._moved.setdefault(about, (seen, Shared()))[1].find(make)

    def _make_moved(self, seen: Match, now: Match, viewer: int | None) -> MovedElement | None:
        drawer = self._scenes.drawer(now)
        return moved_element(seen.sessions, now.sessions, viewer, drawer)

    def _tell_verdict(self, seen: Match | None, person: str) -> list[str]:
        """The sentences on the duel that has ended since the match that was *seen*."""
        room, now = self.room, self.room.table.match
        if seen is None or room.table.trouble:
            return []
        names = story.NamesTold(room.table.seats, now)
        reader, viewer = room.reader(person), room.viewer(person)
        return duel_verdict(seen.sessions, now.sessions, names, reader, viewer)

    def _tell_news(self, seen: Match | None, person: str) -> list[str]:
        """The sentences on the events since the match that was *seen*."""
        if seen is None:
            return []
        room, now = self.room, self.room.table.match
        reader = room.reader(person) if tells_stakes(seen.sessions, now.sessions) else None
        make = partial(self._make_news, seen, now, reader)
        return self._news.setdefault((id(seen), reader), (seen, Shared()))[1].find(make)

    def _make_news(self, seen: Match, now: Match, reader: int | None) -> list[str]:
        names = story.NamesTold(self.room.table.seats, now)
        lines = news(seen.sessions, now.sessions, names, reader, in_words=True, again=True)
        return [line for line in (*lines, self.room.notice) if line]


# ---- the tree of a study -------------------------------------------------------------------------

TreeTurns: TypeAlias = dict[str, TreeTurn]
"""The turns of a tree by the keys that they have in a scene: ``tree:12.1.3``. They must not be
changed once they were sent."""
_KIND: Final = "tree:"


def tree_turns(turns: Turns, known: TreeTurns | None = None, before: Turns = ()) -> TreeTurns:
    """The elements of the *turns*, with those *known* from the tree *before* as far as they are the
    same. An object that is in both trees is skipped."""
    elements = {} if known is None else known.copy()
    waiting = [(_KIND, before, turns)]
    while waiting:  # no recursion: trees are as deep as people make them
        line, old_turns, new_turns = waiting.pop()
        for n, (old, new) in enumerate(zip_longest(old_turns, new_turns), start=1):
            if old is new:
                continue
            key = f"{line}{n}"
            if new is None:
                del elements[key]
            elif elements.get(key) != (element := _tree_turn(new)):
                elements[key] = element
            pairs = zip_longest(_variations(old), _variations(new), fillvalue=())
            for number, (old_line, new_line) in enumerate(pairs, start=1):
                if old_line is not new_line:
                    waiting.append((f"{key}.{number}.", old_line, new_line))
    return elements


def _variations(turn: PlayedTurn | None) -> tuple[Turns, ...]:
    return () if turn is None else turn.variations


def _tree_turn(turn: PlayedTurn) -> TreeTurn:
    element: TreeTurn = {
        "number": turn.number,
        "seat": next((each.by for each in turn.decisions if each.by is not None), None),
        "text": turn.text,
    }
    if turn.signs:
        element["signs"] = turn.signs
    words, marks = commented = read_marks(turn.comment)
    if words:
        element["comment"] = words
    if marks:
        element["marks"] = commented.drawn
    return element


def _whole_tree(comment: str) -> TreeElement:
    commented = read_marks(comment)
    element: TreeElement = {"comment": commented.words}
    if commented.marks:
        element["marks"] = commented.drawn
    return element
