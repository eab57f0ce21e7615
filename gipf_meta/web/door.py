"""The check of every request, the headers of every answer, and the page of a refusal."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Final, Protocol

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from gipf_meta.base.texts import _
from gipf_meta.web.access import PAGE, Access, write_redirect
from gipf_meta.web.connections import Connection, Connections

POLICY: Final = (
    "default-src 'none'; script-src 'self'; font-src 'self'; style-src 'self' '{style}';"
    " img-src 'self'; connect-src 'self' {sockets}; manifest-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of every answer."""

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Server": "gipf_meta",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

OWN: Final = ("Cache-Control", "Content-Security-Policy", "Referrer-Policy")
"""Headers of these that an answer has itself stay as they are."""
ONCE: Final = ("Host", "Origin", "Sec-Fetch-Site")
"""Headers that may not be repeated: the first might be checked, and the second be used."""


class Site(Protocol):
    """The routes of a server, without the check of requests.

    ``icon`` is the path of the site's icon.
    """

    icon: str

    def routes(self) -> list[web.RouteDef]:
        """Returns the handlers of all paths."""
        ...

    async def close(self) -> None:
        """Closes the sockets of all tabs, when the server ends."""
        ...


class Door:
    """Admits only browsers with *access* to *site*; *folder* gets the page that redirects to it.

    The first visit removes that page, and *again*, by which the server is opened again.
    """

    def __init__(
        self,
        access: Access,
        folder: Path,
        connections: Connections,
        site: Site,
        again: Path | None = None,
    ) -> None:
        self.access = access
        self.redirect = write_redirect(folder, access.url)
        self._pages = [page for page in (self.redirect, again) if page is not None]
        self._connections, self._site = connections, site

    def application(self) -> web.Application:
        """Returns the application for aiohttp, which checks every request."""
        return application_of(self._site, self._guard, self._connections)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        wants_socket = "Upgrade" in request.headers
        why = self.access.refusal(request.headers, must_say=wants_socket)
        is_known = not why and self.access.is_known(request.cookies)
        self._connections.note_request(connection_of(request), is_known=is_known)
        if why:
            raise self._refused(why)
        if is_ambiguous(request):
            raise self._connections.malformed()
        is_proof = request.path == "/proof" and request.method == "GET"
        if is_proof and (proof := self.access.proof(request.query.get("nonce", ""))):
            return web.Response(text=proof)
        # a HEAD request only checks the address
        comes_by_token = (
            request.path == "/" and request.method == "GET" and "token" in request.query
        )
        if comes_by_token and (is_known or self.access.is_token(request.query["token"])):
            return self._let_in(request)
        if not is_known:
            raise self._refused(
                _(
                    "Open the address that gipf-meta serve has printed; it works as long as the"
                    " server runs."
                )
            )
        response: web.StreamResponse = await handler(request)
        return response

    def _let_in(self, request: web.Request) -> web.Response:
        """Gives the cookie to a browser that has the token, and redirects it to ``/``.

        It is redirected even if it has the cookie already, so that the token does not stay in its
        address bar.

        A browser that comes from a page of another site, or from a file, would not send the cookie
        after a redirect by HTTP; it does so after one by a page of this server.
        """
        for opened in self._pages:
            opened.unlink(missing_ok=True)
        if request.headers.get("Sec-Fetch-Site", "none") == "none":
            response = web.Response(status=303, headers={"Location": "/"})
        else:
            page = PAGE.format(url="/", icon=self._site.icon)
            response = web.Response(text=page, content_type="text/html")
        response.set_cookie(
            self.access.cookie, self.access.secret, httponly=True, samesite="Strict"
        )
        return response

    def _refused(self, why: str) -> web.HTTPException:
        """Returns the refusal (403) of a request, which ends its connection."""
        self._connections.notices.say(
            _("A browser or page without access was refused; the printed address gives access.")
        )
        refused = web.HTTPForbidden(text=why)
        refused.force_close()
        return refused


def application_of(site: Site, guard: Middleware, connections: Connections) -> web.Application:
    """Returns an application that serves *site*: *guard* checks every request, and every answer
    gets the headers of *connections*.
    """

    async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
        own = {name: response.headers[name] for name in OWN if name in response.headers}
        response.headers.update({**connections.headers, **own})

    async def close(application: web.Application) -> None:
        await site.close()

    application = web.Application(middlewares=[_show_refusals, guard])
    application.on_response_prepare.append(add_headers)
    application.on_shutdown.append(close)
    application.add_routes(site.routes())
    return application


def headers_of(sockets: Iterable[str]) -> Mapping[str, str]:
    """Returns the headers of every answer. Styles come from files, save that of ``sentence_page``.

    *sockets* are the addresses of sockets: in old browsers ``'self'`` does not include them.
    """
    return {
        "Content-Security-Policy": POLICY.format(style=STYLE_HASH, sockets=" ".join(sockets)),
        **HEADERS,
    }


@web.middleware
async def _show_refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Puts the sentence of a refusal on a page of HTML, for browsers; others get plain text."""
    try:
        return await handler(request)
    except web.HTTPException as refused:
        if refused.status >= 400 and "text/html" in request.headers.get("Accept", ""):
            refused.text = sentence_page(refused.text or refused.reason)
            refused.content_type = "text/html"
        raise


def is_ambiguous(request: web.Request) -> bool:
    """Whether *request* repeats a header of ``ONCE``, or opens a socket by non-ASCII headers.

    aiohttp fails on such a handshake. Cookies may be those of any server on this machine.
    """
    headers = request.headers
    return any(len(headers.getall(name, ())) > 1 for name in ONCE) or (
        "Upgrade" in headers
        and not all(text.isascii() for name, text in headers.items() if name.lower() != "cookie")
    )


def connection_of(request: web.Request) -> Connection:
    """Returns the connection on which *request* came."""
    assert isinstance(request.protocol, Connection)
    return request.protocol


STYLE: Final = """
  body {
    max-width: 32em; margin: 0 auto; padding: 2em 1.25em;
    background: #121212; color: #e0e0e0;
    font: 1.125rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
  }
  h1 { font-size: 1.5rem; }
  button { min-height: 3rem; padding: 0 1.25em; border-radius: 0.5rem; font: inherit; }
"""

STYLE_HASH: Final = f"sha256-{b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}"
"""The hash of the style, for the Content-Security-Policy."""

SENTENCE_PAGE: Final = """<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gipf_meta</title>
<style>{style}</style>
<p>{sentence}</p>
"""


def sentence_page(sentence: str) -> str:
    """Returns the HTML of a page that shows *sentence*."""
    return SENTENCE_PAGE.format(style=STYLE, sentence=escape(sentence))
