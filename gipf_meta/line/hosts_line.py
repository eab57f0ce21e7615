"""The list of one's hosts as a line: it leads to a desk with this one list, and to no room."""

from __future__ import annotations

import queue
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

from yarl import URL

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import date
from gipf_meta.base.texts import _
from gipf_meta.desk import parts
from gipf_meta.desk.parts import AnyPart, Screen, ScreenPlace, opening, submitting
from gipf_meta.desk.responses import show
from gipf_meta.line.host_inquiry import AwaitedMatch, HostReport, by_urgency
from gipf_meta.line.host_round import HostRound
from gipf_meta.line.host_words import cells_of_match, name_of_site, words_of_report
from gipf_meta.line.joining import Address
from gipf_meta.line.known_hosts import KnownHosts
from gipf_meta.line.line import ELSEWHERE, JoinError, Message

HOSTS = "hosts"
"""The screen with the list of hosts."""
_LIST: Message = {"line": "list"}
"""The message in place of which comes the list as it is then: with all reports so far."""
FORGET = "delete"
"""The screen that asks before a host is forgotten: the key that deletes leads there."""


class HostsLine:
    """A line to the list of the hosts in *round*. What is chosen there is ``round.chosen``, and
    ``ELSEWHERE`` comes."""

    is_far = True
    person = last_room = ""

    def __init__(self, round: HostRound) -> None:
        self._round = round
        self._heard = queue.Queue[Message]()
        self._on_news: Callable[[], object] = lambda: None
        round.on_report = self._tell_report

    def send(self, do: str, **fields: Any) -> str:
        """Sends a command of the list; returns its id."""
        id = secrets.token_hex(8)
        try:
            answers = [*self._answer(do, fields), {"done": id, "number": 0}]
        except JoinError as error:
            answers = [{"refused": id, "why": str(error)}]
        for answer in answers:
            self._heard.put(answer if answer in (ELSEWHERE, _LIST) else {**answer, "id": id})
        self._on_news()
        return id

    def ask(self, do: str, **fields: Any) -> list[Message]:
        """Sends a command, and waits until all hosts have answered. Raises ``JoinError`` if it is
        refused."""
        answers = self._answer(do, fields)
        if _LIST in answers:
            self._round.finish()
        return [self._list() if answer == _LIST else answer for answer in answers]

    def receive(self, wait_s: float = 0.0) -> Message | None:
        """The next message; ``None`` if none comes within *wait_s* seconds."""
        try:
            said = self._heard.get(timeout=wait_s) if wait_s else self._heard.get_nowait()
        except queue.Empty:
            return None
        return self._list() if said == _LIST else said

    def call_on_news(self, call: Callable[[], object]) -> None:
        """Sets a callback: *call* is called, in any thread, when there is something to
        ``receive``."""
        self._on_news = call

    def choose_elsewhere(self) -> str:
        """Returns ``""``: the list leads there."""
        return ""

    def watch(self, room: str) -> NoReturn:
        """Raises ``JoinError``: there is no room here."""
        raise JoinError(_("There is no match here: choose a host first."))

    def unwatch(self) -> None:
        """Does nothing: no room is watched."""

    # ---- the list -------------------------------------------------------------------------------

    def _answer(self, do: str, fields: Mapping[str, Any]) -> list[Message]:
        """The answers to a command. Raises ``JoinError`` if it is none of this list."""
        about = fields.get("about") or {}
        match do, fields.get("screen"):
            case "open", "launcher":  # the list is left
                return [ELSEWHERE]
            case "open", "hosts":
                self._round.begin()
                return [_LIST]
            case "submit", "hosts" if "site" in about:
                self._round.chosen = Address(self._site(about), about.get("room", ""))
                return [ELSEWHERE]
            case "submit", "hosts":
                self._round.begin(anew=True)
                return [_LIST]
            case "open", "delete":
                return [show(_question(self._site(about)))]
            case "submit", "delete":
                self._round.forget(self._site(about))
                return [_LIST]
        raise JoinError(_("There is no match here: choose a host first."))

    def _site(self, about: Mapping[str, str]) -> URL:
        """The host that *about* names, one of the list. Raises ``JoinError``."""
        for site in self._round.sites:
            if str(site) == about.get("site"):
                return site
        raise JoinError(_("That host is not in your list any more."))

    def _tell_report(self) -> None:
        """Shows the list with a report that has come."""
        self._heard.put(_LIST)
        self._on_news()

    def _list(self) -> Message:
        return show(list_of_hosts(self._round.reports(), self._round.known))


def list_of_hosts(reports: Mapping[URL, HostReport | None], known: KnownHosts) -> Screen:
    """The screen with what waits at the hosts by their *reports*, and the hosts, which *known*
    has."""
    return Screen(name=HOSTS, title=_("Your hosts"), parts=tuple(_parts(reports, known)))


def _parts(reports: Mapping[URL, HostReport | None], known: KnownHosts) -> Iterator[AnyPart]:
    if not reports:
        yield parts.Paragraph(text=no_hosts())
        return
    yield parts.Heading(text=_("What waits for you"))
    matches = by_urgency([report for report in reports.values() if report is not None])
    rows = [*map(_match_row, matches)]
    if not rows:  # where the cursor waits for them
        words = _("Nothing waits for you where the hosts have answered.")
        if None in reports.values():
            words = _("The hosts are asked …")
        rows.append(parts.ListRow(cells=(words,)))
    yield parts.Rows(rows=tuple(rows))
    yield parts.Heading(text=_("Your hosts"))
    hosts = (_host_row(site, report, known) for site, report in reports.items())
    yield parts.Rows(rows=tuple(hosts))
    yield parts.Button(text=_("Ask all hosts again"), do=submitting(HOSTS))


def _match_row(match: AwaitedMatch) -> parts.ListRow:
    go_on = parts.Button(
        text=_("Go on"),
        do=submitting(HOSTS, {"site": str(match.site), "room": match.room}),
        primary=True,
    )
    return parts.ListRow(cells=cells_of_match(match), buttons=(go_on,))


def _host_row(site: URL, report: HostReport | None, known: KnownHosts) -> parts.ListRow:
    about = {"site": str(site)}
    go = parts.Button(text=_("Go there"), do=submitting(HOSTS, about))
    forget = parts.Button(text=_("Forget"), do=opening(FORGET, about))
    cells = (name_of_site(site), *filter(None, (words_of_report(report), _visit(site, known))))
    return parts.ListRow(cells=cells, buttons=(go, forget))


def _question(site: URL) -> Screen:
    words = _(
        "Forget {host}? This machine then keeps no key for it: you come back only by your twelve"
        " words, by mail, or from another device."
    )
    forget = parts.Button(
        text=_("Forget it"), do=submitting(FORGET, {"site": str(site)}), primary=True
    )
    return Screen(
        name=FORGET,
        about={"site": str(site)},
        title=_("Forget a host"),
        back=ScreenPlace(screen=HOSTS),
        parts=(parts.Paragraph(text=words.format(host=name_of_site(site))), forget),
    )


# ---- in words ------------------------------------------------------------------------------------


def no_hosts() -> str:
    """The sentence for somebody who has been at no host from here."""
    return _("You have been at no host from this machine; gipf-meta join URL goes to one.")


def _visit(site: URL, known: KnownHosts) -> str:
    """The words for the last visit at *site*; ``""``: it is not known."""
    visit = known.last_visit(site)
    return _("last there {when}").format(when=time_ago(visit, date())) if visit else ""


def lines_of_hosts(reports: Mapping[URL, HostReport | None], known: KnownHosts) -> list[str]:
    """The list of hosts as lines, for scripts: what waits, and then the hosts."""
    every = [report for report in reports.values() if report is not None]
    lines = ["; ".join(cells_of_match(each)) for each in by_urgency(every)]
    for site, report in reports.items():
        lines.append("; ".join(_host_row(site, report, known).cells))
    return lines
