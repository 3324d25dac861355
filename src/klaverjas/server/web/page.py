"""The page at the root: how to join, until there is a table to look at."""

from html import escape
from typing import Any

from litestar import Request, Response, get

from klaverjas.rules.named import SUMMARIES
from klaverjas.server.web.context import context_of, language_of
from klaverjas.version import __version__

STYLE = """
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
       color: #14261d; background: #f5f3ea; }
h1 { font-size: 2rem; } code, pre { background: #e4e8dc; border-radius: .3rem; padding: .1rem .3rem; }
pre { padding: .8rem; overflow-x: auto; } dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
a { color: #0b5d3b; } .suits { letter-spacing: .3rem; } .red { color: #b3202a; }
@media (prefers-color-scheme: dark) { body { color: #e9efe6; background: #12231b; } code, pre { background: #1f3529; }
a { color: #8fd6ae; } .red { color: #ff8a8f; } }
"""

TEXTS = {
    "en": {
        "title": "Klaverjas",
        "lead": "A table server for klaverjas, the Dutch card game.",
        "install": "To play in a terminal, with Python 3.11 or newer:",
        "open": "Open a table, with bots on the empty seats",
        "join": "Join a table by its code",
        "rules": "The rule sets",
        "programs": "For programs",
        "schema": "OpenAPI description of everything that is not live",
        "live": "Playing goes over a socket at /ws/CODE; the protocol is described in docs/protocol.md.",
        "lobby": "Public tables",
        "at": "You were invited to table",
        "other": "Nederlands",
    },
    "nl": {
        "title": "Klaverjas",
        "lead": "Een tafelserver voor klaverjas.",
        "install": "Om in een terminal te spelen, met Python 3.11 of nieuwer:",
        "open": "Een tafel openen, met bots op de lege plaatsen",
        "join": "Deelnemen met een code",
        "rules": "De regelsets",
        "programs": "Voor programma's",
        "schema": "OpenAPI-beschrijving van alles wat niet live is",
        "live": "Spelen gaat over een socket op /ws/CODE; het protocol staat in docs/protocol.md.",
        "lobby": "Openbare tafels",
        "at": "Je bent uitgenodigd aan tafel",
        "other": "English",
    },
}


@get("/style.css", include_in_schema=False, media_type="text/css", sync_to_thread=False)
def style() -> str:
    return STYLE


@get(["/", "/t/{code:str}", "/g/{game:str}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[str]:
    """How to join, in Dutch or English."""
    language = language_of(request)
    text = TEXTS[language]
    server = context_of(request).settings.page
    code = escape(str(request.path_params.get("code", ""))[:6])
    shown = code if code.isdigit() else "123456"
    rules = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(phrase.said(language))}</dd>"
        for name, phrase in SUMMARIES.items()
    )
    invited = f"<p><strong>{text['at']} {code}.</strong></p>" if code.isdigit() else ""
    opening = f"""<h2>{text["open"]}</h2>
<pre>klaverjas join --new --bots --name Anna --server {escape(server)}</pre>"""
    joining = f"""<h2>{text["join"]}</h2>
<pre>klaverjas join {shown} --name Bert --server {escape(server)}</pre>"""
    other = "en" if language == "nl" else "nl"
    html = f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{text["title"]}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css"></head>
<body><main>
<h1>Klaverjas <span class="suits" aria-hidden="true">♣<span class="red">♦♥</span>♠</span></h1>
{invited}<p>{text["lead"]} <a href="/api/tables">{text["lobby"]}</a>.</p>
<p>{text["install"]}</p>
<pre>pip install 'klaverjas[join]'</pre>
{joining if invited else opening}
{opening if invited else joining}
<h2>{text["rules"]}</h2><dl>{rules}</dl>
<h2>{text["programs"]}</h2>
<p><a href="/schema/openapi.json">{text["schema"]}</a>. {text["live"]}</p>
<p><a href="?lang={other}" lang="{other}">{text["other"]}</a> · {__version__}</p>
</main></body></html>"""
    return Response(html, media_type="text/html")
