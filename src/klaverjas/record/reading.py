"""From the text of a record to the record, or to the place where it is wrong.

The words of a record are read as actions and applied by the rules, so that nothing is believed that does not follow.
"""

import re
from typing import Final

from klaverjas.actions import (
    Accuse,
    Action,
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
from klaverjas.cards import CARD_NUMBERS, DECK, Hand, Suit
from klaverjas.errors import KlaverjasError, RulesError, TextError
from klaverjas.events import Event, RoundScored
from klaverjas.fair import NO_TEXTS, check_texts, commitment_to
from klaverjas.game import Game
from klaverjas.phase import Phase
from klaverjas.record.scanner import Scanner, Tag, Word
from klaverjas.record.value import (
    A_COMMITMENT,
    COMMITMENT,
    FIELD_PREFIX,
    FORMAT,
    MOST_DEALS,
    MOST_ITEMS,
    RESERVED,
    Comment,
    Record,
)
from klaverjas.record.writing import LIFTED, UNFINISHED, item_text, result_text
from klaverjas.rules.auction import Bid
from klaverjas.rules.named import VERSIONED, named
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import TRICKS
from klaverjas.seats import SEATS, Seat, Team
from klaverjas.sentences import Phrase

_SEAT_LETTERS: Final = "SWNE"
_HAND: Final = re.compile(r"([SWNE]):([AKQJT987]*)\.([AKQJT987]*)\.([AKQJT987]*)\.([AKQJT987]*)")
_TROEF: Final = re.compile(r"([SWNE]):([SHCD])")
_CLAIM: Final = re.compile(r"([SWNE])\+([1-9][0-9]{0,3})\??")
_KNOCK: Final = re.compile(r"([SWNE])\*\??")
_ACCUSE: Final = re.compile(r"([SWNE])!([SWNE])\??")
_PENALTY: Final = re.compile(r"!(NS|WE)")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}")
_KLAVERJAS: Final = "[Klaverjas 1]"
_A_TEXT: Final = Phrase("a text", "een tekst")
_A_CARD: Final = Phrase("a card", "een kaart")
_AN_ACTION: Final = Phrase("an action", "een handeling")
_NEXT_TRICK: Final = Phrase("the next trick", "de volgende slag")


def read(text: str) -> tuple[Record, ...]:
    """Every game in the text; a :class:`~klaverjas.errors.RecordError` says where it is wrong."""
    scanner = Scanner(text.removeprefix("\ufeff"))
    records = []
    while not scanner.at_end():
        records.append(_GameReader(scanner).read())
    if not records:
        scanner.fail(0, TextError("record-empty"))
    return tuple(records)


class _GameReader:
    """One game: its tags, then its deals, each action applied as it is read."""

    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self.deal = 0
        self.item = 0
        self.comments: list[Comment] = []
        self.tags: dict[str, Tag] = {}

    def read(self) -> Record:
        scanner = self.scanner
        self._read_tags()
        self._take_comments()
        self.game = Game(self._rules())
        while not scanner.at_end() and not scanner.at_tag():
            self._read_deal()
        self._take_comments()
        self._check_result()
        free = [
            (name, tag.value)
            for name, tag in self.tags.items()
            if name not in RESERVED and not name.startswith(FIELD_PREFIX)
        ]
        return Record(
            self.game,
            tuple(free),
            self._commitment(),
            self._texts(),
            self._secret(),
            tuple(self.comments),
        )

    def _take_comments(self) -> None:
        for text in self.scanner.comments:
            self.comments.append(Comment(self.deal, self.item, text))
        self.scanner.comments.clear()

    # --- tags ------------------------------------------------------------------------------------

    def _read_tags(self) -> None:
        scanner = self.scanner
        while scanner.at_tag() and not (self.tags and scanner.at_next_game()):
            at = scanner.at
            tag = scanner.tag()
            if not self.tags and tag.name != "Klaverjas":
                scanner.fail_expecting(_KLAVERJAS, at)
            if tag.name in self.tags:
                scanner.fail(tag.at, TextError("record-tag-twice", name=tag.name))
            self.tags[tag.name] = tag
        if not self.tags:
            scanner.fail_expecting(_KLAVERJAS)
        version = self.tags["Klaverjas"]
        if type(version.value) is not int or version.value != FORMAT:
            shown = str(version.value)[:40]
            scanner.fail(version.value_at, TextError("record-version", value=shown))

    def _text_tag(self, name: str, takes: Phrase) -> str | None:
        """A reserved tag whose value is a text."""
        tag = self.tags.get(name)
        if tag is None:
            return None
        if not isinstance(tag.value, str):
            self.scanner.fail(tag.value_at, TextError("record-tag-value", name=name, takes=takes))
        return tag.value

    def _rules(self) -> RuleSet:
        base = self._text_tag("Rules", Phrase("the name of a rule set", "de naam van een regelset"))
        if base is None:
            self.scanner.fail_expecting("[Rules ...]")
        fields = {
            name.removeprefix(FIELD_PREFIX): tag
            for name, tag in self.tags.items()
            if name.startswith(FIELD_PREFIX)
        }
        at = self.tags["Rules"].value_at
        try:
            rules = named(base)
            if base not in VERSIONED:
                raise RulesError("rules-without-version", text=base)  # noqa: TRY301
            return rules.change(**{name: tag.value for name, tag in fields.items()})
        except RulesError as error:
            field = fields.get(str(error.facts.get("field")))
            self.scanner.fail(field.value_at if field else at, error)

    def _commitment(self) -> str | None:
        commitment = self._text_tag("Commitment", A_COMMITMENT)
        if commitment is not None and not COMMITMENT.fullmatch(commitment):
            error = TextError("record-tag-value", name="Commitment", takes=A_COMMITMENT)
            self.scanner.fail(self.tags["Commitment"].value_at, error)
        return commitment

    def _secret(self) -> str | None:
        secret = self._text_tag("Secret", _A_TEXT)
        if secret is not None:
            try:
                commitment_to(secret)
            except TextError as error:
                self.scanner.fail(self.tags["Secret"].value_at, error)
        return secret

    def _texts(self) -> tuple[str, ...]:
        tag = self.tags.get("Texts")
        if tag is None:
            return NO_TEXTS
        texts = tag.value
        if (
            not isinstance(texts, dict)
            or not all(isinstance(text, str) for text in texts.values())
            or not set(texts) <= set(_SEAT_LETTERS)
        ):
            error = TextError("record-tag-value", name="Texts", takes='{"S": "...", "N": "..."}')
            self.scanner.fail(tag.value_at, error)
        by_seat = tuple(texts.get(letter, "") for letter in _SEAT_LETTERS)
        try:
            check_texts(by_seat)
        except TextError as error:
            self.scanner.fail(tag.value_at, error)
        return by_seat

    def _check_result(self) -> None:
        result = self._text_tag("Result", _A_TEXT)
        if result is None or result == UNFINISHED:
            return
        at = self.tags["Result"].value_at
        self._apply(Close(), at)
        if result != result_text(self.game):
            self.scanner.fail(at, TextError("record-result", expected=result_text(self.game)))

    # --- deals -----------------------------------------------------------------------------------

    def _apply(self, action: Action, at: int) -> tuple[Event, ...]:
        try:
            self.game, events = self.game.apply(action)
        except KlaverjasError as error:
            self.scanner.fail(at, error)
        return events

    def _read_deal(self) -> None:
        scanner = self.scanner
        self._take_comments()
        self._expect("deal")
        self.deal, self.item = self.deal + 1, 0
        if self.deal > MOST_DEALS:
            scanner.fail(scanner.at, TextError("record-too-long", most=MOST_DEALS))
        self._expect(str(self.deal))
        self._expect(self.game.next_dealer.letter)
        at = scanner.at
        hands = tuple(self._hand(seat) for seat in SEATS)
        self.totals = self.game.totals
        self._apply(Deal(hands), at + 1)
        self.unscored = False
        self.line = ""  # the keyword of the line that is being read
        self.begun: Word | None = None  # the same, as long as nothing stands in it
        self.penalties: list[str] = []  # the keyword of the line in which each was imposed
        while scanner.peek() not in ("", "deal"):
            self._take_comments()
            self._read_word(scanner.word(_AN_ACTION))
        if self.unscored:
            scanner.fail_expecting("score")
        # Of what begins a line only the number of a trick can end a deal: the trick before has been collected.
        if self.begun is not None and (self.line != "trick" or not self.game.round.tricks):
            scanner.fail_expecting(_AN_ACTION)
        self._take_comments()

    def _expect(self, text: str) -> None:
        word = self.scanner.word(f"'{text}'")
        if word.text != text:
            self.scanner.fail_expecting(f"'{text}'", word.at)

    def _hand(self, seat: Seat) -> Hand:
        form = f"{seat.letter}:AT.KJ9.Q7.8"
        expected = Phrase(
            f"{seat.said('en')}'s hand, such as {form}", f"de hand van {seat.said('nl')}, zoals {form}"
        )
        word = self.scanner.word(expected)
        match = _HAND.fullmatch(word.text)
        if match is None or match[1] != seat.letter:
            self.scanner.fail_expecting(expected, word.at)
        try:
            return Hand.of(CARD_NUMBERS[suit.letter + rank] for suit in Suit for rank in match[suit + 2])
        except TextError as error:
            self.scanner.fail(word.at, error)

    def _read_word(self, word: Word) -> None:
        """A keyword, the number of a trick, or an item of the line that one of them began."""
        if self.unscored and word.text != "score":
            self.scanner.fail_expecting("score", word.at)
        elif word.text in ("auction", "troef", "after"):
            self._begin_line(word)
        elif word.text == "score":
            self._read_score(word)
        elif word.text == LIFTED:
            self._read_lifted(word)
        elif _NUMBER.fullmatch(word.text):
            self._begin_trick(word)
        else:
            self._read_item(word)

    def _begin_line(self, word: Word) -> None:
        round = self.game.round
        fits = {
            "auction": not self.line and round.rules.troef == "auction",
            "troef": self.line != "troef" and round.must_choose,
            "after": self.line == "score",
        }
        if self.begun is not None or not fits[word.text]:
            self.scanner.fail_expecting(self._expected(), word.at)
        self.line, self.begun = word.text, word

    def _begin_trick(self, word: Word) -> None:
        round = self.game.round
        complete = round.phase is Phase.TRICK_END
        number = len(round.tricks) + (2 if complete else 1)
        ready = complete or (round.phase is Phase.PLAY and self.line != "trick")
        if self.begun is not None or not ready or number > TRICKS or word.text != str(number):
            self.scanner.fail_expecting(self._expected(), word.at)
        if complete:
            self._apply(Collect(), word.at)
        self.line, self.begun = "trick", word

    def _read_score(self, word: Word) -> None:
        scanner = self.scanner
        round = self.game.round
        if round.phase is Phase.TRICK_END and len(round.tricks) == TRICKS - 1:
            self._apply(Collect(), word.at)
            self.unscored = True
        if not self.unscored:
            scanner.fail_expecting(self._expected(), word.at)
        expected = item_text(self.game.round.log[-1], self.totals) or ""
        for part in expected.split():
            found = scanner.word(f"'{part}'")
            if found.text != part:
                scanner.fail(found.at, TextError("record-score", expected=expected))
        self.unscored = False
        self.item += 1
        self.line, self.begun = "score", None

    def _read_lifted(self, word: Word) -> None:
        """A penalty is taken back: the line in which it was imposed goes on."""
        if self.line not in ("score", "after") or self.begun is not None or not self.penalties:
            self.scanner.fail_expecting(self._expected(), word.at)
        self._apply(LiftPenalty(), word.at)
        self.line = self.penalties.pop()
        self.item += 1

    def _read_item(self, word: Word) -> None:
        round = self.game.round
        if self.line in ("", "score"):
            self.scanner.fail_expecting(self._expected(), word.at)
        if self.line == "trick" and not round.table and word.text == f"{round.leader.letter}:":
            word = self.scanner.word(_A_CARD)
            if word.text not in CARD_NUMBERS:
                self.scanner.fail_expecting(_A_CARD, word.at)
        elif self.line == "trick" and word.text in CARD_NUMBERS and not round.table:
            self.scanner.fail_expecting(f"'{round.leader.letter}:'", word.at)
        events = self._apply(self._action(word), word.at)
        written = item_text(events[0], self.totals) or ""
        if written != word.text:
            self.scanner.fail(word.at, TextError("record-mark", found=word.text, expected=written))
        self.unscored = isinstance(events[-1], RoundScored)
        self.item += 1
        self.begun = None
        if self.item > MOST_ITEMS:
            self.scanner.fail(word.at, TextError("record-too-long", most=MOST_ITEMS))

    def _action(self, word: Word) -> Action:
        """The action that a word stands for in this line."""
        text = word.text
        round = self.game.round
        turn = round.turn
        if match := _ACCUSE.fullmatch(text):
            return Accuse(Seat.parse(match[1]), Seat.parse(match[2]))
        if match := _PENALTY.fullmatch(text):
            self.penalties.append(self.line)
            return Penalise(Team.parse(match[1]))
        if self.line == "auction" and turn is not None:
            if text == "pass":
                return Pass(turn)
            try:
                return MakeBid(turn, Bid.parse(text))
            except TextError as error:
                self.scanner.fail(word.at, error)
        if self.line == "troef" and (match := _TROEF.fullmatch(text)):
            return ChooseTroef(Seat.parse(match[1]), Suit.parse(match[2]))
        if self.line == "trick":
            if text in CARD_NUMBERS and round.phase is Phase.PLAY and turn is not None:
                return Play(turn, DECK[CARD_NUMBERS[text]])
            if match := _CLAIM.fullmatch(text):
                return Claim(Seat.parse(match[1]), int(match[2]))
            if match := _KNOCK.fullmatch(text):
                return Knock(Seat.parse(match[1]))
        self.scanner.fail_expecting(self._expected(), word.at)

    def _expected(self) -> Phrase:
        """What could stand here, for a person."""
        round = self.game.round
        if self.begun is not None:
            return _AN_ACTION
        match round.phase:
            case Phase.TROEF:
                return Phrase("a choice of trump", "een keuze van troef")
            case Phase.PLAY if round.turn is not None and self.line == "trick":
                return Phrase(
                    f"a card of {round.turn.said('en')}'s", f"een kaart van {round.turn.said('nl')}"
                )
            case Phase.TRICK_END if len(round.tricks) == TRICKS - 1:
                return Phrase("score", "score")
            case Phase.DONE:
                return Phrase("the next deal", "de volgende gift")
        return _NEXT_TRICK
