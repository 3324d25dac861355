"""The bots: what they do is always possible and never wrong, and the better one is better."""

import pickle
from dataclasses import replace
from itertools import combinations
from random import Random
from time import thread_time
from typing import Any

import pytest

from bot_rounds import FOUR_REGELS, MONTECARLO, REGELS, WILLEKEURIG, Offender, next_action, steps
from klaverjas.actions import (
    Accuse,
    Claim,
    Collect,
    Knock,
    LiftPenalty,
    MakeBid,
    Pass,
    Penalise,
    Play,
    RoundAction,
)
from klaverjas.bots import BOTS, Bot, Budget, bot_from, bot_named
from klaverjas.bots.advice import REASONS
from klaverjas.bots.knowledge.card_knowledge import lacking, remember
from klaverjas.bots.knowledge.strength import expected_points
from klaverjas.bots.knowledge.worlds import Hidden
from klaverjas.bots.meester import Meester
from klaverjas.bots.montecarlo import Montecarlo
from klaverjas.bots.oplosser import Oplosser
from klaverjas.cards import DECK, Card, Hand, Rank, Suit
from klaverjas.errors import KlaverjasError
from klaverjas.events import AccusationFailed, AccusationProven, Knocked, RoemClaimed, RoundEvent
from klaverjas.phase import Phase
from klaverjas.referee import offences
from klaverjas.round import Round
from klaverjas.rules.auction import Bid
from klaverjas.rules.integers import NO_TROEF
from klaverjas.rules.legal import correct_cards, duties_of, legal_cards
from klaverjas.rules.named import AMSTERDAM, LUGUS, NAMED, ROTTERDAM, ROTTERDAM_BOND, VALET
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import SEATS, Seat, Team
from klaverjas.view import View, Watcher, view_round
from tables import ONE_SUIT_EACH, play, random_round, random_rules, round_of

EVERY_KIND = (
    WILLEKEURIG, REGELS, bot_named("club"), Montecarlo(simulations=50), Oplosser(simulations=50, worlds=1),
    Meester(worlds=4),
)  # fmt: skip
CHALLENGE = [rules for rules in NAMED.values() if rules.challenge]


def is_wrong(event: RoundEvent) -> bool:
    match event:
        case RoemClaimed(right=False) | Knocked(right=False) | AccusationFailed():
            return True
    return False


def view_of(round: Round, seat: str) -> View:
    return view_round(round, Seat.parse(seat))


def done_by(round: Round, seat: str, bot: Bot = REGELS) -> RoundAction | None:
    return bot.act(view_of(round, seat), Random(1))


# --- the list ------------------------------------------------------------------------------------


def test_the_bots_have_names() -> None:
    assert list(BOTS) == [
        "willekeurig", "regels", "montecarlo", "oplosser", "net", "beginner", "club", "sterk", "meester",
    ]  # fmt: skip
    assert all(bot_named(name).name == name for name in BOTS)
    with pytest.raises(KlaverjasError) as caught:
        bot_named("grandmaster")
    assert caught.value.code == "unknown-bot"
    assert "willekeurig, regels" in caught.value.sentence("nl")


def test_a_bot_can_be_told_how_long_it_thinks() -> None:
    assert bot_from("montecarlo:simulations=50", thread_time) == Montecarlo(simulations=50)
    assert bot_from("montecarlo:ms=50", thread_time) == Montecarlo(budget=Budget(50, thread_time))
    assert bot_from("regels", thread_time) is REGELS
    for text, code in (
        ("montecarlo:depth=3", "unknown-setting"),
        ("regels:simulations=3", "unknown-setting"),
        ("montecarlo:simulations=0", "bad-setting"),
        ("montecarlo:simulations=1000001", "bad-setting"),
        ("montecarlo:simulations=" + "9" * 5000, "bad-setting"),
        ("montecarlo:simulations=-1", "bad-setting"),
        ("montecarlo:simulations", "bad-setting"),
        ("nobody:simulations=3", "unknown-bot"),
    ):
        with pytest.raises(KlaverjasError) as caught:
            bot_from(text, thread_time)
        assert caught.value.code == code
        assert caught.value.sentence("nl")


# --- always possible, never wrong ----------------------------------------------------------------


@pytest.mark.parametrize("name", [*NAMED, "mix"])
def test_bots_are_never_refused_and_never_wrong(name: str) -> None:
    chance = Random(f"bots {name}")
    said = 0
    for _ in range(80):
        rules = random_rules(chance) if name == "mix" else NAMED[name]
        bots = {seat: chance.choice((WILLEKEURIG, REGELS)) for seat in SEATS}
        for round, action, events, _ in steps(rules, bots, chance):
            assert not any(is_wrong(event) for event in events)
            assert not isinstance(action, Accuse)  # they all play correctly
            if isinstance(action, Play):
                assert action.card in round.correct_cards
            said += isinstance(action, Claim | Knock)
    assert (said > 20) is (name in ("rotterdam", "lugus", "mix"))


@pytest.mark.parametrize("name", [*NAMED, "mix"])
def test_bots_are_never_wrong_among_players_who_try_everything(name: str) -> None:
    chance = Random(f"among others {name}")
    for _ in range(4):
        rules = random_rules(chance) if name == "mix" else NAMED[name]
        for step in random_round(rules, chance, careless=0.1):
            round = step.after
            for seat in SEATS:
                for bot in EVERY_KIND:
                    if action := bot.act(view_round(round, seat), chance):
                        _, events = round.apply(action)
                        assert not any(is_wrong(event) for event in events)
                        assert not isinstance(action, Play) or action.card in round.correct_cards
                    else:
                        assert round.turn != seat or round.phase is Phase.TRICK_END


@pytest.mark.parametrize("rules", CHALLENGE, ids=lambda rules: rules.base)
def test_regels_accuses_an_offender_and_never_wrongly(rules: RuleSet) -> None:
    chance = Random(7)
    proven = 0
    for deal in range(60):
        offender = SEATS[deal % 4]
        for _, _, events, _ in steps(rules, {**FOUR_REGELS, offender: Offender()}, chance):
            assert not any(is_wrong(event) for event in events)
            for event in events:
                if isinstance(event, AccusationProven):
                    assert event.accused == offender
                    assert event.seat.team != offender.team
                    proven += 1
    assert proven > 50


def test_offenders_on_both_sides_do_not_keep_the_table_accusing_for_ever() -> None:
    round = play(round_of(LUGUS), "80C pass pass pass S8 D9 DT S7 W:SQ SK ST SJ")  # North and East
    accusations = []
    while action := next_action(round, FOUR_REGELS, Random(1)):
        accusations.append(action)
        round, _ = round.apply(action)
    assert accusations == [Accuse(Seat.SOUTH, Seat.EAST), Accuse(Seat.WEST, Seat.NORTH)]


def test_the_same_view_and_the_same_chance_give_the_same_action() -> None:
    chance = Random(11)
    for rules in (*NAMED.values(), random_rules(chance)):
        for round, _, _, _ in steps(rules, FOUR_REGELS, chance):
            view = view_round(round, chance.choice(SEATS))
            again: View = pickle.loads(pickle.dumps(view))
            for bot in EVERY_KIND:
                seed = chance.random()
                assert bot.act(view, Random(seed)) == bot.act(again, Random(seed))


def test_bots_say_nothing_when_there_is_nothing_to_say() -> None:
    chance = Random(5)
    for rules in (ROTTERDAM, AMSTERDAM, LUGUS):
        for round, _, _, after in steps(rules, FOUR_REGELS, chance):
            for watcher in Watcher:
                assert all(bot.act(view_round(round, watcher), chance) is None for bot in EVERY_KIND)
            for seat in SEATS:
                for bot in EVERY_KIND:
                    action = bot.act(view_round(after, seat), chance)
                    if after.turn != seat or after.phase not in (Phase.TROEF, Phase.PLAY):
                        assert action is None or isinstance(action, Claim | Knock)
                    else:
                        assert action is not None


# --- why -----------------------------------------------------------------------------------------


def test_every_bot_says_why_in_both_languages() -> None:
    chance = Random(5)
    reasons = set()
    for rules in (ROTTERDAM, LUGUS, VALET):
        for bot in EVERY_KIND:
            for _ in range(3):
                for round, action, _, _ in steps(rules, dict.fromkeys(SEATS, bot), chance):
                    if isinstance(action, Collect | Penalise | LiftPenalty):
                        continue
                    advice = bot.advise(view_round(round, action.seat), chance)
                    if advice is None:  # roem that was overlooked this time
                        continue
                    reasons.add(advice.why)
                    english, dutch = advice.sentence("en"), advice.sentence("nl")
                    assert english != dutch
                    assert english.endswith(".")
                    assert "{" not in english + dutch
    assert reasons >= {
        "guess",
        "no-choice",
        "ours",
        "theirs",
        "better-card",
        "better-troef",
        "roem-lies-there",
        "trained",
    }
    assert reasons <= set(REASONS)


# --- what the cards tell -------------------------------------------------------------------------


def test_a_card_that_is_incorrect_beside_one_card_is_incorrect_beside_more() -> None:
    """And the other way round: two cards are enough to show it. The bots and the engine's `move` rely on this."""
    chance = Random(1)
    for _ in range(6000):
        card, winning, *others = chance.sample(DECK, chance.randint(3, 10))
        troef = chance.choice([0, 1, 2, 3, NO_TROEF])
        led = winning.suit if winning.suit != troef or chance.random() < 0.5 else chance.randrange(4)
        rules = chance.choice((ROTTERDAM, LUGUS, VALET, ROTTERDAM_BOND)).change(
            partner_winning=chance.choice(["must_trump", "free", "discard"]),
            undertrump=chance.choice(["required", "last_resort"]),
        )
        where = (led, winning, chance.random() < 0.5, troef, duties_of(rules))
        together = Hand.of([card, *others])
        incorrect = not correct_cards(together, *where) >> card & 1
        assert incorrect == bool(Hand(lacking(card, *where)) & together)


@pytest.mark.parametrize("rules", CHALLENGE, ids=lambda rules: rules.base)
def test_who_is_caught_is_guilty_by_the_cards_that_lie_open(rules: RuleSet) -> None:
    chance = Random(2)
    caught = 0
    for _ in range(20):
        for step in random_round(rules, chance, careless=0.2):
            if step.refusal or not isinstance(step.action, Play):
                continue
            memory = remember(view_round(step.after, Seat.SOUTH))
            for seat in SEATS:
                if memory.caught[seat]:
                    assert offences(step.after, seat)
                    caught += 1
    assert caught > 50


def may_be_innocent(view: View, seat: Seat, hidden: Hand) -> bool:
    """Whether there is a hand with which all that the seat has played was correct, by trying every one."""
    tricks = [*(Trick(trick.leader, trick.cards, view.troef) for trick in view.tricks), view.trick]
    played = [(trick, trick.cards[(seat - trick.leader) & 3]) for trick in tricks if trick.has_played(seat)]
    for cards in combinations(hidden, view.counts[seat]):
        held, innocent = Hand.of(cards), True
        for trick, card in reversed(played):
            held |= card
            before = Trick(trick.leader, trick.cards[: (seat - trick.leader) & 3], view.troef)
            innocent = innocent and card in legal_cards(held, before, view.rules)
        if innocent:
            return True
    return False


@pytest.mark.parametrize("rules", CHALLENGE, ids=lambda rules: rules.base)
def test_who_must_be_guilty_is_caught(rules: RuleSet) -> None:
    chance = Random(3)
    by_counting = 0
    for _ in range(80):
        for step in random_round(rules, chance, careless=0.3):
            view = view_round(step.after, Seat.SOUTH)
            if step.refusal or not isinstance(step.action, Play) or len(view.hand or ()) > 3:
                continue
            memory = remember(view)
            for seat in (Seat.WEST, Seat.NORTH, Seat.EAST):
                assert memory.caught[seat] != may_be_innocent(view, seat, Hand(memory.unseen))
                by_counting += memory.caught[seat] and not shown(view, seat)
    assert by_counting > 1


def shown(view: View, seat: Seat) -> bool:
    """Whether the cards that lie open show that a seat played an incorrect one."""
    return not may_be_innocent(replace(view, counts=(0, 0, 0, 0)), seat, Hand())


def test_nothing_is_ruled_out_that_a_correct_player_holds() -> None:
    chance = Random(4)
    for rules in NAMED.values():
        for round, _, _, _ in steps(rules, FOUR_REGELS, chance):
            memory = remember(view_round(round, Seat.NORTH))
            for seat in (Seat.SOUTH, Seat.WEST, Seat.EAST):
                assert not Hand(round.hands[seat] & ~memory.may_hold(seat))


# --- bids that tell something ---------------------------------------------------------------------


@pytest.mark.parametrize("bot", [REGELS, MONTECARLO], ids=lambda bot: bot.name)
@pytest.mark.parametrize(
    ("said", "hand", "answer"),
    [
        ("", "J8.J7.J8.KJ", "70sans"),
        ("70sans pass", "9.AKQ8.87.7", "80H"),  # partner has the boer or the nel, in whatever suit
        ("70sans pass", "KQ87.8.87.7", "80S"),  # and with nothing at all still a suit
        ("80sans pass", "AT.K8.Q8.K7", "pass"),  # aces and tens want to be played
    ],
)
def test_seventy_sans_shows_jacks_and_nines(bot: Bot, said: str, hand: str, answer: str) -> None:
    seat = "E" if said else "W"  # South has dealt
    action = done_by(play(round_of(LUGUS, f"{seat}:{hand}"), said), seat, bot)
    assert (str(action.bid) if isinstance(action, MakeBid) else "pass") == answer


@pytest.mark.parametrize(
    ("bid", "ranks"), [("70sans", (Rank.JACK, Rank.NINE)), ("80sans", (Rank.ACE, Rank.TEN))]
)
def test_what_a_bid_in_sans_tells_is_believed(bid: str, ranks: tuple[Rank, ...]) -> None:
    view = view_of(play(round_of(LUGUS, "E:K8.KQ8.87.7"), f"{bid} pass"), "E")
    hidden = Hidden(view, Seat.EAST, remember(view))
    high = sum(1 << Card.of(suit, rank) for suit in Suit for rank in ranks)

    def held(worlds: Any, seat: Seat) -> float:
        return sum(int(world[seat] & high).bit_count() for world in worlds) / len(worlds)

    believed = hidden.likely(2000, Random(1))
    assert held(hidden.some(2000, Random(1)), Seat.WEST) == pytest.approx(8 / 3, abs=0.2)
    assert held(believed, Seat.WEST) > 3.3 > 2.5 > held(believed, Seat.NORTH)


# --- how regels plays ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "troef"),
    [
        ("HJ H9 HA H8 SA S7 CA D7", Suit.HEARTS),
        ("HJ H9 S8 S7 SQ SK CA D7", Suit.HEARTS),  # boer and nel, rather than length
        ("C7 C8 CQ CK CT S7 H7 D7", Suit.CLUBS),
    ],
)
def test_regels_chooses_troef_by_counting(hand: str, troef: Suit) -> None:
    assert max(Suit, key=lambda suit: expected_points(Hand.parse(hand), suit)) == troef


def test_regels_bids_what_its_hand_should_reach() -> None:
    round = round_of(LUGUS, "W:J9A8.A7.A.7")
    assert done_by(round, "W") == MakeBid(Seat.WEST, Bid(80, Suit.SPADES))
    assert done_by(round_of(LUGUS, "W:87.87.98.98"), "W") == Pass(Seat.WEST)
    sans = round_of(LUGUS, "W:AT.AT.AT.AT")
    assert done_by(sans, "W") == MakeBid(Seat.WEST, Bid(80, None))


def test_regels_leaves_partners_bid_alone_and_goes_over_the_opponents() -> None:
    hands = "W:J9A8.A7.A.7 N:KT.KJ9.KJ.K E:7.T.98T.AQJ"
    round = play(round_of(LUGUS, hands), "pass 80H")
    assert done_by(play(round, "pass pass"), "W") == MakeBid(Seat.WEST, Bid(90, Suit.SPADES))
    partners = play(round_of(LUGUS, hands), "pass pass 80H pass")
    assert done_by(partners, "W") == Pass(Seat.WEST)


def test_regels_gives_points_to_partners_sure_trick() -> None:
    round = play(round_of(AMSTERDAM, "W:7.A7.987.87 N:K8.98.TJ.QA E:T9.TK.A.TKJ S:AQJ.QJ.KQ.9"), "S HA H8")
    assert done_by(round, "E") == Play(Seat.EAST, Card.parse("HT"))


def test_regels_gives_nothing_to_the_opponents_sure_trick() -> None:
    round = play(round_of(AMSTERDAM, "W:7.A8.987.87 N:K8.T7.TJ.QA E:T9.K9.A.TKJ S:AQJ.QJ.KQ.9"), "S HA")
    assert done_by(round, "N") == Play(Seat.NORTH, Card.parse("H7"))


def test_regels_takes_the_last_card_cheaply() -> None:
    hands = "W:7.K8.987.87 N:K8.97.TJ.QA E:T9.QT.A.TKJ S:AQJ.AJ.KQ.9"
    round = play(round_of(AMSTERDAM, hands), "S HK H9 HQ")
    assert done_by(round, "S") == Play(Seat.SOUTH, Card.parse("HA"))


def test_regels_draws_troef_for_the_playing_team() -> None:
    round = play(round_of(ROTTERDAM, "W:J9AT.K7.8.7"), "S")
    assert done_by(round, "W") == Play(Seat.WEST, Card.parse("SJ"))


def test_regels_plays_an_ace_rather_than_a_low_card() -> None:
    round = play(round_of(LUGUS, "W:87.A87.Q87. N:J9AT.T9.9.7"), "pass 80S pass pass pass")
    assert done_by(round, "W") == Play(Seat.WEST, Card.parse("HA"))


# --- roem ----------------------------------------------------------------------------------------

RUN = "S8 S9 ST S7"  # from tables.MIXED with clubs as troef: West, North, East, South; East wins 50


def test_roem_is_called_for_the_own_team_only() -> None:
    for rules, troef, call in (
        (ROTTERDAM, "C", Claim(Seat.WEST, 50)),
        (LUGUS, "80C pass pass pass", Knock(Seat.WEST)),
    ):
        round = play(round_of(rules), f"{troef} {RUN}")
        assert done_by(round, "W") == call
        assert done_by(round, "E") is not None
        assert done_by(round, "S") is None
        assert done_by(round, "N") is None
        called, _ = round.apply(call)
        assert all(done_by(called, seat) is None for seat in "SWNE")


def test_in_mid_trick_roem_is_called_only_when_the_trick_cannot_be_lost() -> None:
    round = play(round_of(ROTTERDAM), "C S8 S9 ST")  # South may still trump
    assert done_by(round, "E") is None
    sure = play(round_of(ROTTERDAM, "S:AK.KT.KT.AT W:Q8.Q8.J8.Q8 N:J7.J7.97.J7 E:T9.A9.QA.K9"), "C CJ C9 CQ")
    assert done_by(sure, "W") is None  # 9, J and Q are no run
    deal, words = "S:AK.KT.97.AT W:Q8.Q8.J8.Q8 N:J7.J7.TK.J7 E:T9.A9.QA.K9", "C CJ CT CQ"
    sure = play(round_of(ROTTERDAM.change(claim_lock="raise"), deal), words)
    assert done_by(sure, "W") == Claim(Seat.WEST, 20)
    assert done_by(sure, "S") == Play(Seat.SOUTH, Card.parse("C7"))
    locking = play(round_of(ROTTERDAM, deal), words)
    assert done_by(locking, "W") is None  # a fourth card may add to it, and a right claim would lock it
    assert done_by(play(locking, "C7"), "W") == Claim(Seat.WEST, 20)


def test_a_beginner_overlooks_roem_now_and_then() -> None:
    view = view_of(play(round_of(ROTTERDAM), f"C {RUN}"), "W")
    calls = [WILLEKEURIG.act(view, Random(seed)) for seed in range(400)]
    assert set(calls) == {None, Claim(Seat.WEST, 50)}
    assert 140 < calls.count(None) < 260


# --- accusing ------------------------------------------------------------------------------------


def test_regels_accuses_when_the_proof_lies_on_the_table_and_not_before() -> None:
    words = "C S8 D9 ST S7"  # North discards, and holds spades
    round = play(round_of(ROTTERDAM), words)
    assert all(not isinstance(done_by(round, seat), Accuse) for seat in "SWE")
    round = play(round, "E:SA SJ SQ SK")
    assert done_by(round, "E") == Accuse(Seat.EAST, Seat.NORTH)
    assert done_by(round, "W") == Accuse(Seat.WEST, Seat.NORTH)
    assert not isinstance(done_by(round, "S"), Accuse)  # partner
    assert all(not isinstance(done_by(round, seat, WILLEKEURIG), Accuse) for seat in "SWNE")


def test_regels_accuses_after_the_round_only_where_that_is_possible_and_helps() -> None:
    offence = "S8 D9 ST S7 E:SA SJ SQ SK"
    for rules, troef, accuses in ((ROTTERDAM, "C", False), (LUGUS, "80C pass pass pass", True)):
        round = play(round_of(rules), f"{troef} {offence}")
        while round.turn is not None:
            round, _ = round.apply(Play(round.turn, next(iter(round.correct_cards))))
        round = play(round, "collect")
        assert round.phase is Phase.DONE
        accusation = Accuse(Seat.EAST, Seat.NORTH)
        assert done_by(round, "E") == (accusation if accuses else None)
        if accuses:
            assert all(done_by(round.apply(accusation)[0], seat) is None for seat in "SWNE")
    pit = play(round_of(LUGUS, ONE_SUIT_EACH), "120H pass pass pass")
    while pit.turn is not None:
        pit, _ = pit.apply(Play(pit.turn, next(iter(pit.correct_cards))))
    assert all(done_by(play(pit, "collect"), seat) is None for seat in "SWNE")


# --- strength ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "least"), [(ROTTERDAM_BOND, 50), (LUGUS, 6)], ids=["rotterdam-bond", "lugus"]
)
def test_regels_is_clearly_stronger_than_a_beginner(rules: RuleSet, least: float) -> None:
    """Every deal is played twice, with the pairs exchanged; the lead is in points a round, or on the sheet."""
    lead, rounds = 0, 160
    for seed in range(rounds // 2):
        for ours in (Team.NORTH_SOUTH, Team.WEST_EAST):
            bots = {seat: REGELS if seat.team == ours else WILLEKEURIG for seat in SEATS}
            for *_, after in steps(rules, bots, Random(seed)):
                round = after
            assert round.result is not None
            lead += round.result.score[ours] - round.result.score[ours.opponents]
    assert lead / rounds > least


# --- how montecarlo bids -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "said", "bids"),
    [
        ("HJ H9 HA HT H8 SA CA D7", "", ["80H", "90H", "100H"]),
        ("S7 S8 HQ H8 C7 CQ D8 D9", "", ["pass"]),
        ("SA ST HA HT CA CT DA DT", "", ["80sans"]),
        ("SJ S8 HJ H7 CJ C8 DK DJ", "", ["70sans"]),
        ("HJ H9 HA HT H8 SA CA D7", "100C", ["110H"]),
        ("S7 S8 HQ H8 C7 CQ D8 D9", "100C", ["pass"]),
    ],
)
def test_montecarlo_bids_what_a_hand_is_worth(hand: str, said: str, bids: list[str]) -> None:
    mine = Hand.parse(hand)
    others = [card for card in DECK if card not in mine]
    dealt = (Hand.of(others[:8]), mine, Hand.of(others[8:16]), Hand.of(others[16:]))
    # West has the hand and speaks first; or, when somebody has spoken, South did.
    round = Round.begin(LUGUS, Seat.SOUTH if not said else Seat.EAST, dealt)
    if said:
        round = play(round, said)
    action = done_by(round, "W", MONTECARLO)
    told = str(action.bid) if isinstance(action, MakeBid) else "pass"
    assert told in bids
    assert isinstance(action, MakeBid | Pass)
