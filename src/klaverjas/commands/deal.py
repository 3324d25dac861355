"""`klaverjas deal`: four hands."""

import secrets
from typing import Annotated

from cyclopts import App, Parameter

from klaverjas.commands.drawing import draw_deal
from klaverjas.commands.terminal import AsJson, Lang, RulesName, console, print_json, rules_named, spoken
from klaverjas.commands.words import word
from klaverjas.engine.positions import by_seat
from klaverjas.fair import deal, seeded_deck
from klaverjas.seats import Seat

app = App(
    name="deal",
    help="Deal four hands from a seed: the same seed always gives the same hands.",
    help_epilogue=(
        "Examples:\n\n"
        "  klaverjas deal --seed 42\n\n"
        "  klaverjas deal --seed 42 --rules lugus --dealer N    in batches of 3-2-3\n\n"
        "  klaverjas deal --json                                with a random seed, which is reported"
    ),
    help_format="plaintext",
)


@app.default
def deal_hands(
    *,
    seed: Annotated[int | None, Parameter(help="Any whole number; default: random.")] = None,
    dealer: Annotated[str, Parameter(help="Who deals: S, W, N or E.")] = "S",
    rules: RulesName = "rotterdam",
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Deal four hands from a seed: the same seed always gives the same hands."""
    language = spoken(lang)
    used = secrets.randbelow(1 << 32) if seed is None else seed
    seat = Seat.parse(dealer)
    hands = deal(seeded_deck(used), seat, rules_named(rules).deal)
    if json:
        print_json({"seed": used, "dealer": seat.letter, "hands": by_seat(hands)})
        return 0
    screen = console()
    screen.print(draw_deal(hands, seat, language, screen.width))
    screen.print(f"[dim]{word('Seed', language)} {used}[/dim]")
    return 0
