"""The page of a host as an app of its own: its manifest, by which a browser installs it, and icons.

On iPhones and iPads only a page that was installed may get pushes. They take no icon in SVG; the
host draws one in PNG, if the extra ``png`` is there, else they show a picture of the page.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from aiohttp import web

from gipf_meta.base.texts import _
from gipf_meta.render.svg import PngUnavailable, png
from gipf_meta.web.page_files import FOLDER, page_files

MANIFEST: Final = "manifest.webmanifest"
"""The name of the manifest, beside the page: addresses in it begin there."""
ICON: Final = "icon-{width}.png"
"""The name of an icon in PNG."""
WIDTHS: Final = (192, 512)
"""The widths of these icons, pixels."""
GROUND: Final = "#f8f2e4"
"""The ground of these icons: devices cut their corners off."""
KEPT: Final = {"Cache-Control": "private, max-age=86400"}
"""The header of what a browser may keep for a day."""
_LINK: Final = '<link rel="icon"'


@cache
def page_to_install() -> bytes:
    """Returns the page with a link to its manifest."""
    link = f'<link rel="manifest" href="{MANIFEST}" />\n    {_LINK}'
    return page_files().page.replace(_LINK.encode(), link.encode(), 1)


@cache
def manifest() -> str:
    """Returns the manifest, with the icons that this host has."""
    icons = [{"src": "page/icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    for width in filter(icon, WIDTHS):
        size = f"{width}x{width}"
        icons.append({"src": ICON.format(width=width), "sizes": size, "type": "image/png"})
    about = {"start_url": "./", "scope": "./", "id": "./", "display": "standalone"}
    colours = {"background_color": "#ffffff", "theme_color": "#26323c"}
    return json.dumps({"name": "GIPF Meta", **about, **colours, "icons": icons})


@cache
def icon(width: int) -> bytes:
    """Returns the icon in PNG; ``b""`` without the extra that draws it."""
    drawn = FOLDER.joinpath("icon.svg").read_text("utf-8")
    ground = f'<rect x="-20" y="-20" width="40" height="40" fill="{GROUND}" />'
    drawn = drawn.replace('"-16 -16 32 32"', '"-20 -20 40 40"')
    drawn = drawn.replace("<path", f"{ground}<path", 1)
    try:
        return png(drawn, width)
    except PngUnavailable:
        return b""


def routes_of_installing() -> list[web.RouteDef]:
    """Returns the routes of the manifest and of the icons that it names."""
    return [
        web.get(f"/{MANIFEST}", _manifest, allow_head=False),
        web.get(f"/{ICON.format(width='{width:[0-9]{1,4}}')}", _icon, allow_head=False),
    ]


async def _manifest(request: web.Request) -> web.Response:
    kind = "application/manifest+json"
    return web.Response(text=manifest(), content_type=kind, charset="utf-8", headers=KEPT)


async def _icon(request: web.Request) -> web.Response:
    width = int(request.match_info["width"])
    if width not in WIDTHS or not (drawn := icon(width)):
        raise web.HTTPNotFound(text=_("There is nothing here."))
    return web.Response(body=drawn, content_type="image/png", headers=KEPT)
