"""Only the browser of the person who started the server comes in."""

from __future__ import annotations

import asyncio
import re

import pytest
from aiohttp import WSServerHandshakeError
from yarl import URL

from gipf_meta.web.access import Access
from gipf_meta.web.page_files import page_files
from tests.web.conftest import entered, served, visited

FOREIGN = ("http://elsewhere.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1")
PATHS = ("/", "/socket", "/page/main.js", "/nothing")


def test_every_server_has_secrets_of_its_own() -> None:
    one, other = Access(1), Access(1)
    assert one.secret != other.secret
    assert one.url != other.url


def test_a_token_works_again() -> None:
    access = Access(1)
    token = access.url.partition("=")[2]
    assert not access.is_token("")
    assert not access.is_token(token[:-1])
    assert access.is_token(token)
    assert access.is_token(token)


def test_letters_that_are_no_ascii_are_just_wrong() -> None:
    access = Access(1)
    for given in ("žeton", "\udce9", "\ud800", "\0", "😀" * 1000):
        assert not access.is_token(given)
        assert not access.is_known({access.cookie: given})


async def test_without_the_token_nothing_is_answered_but_a_sentence() -> None:
    async with visited() as visitor:
        for path in (*PATHS, "/?token=", "/?token=wrong", "/?token=%C5%BE"):
            answer = await visitor.get(path)
            assert answer.status == 403, path
            assert (await answer.text()).startswith("Open the address that gipf-meta serve")
            assert "Set-Cookie" not in answer.headers


async def test_a_browser_reads_a_refusal_on_a_page_that_fits_a_phone() -> None:
    async with visited() as visitor:
        for path in ("/", "/page/main.js"):
            answer = await visitor.get(path, Accept="text/html,*/*;q=0.8")
            assert (answer.status, answer.content_type) == (403, "text/html")
            page = await answer.text()
            assert '<meta name="viewport" content="width=device-width' in page
            assert "<p>Open the address that gipf-meta serve has printed; it works" in page
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        await visitor.enter()
        answer = await visitor.get("/elsewhere", Accept="text/html")
        assert (answer.status, answer.content_type) == (404, "text/html")
        host = await visitor.get("/", Accept="text/html", Host="<b>")
        assert "<b>" not in await host.text()


async def test_the_token_becomes_a_cookie_and_leaves_the_address() -> None:
    async with visited() as visitor:
        answer = await visitor.enter()
        assert (answer.status, answer.headers["Location"]) == (303, "/")
        (cookie,) = answer.cookies.values()
        assert cookie["httponly"]
        assert (cookie["samesite"], cookie["path"], cookie["max-age"]) == ("Strict", "/", "")
        assert str(visitor.url.port) in cookie.key, "servers at two ports share their cookies"
        assert (await visitor.get("/")).status == 200


async def test_the_token_leaves_the_address_of_a_browser_that_has_the_cookie_too() -> None:
    async with entered() as visitor:
        for address in (visitor.url.path_qs, "/?token=yesterday"):
            answer = await visitor.get(address)
            assert (answer.status, answer.headers["Location"]) == (303, "/")
        elsewhere = await visitor.get(visitor.url.path_qs, **{"Sec-Fetch-Site": "cross-site"})
        assert 'content="0; url=/"' in await elsewhere.text()


async def test_a_browser_that_has_lost_its_cookie_gets_in_with_the_printed_address() -> None:
    async with entered() as visitor:
        visitor.client.cookie_jar.clear()
        assert (await visitor.get("/")).status == 403
        assert (await visitor.enter()).headers["Location"] == "/"
        assert (await visitor.get("/")).status == 200


async def test_asking_whether_the_address_answers_gives_no_access() -> None:
    async with visited() as visitor:
        head = await visitor.client.head(visitor.url, allow_redirects=False)
        assert head.status == 403
        assert "Set-Cookie" not in head.headers
        assert (await visitor.enter()).status == 303


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("path", PATHS)
async def test_another_site_is_refused_though_the_browser_sends_the_cookie(
    origin: str, path: str
) -> None:
    async with entered() as visitor:
        said = origin.format(port=visitor.url.port)
        answer = await visitor.get(path, Origin=said)
        assert answer.status == 403
        assert await answer.text() == "Only pages of this server may ask it for anything."


@pytest.mark.parametrize("host", ["elsewhere.example:{port}", "127.0.0.1", "localhost:1"])
async def test_a_name_that_was_made_to_point_here_is_refused(host: str) -> None:
    async with entered() as visitor:
        for path in PATHS:
            answer = await visitor.get(path, Host=host.format(port=visitor.url.port))
            assert answer.status == 403
            assert (await answer.text()).startswith("This server is only at http://127.0.0.1:")


@pytest.mark.parametrize("origin", ["", *FOREIGN, "http://localhost:{port}"])
async def test_no_socket_is_opened_for_another_site(origin: str) -> None:
    async with entered() as visitor:
        with pytest.raises(WSServerHandshakeError, match="403"):
            await visitor.connect(Origin=origin.format(port=visitor.url.port))


async def test_no_socket_is_opened_without_an_origin() -> None:
    async with entered() as visitor:
        with pytest.raises(WSServerHandshakeError, match="403"):
            await visitor.client.ws_connect(visitor.url.join(URL("/socket")))


async def test_no_socket_is_opened_without_the_cookie() -> None:
    async with visited() as visitor:
        with pytest.raises(WSServerHandshakeError, match="403"):
            await visitor.connect()


async def test_localhost_is_this_machine_too() -> None:
    async with visited() as visitor:
        here = f"localhost:{visitor.url.port}"
        answer = await visitor.get(visitor.url.path_qs, Host=here, Origin=f"http://{here}")
        assert answer.status == 303


async def test_only_this_machine_can_reach_it() -> None:
    async with served() as url:
        assert url.host == "127.0.0.1"
        with pytest.raises(OSError, match="Connect"):
            await asyncio.open_connection("127.0.0.2", url.port)


@pytest.mark.parametrize("path", [*PATHS, "/page/access.py"])
async def test_every_answer_keeps_the_page_at_home(path: str) -> None:
    async with visited() as visitor:
        for answer in (await visitor.get(path), await visitor.enter(), await visitor.get(path)):
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            for word in policy.replace(";", "").split():
                assert ":" not in word or word in (
                    f"ws://127.0.0.1:{visitor.url.port}",
                    f"ws://localhost:{visitor.url.port}",
                )
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    "path",
    [
        *("/page/", "/page/server.py", "/page/../server.py", "/page/%2e%2e%2fserver.py"),
        *("/static/main.js", "/download/1", "/ws", "/1"),
    ],
)
async def test_nothing_else_is_served(path: str) -> None:
    async with entered() as visitor:
        answer = await visitor.client.get(
            URL(f"http://{visitor.url.authority}{path}", encoded=True), allow_redirects=False
        )
        assert answer.status == 404


async def test_only_questions_are_answered() -> None:
    async with entered() as visitor:
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD"):
            answer = await visitor.client.request(method, visitor.url.join(URL("/")))
            assert answer.status == 405


async def test_what_is_served_names_nothing_outside() -> None:
    async with entered() as visitor:
        for path in ("/", *(f"/page/{name}" for name in page_files().by_name)):
            answer = await visitor.get(path)
            assert answer.status == 200
            text = without_comments(await answer.text(), answer.content_type)
            outside = re.findall(r"""@import.*|https?://\w.*|(?:url\(|=)["']?//.*""", text)
            assert not outside, path


def without_comments(text: str, kind: str) -> str:
    """Returns *text* without comments, which name pages of their authors, and without the namespace
    of SVG."""
    if kind == "text/css":
        while "/*" in text:
            before, _, rest = text.partition("/*")
            text = before + rest.partition("*/")[2]
    return text.replace("http://www.w3.org/2000/svg", "")  # a name, and no address
