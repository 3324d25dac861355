"""What happened and what is asked, in sentences."""

from collections.abc import Callable
from typing import Any, Final

from klaverjas.cards import Card, Suit, parse_cards
from klaverjas.rules.auction import Bid
from klaverjas.seats import TEAMS, Seat, Team
from klaverjas.sentences import Language
from klaverjas.terminal_table.now import Json
from klaverjas.terminal_table.offers import seat_name
from klaverjas.terminal_table.state import ShownRound, TableState, visible
from klaverjas.terminal_table.words import level_name, word

SHORT_HASH: Final = 12


def bid_text(bid: Bid, language: Language) -> str:
    """An amount and a symbol: '90♥', '80 sans'."""
    return f"{bid.points} {word('sans', language)}" if bid.suit is None else f"{bid.points}{bid.suit.symbol}"


def cards_text(text: str, language: Language) -> str:
    return " ".join(card.said(language) for card in parse_cards(text))


def by_team(points: tuple[Any, Any] | list[Any], language: Language) -> tuple[str, str]:
    first, second = (f"{team.letters_in(language)} {points[team]}" for team in TEAMS)
    return first, second


def rules_name(rules: Json) -> str:
    """The name of the rule set that the table's rules are based on."""
    return visible(str(rules.get("base", "")).partition("/")[0])


# --- the log ----------------------------------------------------------------------------------------


class Teller:
    """Says what an event means, right after the table has changed with it."""

    def __init__(self, state: TableState, language: Language) -> None:
        self.state = state
        self.language = language

    def tell(self, event: Json) -> list[str]:
        """One line or several; nothing for what is seen anyway."""
        told = _TELLERS.get(event["kind"])
        return [] if told is None else told(self, event)

    def _say(self, key: str, **facts: object) -> list[str]:
        return [word(key, self.language, **facts)]

    def _at(self, letter: str) -> str:
        return seat_name(self.state, Seat.parse(letter), self.language)

    def _seat(self, letter: str) -> str:
        return Seat.parse(letter).said(self.language)

    def _who(self, key: str, event: Json, **facts: object) -> list[str]:
        return self._say(key, name=self.state.name_of(event["player"]), **facts)

    def _whose(self, key: str, event: Json, **facts: object) -> list[str]:
        return self._say(key, name=self._at(event["seat"]), **facts)

    def left(self, event: Json) -> list[str]:
        return self._who("log-removed" if event["removed"] else "log-left", event)

    def handed_back(self, event: Json) -> list[str]:
        if self.state.chairs[Seat.parse(event["seat"])].player is None:  # the bot played one round to its end
            return self._say("log-no-bot", seat=self._seat(event["seat"]))
        return self._whose("log-handed-back", event)

    def trick_won(self, event: Json) -> list[str]:
        round = self.state.round
        if round is None or round.previous is None:
            return []
        game = self.state.game
        if game is not None and game.rules.get("look_back") == "previous":  # the log would show older tricks
            return self._say("log-trick-only", name=self._at(event["winner"]))
        points = f"{event['points']} + {event['roem']}" if event["roem"] else str(event["points"])
        cards = " ".join(card.said(self.language) for card in round.previous.cards)
        return self._say("log-trick", name=self._at(event["winner"]), cards=cards, points=points)

    def proven(self, event: Json) -> list[str]:
        lines = self._whose("log-accused-right", event, accused=self._at(event["accused"]))
        for offence in event["offences"]:
            lines += self._say(
                "log-offence",
                trick=offence["trick"],
                card=Card.parse(offence["card"]).said(self.language),
                rule=offence["rule"],
                cards=cards_text(offence["correct"], self.language),
            )
        return lines

    def scored(self, event: Json) -> list[str]:
        result = event["result"]
        first, second = by_team(result["display"], self.language)
        return self._say(
            "log-scored", outcome=word(result["outcome"], self.language), first=first, second=second
        )

    def closed(self, event: Json) -> list[str]:
        points = " – ".join(by_team(event["totals"], self.language))
        if event["winner"] is None:
            return self._say("log-draw", points=points)
        return self._say("log-won", team=Team.parse(event["winner"]).said(self.language), points=points)


_TELLERS: Final[dict[str, Callable[[Teller, Json], list[str]]]] = {
    "rules-changed": lambda t, e: t._say("log-rules", rules=rules_name(e["rules"])),
    "joined": lambda t, e: t._who("log-joined", e),
    "left": Teller.left,
    "table-locked": lambda t, e: t._say("log-locked" if e["locked"] else "log-unlocked"),
    "key-renewed": lambda t, e: t._say("log-renewed", code=visible(e["code"])),
    "entry-asked": lambda t, e: t._who("log-asks-old" if e["how"] == "old" else "log-asks", e),
    "entry-refused": lambda t, e: t._who("log-expired" if e["expired"] else "log-turned-away", e),
    "connected": lambda t, e: t._who("log-connected", e),
    "disconnected": lambda t, e: t._who("log-disconnected", e),
    "host-changed": lambda t, e: t._who("log-host", e) if e["player"] else [],
    "sat": lambda t, e: t._who("log-sat", e, seat=t._seat(e["seat"])),
    "stood-up": lambda t, e: t._who("log-stood", e),
    "swap-proposed": lambda t, e: t._who("log-swap", e, seat=t._seat(e["seat"])),
    "seats-swapped": lambda t, e: t._say("log-swapped", seat=t._seat(e["seat"]), other=t._seat(e["other"])),
    "bot-sat": lambda t, e: t._say(
        "log-bot", seat=t._seat(e["seat"]), level=level_name(visible(e["bot"]), t.language)
    ),
    "bot-left": lambda t, e: t._say("log-no-bot", seat=t._seat(e["seat"])),
    "stand-in-sat": lambda t, e: t._whose("log-stand-in", e),
    "seat-handed-back": Teller.handed_back,
    "game-prepared": lambda t, e: t._say("log-prepared", commitment=e["commitment"][:SHORT_HASH]),
    "text-added": lambda t, e: t._who("log-text", e, text=visible(e["text"])),
    "game-begun": lambda t, e: t._say("log-begun", number=e["number"]),
    "clock-ran-out": lambda t, e: t._whose("log-clock", e),
    "end-proposed": lambda t, e: t._who("log-end-wish" if e["agree"] else "log-end-not", e),
    "game-ended": lambda t, e: t._say("log-ended", secret=e["secret"][:SHORT_HASH]),
    "table-closed": lambda t, _: t._say("log-closed"),
    "dealt": lambda t, e: t._say("log-dealt", name=t._at(e["dealer"])),
    "troef-chosen": lambda t, e: t._whose("log-troef", e, suit=Suit.parse(e["suit"]).symbol),
    "bid-made": lambda t, e: t._whose("log-bid", e, bid=bid_text(Bid.parse(e["bid"]), t.language)),
    "passed": lambda t, e: t._whose("log-passed", e),
    "auction-won": lambda t, e: t._whose("log-auction", e, bid=bid_text(Bid.parse(e["bid"]), t.language)),
    "roem-claimed": lambda t, e: t._whose(
        "log-claim-right" if e["right"] else "log-claim-wrong", e, points=e["points"]
    ),
    "knocked": lambda t, e: t._whose("log-knock-right" if e["right"] else "log-knock-wrong", e),
    "trick-won": Teller.trick_won,
    "accusation-failed": lambda t, e: t._whose("log-accused-wrong", e, accused=t._at(e["accused"])),
    "accusation-proven": Teller.proven,
    "penalty-imposed": lambda t, e: t._say("log-penalty", team=Team.parse(e["team"]).said(t.language)),
    "arbiter-named": lambda t, e: t._who("log-arbiter", e) if e["player"] else t._say("log-no-arbiter"),
    "complained": lambda t, e: t._whose("log-complained", e, about=t._at(e["about"])),
    "complaint-ended": lambda t, e: t._say(f"log-complaint-{e['how']}"),
    "penalty-lifted": lambda t, e: t._say("log-penalty-lifted", team=Team.parse(e["team"]).said(t.language)),
    "round-scored": Teller.scored,
    "game-closed": Teller.closed,
}


def retold(snapshot: Json, language: Language) -> list[str]:
    """What has happened since the last deal, for whoever comes in the middle of a round."""
    state = TableState()
    state.take(snapshot)
    if state.game is None or state.game.round is None:
        return []
    dealer = state.game.round.dealer
    state.game.round = ShownRound(dealer, None, dealer.left)
    teller = Teller(state, language)
    lines = teller.tell({"kind": "dealt", "dealer": dealer.letter})
    for event in snapshot["game"]["round"]["log"]:
        state.happens(event)
        lines += teller.tell(event)
    return lines


# --- what is asked now ------------------------------------------------------------------------------


def asked(state: TableState, language: Language) -> str:
    """The one thing to know at this moment."""
    if state.stage == "closed":
        return word("closed", language)
    return _asked_in_game(state, language) if state.playing else _asked_in_lobby(state, language)


def _asked_in_lobby(state: TableState, language: Language) -> str:
    full = all(chair.taken for chair in state.chairs.values())
    if full and state.you.host:
        return word("ask-again" if is_over(state) else "ask-start", language)
    if state.you.seat is None and state.you.role != "display" and not full:
        return word("ask-sit", language)
    if full and state.host is not None:
        return word("ask-wait-start", language, name=state.name_of(state.host))
    if state.you.host and state.options.get("bots"):
        return word("ask-host-bots", language)
    return word("ask-wait-players", language)


def _asked_in_game(state: TableState, language: Language) -> str:
    you, now = state.you, state.now
    if now.agreed and you.seat is not None:
        if you.player in now.agreed:
            return word("you-want-end", language)
        return word("wants-end", language, names=_names(state, now.agreed))
    if now.waiting_for:
        names = ", ".join(seat_name(state, seat, language) for seat in now.waiting_for)
        return word("waiting-for", language, names=names)
    tapped = now.in_pause and you.player in now.tapped
    claims = state.game is not None and state.game.rules.get("claim") != "automatic"
    if tapped and claims:  # a lead is a tap, and waits
        return word("tapped", language)
    if now.turn is not None and now.turn == you.seat:
        key = "ask-troef" if now.may.troef else "ask-bid" if now.may.make_pass else "ask-card"
        return word(key, language)
    if tapped:
        return word("tapped", language)
    if now.phase == "done":
        key = "closing" if now.decided else "next-deal"
        return word(f"{key}-alone" if state.alone else key, language)
    if now.phase == "trick-end" and now.winning is not None:
        return word("trick-to", language, name=seat_name(state, now.winning, language))
    if now.turn is None:
        return ""
    key = "turn-card"
    if now.phase == "troef":
        bids = state.game is not None and state.game.rules.get("troef") == "auction"
        key = "turn-bid" if bids else "turn-troef"
    return word(key, language, name=seat_name(state, now.turn, language))


def _names(state: TableState, players: tuple[str, ...]) -> str:
    return ", ".join(state.name_of(player) for player in players)


def keys_of_turn(state: TableState, language: Language) -> list[tuple[str, str]]:
    """The keys for cards, suits and bids, where they mean something."""
    may = state.now.may
    if may.troef:
        return [("1-4", word("key-choose", language))]
    if may.make_pass:
        bid = [("←→↑↓ ⏎", word("key-bid", language))] if may.bids else []
        return [*bid, ("p", word("key-pass", language))]
    if may.play:
        return [(f"1-{len(state.hand)}", word("key-card", language))]
    return []


def end_of_game(state: TableState, language: Language) -> str:
    """Who won, once it is over."""
    game, totals = state.game, state.now.totals
    if game is None or game.how_ended is None or totals is None:
        return ""
    if game.how_ended != "finished":
        alone = game.how_ended == "agreed" and state.alone
        return word("ended-alone" if alone else f"ended-{game.how_ended}", language)
    if totals[0] == totals[1]:
        return word("draw", language)
    return word("wins", language, team=Team(totals[1] > totals[0]).said(language))


def is_over(state: TableState) -> bool:
    """The last game is over and no other has begun: its end is still to be seen."""
    return state.game is not None and state.game.how_ended is not None
