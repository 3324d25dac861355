"""The list of requests under `/schema`: plain HTML, because the page may load no script and no style from elsewhere."""

from html import escape
from typing import Any, Final

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from klaverjas.sentences import Phrase
from klaverjas.server.web.context import language_of

INTRODUCTION: Final = Phrase(
    "All requests and their status codes. The full description, with all fields, is at:",
    "Elke vraag die de server beantwoordt, met de statuscodes die het antwoord kan hebben. Een programma leest de "
    "volledige beschrijving, met alle velden, uit:",
)
COLUMNS: Final = (
    Phrase("Request", "Vraag"),
    Phrase("What it does", "Wat die doet"),
    Phrase("Parameters", "Parameters"),
    Phrase("Status codes", "Statuscodes"),
)


class ApiPage(OpenAPIRenderPlugin):
    """Renders the OpenAPI description as one table."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        language = language_of(request)
        title = escape(f"{openapi_schema['info']['title']} {openapi_schema['info']['version']}")
        where = escape(self.get_openapi_json_route(request))
        head = "".join(f"<th>{escape(column.said(language))}</th>" for column in COLUMNS)
        rows = "".join(
            _row(method, path, operation)
            for path, operations in openapi_schema["paths"].items()
            for method, operation in operations.items()
            if isinstance(operation, dict)
        )
        return (
            f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title></head><body>'
            f'<h1>{title}</h1><p>{escape(INTRODUCTION.said(language))} <a href="{where}">{where}</a></p>'
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></body></html>\n"
        ).encode()


def _row(method: str, path: str, operation: dict[str, Any]) -> str:
    parameters = ", ".join(parameter["name"] for parameter in operation.get("parameters", ()))
    cells = (operation.get("summary", ""), parameters, " ".join(operation["responses"]))
    asked = f"<td><code>{escape(method.upper())} {escape(path)}</code></td>"
    return f"<tr>{asked}{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
