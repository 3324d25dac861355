"""The page: what a browser is given, how long it may keep it, and what the page may do."""

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest

from klaverjas.server.limits import Gates
from klaverjas.server.settings import Limits, Settings
from klaverjas.server.web.app import make_app
from table_server import TableServer

SCRIPT = "export const cards = 32\n" * 200
FILES = {
    "index.html": "<!doctype html><title>Klaverjas</title>",
    "sw.js": "self.addEventListener('fetch', () => {})",
    "manifest.webmanifest": "{}",
    "favicon.svg": "<svg/>",
    "icons/icon-192.png": "picture",
    "assets/index-D3adb33f.js": SCRIPT,
    "assets/index-C0ffee00.css": "body { margin: 0 }",
    ".vite/manifest.json": "{}",
}
FOR_EVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"


class Browser:
    """Asks an application without a network."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.app = make_app(Settings(**settings), folder)  # type: ignore[arg-type]

    def ask(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="http://kj.test:8080") as client:
                named = {name.replace("_", "-"): value for name, value in headers.items()}
                return await client.request(method, path, headers=named)

        return asyncio.run(asked())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page")
    for name, text in FILES.items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_text(text)
    (made.parent / "secret.txt").write_text("not of the page")
    return made


@pytest.fixture(scope="module")
def browser(folder: Path) -> Browser:
    return Browser(folder)


@pytest.mark.parametrize(
    ("path", "kind", "kept"),
    [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/nieuw", "text/html; charset=utf-8", "no-cache"),
        ("/t/123456", "text/html; charset=utf-8", "no-cache"),
        ("/t/123456?lang=en", "text/html; charset=utf-8", "no-cache"),
        ("/g/0123456789abcdef?share=x", "text/html; charset=utf-8", "no-cache"),
        ("/ik", "text/html; charset=utf-8", "no-cache"),
        ("/regels", "text/html; charset=utf-8", "no-cache"),
        ("/instellingen", "text/html; charset=utf-8", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", A_DAY),
        ("/favicon.svg", "image/svg+xml", A_DAY),
        ("/icons/icon-192.png", "image/png", A_DAY),
        ("/assets/index-D3adb33f.js", "text/javascript; charset=utf-8", FOR_EVER),
        ("/assets/index-C0ffee00.css", "text/css; charset=utf-8", FOR_EVER),
    ],
)
def test_every_file_has_its_kind_and_may_be_kept_as_long_as_it_is_true(
    browser: Browser, path: str, kind: str, kept: str
) -> None:
    answer = browser.ask(path)
    assert answer.status_code == 200
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == (kind, kept)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    head = browser.ask(path, "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == answer.headers
    known = browser.ask(path, if_none_match=f'"other", W/{answer.headers["etag"]}')
    assert (known.status_code, known.content) == (304, b"")
    assert (known.headers["etag"], known.headers["cache-control"]) == (answer.headers["etag"], kept)


def test_every_address_of_the_page_is_the_same_page(browser: Browser) -> None:
    assert browser.ask("/").text == browser.ask("/t/123456").text == FILES["index.html"]


def test_a_text_is_packed_for_who_takes_it(browser: Browser) -> None:
    packed = browser.ask("/assets/index-D3adb33f.js", accept_encoding="gzip, br")
    plain = browser.ask("/assets/index-D3adb33f.js", accept_encoding="identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == SCRIPT
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), 9)) < len(SCRIPT)
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in browser.ask("/icons/icon-192.png", accept_encoding="gzip").headers


@pytest.mark.parametrize(
    "path",
    [
        "/assets/nothing.js", "/assets/", "/assets", "/icons", "/t", "/t/1/2", "/other", "/.vite/manifest.json",
        "/assets/../index.html.bak", "/../secret.txt", "/assets/../../secret.txt", "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/%00", "/assets//index-D3adb33f.js/x",
    ],
)  # fmt: skip
def test_what_is_no_file_of_the_page_is_not_there(browser: Browser, path: str) -> None:
    answer = browser.ask(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


@pytest.mark.parametrize("path", ["/", "/sw.js", "/assets/index-D3adb33f.js"])
def test_a_page_can_only_be_read(browser: Browser, path: str) -> None:
    answer = browser.ask(path, "POST")
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    assert answer.json()["code"] == "wrong-method"


def policy(answer: httpx.Response) -> dict[str, list[str]]:
    rules = [rule.split() for rule in answer.headers["content-security-policy"].split(";")]
    return {rule[0]: rule[1:] for rule in rules}


def test_the_page_may_do_nothing_but_what_is_ours(browser: Browser) -> None:
    found = policy(browser.ask("/"))
    for what in ("default-src", "script-src", "style-src", "img-src", "manifest-src", "worker-src"):
        assert found[what] == ["'self'"]
    assert found["connect-src"] == ["'self'", "ws://kj.test:8080", "wss://kj.test:8080"]
    for what in ("frame-ancestors", "base-uri", "object-src"):
        assert found[what] == ["'none'"]


@pytest.mark.parametrize(
    "host", ["evil.example; script-src *", "a b", "*", "x" * 300, "[::1", "'unsafe-inline'"]
)
def test_a_host_that_is_none_does_not_come_into_the_policy(browser: Browser, host: str) -> None:
    answer = browser.ask("/", host=host)
    assert answer.status_code in (200, 400)
    assert policy(answer).get("connect-src", ["'self'"]) == ["'self'"]


def test_behind_a_proxy_the_socket_of_the_public_address_is_allowed_too(folder: Path) -> None:
    found = policy(Browser(folder, public_url="https://klaverjas.example").ask("/"))
    assert "wss://klaverjas.example" in found["connect-src"]


def test_a_page_that_was_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        browser = Browser(folder)
        answer = browser.ask("/t/123456", accept_language="en")
        assert answer.status_code == 503
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "has not been built" in answer.text
        assert "npm --prefix web run build" in answer.text
        assert "nog niet gemaakt" in browser.ask("/", accept_language="nl").text
        assert browser.ask("/", "HEAD").content == b""


def test_a_club_of_sixty_behind_one_address_can_open_the_page_at_once(browser: Browser) -> None:
    gates = Gates(Limits())
    for _ in range(60 * 6):  # what a page asks for besides its files, which are not counted
        gates.requests.take("192.0.2.1")
    with pytest.raises(KeyError, match="context"):
        browser.app.state["context"]  # without which nothing can be counted
    assert browser.ask("/api/rules").status_code == 500
    assert all(browser.ask(f"/{name}").status_code == 200 for name in FILES if not name.startswith("."))


def test_a_browser_hears_only_of_policies_that_it_can_keep(server: TableServer) -> None:
    """Over plain HTTP from another machine this one would be an error in its console."""
    told = "cross-origin-opener-policy"
    port = server.url.rsplit(":", 1)[1]
    for host, wanted in (
        (f"localhost:{port}", True),
        (f"127.0.0.1:{port}", True),
        (f"192.0.2.7:{port}", False),
    ):
        answer = httpx.get(server.url, headers={"host": host})
        assert answer.status_code == 200
        assert (told in answer.headers) is wanted
    behind_a_proxy = {"host": "klaverjas.example", "x-forwarded-proto": "https"}
    assert told in httpx.get(server.url, headers=behind_a_proxy).headers
