"""A bot that plays at a host: python room_bot.py 'http://192.168.1.5:8064/#enter/ROOM/KEY'.

It needs aiohttp alone. Its messages to and from the host are described in docs/rooms.md, so a
bot in any other language does the same.
"""

import asyncio
import sys
from itertools import count
from random import Random

from aiohttp import ClientSession

IDS, RANDOM = count(), Random(1)


async def play(address: str) -> str:
    """Enters by the invitation *address*, plays to the end and returns a sentence on the result."""
    site, _, place = address.partition("#")
    _, room, key = place.split("/")
    origin = site.rstrip("/")
    async with (
        ClientSession() as session,
        session.ws_connect(f"{origin}/socket", headers={"Origin": origin}, max_msg_size=0) as line,
    ):

        async def say(do: str, **fields: object) -> None:
            await line.send_json({"do": do, "id": f"b{next(IDS)}", "room": room, **fields})

        await line.send_json({"do": "hello", "version": 1, "language": "en", "name": "Robin"})
        await say("enter", key=key)
        await say("watch", want="scene")
        scene: dict[str, dict] = {}
        async for frame in line:
            heard = frame.json()
            if "refused" in heard:
                print(heard["why"], file=sys.stderr)
            if "scene" not in heard:
                continue
            change = heard["scene"]
            scene = {} if change["whole"] else scene
            scene.update(change["set"])
            for name in change["gone"]:
                del scene[name]
            if "over" in scene:
                await say("leave")  # so that nobody waits for its answer to a rematch
                return scene["over"]["sentence"]
            await act(scene, change["number"], say)
    raise ConnectionError("the host has hung up")


async def act(scene: dict, number: int, say) -> None:
    """Sends the bot's answer to the *scene* after event *number*, if it must act."""
    may = scene["may"]["do"]
    mine = [scene[name] for name in scene if name.startswith("player:") and scene[name]["you"]]
    if "go_on" in may:  # time passes when all are ready
        await say("go_on")
    elif "answer" in may:  # let others take back and pause, but play on for a win
        await say("answer", accept=scene["state"]["request"] is not None, seen=number)
    elif "play" in may and any(player["due"] for player in mine):
        notation, *_ = RANDOM.choice(scene["choices"]["all"])
        await say("play", text=notation, seen=number)


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1])))
