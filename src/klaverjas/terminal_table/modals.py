"""What lies over the table for a moment: a menu, or something to read."""

from typing import ClassVar, Final

from rich.console import RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from klaverjas.sentences import Language
from klaverjas.terminal_table.canvas import TEAM_COLOURS, painted
from klaverjas.terminal_table.offers import Offer
from klaverjas.terminal_table.words import word

HELP: Final = (
    ("help-lobby", (("1-4", "help-seats"), ("u", "help-stand"), ("b", "help-bots"), ("g", "help-start"))),
    (
        "help-game",
        (
            ("1-8", "help-cards"),
            ("← → ↑ ↓", "help-arrows"),
            ("Enter", "help-enter"),
            ("p", "help-pass"),
            ("␣ Enter", "help-tap"),
            ("r", "help-roem"),
            ("v", "help-accuse"),
            ("t", "help-tip"),
            ("l", "help-last"),
            ("i", "help-stand-in"),
            ("a", "help-agree"),
        ),
    ),
    ("help-always", (("s", "help-sheet"), ("m", "help-menu"), ("q", "help-quit"))),
)


class Menu(ModalScreen[Offer | None]):
    """A few things to choose from, by number or with arrows and Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss")]

    def __init__(self, title: str, among: list[Offer], language: Language) -> None:
        super().__init__()
        self.title_line = title
        self.among = among
        self.language = language

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = self.title_line
            box.border_subtitle = word("escape", self.language)
            yield OptionList(
                *(
                    Option(painted(f"{number if number < 10 else ' '} {offer.label}"))
                    for number, offer in enumerate(self.among, start=1)
                ),
                id="list",
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.among[event.option_index])

    def on_key(self, event: events.Key) -> None:
        if event.key.isdecimal() and 0 < int(event.key) <= len(self.among):
            event.stop()
            self.dismiss(self.among[int(event.key) - 1])


class Paper(ModalScreen[None]):
    """Something to read; any of these keys puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q,s,l,question_mark", "dismiss")]

    def __init__(self, title: str, content: RenderableType, language: Language) -> None:
        super().__init__()
        self.title_line = title
        self.content = content
        self.language = language

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = self.title_line
            box.border_subtitle = word("escape", self.language)
            console = self.app.console
            with VerticalScroll(id="page") as page:
                page.styles.width = Measurement.get(console, console.options, self.content).maximum + 2
                yield Static(self.content, id="paper")


def help_page(language: Language) -> Table:
    """Every key, and what it does."""
    grid = Table.grid(padding=(0, 2))
    for title, lines in HELP:
        grid.add_row("", Text(word(title, language), f"bold {TEAM_COLOURS[0]}"))
        for key, line in lines:
            grid.add_row(Text(key, "bold"), word(line, language))
    return grid
