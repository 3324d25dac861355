"""What somebody can do at the table now, besides playing a card or naming troef: for keys and menus."""

from dataclasses import dataclass, replace
from typing import Final

from klaverjas.rules.named import NAMED, SUMMARIES
from klaverjas.seats import SEATS, Seat
from klaverjas.sentences import Language
from klaverjas.terminal_table.now import Json
from klaverjas.terminal_table.state import TableState
from klaverjas.terminal_table.words import LEVELS, level_name, word

SEAT_KEYS: Final = "1234"
SIT: Final = "sit"
TIP: Final[Json] = {"do": "tip"}


@dataclass(frozen=True)
class Offer:
    """One thing to do: a command, or a menu of others. *key* does it at once; without one it is in the menu only."""

    label: str
    command: Json | None = None
    key: str = ""
    title: str = ""
    among: tuple["Offer", ...] = ()


def offers(state: TableState, language: Language) -> list[Offer]:
    """Everything that is possible, what matters most first."""
    if state.stage == "closed":
        return []
    found = _in_game(state, language) if state.playing else _in_lobby(state, language)
    return [*found, *_around(state, language)]


def _in_lobby(state: TableState, language: Language) -> list[Offer]:
    you = state.you
    found = []
    if you.host:
        if all(chair.taken for chair in state.chairs.values()):
            found.append(Offer(word("do-start", language), {"do": "start"}, "g"))
        elif state.options.get("bots"):
            found.append(Offer(word("do-bots", language), {"do": "bot"}, "b"))
            among = tuple(Offer(level_name(level, language), {"do": "bot", "bot": level}) for level in LEVELS)
            title = word("title-level", language)
            found.append(Offer(word("do-bots-of", language), title=title, among=among))
    found += _seats(state, language)
    if you.seat is not None:
        found.append(Offer(word("do-stand", language), {"do": "stand"}, "u"))
    if you.host:
        found += [
            Offer(
                word("do-remove-bot", language, seat=seat.said(language)),
                {"do": "remove-bot", "seat": seat.letter},
            )
            for seat in SEATS
            if state.chairs[seat].bot is not None
        ]
    if you.player == state.host:
        found.append(
            Offer(
                word("do-rules", language),
                title=word("title-rules", language),
                among=tuple(
                    Offer(
                        word("do-rules-named", language, name=name, summary=SUMMARIES[name].said(language)),
                        {"do": "configure", "rules": name},
                    )
                    for name in NAMED
                ),
            )
        )
    return found


def _seats(state: TableState, language: Language) -> list[Offer]:
    """Where one can sit; a seated player changes places."""
    you = state.you
    if you.role == "display":
        return []
    found = []
    for seat, key in zip(SEATS, SEAT_KEYS, strict=True):
        chair = state.chairs[seat]
        if you.seat is None:
            free = chair.player is None and not (state.playing and chair.bot)
            do, label = SIT, "do-sit"
        else:
            free = seat != you.seat and not state.playing
            do, label = "swap", "do-swap"
        if free:
            wish = {"do": do, "seat": seat.letter}
            found.append(Offer(word(label, language, seat=seat.said(language)), wish, key))
    return found


def _in_game(state: TableState, language: Language) -> list[Offer]:
    you, now = state.you, state.now
    found = []
    if you.seat is None:
        found += _seats(state, language)
    else:
        if now.in_pause and you.player not in now.tapped:
            found.append(Offer(word("do-tap", language), {"do": "tap"}, "space"))
        if state.options.get("tips"):
            found.append(Offer(word("do-tip", language), TIP, "t"))
        if now.may.knock:
            found.append(Offer(word("do-knock", language), {"do": "knock"}, "r"))
        if now.may.claims:
            among = tuple(
                Offer(word("do-claim", language, points=points), {"do": "claim", "points": points})
                for points in now.may.claims
            )
            title = word("title-roem", language)
            found.append(Offer(word("do-roem", language), key="r", title=title, among=among))
        if now.may.accuse:
            among = tuple(
                Offer(
                    word("do-accuse-seat", language, name=seat_name(state, seat, language)),
                    {"do": "accuse", "accused": seat.letter},
                )
                for seat in now.may.accuse
            )
            title = word("title-accuse", language)
            found.append(Offer(word("do-accuse", language), key="v", title=title, among=among))
    if you.host:
        for seat in now.waiting_for:
            name = seat_name(state, seat, language)
            wish = {"do": "stand-in", "seat": seat.letter}
            found.append(Offer(word("do-stand-in", language, name=name), wish, "i"))
    if you.seat is not None:
        agreed = you.player in now.agreed
        end = Offer(
            word("do-disagree" if agreed else "do-agree", language), {"do": "end", "agree": not agreed}, "a"
        )
        if state.alone:  # it would be over at once
            among = Offer(word("do-go-on", language)), replace(end, key="")  # Enter alone ends nothing
            end = replace(end, command=None, title=word("title-end", language), among=among)
        found.append(end)
    found += _complaints(state, language)
    return found


def _complaints(state: TableState, language: Language) -> list[Offer]:
    """Complaining about a player who talked, and deciding on it (Rules 6.6)."""
    may, found = state.now.may, []
    if may.complain:
        among = tuple(
            Offer(
                word("do-complain-about", language, name=seat_name(state, seat, language)),
                {"do": "complain", "about": seat.letter},
            )
            for seat in may.complain
        )
        found.append(
            Offer(word("do-complain", language), title=word("title-complain", language), among=among)
        )
    if may.admit:
        found.append(Offer(word("do-admit", language), {"do": "admit"}))
    if may.judge and state.now.complaint is not None:
        about = state.now.complaint[1]
        name = seat_name(state, about, language)
        found.append(
            Offer(word("do-uphold", language, name=name), {"do": "penalise", "team": about.team.letters})
        )
        found.append(Offer(word("do-dismiss", language), {"do": "dismiss"}))
    if may.lift:
        found.append(Offer(word("do-lift", language), {"do": "lift"}))
    return found


def _around(state: TableState, language: Language) -> list[Offer]:
    you = state.you
    found = []
    himself = you.player == state.host  # not somebody who acts for the host
    if himself:
        for player, name in state.waiting.items():
            found.append(Offer(word("do-let-in", language, name=name), {"do": "let-in", "player": player}))
            away = {"do": "turn-away", "player": player}
            found.append(Offer(word("do-turn-away", language, name=name), away))
        label = "do-unlock" if state.locked else "do-lock"
        found.append(Offer(word(label, language), {"do": "lock", "locked": not state.locked}))
    for player, person in state.people.items() if you.host else ():
        if player == you.player:
            continue
        if himself:
            hand_over = {"do": "hand-over", "player": player}
            found.append(Offer(word("do-hand-over", language, name=person.name), hand_over))
            if player == state.now.arbiter:
                nobody = {"do": "arbiter", "player": None}
                found.append(Offer(word("do-no-arbiter", language, name=person.name), nobody))
            elif state.rules.get("talk_penalty") and state.seat_of(player) is None and not person.display:
                arbiter = {"do": "arbiter", "player": player}
                found.append(Offer(word("do-arbiter", language, name=person.name), arbiter))
        if player != state.host:
            remove = {"do": "remove", "player": player}
            found.append(Offer(word("do-remove", language, name=person.name), remove))
    found.append(Offer(word("do-leave", language), {"do": "leave"}))
    return found


def seat_name(state: TableState, seat: Seat, language: Language) -> str:
    """Who sits there; a bot is called after its seat, since others may have the same name."""
    player = state.chairs[seat].player
    return seat.said(language) if player is None else state.name_of(player)
