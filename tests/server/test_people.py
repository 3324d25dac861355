"""Guests and accounts: who somebody is, what he has played, and how he is forgotten."""

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import Any

import httpx

from accounts import PASSWORD, account, log_in, unique
from klaverjas.event_json import event_from_json, hand_text
from klaverjas.events import (
    AccusationProven,
    AuctionWon,
    CardPlayed,
    Knocked,
    RoemClaimed,
    TrickWon,
    TroefChosen,
)
from klaverjas.fair import FairDeals, deal
from klaverjas.record import Record, read
from klaverjas.round import Round, roem_lying
from klaverjas.rules.named import named
from klaverjas.rules.scoring import Outcome
from klaverjas.seats import Seat
from scripted import Habits, Scripted, play_game, rules_of
from soak import SEED
from table_client import QUICK, Client, Json, four_at_a_table, run
from table_server import TableServer


async def game_against_bots(client: Client, rules: Any = "valet") -> None:
    """A whole game, South against and with bots."""
    await client.open_table(rules=rules, **QUICK)
    await client.connect()
    await client.do("sit", seat="S")
    await client.do("bot")
    await client.do("start")
    await Scripted(client, random.Random(SEED)).play()
    await client.disconnect()


async def games_of(client: Client) -> list[Json]:
    answer = await client.http.get("/api/me/games?most=100")
    assert answer.status_code == 200, answer.text
    games: list[Json] = answer.json()
    return games


# --- guests and accounts ------------------------------------------------------------------------------


def test_a_guest_is_known_by_a_cookie_that_no_script_can_read(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Zus")
        assert (await zus.http.get("/api/me")).status_code == 401
        answer = await zus.http.post("/api/tables", json={"name": "  Zus   van Zanten "})
        attributes = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= attributes
        assert "secure" not in attributes  # this is not https
        me = (await zus.http.get("/api/me")).json()
        assert (me["name"], me["account"]) == ("Zus van Zanten", None)
        assert me["player"] == answer.json()["player"]
        assert [table["code"] for table in me["tables"]] == [answer.json()["code"]]

    run(visit())


def test_a_guest_who_makes_an_account_keeps_what_he_played(server: TableServer) -> None:
    async def visit() -> None:
        zus, name = Client(server.url, "Zus"), unique("Zus")
        await game_against_bots(zus)
        before = await games_of(zus)
        assert len(before) == 1
        answer = await account(zus, name)
        assert answer.status_code == 201, answer.text
        assert answer.json()["player"] == zus.player
        assert (await account(zus, unique("Zus"))).json()["code"] == "has-account"
        after = await games_of(zus)
        assert after[0]["names"]["S"] == name
        assert [game["id"] for game in after] == [game["id"] for game in before]
        answer = await zus.http.delete("/api/me/session")
        assert answer.status_code == 204
        assert (await zus.http.get("/api/me")).status_code == 401
        assert (await log_in(zus, name.upper())).status_code == 200
        assert len(await games_of(zus)) == 1

    run(visit())


def test_a_guest_who_logs_in_brings_his_games(server: TableServer) -> None:
    async def visit() -> None:
        home, phone, name = Client(server.url, "Thuis"), Client(server.url, "Onderweg"), unique("Wim")
        await game_against_bots(home)
        assert (await account(home, name)).status_code == 201
        await game_against_bots(phone)
        assert (await log_in(phone, name)).status_code == 200
        assert (await phone.http.get("/api/me")).json()["player"] == home.player
        for client in (home, phone):
            games = await games_of(client)
            assert len(games) == 2
            assert all(game["names"]["S"] == name for game in games)
            for game in games:
                assert (await client.http.get(f"/api/games/{game['id']}")).status_code == 200
        statistics = (await phone.http.get("/api/me/statistics")).json()
        assert statistics["total"]["games"] == 2

    run(visit())


def test_a_guest_who_logs_in_still_sits_at_his_table(server: TableServer) -> None:
    async def visit() -> None:
        home, phone, name = Client(server.url, "Thuis"), Client(server.url, "Onderweg"), unique("Noor")
        await account(home, name)
        await phone.open_table()
        await phone.connect()
        await phone.do("sit", seat="N")
        guest = phone.player
        await log_in(phone, name)
        await phone.connect()
        assert phone.you["seat"] == "N"
        assert phone.you["player"] == guest
        assert phone.you["host"]

    run(visit())


def test_wrong_passwords_and_unknown_accounts_look_the_same(server: TableServer) -> None:
    async def visit() -> None:
        zus, name = Client(server.url, "Zus"), unique("Otto")
        await account(zus, name)
        wrong = await log_in(Client(server.url, "x"), name, "verkeerd wachtwoord")
        unknown = await log_in(Client(server.url, "x"), unique("Niemand"), "verkeerd wachtwoord")
        assert wrong.status_code == unknown.status_code == 401
        assert wrong.json() == unknown.json()
        assert wrong.json()["code"] == "wrong-password"
        assert "set-cookie" not in wrong.headers

    run(visit())


def test_an_account_name_is_taken_once_however_it_is_written(server: TableServer) -> None:
    async def visit() -> None:
        name = unique("Eva")
        assert (await account(Client(server.url, "a"), name)).status_code == 201
        for spelling in (name, name.upper(), f"  {name.lower()} "):
            answer = await account(Client(server.url, "b"), spelling)
            assert (answer.status_code, answer.json()["code"]) == (409, "account-taken")
        answer = await account(Client(server.url, "c"), unique("Kort"), "1234567")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")

    run(visit())


def test_one_guest_makes_one_account_however_quick_he_is(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        names = [unique("Snel") for _ in range(6)]
        mine = httpx.Cookies(zus.http.cookies)
        tabs = [Client(server.url, "Zus", httpx.Cookies(mine)) for _ in names]
        answers = await asyncio.gather(*(account(tab, name) for tab, name in zip(tabs, names, strict=True)))
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]
        made = next(number for number, answer in enumerate(answers) if answer.status_code == 201)
        assert (await tabs[made].http.get("/api/me")).json()["account"] == names[made].casefold()

    run(visit())


def test_logging_out_everywhere_ends_every_cookie(server: TableServer) -> None:
    async def visit() -> None:
        home, phone, name = Client(server.url, "a"), Client(server.url, "b"), unique("Fons")
        await account(home, name)
        await log_in(phone, name)
        assert (await phone.http.get("/api/me")).status_code == 200
        assert (await home.http.delete("/api/me/session?everywhere=true")).status_code == 204
        assert (await phone.http.get("/api/me")).status_code == 401
        assert (await log_in(phone, name)).status_code == 200

    run(visit())


def test_only_who_played_sees_a_game_unless_it_is_shared(server: TableServer) -> None:
    async def visit() -> None:
        zus, other, nobody = (Client(server.url, name) for name in ("Zus", "Ander", "Niemand"))
        await game_against_bots(zus)
        await other.open_table()
        game = (await games_of(zus))[0]["id"]
        for path in (f"/api/games/{game}", f"/api/games/{game}/record", f"/api/games/{game}/replay"):
            for answer in (
                await other.http.get(path),
                await nobody.http.get(path),
                await nobody.http.get(f"{path}?share=x"),
            ):
                assert answer.status_code == 403
                assert answer.json()["code"] == "game-not-yours"
        assert (await other.http.post(f"/api/games/{game}/share")).status_code == 403
        token = (await zus.http.post(f"/api/games/{game}/share")).json()["token"]
        answer = await nobody.http.get(f"/api/games/{game}?share={token}")
        assert answer.status_code == 200
        assert answer.json()["seat"] is None
        assert read(answer.json()["record"])
        await game_against_bots(other)
        another = (await games_of(other))[0]["id"]
        assert (await nobody.http.get(f"/api/games/{another}?share={token}")).status_code == 403

    run(visit())


def test_a_replay_tells_every_card_and_is_enough_to_verify_the_deals(server: TableServer) -> None:
    async def visit() -> None:
        zus, nobody = Client(server.url, "Zus"), Client(server.url, "Niemand")
        await game_against_bots(zus, {"base": "rotterdam-bond", "end": {"rounds": 2}})
        game = (await games_of(zus))[0]["id"]
        replay = (await zus.http.get(f"/api/games/{game}/replay")).json()
        record = read((await zus.http.get(f"/api/games/{game}/record")).text)[0]
        assert (replay["id"], replay["seat"], replay["how"]) == (game, "S", "finished")
        assert replay["names"]["S"] == "Zus"
        assert replay["bots"] == {"S": None, "W": "club", "N": "club", "E": "club"}
        assert replay["rules"]["deal"] == [3, 2, 3]
        assert len(replay["rounds"]) == 2

        fair = FairDeals(replay["secret"], tuple(replay["texts"]))
        assert fair.commitment == replay["commitment"]
        for number, (told, round) in enumerate(
            zip(replay["rounds"], record.game.rounds, strict=True), start=1
        ):
            dealer = Seat.parse(told["dealer"])
            hands = deal(fair.deck(number), dealer, replay["rules"]["deal"])
            assert told["hands"] == {seat.letter: hand_text(hands[seat]) for seat in Seat}
            assert [event_from_json(event) for event in told["events"]] == list(round.log[1:])
            assert told["result"] == told["events"][-1]["result"]

        token = (await zus.http.post(f"/api/games/{game}/share")).json()["token"]
        shared = await nobody.http.get(f"/api/games/{game}/replay?share={token}")
        assert shared.json() == replay | {"seat": None}

    run(visit())


# --- being forgotten ----------------------------------------------------------------------------------


def places_of(server: TableServer, text: str) -> list[str]:
    """Every column of the database in which a text stands."""
    found = []
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            for column in [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]:
                query = f"SELECT count(*) FROM {table} WHERE instr(lower(CAST({column} AS TEXT)), lower(?))"
                if connection.execute(query, (text,)).fetchone()[0]:
                    found.append(f"{table}.{column}")
    connection.close()
    return sorted(found)


def test_who_is_erased_is_gone_everywhere_and_the_games_remain(server: TableServer) -> None:
    async def visit() -> None:
        secret_name = f"Xantippe{random.getrandbits(40):x}"
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        zus, wim, noor, otto = clients
        # A guest with this name plays a game, then makes an account, and plays another as a guest elsewhere.
        guest = Client(server.url, secret_name)
        assert (await guest.join(zus.code)).status_code == 200
        await guest.connect()
        await wim.do("stand")
        await guest.do("sit", seat="W")
        table = [zus, guest, noor, otto]
        await play_game(table, SEED)
        assert (await account(guest, f"{secret_name} A")).status_code == 201
        phone = Client(server.url, f"{secret_name} B")
        await game_against_bots(phone)
        assert (await log_in(phone, f"{secret_name} A")).status_code == 200
        left = Client(server.url, f"{secret_name} C")  # a table that was left long ago
        await left.join(zus.code)
        await left.connect()
        await left.send('{"do": "leave", "id": "1"}')
        assert (await log_in(left, f"{secret_name} A")).status_code == 200
        assert {"players.name", "players.account", "members.name"} <= set(places_of(server, secret_name))
        game = (await games_of(zus))[0]
        assert game["names"]["W"] == f"{secret_name} A"

        await zus.do("start")  # in the middle of a game
        await zus.until(lambda: zus.now["turn"] == "W")
        assert (await guest.http.delete("/api/me")).json()["code"] == "password-needed"
        answer = await guest.http.post("/api/me/erasure", json={"password": "verkeerd"})
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong-password")
        answer = await guest.http.post("/api/me/erasure", json={"password": PASSWORD})
        assert answer.status_code == 204
        assert 'klaverjas=""' in answer.headers["set-cookie"] or "Max-Age=0" in answer.headers["set-cookie"]
        await guest.until(lambda: guest.goodbye is not None or guest.socket is None)
        assert (await zus.until_event("stand-in-sat"))["seat"] == "W"
        assert places_of(server, secret_name) == []

        for client in (guest, phone, left):
            assert (await client.http.get("/api/me")).status_code == 401
        assert (await log_in(Client(server.url, "x"), f"{secret_name} A")).status_code == 401
        assert secret_name not in server.said()
        # Nobody sees the name any more, and the game is still there.
        (seen,) = (one for one in await games_of(zus) if one["id"] == game["id"])
        assert seen["names"]["W"] == "verwijderd"
        assert seen["points"] == game["points"]
        watcher = Client(server.url, "Kijker")
        await watcher.join(zus.code)
        for client, after in ((zus, None), (zus, 0), (watcher, None), (watcher, 0)):
            await client.disconnect()
            client.received, client.seq = [], 0
            await client.connect(after=after)
            assert not [message for message in client.received if secret_name in message]
        for path in (f"/api/games/{game['id']}", f"/api/games/{game['id']}/record", "/api/me/games",
                     "/api/me/statistics", f"/api/tables/{zus.code}"):  # fmt: skip
            text = (await zus.http.get(path)).text
            assert secret_name not in text, path
        statistics = (await noor.http.get("/api/me/statistics")).json()
        assert statistics["total"]["games"] == 1
        # The name is free again.
        assert (await account(Client(server.url, "x"), f"{secret_name} A")).status_code == 201
        assert (await log_in(Client(server.url, "x"), f"{secret_name} A")).status_code == 200

    run(visit())


def test_a_partner_who_was_erased_remains_in_the_statistics_without_a_name(server: TableServer) -> None:
    async def visit() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **QUICK)
        await play_game(clients, SEED)
        assert (await clients[2].http.delete("/api/me")).status_code == 204
        (partner,) = (await clients[0].http.get("/api/me/statistics")).json()["by_partner"]
        assert partner["key"] == "verwijderd"
        english = (await clients[0].http.get("/api/me/statistics", params={"lang": "en"})).json()
        assert english["by_partner"][0]["key"] == "deleted player"
        (game,) = (await clients[0].http.get("/api/me/games", params={"lang": "en"})).json()
        assert game["names"]["N"] == "deleted player"
        assert partner["games"] == 1

    run(visit())


# --- statistics ---------------------------------------------------------------------------------------


def count_game(record: Record, seat: Seat) -> Counter[str]:
    """What a seat did in a game, counted card by card from its record."""
    game = record.game
    us, them = game.totals[seat.team], game.totals[1 - seat.team]
    counted = Counter(
        games=1, won=int(us > them), drawn=int(us == them), lost=int(us < them),
        points=us, points_against=them, rounds=0, rounds_making=0,
        nat=0, pit=0, roem_claimed=0, roem_missed=0, verzaakt=0,
    )  # fmt: skip
    for round in game.rounds:
        assert round.result is not None
        counted["rounds"] += round.result.outcome is not Outcome.PASSED_OUT
        ours = round.result.makers == seat.team
        counted["nat"] += ours and round.result.outcome in (Outcome.NAT, Outcome.TEGENPIT)
        counted["pit"] += ours and round.result.outcome is Outcome.PIT
        counted["rounds_making"] += any(
            isinstance(event, TroefChosen | AuctionWon) and event.seat == seat for event in round.log
        )
        counted["verzaakt"] += sum(
            isinstance(event, AccusationProven) and event.accused == seat for event in round.log
        )
        claimed, missed = count_roem(round, seat)
        counted["roem_claimed"] += claimed
        counted["roem_missed"] += missed
    return counted


def count_roem(round: Round, seat: Seat) -> tuple[int, int]:
    """The roem that the seat claimed in tricks that were collected, and what its team took without claiming it."""
    claimed = missed = 0
    cards: list[Any] = []
    claimer: Seat | None = None
    for event in round.log:
        if isinstance(event, CardPlayed):
            cards.append(event.card)
        elif isinstance(event, RoemClaimed | Knocked) and event.right:
            claimer = event.seat
        elif isinstance(event, TrickWon):
            lying = roem_lying(tuple(cards), round.troef, round.rules)
            who = event.winner if round.rules.claim == "automatic" else claimer
            claimed += event.roem if who == seat else 0
            missed += lying - event.roem if event.winner.team == seat.team else 0
            cards, claimer = [], None
    return claimed, missed


def total(counts: Sequence[Counter[str]]) -> Json:
    summed: Counter[str] = Counter()
    for count in counts:
        summed.update(count)
    return dict(summed)


def test_statistics_are_what_the_records_say(server: TableServer) -> None:
    """Three games of three rule sets, with all sorts of claims and offences, and one that was ended."""
    wild = Habits(0.6, 0.5, 0.1, 0.1, accuses=0.03, revokes=0.03)
    pauses: Json = {"trick_pause": 0.02, "round_pause": 0.02, "bot_pace": 0}

    async def visit() -> None:
        clients = await four_at_a_table(server.url, rules="valet", **pauses)
        zus = clients[0]
        for number, base in enumerate(("rotterdam", "lugus", "amsterdam")):
            await zus.do("configure", rules={"base": base, "end": {"rounds": 4}})
            await play_game(clients, SEED + number, wild)
            # They knew what they played.
            assert {rules_of(client).base for client in clients} == {named(base).base}
        await zus.do("start")
        for client in clients:
            await client.do("end")
        roem = 0
        for client, seat in zip(clients, Seat, strict=True):
            games = await games_of(client)
            assert [game["how"] for game in games] == ["agreed", "finished", "finished", "finished"]
            counted: dict[str, Counter[str]] = {}
            for game in games[1:]:
                (record,) = read((await client.http.get(f"/api/games/{game['id']}/record")).text)
                counted[game["rules"]] = count_game(record, seat)
            shown = (await client.http.get("/api/me/statistics")).json()
            everything = total(list(counted.values()))
            assert counts_in(shown["total"]) == {name: everything[name] for name in IN_TOTAL}
            assert {row["key"]: counts_in(row) for row in shown["by_rules"]} == {
                rules: dict(count) for rules, count in counted.items()
            }
            assert {row["key"]: row["unit"] for row in shown["by_rules"]} == {
                named("rotterdam").base: "points",
                named("lugus").base: "tens",
                named("amsterdam").base: "points",
            }
            assert shown["total"]["won_share"] == everything["won"] / 3
            assert shown["total"]["making_share"] == everything["rounds_making"] / everything["rounds"]
            assert shown["total"]["nat_share"] == everything["nat"] / everything["rounds"]
            partner = clients[seat.partner]
            (row,) = shown["by_partner"]
            assert (row["key"], row["player"], row["bot"]) == (partner.name, partner.player, None)
            assert without_key(row) == shown["total"]
            roem += everything["roem_claimed"] + everything["roem_missed"]
        assert roem > 0  # of all four: one of them may have none in twelve rounds

    run(visit())


IN_TOTAL = ("games", "won", "drawn", "lost", "rounds", "rounds_making", "nat", "pit", "verzaakt")


def counts_in(row: Json) -> Json:
    """The whole numbers of a row."""
    return {name: value for name, value in row.items() if type(value) is int}


def without_key(row: Json) -> Json:
    return {name: value for name, value in row.items() if name not in ("key", "player", "bot")}


def test_games_with_a_bot_are_counted_under_its_name(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Zus")
        await game_against_bots(zus)
        (row,) = (await zus.http.get("/api/me/statistics")).json()["by_partner"]
        assert (row["key"], row["player"], row["bot"]) == ("club", None, "club")

    run(visit())


def test_who_has_played_nothing_has_empty_statistics(server: TableServer) -> None:
    async def visit() -> None:
        zus = Client(server.url, "Zus")
        await zus.open_table()
        shown = (await zus.http.get("/api/me/statistics")).json()
        assert set(shown["total"].values()) == {0, None}
        assert shown["by_rules"] == shown["by_partner"] == await games_of(zus) == []

    run(visit())
