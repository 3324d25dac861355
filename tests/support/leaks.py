"""Whether a message told somebody what he could not know at that moment.

The truth is the log in the server's database: who was dealt what, and which card was played when. Every text in
every message is searched for cards, in letters, signs and words, and for pieces of the secrets; every number for a
whole hand.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from klaverjas.cards import CARD_TEXTS, DECK, Hand
from klaverjas.sentences import LANGUAGES

SECRET_PIECE = 12  # characters of a secret that cannot be there by chance
_SPELLINGS = {text: text for text in CARD_TEXTS} | {
    spelling: CARD_TEXTS[card]
    for card in DECK
    for language in LANGUAGES
    for name in (card.said(language), card.name(language))
    for spelling in (name, name.capitalize())
}
_WORDS = "|".join(sorted(map(re.escape, _SPELLINGS), key=len, reverse=True))
_CARD = re.compile(rf"(?<![A-Za-z0-9])(?:{_WORDS})(?![A-Za-z0-9])")


class Leak(AssertionError):
    """Somebody was told too much."""


@dataclass
class Deal:
    """One deal of a game: the hands by seat letter, and when each card was played or shown by a verdict."""

    seq: int
    ended: int  # the event that reveals the secret of its game
    hands: dict[str, frozenset[str]]
    shown: dict[str, int] = field(default_factory=dict)
    verdicts: dict[str, int] = field(default_factory=dict)


class Truth:
    """What was hidden when."""

    def __init__(self, log: list[tuple[int, dict[str, Any]]]) -> None:
        self.deals: list[Deal] = []
        self.secrets: list[tuple[str, int]] = []  # each with the event that reveals it
        ends = [seq for seq, event in log if event["kind"] == "game-ended"]
        for seq, event in log:
            end = next((one for one in ends if one >= seq), 1 << 60)
            if event["kind"] == "game-prepared":
                self.secrets.append((event["secret"], end))
            elif event["kind"] == "dealt":
                hands = {
                    seat: frozenset(hand.split()) for seat, hand in zip("SWNE", event["hands"], strict=True)
                }
                self.deals.append(Deal(seq, end, hands))
            elif event["kind"] == "card-played":
                self.deals[-1].shown.setdefault(event["card"], seq)
            elif event["kind"] == "accusation-proven":
                verdict = {card for offence in event["offences"] for card in offence["correct"].split()}
                verdict |= {offence["card"] for offence in event["offences"]}
                past = self.deals[-1].verdicts  # the first time counts, where one is accused again
                self.deals[-1].verdicts = dict.fromkeys(verdict, seq) | past
                for card in verdict:
                    self.deals[-1].shown.setdefault(card, seq)

    @classmethod
    def of(cls, database: Path, code: str) -> "Truth":
        """The truth about the table with this code."""
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            rows = connection.execute(
                "SELECT events.seq, event FROM events JOIN tables ON tables.id = table_id WHERE code = ? ORDER BY 1",
                (code,),
            ).fetchall()
        connection.close()
        return cls([(seq, json.loads(event)) for seq, event in rows])

    def known(self, seat: str | None, seq: int) -> set[str] | None:
        """The cards that somebody in *seat* can name after event *seq*; None for all, between two games."""
        deal = self._deal(seq)
        if deal is None:
            return None
        known = {card for card, at in deal.shown.items() if at <= seq}
        return known | (set(deal.hands[seat]) if seat else set())

    def _deal(self, seq: int) -> Deal | None:
        deal = next((one for one in reversed(self.deals) if one.seq <= seq), None)
        return None if deal is None or seq >= deal.ended else deal

    # --- checking ------------------------------------------------------------------------------------

    def check_message(self, text: str, seat: str | None, seq: int) -> int:
        """One message to somebody in *seat* who had been told everything up to *seq*; up to where he is now."""
        message = json.loads(text)
        seq = max(seq, message["seq"]) if message["type"] in ("snapshot", "events") else seq
        for event in message.get("events", ()):
            self._check(event, seat, event["seq"])
        rest = {name: value for name, value in message.items() if name != "events"}
        if rest.get("game"):
            rest["game"] = dict(rest["game"])
            self._check_sheet(rest["game"].pop("sheet"), seq)
        if rest.get("outlook"):
            rest["outlook"] = dict(rest["outlook"])
            self._check_holders(rest["outlook"].pop("holders"), seat, seq)
        if rest.get("code") == "card-not-held":  # repeats the one card that was asked for
            assert len(cards_in(rest)) == 1
        else:
            self._check(rest, seat, seq)
        self.check_secrets(text, seq)
        return seq

    def _check_sheet(self, sheet: object, seq: int) -> None:
        """The scores of earlier rounds name the cards of verdicts, and no others."""
        if self._deal(seq) is not None:
            shown = {card for deal in self.deals for card, at in deal.verdicts.items() if at <= seq}
            if hidden := cards_in(sheet) - shown:
                raise Leak(f"after {seq}, the sheet tells {sorted(hidden)}: {sheet}")

    def _check_holders(self, holders: list[dict[str, Any]], seat: str | None, seq: int) -> None:
        """Who may have which card: of all that are hidden from the seat, or it would tell something of the rest."""
        known = self.known(seat, seq)
        if known is not None and (told := {one["card"] for one in holders}) != set(CARD_TEXTS) - known:
            raise Leak(f"after {seq}, {seat or 'a watcher'} is told who holds {sorted(told)}")

    def _check(self, value: object, seat: str | None, seq: int) -> None:
        deal, known = self._deal(seq), self.known(seat, seq)
        if deal is None or known is None:
            return
        if hidden := cards_in(value) - known:
            raise Leak(
                f"after {seq}, {seat or 'a watcher'} is told {sorted(hidden)}: {json.dumps(value)[:2000]}"
            )
        masks = {int(Hand.parse(" ".join(hand))) for other, hand in deal.hands.items() if other != seat}
        if numbers := {one for one in leaves(value) if isinstance(one, int) and one in masks}:
            raise Leak(f"after {seq}, {seat or 'a watcher'} is told a hand as a number: {numbers}")

    def check_secrets(self, text: str, seq: int) -> None:
        """No piece of a secret whose game is not over."""
        for secret, revealed in self.secrets:
            if seq < revealed and (piece := piece_in(secret, text)):
                raise Leak(f"after {seq}: {piece} of a secret, in {text[:2000]}")

    def check_text(self, text: str) -> None:
        """Something that is no message to anyone, such as a log: no card at all, and no secret, not even afterwards."""
        if found := cards_in(text):
            line = next(line for line in text.splitlines() if cards_in(line))
            raise Leak(f"cards {sorted(found)}: {line[:500]}")
        for secret, _ in self.secrets:
            if piece := piece_in(secret, text):
                line = next(line for line in text.splitlines() if piece in line)
                raise Leak(f"a secret: {line[:500]}")


def piece_in(secret: str, text: str) -> str | None:
    pieces = (secret[at : at + SECRET_PIECE] for at in range(len(secret) - SECRET_PIECE + 1))
    return next((piece for piece in pieces if piece in text), None)


def leaves(value: object) -> Iterator[object]:
    """Every name, text and number in a JSON value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    else:
        yield value


def cards_in(value: object) -> set[str]:
    """Every card that is named anywhere in a JSON value."""
    return {
        _SPELLINGS[match] for leaf in leaves(value) if isinstance(leaf, str) for match in _CARD.findall(leaf)
    }
