"""Klaverjas: a rules engine that is right at every table.

The engine needs nothing beyond the standard library. The names that most programs want are here; `docs/architecture.md`
shows where everything is.
"""

from klaverjas.actions import (
    Accuse,
    ChooseTroef,
    Claim,
    Close,
    Collect,
    Deal,
    Knock,
    MakeBid,
    Pass,
    Penalise,
    Play,
)
from klaverjas.cards import DECK, Card, Hand, Rank, Suit
from klaverjas.errors import KlaverjasError, RecordError, Refusal, RulesError, TextError
from klaverjas.fair import FairDeals, deal, seeded_deck
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.record import Comment, Record, read, verify, write
from klaverjas.round import Round
from klaverjas.rules.auction import Bid
from klaverjas.rules.legal import legal_cards, why_incorrect
from klaverjas.rules.named import (
    AMSTERDAM,
    AMSTERDAM_BOND,
    LUGUS,
    NAMED,
    ROTTERDAM,
    ROTTERDAM_BOND,
    VALET,
    named,
    rules_from_json,
    rules_to_json,
)
from klaverjas.rules.roem import roem_parts
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.schema import schema
from klaverjas.rules.scoring import Offence, Outcome, Result
from klaverjas.rules.trick import Trick
from klaverjas.seats import SEATS, TEAMS, Seat, Team
from klaverjas.version import __version__
from klaverjas.view import GameView, View, Watcher, game_view, view

__all__ = [
    "AMSTERDAM",
    "AMSTERDAM_BOND",
    "DECK",
    "LUGUS",
    "NAMED",
    "ROTTERDAM",
    "ROTTERDAM_BOND",
    "SEATS",
    "TEAMS",
    "VALET",
    "Accuse",
    "Bid",
    "Card",
    "ChooseTroef",
    "Claim",
    "Close",
    "Collect",
    "Comment",
    "Deal",
    "FairDeals",
    "Game",
    "GameView",
    "Hand",
    "KlaverjasError",
    "Knock",
    "MakeBid",
    "Offence",
    "Outcome",
    "Pass",
    "Penalise",
    "Phase",
    "Play",
    "Rank",
    "Record",
    "RecordError",
    "Refusal",
    "Result",
    "Round",
    "RuleSet",
    "RulesError",
    "Seat",
    "Suit",
    "Team",
    "TextError",
    "Trick",
    "View",
    "Watcher",
    "__version__",
    "deal",
    "game_view",
    "legal_cards",
    "named",
    "read",
    "roem_parts",
    "rules_from_json",
    "rules_to_json",
    "schema",
    "seeded_deck",
    "verify",
    "view",
    "why_incorrect",
    "write",
]
