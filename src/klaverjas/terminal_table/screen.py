"""The table on the screen: everything by keys."""

import time
from collections.abc import Sequence
from contextlib import aclosing
from typing import ClassVar, Final, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import RichLog, Static

from klaverjas.cards import Card, Suit
from klaverjas.rules.auction import Bid
from klaverjas.sentences import Language
from klaverjas.terminal_table.canvas import QUIET, painted
from klaverjas.terminal_table.connection import Gone, Lost, Message, TableConnection
from klaverjas.terminal_table.drawing import draw_hand, draw_table
from klaverjas.terminal_table.modals import Menu, Paper, help_page
from klaverjas.terminal_table.now import Json
from klaverjas.terminal_table.offers import SEAT_KEYS, Offer, offers
from klaverjas.terminal_table.side import draw_last_trick, draw_sheet, facts, title_bar
from klaverjas.terminal_table.state import TableState, visible
from klaverjas.terminal_table.telling import Teller, asked, bid_text, keys_of_turn, retold
from klaverjas.terminal_table.words import word

T = TypeVar("T")
TICK_SECONDS: Final = 0.25
NOTICE_SECONDS: Final = 6.0
WIDE, TALL = 108, 34
LEAVE: Final[Json] = {"do": "leave"}
COMING_AND_GOING: Final = frozenset({"connected", "disconnected", "sat", "bot-sat", "game-prepared"})
MOVES: Final = ("play", "troef", "bid", "pass")
TIPPED: Final = {"pass": "tip-pass", "claim": "tip-roem", "knock": "tip-roem", "accuse": "tip-accuse"}
KEY_SIGNS: Final = {"space": "␣"}
ALWAYS: Final = (("m", "key-menu"), ("?", "key-help"), ("q", "key-quit"))


class TableApp(App[int]):
    """One table, for as long as somebody sits at it."""

    CSS_PATH = "style.tcss"
    TITLE = "klaverjas"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", priority=True)]

    def __init__(
        self, connection: TableConnection, language: Language, *, bots: Sequence[Json] = (), own: bool = False
    ) -> None:
        """*bots* are the commands that fill the seats, when a game is to begin at once; *own* is a server of one's own,
        where nobody else can come and going costs nothing."""
        super().__init__()
        self.connection = connection
        self.language: Language = language
        self.state = TableState()
        self.teller = Teller(self.state, language)
        self.said: list[str] = []  # the log, as text
        self.chosen: Card | None = None
        self.suit: Suit | None = Suit.SPADES  # of the bid or troef that is being chosen
        self.amount = 0
        self.refusal = ""
        self.tip = ""
        self.gone: Gone | None = None
        self.lost = False
        self._heard_snapshot = False
        self._bots = bots
        self._own = own
        self._refused_at = 0.0
        self._skew_ms = 0  # of the server's clock against ours
        self._trouble = ""
        self._leaves = False  # for good, by one's own wish

    # --- the parts of the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Static(id="felt")
                yield Static(id="asked")
                yield Static(id="choice")
                yield Static(id="hand")
            with Vertical(id="side"):
                yield Static(id="facts")
                log = RichLog(id="log", wrap=True, min_width=1, auto_scroll=True)
                log.can_focus = False
                yield log
        yield Static(id="notice")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self._fit()
        self.run_worker(self._follow(), exclusive=True)
        self.set_interval(TICK_SECONDS, self._tick)
        self.redraw()

    def on_resize(self) -> None:
        self._fit()
        self.call_after_refresh(self.redraw)

    def _fit(self) -> None:
        self.screen_stack[0].set_class(self.size.width >= WIDE, "wide")
        self.screen_stack[0].set_class(self.size.height >= TALL, "tall")

    def _part(self, name: str) -> Static:
        return self.screen_stack[0].query_one(f"#{name}", Static)

    # --- what the server says ----------------------------------------------------------------------

    async def _follow(self) -> None:
        async with aclosing(self.connection.listen()) as heard:  # type: ignore[type-var]
            async for one in heard:
                match one:
                    case Message(told):
                        self._trouble = "" if self.lost else self._trouble
                        self.lost = False
                        await self._hear(told)
                    case Lost(_, sentence):
                        self.lost = True
                        self._trouble = sentence
                    case Gone():
                        self.gone = one
                        if self._leaves:
                            self.exit(0)
                self.redraw()

    async def _hear(self, told: Json) -> None:
        if told["type"] in ("snapshot", "events"):
            self._skew_ms = told["time"] - time.time_ns() // 1_000_000
        match told["type"]:
            case "snapshot":
                self.state.take(told)
                self._write_down(retold(told, self.language) if not self._heard_snapshot else [])
                if not self._heard_snapshot:
                    self._heard_snapshot = True
                    self._write_link()
                    await self._begin_with_bots()
            case "events":
                self.state.take(told, self._tell)
                self._say_tip("")
                if self.state.stale:
                    await self.connection.look_again()
            case "tip":
                self._take_tip(told)
            case "refused":
                self.refusal = visible(told["sentence"])
                self._refused_at = time.monotonic()
            case "trouble":
                self._trouble = visible(told["sentence"] or "")
        self._choose_first()

    def _take_tip(self, told: Json) -> None:
        """Say why, and choose what was suggested: Enter does it."""
        sentence = visible(told["sentence"])
        match told["action"]:
            case {"do": "play", "card": card}:
                self.chosen = Card.parse(card)
            case {"do": "troef", "suit": suit}:
                self.suit = Suit.parse(suit)
            case {"do": "bid", "bid": text}:
                bid = Bid.parse(text)
                self.suit, self.amount = bid.suit, bid.points
            case {"do": str(do)}:  # no card: what it is must be said
                sentence = f"{word(TIPPED[do], self.language)} {sentence}"
        self._say_tip(sentence)

    def _say_tip(self, sentence: str) -> None:
        if sentence != self.tip:
            self.tip = sentence
            self.call_after_refresh(self.redraw)  # it may take a line or two of the table

    async def _begin_with_bots(self) -> None:
        """Sit down, bots on the other seats, and begin."""
        if self._bots and self.state.you.host and not self.state.playing:
            if self.state.you.seat is None and self.state.you.role != "display":
                await self.connection.send({"do": "sit", "seat": "S"})
            for command in (*self._bots, {"do": "start"}):
                await self.connection.send(command)

    def _tell(self, event: Json) -> None:
        if not (self._own and event["kind"] in COMING_AND_GOING):
            self._write_down(self.teller.tell(event))
        if event["kind"] == "key-renewed":
            self._write_link()

    def _write_link(self) -> None:
        """Say by which link friends come to this table."""
        if not self._own:
            link = f"{self.connection.server}/t/{self.state.code}#{self.state.key}"
            self._write_down([word("log-link", self.language, link=link)])

    def _write_down(self, lines: list[str]) -> None:
        self.said += lines
        log = self.screen_stack[0].query_one("#log", RichLog)
        for line in lines:
            log.write(painted(line))

    # --- drawing -----------------------------------------------------------------------------------

    def redraw(self) -> None:
        state, language = self.state, self.language
        self._part("bar").update(title_bar(state, language, self.size.width, code=not self._own))
        for name in ("felt", "hand"):
            part = self._part(name)
            width, height = part.size
            if width and height:
                drawn = (
                    draw_table(state, language, width, height)
                    if name == "felt"
                    else draw_hand(state, self.chosen, language, width, height)
                )
                part.update(drawn)
        self._part("asked").update(Text(asked(state, language) if self._heard_snapshot else ""))
        self._part("choice").update(self._choice())
        self._part("facts").update(facts(state, language, self._clock()))
        self._part("keys").update(self._keys())
        self._notify()

    def _notify(self) -> None:
        """Below everything: what the server refused, or that it cannot be reached."""
        notice = self._part("notice")
        text, kind = "", ""
        if self.gone is not None:
            text, kind = word("goodbye", self.language, sentence=self.gone.sentence), "refused"
        elif self.lost or self._trouble:
            text, kind = self._trouble or word("lost", self.language), "lost"
        elif not self._heard_snapshot:
            text = word("connecting", self.language)
        elif self.refusal:
            text, kind = self.refusal, "refused"
        elif self.tip:
            text = self.tip
        notice.set_class(kind == "refused", "refused")
        notice.set_class(kind == "lost", "lost")
        notice.update(painted(text))

    def _seconds(self) -> int | None:
        """What is left of the time until something happens by itself."""
        deadline = self.state.now.deadline
        if deadline is None:
            return None
        left = deadline[1] - self._skew_ms - time.time_ns() // 1_000_000
        return max(0, -(-left // 1000))

    def _clock(self) -> int | None:
        """The same, where it is worth knowing: by oneself, a pause is no hurry."""
        return None if self._own else self._seconds()

    def _tick(self) -> None:
        if self.refusal and time.monotonic() - self._refused_at > NOTICE_SECONDS:
            self.refusal = ""
            self._notify()
        if self.state.now.deadline is not None:
            self._part("facts").update(facts(self.state, self.language, self._clock()))

    def _keys(self) -> Text:
        """The keys that do something now, as far as there is room; those at the end always."""
        always = [_hint(key, word(name, self.language)) for key, name in ALWAYS]
        room = self.size.width - 2 - sum(hint.cell_len for hint in always)
        text = Text()
        for key, label in self._keys_now():
            hint = _hint(key, label)
            if text.cell_len + hint.cell_len <= room:
                text.append_text(hint)
        return text.append_text(Text("").join(always))

    def _keys_now(self) -> list[tuple[str, str]]:
        state, language = self.state, self.language
        found = keys_of_turn(state, language)
        possible = offers(state, language)
        if any(offer.key in SEAT_KEYS for offer in possible if offer.key):
            found.append(("1-4", word("key-seat", language)))
        for offer in possible:
            wanted = offer.key != "a" or state.now.agreed  # nobody thinks of ending before somebody says so
            if offer.key and offer.key not in SEAT_KEYS and wanted:
                found.append((KEY_SIGNS.get(offer.key, offer.key), offer.label))
        if state.round is not None and state.round.previous is not None and state.playing:
            found.append(("l", word("key-last", language)))
        if state.game is not None and state.game.sheet:
            found.append(("s", word("key-sheet", language)))
        return found

    # --- suits and bids ----------------------------------------------------------------------------

    def _kinds(self) -> list[Suit | None]:
        """The suits that can be chosen now; None is sans."""
        may = self.state.now.may
        if may.troef:
            return list(Suit)
        found = {bid.suit for bid in may.bids}
        return [suit for suit in (*Suit, None) if suit in found]

    def _amounts(self) -> list[int]:
        return [bid.points for bid in self.state.now.may.bids if bid.suit == self.suit]

    def _choice(self) -> Text:
        """Suits to choose from, each with the amount that would be bid."""
        may = self.state.now.may
        text = Text()
        for number, suit in enumerate(self._kinds(), start=1):
            if may.troef and suit is not None:
                label = f"{suit.symbol} {suit.said(self.language)}"
            else:
                lowest = min(bid.points for bid in may.bids if bid.suit == suit)
                label = bid_text(Bid(self.amount if suit == self.suit else lowest, suit), self.language)
            style = "reverse bold" if suit == self.suit else ""
            text.append_text(Text(f"{number} ", QUIET))
            text.append_text(painted(f" {label} ", style))
            text.append(" ")
        text.rstrip()
        return text

    def _choose_first(self) -> None:
        """Something sensible is chosen when a turn begins, and stays chosen while it can be."""
        may, kinds = self.state.now.may, self._kinds()
        if may.play and (self.chosen is None or self.chosen not in self.state.hand):
            self.chosen = next((card for card in self.state.hand if card in may.play), None)
        if self.suit not in kinds:
            self.suit = kinds[0] if kinds else Suit.SPADES
        amounts = self._amounts()
        if amounts and self.amount not in amounts:
            self.amount = amounts[0]

    # --- keys --------------------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        if len(self.screen_stack) > 1:
            return
        event.prevent_default()  # what is opened now must not hear the same key
        key = event.key
        self.refusal = ""
        if key == "q":
            self._ask_to_quit()
        elif self.gone is not None:
            pass
        elif key in ("question_mark", "f1"):
            self._show("title-keys", help_page(self.language))
        elif key == "s":
            self._show("title-sheet", draw_sheet(self.state, self.language))
        elif key == "l":
            self._show("title-last", draw_last_trick(self.state, self.language))
        elif key == "m":
            self._open_menu(word("title-menu", self.language), offers(self.state, self.language))
        elif not await self._move(key):
            await self._take_up(key)
        self.redraw()

    async def _move(self, key: str) -> bool:
        """Cards, suits and bids; whether the key was for one of them."""
        may = self.state.now.may
        if may.troef or may.make_pass:
            return await self._choose_troef(key)
        if not self.state.hand:
            return False
        if key.isdecimal() and 1 <= int(key) <= len(self.state.hand):
            await self._play(self.state.hand[int(key) - 1])
        elif key in ("left", "right") and may.play:
            self.chosen = _beside(list(self.state.hand), self.chosen, -1 if key == "left" else 1)
        elif key == "enter" and may.play and self.chosen is not None:
            await self._play(self.chosen)
        else:
            return False
        return True

    async def _play(self, card: Card) -> None:
        await self._send({"do": "play", "card": str(card)})

    async def _choose_troef(self, key: str) -> bool:
        may, kinds = self.state.now.may, self._kinds()
        if key == "p" and may.make_pass:
            await self._send({"do": "pass"})
        elif key in ("left", "right") and kinds:
            self.suit = _beside(kinds, self.suit, -1 if key == "left" else 1)
            self.amount = min(self._amounts(), default=0)
        elif key in ("up", "down") and may.bids:
            step = 1 if key == "up" else -1
            amounts = self._amounts()
            at = amounts.index(self.amount) + step if self.amount in amounts else 0
            self.amount = amounts[max(0, min(at, len(amounts) - 1))]
        elif key.isdecimal() and 1 <= int(key) <= len(kinds):
            self.suit = kinds[int(key) - 1]
            self.amount = min(self._amounts(), default=0)
            if may.troef:
                await self._name_troef()
        elif key == "enter" and kinds:
            await self._name_troef()
        else:
            return False
        return True

    async def _name_troef(self) -> None:
        if self.state.now.may.troef:
            assert self.suit is not None  # sans can only be bid
            await self._send({"do": "troef", "suit": self.suit.letter})
        else:
            await self._send({"do": "bid", "bid": str(Bid(self.amount, self.suit))})

    async def _take_up(self, key: str) -> None:
        wanted = "space" if key == "enter" else key  # both go on
        for offer in offers(self.state, self.language):
            if offer.key == wanted:
                await self._accept(offer)
                return

    async def _accept(self, offer: Offer | None) -> None:
        if offer is None:
            return
        if offer.among:
            self._open_menu(offer.title, list(offer.among))
        elif offer.command is not None:
            await self._send(offer.command)

    async def _send(self, command: Json) -> None:
        """Ask for it; but no second move while the first is on its way."""
        moving = any(waiting["do"] in MOVES for waiting in self.connection.pending.values())
        if not (moving and command["do"] in MOVES):
            self._leaves = command == LEAVE
            await self.connection.send(command)

    # --- what lies over the table ------------------------------------------------------------------

    def _open_menu(self, title: str, among: list[Offer]) -> None:
        if not among:
            self._show("title-menu", Text(word("nothing", self.language)))
            return
        self.push_screen(Menu(title, among, self.language), self._accept)

    def _show(self, title: str, content: RenderableType) -> None:
        self.push_screen(Paper(word(title, self.language), content, self.language))

    def _ask_to_quit(self) -> None:
        if self._own or self.gone is not None or not self._heard_snapshot:
            self.exit(0)
            return
        go, leave, stay = (Offer(word(key, self.language)) for key in ("do-go", "do-leave", "do-stay"))

        async def answered(choice: Offer | None) -> None:
            if choice is go:
                self.exit(0)
            elif choice is leave:
                await self._send(LEAVE)

        self.push_screen(Menu(word("title-quit", self.language), [go, leave, stay], self.language), answered)


def _hint(key: str, label: str) -> Text:
    return Text.assemble((key, "bold white"), f" {label}  ")


def _beside(among: Sequence[T], chosen: object, step: int) -> T:
    """The next one to the left or right, around the end."""
    at = next((at for at, one in enumerate(among) if one == chosen), 0)
    return among[(at + step) % len(among)]
