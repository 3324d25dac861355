"""The rival of bench/load.py: a bare relay. Whatever comes from a socket goes to the four sockets of its room."""

import sys
from collections import defaultdict
from typing import Any

import uvicorn

rooms: defaultdict[str, set[Any]] = defaultdict(set)


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"relay"})
        return
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = rooms[scope["path"]]
    room.add(send)
    try:
        while (message := await receive())["type"] == "websocket.receive":
            for other in list(room):
                await other({"type": "websocket.send", "text": message["text"]})
    finally:
        room.discard(send)


if __name__ == "__main__":
    uvicorn.run(
        app,
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        lifespan="off",
    )
