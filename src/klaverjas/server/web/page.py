"""The page: the client as it was built, from memory, with headers that let a browser keep each file as long as it may.

None of this is counted as a request: a page is some thirty files, sixty people in a club may open it at once from one
address, and to refuse a file would cost as much as to send it.
"""

import gzip
import re
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from litestar import HttpMethod, Request, Response, route
from litestar.handlers import HTTPRouteHandler

from klaverjas.sentences import Phrase
from klaverjas.server.settings import Settings
from klaverjas.server.web.context import A_HOST, language_of

Req = Request[Any, Any, Any]
FOLDER: Final = Path(__file__).parent.parent / "page"  # filled by `npm run build`, in web/
SCREENS: Final = ("/", "/nieuw", "/t/{code:str}", "/g/{game:str}", "/ik", "/regels", "/instellingen")

UNCOUNTED: Final = {"uncounted": True}  # by the limit on requests

FOR_EVER: Final = "public, max-age=31536000, immutable"  # its name changes with what is in it
A_DAY: Final = "public, max-age=86400"
ASK_FIRST: Final = "no-cache"
KINDS: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".m4a": "audio/mp4",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
WORTH_PACKING: Final = frozenset((".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"))
BUILD: Final = "npm --prefix web ci && npm --prefix web run build"
NOT_BUILT: Final = Phrase(
    "The server is running, but its web page has not been built. Run this in the program folder, then "
    "restart the server:",
    "De tafels zijn open, maar de pagina om op te spelen is nog niet gemaakt. Doe dit in de map van het programma, en "
    "start de server opnieuw:",
)


class Form(NamedTuple):
    """A file as it is sent: as it is, or packed."""

    headers: dict[str, str]
    body: bytes


class Kept(NamedTuple):
    """A file of the page."""

    plain: Form
    packed: Form | None


def read_page(folder: Path) -> dict[str, Kept]:
    """Every file of a built page, by its path on the server."""
    return {
        f"/{file.relative_to(folder).as_posix()}": _kept(file, file.relative_to(folder).as_posix())
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    }


def _kept(file: Path, name: str) -> Kept:
    body = file.read_bytes()
    headers = {
        "content-type": KINDS.get(file.suffix, "application/octet-stream"),
        "cache-control": ASK_FIRST if file.suffix == ".html" or name == "sw.js" else A_DAY,
    }
    if name.startswith("assets/"):
        headers["cache-control"] = FOR_EVER
    if name == "sw.js":
        headers["service-worker-allowed"] = "/"
    if file.suffix not in WORTH_PACKING:
        return Kept(_form(headers, body), None)
    headers["vary"] = "accept-encoding"
    packed = gzip.compress(body, compresslevel=9, mtime=0)
    return Kept(_form(headers, body), _form(headers | {"content-encoding": "gzip"}, packed))


def _form(headers: dict[str, str], body: bytes) -> Form:
    tag = f'"{sha256(body).hexdigest()[:20]}"'
    return Form(headers | {"etag": tag, "content-length": str(len(body))}, body)


def handlers(settings: Settings, folder: Path = FOLDER) -> list[HTTPRouteHandler]:
    """The routes of the page and of every file that it needs; anything else is not found."""
    files = read_page(folder)
    index = files.get("/index.html")

    @route(
        list(SCREENS),
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        include_in_schema=False,
        opt=UNCOUNTED,
        sync_to_thread=False,
    )
    def screen(request: Req) -> Response[bytes]:
        if index is None:
            return _not_built(request)
        return _answer(request, index, {"content-security-policy": _policy(request, settings)})

    @route(
        list(files) or ["/index.html"],
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        include_in_schema=False,
        opt=UNCOUNTED,
        sync_to_thread=False,
    )
    def file(request: Req) -> Response[bytes]:
        request.scope["path_template"] = "page"  # for the metrics: there are many, and their names change
        return _answer(request, files[request.scope["path"].rstrip("/")])

    return [screen, file] if files else [screen]


def _answer(request: Req, kept: Kept, more: Mapping[str, str] = {}) -> Response[bytes]:
    form = kept.plain
    if kept.packed is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
        form = kept.packed
    headers = {**form.headers, **more}
    if _has_it(request.headers.get("if-none-match", ""), headers["etag"]):
        del headers["content-length"], headers["content-type"]
        return Response(b"", status_code=304, headers=headers)
    return Response(b"" if request.method == "HEAD" else form.body, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    """Whether a browser takes packed files.

    >>> _takes_gzip("br, gzip;q=0.8"), _takes_gzip("gzip;q=0, br"), _takes_gzip("")
    (True, False, False)
    """
    for part in accepted.lower().split(","):
        coding, _, quality = part.partition(";")
        if coding.strip() == "gzip":
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", quality)
    return False


def _has_it(known: str, tag: str) -> bool:
    """Whether a browser has this very file already."""
    return tag in [part.strip().removeprefix("W/") for part in known.split(",")]


def _policy(request: Req, settings: Settings) -> str:
    """What the page may do: nothing but what is ours. Older browsers must be told that its socket is ours too."""
    hosts = [request.headers.get("host", "")]
    if settings.public_url:
        hosts.append(urlsplit(settings.public_url).netloc)
    allowed = ["'self'"]
    for host in dict.fromkeys(hosts):
        if A_HOST.fullmatch(host):
            allowed += [f"ws://{host}", f"wss://{host}"]
    return (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; "
        f"worker-src 'self'; connect-src {' '.join(allowed)}; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    )


def _not_built(request: Req) -> Response[bytes]:
    """From the source, without Node: say how to get the page."""
    language = language_of(request)
    html = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Klaverjas</title></head><body>'
        f"<h1>Klaverjas</h1><p>{NOT_BUILT.said(language)}</p><pre>{escape(BUILD)}</pre></body></html>\n"
    ).encode()
    headers = {"content-type": KINDS[".html"], "cache-control": "no-store", "content-length": str(len(html))}
    return Response(b"" if request.method == "HEAD" else html, status_code=503, headers=headers)
