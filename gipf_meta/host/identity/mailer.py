"""The mailer of a host's process: letters wait in memory until the mail server has taken them.

Who asks for a letter waits for nothing: it is sent by a repeated task, and while the server fails,
again after growing pauses. Of a letter that failed the log has a number, never an address.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid
from typing import Final, Literal, TypeAlias

from aiosmtplib import (
    SMTP,
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPNotSupported,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPTimeoutError,
)

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.host.identity.mail_address import MailError, read_address
from gipf_meta.host.identity.mail_server import MailServer
from gipf_meta.web.tasks import begin

MOST_WAITING: Final = 200
"""The most letters that wait."""
AT_ONCE: Final = 20
"""The most letters that one connection takes."""
ANSWER_S: Final = 15.0
"""Seconds within which the mail server must answer each command."""
FIRST_PAUSE_MS: Final = 5_000
"""Milliseconds until the second attempt; each pause is twice as long as the one before."""
LONGEST_PAUSE_MS: Final = 120_000
"""The longest pause between two attempts, ms."""
PATIENCE_MS: Final = 30_000
"""Milliseconds for which a message waits behind others; its sender tries again after that."""
SEND_S: Final = 0.5
"""Seconds between two looks for letters to send."""
LAST_FAILURE: Final = 500
"""The first code of answers that a further attempt does not change."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter *to* a normalised address.

    It is worth nothing after *lasts_ms*, or once *is_wanted* returns false.
    """

    to: str = field(repr=False)
    subject: str
    text: str = field(repr=False)
    lasts_ms: int
    is_wanted: Callable[[], bool] = field(default=lambda: True, repr=False)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A letter as the server gets it, when it is given up, ms, the attempts so far, and when the
    next one is due, ms."""

    letter: Letter
    message: EmailMessage
    until_ms: int
    tries: int = 0
    due_ms: int = 0


DeliveryResult: TypeAlias = Literal["sent", "refused", "nobody", "later"]


@dataclass(frozen=True, slots=True)
class Delivery:
    """The end of the delivery of a message.

    ``sent``: the server has taken it. ``refused``: it never takes this message; ``nobody``: nor any
    other for this address. ``later``: it failed, and may be tried again after *after_ms*.
    """

    result: DeliveryResult
    after_ms: int = 0


@dataclass(frozen=True, eq=False, slots=True)
class _Handed:
    """A message whose sender has waited since *since_ms* for the end of its delivery."""

    message: EmailMessage = field(repr=False)
    to: str = field(repr=False)
    since_ms: int
    ended: asyncio.Future[Delivery]


class Mailer:
    """Sends letters from the address *sender* by *server*, by *clock*.

    *site* is the name of the host's machine, for ``Message-ID``. *note_result* is called with
    ``"sent"``, ``"failed"`` or ``"withheld"`` for each letter, *note_failure* with the kind of each
    failure and the server's code (0: none). The server has *answer_s* for each answer.
    """

    def __init__(
        self,
        server: MailServer,
        sender: str,
        site: str,
        clock: Clock,
        note_result: Callable[[str], object] = lambda result: None,
        note_failure: Callable[[str, int], object] = lambda kind, code: None,
        answer_s: float = ANSWER_S,
    ) -> None:
        if server.encryption != "none" and server.context is None:
            server = replace(server, context=ssl.create_default_context())  # reads many files
        self._server, self.sender, self._site = server, read_address(sender), site
        self._clock, self._answer_s = clock, answer_s
        self._note_result, self._note_failure = note_result, note_failure
        self._sending, self._waiting = asyncio.Lock(), list[_Waiting]()
        self._handed = list[_Handed]()
        self._handing: asyncio.Task[None] | None = None
        self._trouble = ""
        self._failures, self._pause_until_ms = 0, 0
        self._is_tried = False

    @property
    def waiting(self) -> int:
        """The number of letters that wait."""
        return len(self._waiting)

    @property
    def is_crowded(self) -> bool:
        """Whether so many letters wait that the rest of the room is for who comes back."""
        return len(self._waiting) >= MOST_WAITING // 2

    @property
    def is_failing(self) -> bool:
        """Whether the server failed at the last attempt."""
        return bool(self._trouble)

    @property
    def pause_ms(self) -> int:
        """The milliseconds until the server is tried again after it has failed; 0: it did not."""
        return max(0, self._pause_until_ms - self._clock.now_ms()) if self._trouble else 0

    def why_not(self) -> str:
        """Returns the sentence for everybody why no mail can be sent now, or ``""``."""
        if self._trouble or len(self._waiting) >= MOST_WAITING:
            return _("This host cannot send mail at the moment; try again in a while.")
        return ""

    def find_trouble(self) -> list[str]:
        """Returns the sentence for the operator about a server that fails, or ``[]``."""
        return [self._trouble] if self._trouble else []

    def post(self, letter: Letter, is_real: bool = True) -> None:
        """Lets *letter* wait to be sent, if it *is_real*; otherwise only takes the same time.

        Raises ``MailError`` while no mail can be sent.
        """
        if why := self.why_not():
            raise MailError(why)
        until_ms = self._clock.now_ms() + letter.lasts_ms
        waiting = [_Waiting(letter, self._message(letter), until_ms)]
        self._waiting += waiting if is_real else []

    def withhold(self) -> None:
        """Counts a letter that is not sent, for the host has sent too many."""
        self._note_result("withheld")

    def _message(self, letter: Letter) -> EmailMessage:
        return self.write_message(
            letter.to, letter.subject, letter.text, make_msgid(domain=self._site)
        )

    def write_message(self, to: str, subject: str, text: str, id: str) -> EmailMessage:
        """Returns the message of a program *to* an address, with that *id* as ``Message-ID``."""
        message = EmailMessage()
        message["From"], message["To"] = self.sender, to
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = id
        message["Auto-Submitted"] = "auto-generated"  # RFC 3834: nobody's program answers
        message["X-Auto-Response-Suppress"] = "All"
        message.set_content(text, cte="quoted-printable")
        return message

    # ---- sending --------------------------------------------------------------------------------

    async def send_due(self) -> None:
        """Sends what is due; if the server failed, only after a pause, also with nothing to send:
        so it is found out when it is well again."""
        async with self._sending:
            await self._send_due()

    async def _send_due(self) -> None:
        now_ms = self._clock.now_ms()
        self._drop_late(now_ms)
        if now_ms < self._pause_until_ms:
            self._postpone()
            return
        ready = self._ready()
        if not ready and not self._handed and self._is_tried and not self._trouble:
            return
        self._is_tried = True
        try:
            async with self._connected() as client:
                for waiting in ready:
                    await self._send(client, waiting)
                for handed in self._handed[:AT_ONCE]:
                    if self._ready():  # somebody sits before his screen and waits for that letter
                        break
                    if self._clock.now_ms() - handed.since_ms > PATIENCE_MS:
                        self._settle(handed, "later", 0)
                    elif handed in self._handed:  # its sender waits still
                        await self._hand_over(client, handed)
        except (SMTPException, OSError, ValueError) as error:
            self._note_trouble(error)
            self._postpone()
        else:
            self._trouble, self._failures = "", 0

    def _ready(self) -> list[_Waiting]:
        """Returns the letters that are due now, as many as one connection takes."""
        now_ms = self._clock.now_ms()
        return [each for each in self._waiting if each.due_ms <= now_ms][:AT_ONCE]

    def _drop_late(self, now_ms: int) -> None:
        for waiting in [*self._waiting]:
            if now_ms >= waiting.until_ms:
                self._end(waiting, "failed")

    def _end(self, waiting: _Waiting, result: str) -> None:
        self._waiting.remove(waiting)
        self._note_result(result)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[SMTP]:
        """The line to the server, encrypted and signed in. Raises what ``aiosmtplib`` raises."""
        server = self._server
        client = SMTP(
            hostname=server.host,
            port=server.port,
            local_hostname=self._site,
            timeout=self._answer_s,
            use_tls=server.encryption == "tls",
            start_tls=False,
            tls_context=server.context,
        )
        try:
            await client.connect()
            if server.encryption == "starttls":
                await client.ehlo()
                if not client.supports_extension("starttls"):
                    raise SMTPNotSupported("")
                await client.starttls()
            if server.user:
                await client.login(server.user, server.password)
            yield client
            with suppress(SMTPException, OSError):  # all letters are taken
                await client.quit()
        finally:
            client.close()

    async def _send(self, client: SMTP, waiting: _Waiting) -> None:
        """Hands one letter over. Raises what ``aiosmtplib`` raises where the server fails."""
        if not await asyncio.to_thread(waiting.letter.is_wanted):
            self._waiting.remove(waiting)
            return
        try:
            await client.send_message(
                waiting.message, sender=self.sender, recipients=[waiting.letter.to]
            )
        except SMTPRecipientsRefused as error:  # of this address alone: anybody can name a bad one
            code = error.recipients[0].code
            self._note_failure("recipient", code)
            if code == SHUTTING_DOWN:
                raise
            self._try_again(waiting, code)
        except SMTPDataError as error:
            self._try_again(waiting, error.code)
            raise
        else:
            self._end(waiting, "sent")

    async def deliver(self, message: EmailMessage, to: str) -> Delivery:
        """Hands *message* over, for *to* alone, behind all letters that are due, and by their
        connection; returns how that ended. While the server fails it fails, too."""
        ended: asyncio.Future[Delivery] = asyncio.get_running_loop().create_future()
        handed = _Handed(message, to, self._clock.now_ms(), ended)
        self._handed.append(handed)
        if self._handing is None or self._handing.done():
            # a task of its own: a sender that gives up breaks off nobody else's delivery
            self._handing = begin(self._hand_all, self._note_defect)
        try:
            return await ended
        finally:
            if handed in self._handed:
                self._handed.remove(handed)

    def _note_defect(self, defect: BaseException) -> None:
        self._note_failure(type(defect).__name__, 0)

    async def _hand_all(self) -> None:
        try:
            while self._handed:
                await self.send_due()
        finally:
            self._postpone()

    async def _hand_over(self, client: SMTP, handed: _Handed) -> None:
        """Hands one message over. Raises what ``aiosmtplib`` raises where the server fails."""
        try:
            message = handed.message.as_bytes(policy=_WRITING)
            await client.sendmail(self.sender, [handed.to], message)
        except SMTPRecipientsRefused as error:
            code = error.recipients[0].code
            self._note_failure("recipient", code)
            if code == SHUTTING_DOWN:
                raise
            self._settle(handed, "nobody" if code >= LAST_FAILURE else "later")
        except SMTPDataError as error:  # of this message alone: what others get goes on
            self._note_failure("message", error.code)
            if error.code == SHUTTING_DOWN:
                raise
            self._settle(handed, "refused" if error.code >= LAST_FAILURE else "later")
        else:
            self._trouble, self._failures = "", 0
            self._settle(handed, "sent")

    def _settle(
        self, handed: _Handed, result: DeliveryResult, after_ms: int = LONGEST_PAUSE_MS
    ) -> None:
        if handed in self._handed:
            self._handed.remove(handed)
        if not handed.ended.done():
            handed.ended.set_result(Delivery(result, after_ms if result == "later" else 0))
        if result != "later":
            self._note_result("sent" if result == "sent" else "failed")

    def _postpone(self) -> None:
        """Ends all deliveries: the server fails, and they may be tried again after its pause."""
        for handed in [*self._handed]:
            self._settle(handed, "later", self.pause_ms)

    def _try_again(self, waiting: _Waiting, code: int) -> None:
        """Lets a letter wait for a further attempt, unless *code* says that it is in vain."""
        if code >= LAST_FAILURE:
            self._end(waiting, "failed")
            return
        due_ms = self._clock.now_ms() + _pause_ms(waiting.tries)
        place = self._waiting.index(waiting)
        self._waiting[place] = replace(waiting, tries=waiting.tries + 1, due_ms=due_ms)

    def _note_trouble(self, error: Exception) -> None:
        self._pause_until_ms = self._clock.now_ms() + _pause_ms(self._failures)
        self._failures += 1
        self._trouble = _("The mail server {host} fails: {why}.").format(
            host=self._server.host, why=_reason(error)
        )
        code = error.code if isinstance(error, SMTPResponseException) else 0
        self._note_failure(type(error).__name__, code)


class _Writing(EmailPolicy):
    """Writes messages for servers, and heads of ``WHOLE`` on one line each: the library would fold
    a link, or write it in pieces that few programs put together."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in WHOLE and str(value).isascii():
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


WHOLE: Final = ("message-id", "list-id", "list-unsubscribe")
"""The heads that stand on one line, however long it is."""
_WRITING: Final = _Writing(linesep="\r\n")
SHUTTING_DOWN: Final = 421
"""The code with which a server ends a line whatever was said."""


def _pause_ms(tries: int) -> int:
    """Returns the pause after so many failed *tries* before, ms."""
    return min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << min(tries, 10))


def _reason(error: Exception) -> str:
    """Returns the reason of a failure of the mail server, without its own words."""
    if isinstance(error, ssl.SSLError) or isinstance(error.__cause__, ssl.SSLError):
        return _("its certificate or its encryption does not fit")
    if isinstance(error, SMTPTimeoutError | asyncio.TimeoutError):
        return _("it does not answer")
    if isinstance(error, SMTPAuthenticationError):
        return _("it refuses user or password")
    if isinstance(error, SMTPNotSupported):
        return _("it offers no encryption, or no password")
    if isinstance(error, SMTPResponseException) and error.code > 0:  # -1: that was no answer
        return _("it answers {code}").format(code=error.code)
    return _("it cannot be reached, or breaks off")
