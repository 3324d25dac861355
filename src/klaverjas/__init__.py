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
    LiftPenalty,
    MakeBid,
    Pass,
    Penalise,
    Play,
)
from klaverjas.cards import DECK, Card, Hand, Rank, Suit
from klaverjas.errors import KlaverjasError, RecordError, Refusal, RulesError, TextError
from klaverjas.events import (
    AccusationFailed,
    AccusationProven,
    AuctionWon,
    BidMade,
    CardPlayed,
    Dealt,
    GameClosed,
    GameStarted,
    Knocked,
    Passed,
    PenaltyImposed,
    PenaltyLifted,
    RoemClaimed,
    RoundScored,
    TrickWon,
    TroefChosen,
)
from klaverjas.fair import FairDeals, deal, seeded_deck
from klaverjas.former_names import FORMER_NAMES
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.record import Comment, Record, Verification, read, verify, write
from klaverjas.referee import all_offences
from klaverjas.round import Round, WonTrick
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
from klaverjas.rules.roem import RoemPart, roem_parts
from klaverjas.rules.ruleset import GameEnd, RuleSet
from klaverjas.rules.schema import schema
from klaverjas.rules.scoring import Offence, Outcome, Result, points_needed
from klaverjas.rules.trick import Trick, card_strength
from klaverjas.seats import SEATS, TEAMS, Seat, Team
from klaverjas.version import __version__
from klaverjas.view import Choices, GameView, View, Watcher, view_game, view_round

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
    "AccusationFailed",
    "AccusationProven",
    "Accuse",
    "AuctionWon",
    "Bid",
    "BidMade",
    "Card",
    "CardPlayed",
    "Choices",
    "ChooseTroef",
    "Claim",
    "Close",
    "Collect",
    "Comment",
    "Deal",
    "Dealt",
    "FairDeals",
    "Game",
    "GameClosed",
    "GameEnd",
    "GameStarted",
    "GameView",
    "Hand",
    "KlaverjasError",
    "Knock",
    "Knocked",
    "LiftPenalty",
    "MakeBid",
    "Offence",
    "Outcome",
    "Pass",
    "Passed",
    "Penalise",
    "PenaltyImposed",
    "PenaltyLifted",
    "Phase",
    "Play",
    "Rank",
    "Record",
    "RecordError",
    "Refusal",
    "Result",
    "RoemClaimed",
    "RoemPart",
    "Round",
    "RoundScored",
    "RuleSet",
    "RulesError",
    "Seat",
    "Suit",
    "Team",
    "TextError",
    "Trick",
    "TrickWon",
    "TroefChosen",
    "Verification",
    "View",
    "Watcher",
    "WonTrick",
    "__version__",
    "all_offences",
    "card_strength",
    "deal",
    "legal_cards",
    "named",
    "points_needed",
    "read",
    "roem_parts",
    "rules_from_json",
    "rules_to_json",
    "schema",
    "seeded_deck",
    "verify",
    "view_game",
    "view_round",
    "why_incorrect",
    "write",
]

FORMER_NAMES.install()
