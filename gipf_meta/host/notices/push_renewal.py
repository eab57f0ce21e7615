"""Where a browser's worker tells that its pushes go elsewhere from now on, with no page open.

Nobody has signed in there. Proof is what the browser and the host alone know of the subscription
that has ended: its ``auth`` secret, which no push service learns. Who has it could read the notices
all along. The way stays the person's and the device's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web

from gipf_meta.base.clock import Clock, RealClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_object
from gipf_meta.base.texts import _
from gipf_meta.host.limits import Allowances
from gipf_meta.rooms.ledger import LedgerError

PATH: Final = "push-renewed"
"""The path, beside that of the worker."""
LONGEST: Final = 8_192
"""The most bytes that are read."""
AT_ONCE: Final = 20
"""The renewals of a network at once; ``PER_S`` in the long run."""
PER_S: Final = 1 / 60

Renew = Callable[[str, str, str, str, str], bool]
"""Takes the endpoint and ``auth`` that were, and endpoint, ``p256dh`` and ``auth`` that are now;
returns whether that was proof. Raises ``GipfMetaError``."""


class PushRenewal:
    """Takes what workers tell by *renew*; *network_of* returns the network of a client, limits are
    measured by *clock*."""

    def __init__(
        self, renew: Renew, network_of: Callable[[web.Request], str], clock: Clock
    ) -> None:
        self._renew, self._network_of = renew, network_of
        self._allowed = Allowances(clock, AT_ONCE, PER_S)

    def routes(self) -> list[web.RouteDef]:
        """Returns the one route."""
        return [web.post(f"/{PATH}", self._take)]

    async def _take(self, request: web.Request) -> web.Response:
        """Answers 204; 404 to everything that is no proof."""
        if not self._allowed.take(self._network_of(request)):
            raise web.HTTPTooManyRequests(text=_("That was tried too often; wait a while."))
        if not 0 < (request.content_length or 0) <= LONGEST:
            raise _nothing()
        said = read_object((await request.read()).decode("utf-8", "replace")) or {}
        was, now = said.get("was"), said.get("now")
        texts = (*_texts(was, "auth"), *_texts(now, "p256dh", "auth"))
        try:
            is_renewed = all(texts) and await asyncio.to_thread(self._renew, *texts)
        except LedgerError:
            why = _("The host cannot answer now; try again in a while.")
            raise web.HTTPServiceUnavailable(text=why) from None
        except GipfMetaError:
            is_renewed = False
        if not is_renewed:
            raise _nothing()
        return web.Response(status=204)


def _texts(subscription: Any, *keys: str) -> tuple[str, ...]:
    """Returns the endpoint of a *subscription* and some of its *keys*; ``""`` for what is none."""
    about = subscription if isinstance(subscription, dict) else {}
    found = about.get("keys")
    named = found if isinstance(found, dict) else {}
    each = (about.get("endpoint"), *map(named.get, keys))
    return tuple(text if isinstance(text, str) else "" for text in each)


def _nothing() -> web.HTTPException:
    return web.HTTPNotFound(text=_("There is nothing here."))


def routes_of_renewal(renew: Renew, network_of: Callable[[web.Request], str]) -> list[web.RouteDef]:
    """Returns the routes; see ``PushRenewal``."""
    return PushRenewal(renew, network_of, RealClock()).routes()
