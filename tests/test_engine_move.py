"""The op `move`: what a bot would do, asked with one hand and the public actions (`docs/engine-protocol.md`)."""

import json
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import pytest

from bot_rounds import FOUR_REGELS, REGELS, WILLEKEURIG, Offender, steps
from klaverjas.actions import Play
from klaverjas.bots import BOTS, bot_named
from klaverjas.cards import Card, Hand
from klaverjas.engine import answer
from klaverjas.engine.moves import view_from
from klaverjas.engine.positions import action_told, actions
from klaverjas.events import AccusationProven, PenaltyLifted
from klaverjas.phase import Phase
from klaverjas.round import Round
from klaverjas.rules.named import NAMED, ROTTERDAM_BOND, rules_to_json
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import SEATS, Seat
from klaverjas.view import view_round
from tables import MIXED, deal_of, random_round, random_rules

Json: TypeAlias = dict[str, Any]

ANSWERS_SOON = ("beginner", "regels", "club", "sterk", "montecarlo")
HANDS = {seat.letter: str(hand) for seat, hand in zip(SEATS, deal_of(MIXED), strict=True)}
BASIC: Json = {
    "rules": "rotterdam",
    "bot": "regels",
    "seat": "W",
    "dealer": "S",
    "hand": HANDS["W"],
    "actions": [],
}
TROEF: Json = {"seat": "W", "troef": "C"}


def asked(**fields: object) -> Json:
    reply: Json = json.loads(answer(json.dumps({"id": 1, "op": "move", **BASIC, **fields}).encode()))
    return reply


def moved(**fields: object) -> Json | None:
    """The action of an answer."""
    reply = asked(**fields)
    assert reply.keys() == {"id", "ok", "action"}, reply
    action: Json | None = reply["action"]
    return action


def refused(**fields: object) -> Json:
    reply = asked(**fields)
    assert not reply["ok"], reply
    error: Json = reply["error"]
    return error


def plays(cards: str, turns: str = "WNES") -> list[Json]:
    return [{"seat": seat, "play": card} for seat, card in zip(turns, cards.split(), strict=False)]


# --- the answer ----------------------------------------------------------------------------------


def test_hello_has_the_names_of_the_bots() -> None:
    assert json.loads(answer(b'{"op": "hello"}'))["bots"] == list(BOTS)


def test_every_kind_of_action_can_be_the_answer() -> None:
    assert moved() == {"seat": "W", "troef": "S"}
    assert moved(rules="lugus") == {"seat": "W", "pass": True}
    strong = {"rules": "lugus", "hand": "SJ S9 SA S8 HA H7 CA D7"}
    assert moved(**strong) == {"seat": "W", "bid": "80S"}
    assert moved(actions=[TROEF, *plays("S8 S9 ST S7"), {"collect": True}, *plays("SA SJ", "ES")]) == {
        "seat": "W",
        "play": "SQ",
    }
    run = [TROEF, *plays("S8 S9 ST S7")]
    assert moved(actions=run) == {"seat": "W", "claim": 50}
    bid = [{"seat": "W", "bid": "80C"}, *({"seat": seat, "pass": True} for seat in "NES")]
    assert moved(rules="lugus", actions=bid + run[1:]) == {"seat": "W", "knock": True}
    offence = [TROEF, *plays("S8 D9 ST S7"), *plays("SA SJ SQ SK", "ESWN")]
    assert moved(actions=offence) == {"seat": "W", "accuse": "N"}


def test_off_turn_a_bot_without_anything_to_say_answers_null() -> None:
    assert moved(seat="N", hand=HANDS["N"]) is None
    assert moved(actions=[TROEF, *plays("S8")]) is None
    assert moved(seat="N", hand=HANDS["N"], actions=[TROEF, *plays("S8 S9 ST S7")]) is None


def test_the_seed_makes_a_bot_repeatable_and_zero_is_the_seed_when_none_is_given() -> None:
    fields = {"bot": "willekeurig", "actions": [TROEF]}
    answers = [moved(**fields, seed=seed) for seed in range(30)]
    assert answers == [moved(**fields, seed=seed, ms=seed) for seed in range(30)]
    assert len({str(action) for action in answers}) > 3
    assert moved(**fields) == answers[0]
    assert moved(**fields, seed=-(10**40)) is not None


@pytest.mark.parametrize("name", [*NAMED, "mix"])
def test_the_answer_is_what_the_bot_does_with_the_true_view(name: str) -> None:
    chance = Random(f"move {name}")
    positions = 0
    for deal in range(8):
        rules = random_rules(chance) if name == "mix" else NAMED[name]
        bots = {seat: chance.choice((WILLEKEURIG, REGELS)) for seat in SEATS}
        if deal % 2 and rules.challenge:
            bots[chance.choice(SEATS)] = Offender()
        for round, _, _, after in steps(rules, bots, chance):
            for seat in chance.sample(SEATS, 2):
                positions += 1
                check_move(after if chance.random() < 0.3 else round, seat, chance)
    assert positions > 400


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("ms", [0, 5])
def test_every_bot_answers(name: str, ms: int) -> None:
    *_, (round, action, _, _) = islice(steps(ROTTERDAM_BOND, FOUR_REGELS, Random(3)), 15)
    assert isinstance(action, Play)
    told = moved(
        rules="rotterdam-bond",
        bot=name,
        seat=action.seat.letter,
        dealer=round.dealer.letter,
        hand=str(round.dealt[action.seat]),
        actions=actions(round),
        ms=ms,
    )
    assert told is not None
    assert Card.parse(told["play"]) in round.correct_cards


def check_move(round: Round, seat: Seat, chance: Random) -> None:
    if any(isinstance(event, AccusationProven) for event in round.log):
        return  # cards that nobody has shown may have proven it, and the engine is not told those
    bot, seed = bot_named(chance.choice(ANSWERS_SOON)), chance.randrange(10)
    expected = bot.act(view_round(round, seat), Random(seed))
    told = moved(
        rules=rules_to_json(round.rules),
        bot=bot.name,
        seat=seat.letter,
        dealer=round.dealer.letter,
        hand=str(round.dealt[seat]),
        actions=actions(round),
        seed=seed,
    )
    assert told == (None if expected is None else action_told(expected))


@pytest.mark.parametrize("name", [*NAMED, "mix"])
def test_the_view_is_the_true_one(name: str) -> None:
    """Where players try everything: the engine knows what the seat knows.

    But for the proof of an accusation, and for a penalty that was taken back: the protocol has no word for it.
    """
    chance = Random(f"views {name}")
    compared = 0
    for _ in range(15):
        rules: RuleSet = random_rules(chance) if name == "mix" else NAMED[name]
        for step in random_round(rules, chance, careless=0.05):
            round = step.after
            if any(isinstance(event, AccusationProven | PenaltyLifted) for event in round.log):
                break
            seat = chance.choice(SEATS)
            view = view_from(seat, round.dealt[seat], round.dealer, rules, actions(round))
            assert view == view_round(round, seat)
            compared += 1
    assert compared > 300


# --- accusations ---------------------------------------------------------------------------------

OFFENCE = [TROEF, *plays("S8 D9 ST S7")]  # North discards: only who sees his spades later knows
SHOWN = [*OFFENCE, *plays("SA SJ SQ SK", "ESWN")]
ACCUSE: Json = {"seat": "W", "accuse": "N"}


def test_an_accusation_that_the_cards_do_not_prove_has_failed() -> None:
    assert moved(seat="E", hand=HANDS["E"], actions=[*OFFENCE, {"collect": True}, ACCUSE]) is not None


def test_an_accusation_that_the_cards_prove_has_ended_the_round() -> None:
    assert moved(seat="E", hand=HANDS["E"], actions=[*SHOWN, ACCUSE]) is None
    # Later cards prove it too: then it cannot have failed, and those cannot have been played.
    error = refused(actions=[*OFFENCE, ACCUSE, *SHOWN[5:]])
    assert (error["code"], error["at"]) == ("round-done", 6)


def test_accusations_of_the_seat_itself_are_judged_by_its_whole_hand() -> None:
    accused = [*OFFENCE, {"collect": True}, ACCUSE]
    hand = Hand.parse(HANDS["N"])
    view = view_from(Seat.NORTH, hand, Seat.SOUTH, NAMED["rotterdam"], accused)
    assert view.phase is Phase.DONE
    assert view.result is not None
    assert view.result.offences[0].correct == Hand.parse("SK S9")


# --- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["rules", "bot", "seat", "dealer", "hand", "actions"])
def test_every_field_but_the_optional_ones_is_required(field: str) -> None:
    fields = {name: value for name, value in BASIC.items() if name != field}
    reply = json.loads(answer(json.dumps({"op": "move", **fields}).encode()))
    assert (reply["error"]["code"], reply["error"]["field"]) == ("missing-field", field)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"bot": "grandmaster"}, "unknown-bot"),
        ({"bot": "x" * 500}, "unknown-bot"),
        ({"bot": 7}, "wrong-field"),
        ({"bot": None}, "wrong-field"),
        ({"seat": "Z"}, "wrong-field"),
        ({"dealer": "NS"}, "wrong-field"),
        ({"hand": "S7 S8"}, "wrong-field"),
        ({"hand": "S7 S7 S8 S9 ST SJ SQ SK"}, "card-twice"),
        ({"hand": "S7 S8 S9 ST SJ SQ SK S1"}, "unknown-card"),
        ({"actions": {}}, "wrong-field"),
        ({"actions": [{}] * 10_001}, "wrong-field"),
        *(({"ms": ms}, "wrong-field") for ms in (-1, 600_001, 1.5, "1", True, None)),
        *(({"seed": seed}, "wrong-field") for seed in (1.0, "1", True, None)),
    ],
)
def test_fields_that_are_wrong_are_errors(fields: Json, code: str) -> None:
    error = refused(**fields)
    assert error["code"] == code
    assert code != "unknown-bot" or error["names"] == list(BOTS)


def test_the_time_that_a_bot_may_take_is_from_nothing_to_ten_minutes() -> None:
    assert moved(ms=0) == moved(ms=600_000) == moved()


@pytest.mark.parametrize(
    ("rules", "wishes", "code"),
    [
        ("rotterdam", [{"seat": "N", "troef": "C"}], "not-your-turn"),
        ("rotterdam", [TROEF, {"seat": "W", "play": "SA"}], "card-not-held"),  # not in West's hand
        ("rotterdam", [TROEF, *plays("S8 SQ")], "card-not-held"),  # in West's hand
        ("rotterdam", [TROEF, *plays("S8 S9 S9")], "card-not-held"),  # North played it
        ("rotterdam", [TROEF, *plays("S8 S9"), {"seat": "S", "play": "S7"}], "not-your-turn"),
        ("rotterdam", [TROEF, {"seat": "W", "claim": 20}], "claim-before-playing"),
        ("rotterdam", [TROEF, {"seat": "W", "accuse": "N"}], "accuse-too-early"),
        ("rotterdam", [TROEF, {"collect": True}], "nothing-to-collect"),
        ("rotterdam", [TROEF, {"seat": "W", "play": "S8", "claim": 20}], "bad-action"),
        ("lugus", [{"seat": "W", "bid": "80C"}, {"seat": "N", "bid": "80D"}], "bid-too-low"),
        ("amsterdam", [TROEF, {"seat": "W", "play": "S8"}, {"seat": "W", "accuse": "N"}], "no-verzaakt"),
    ],
)
def test_what_cannot_have_happened_is_an_error_with_at(rules: str, wishes: list[Json], code: str) -> None:
    error = refused(rules=rules, actions=wishes)
    assert (error["code"], error["at"]) == (code, len(wishes) - 1)


def test_the_first_action_that_is_wrong_is_reported() -> None:
    assert refused(actions=[TROEF, TROEF, 7])["at"] == 1
    assert refused(actions=[TROEF, 7, TROEF])["at"] == 1


def test_on_a_strict_table_an_own_incorrect_card_is_an_error() -> None:
    fields = {
        "rules": "amsterdam",
        "dealer": "W",
        "actions": [{"seat": "N", "troef": "C"}, *plays("S9 ST S7 DQ", "NESW")],
    }
    error = refused(**fields)
    assert (error["code"], error["at"], error["cards"]) == ("incorrect-card", 4, "SQ S8")


def test_on_a_strict_table_cards_of_others_are_errors_only_when_later_ones_prove_it() -> None:
    wishes = [TROEF, *plays("S8 D9 ST S7")]  # North may have no spades
    assert (
        moved(rules="amsterdam", seat="E", hand=HANDS["E"], actions=[*wishes, {"collect": True}]) is not None
    )
    error = refused(rules="amsterdam", actions=[*wishes, *plays("SA SJ SQ SK", "ESWN")])
    assert (error["code"], error["at"], error["cards"]) == ("incorrect-card", 2, "SK")
