"""Rules, section 4: the correct cards, why another card is not one, and who wins the trick."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.cards import DECK, Card, Hand, Suit
from klaverjas.errors import TextError
from klaverjas.rules.legal import Duty, correct_cards, duties_of, duty_of, legal_cards, why_incorrect
from klaverjas.rules.named import (
    AMSTERDAM,
    AMSTERDAM_BOND,
    LUGUS,
    NAMED,
    ROTTERDAM,
    ROTTERDAM_BOND,
    VALET,
)
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import Trick
from klaverjas.seats import Seat

# In every position South is to play. Clubs are troef, unless it says otherwise.
EVERYONE = list(NAMED.values())
ALWAYS_TRUMP = [ROTTERDAM, ROTTERDAM_BOND]  # 4.4
TRUMP_OPPONENTS = [LUGUS, VALET, AMSTERDAM, AMSTERDAM_BOND]  # 4.5
FREE_WITH_PARTNER = [LUGUS, AMSTERDAM, AMSTERDAM_BOND]  # 4.6
BEAT_LED_TROEF = [LUGUS, VALET, AMSTERDAM, ROTTERDAM_BOND, AMSTERDAM_BOND]  # 4.3

some_rules = st.sampled_from(EVERYONE)
some_troef = st.sampled_from([*Suit, None])


@st.composite
def positions(draw: st.DrawFn) -> tuple[Hand, Trick]:
    """A hand of one to eight cards, and a trick to which it is to play."""
    cards = draw(st.lists(st.sampled_from(DECK), min_size=1, max_size=11, unique=True))
    played = draw(st.integers(min_value=max(0, len(cards) - 8), max_value=min(3, len(cards) - 1)))
    trick = Trick(draw(st.sampled_from(Seat)), tuple(cards[:played]), draw(some_troef))
    return Hand.of(cards[played:]), trick


def correct(rules: RuleSet, trick: str, hand: str, troef: str | None = "C") -> Hand:
    position = Trick.parse(trick, troef=troef)
    assert position.to_play is Seat.SOUTH
    return legal_cards(Hand.parse(hand), position, rules)


def by_base(rules: RuleSet) -> str:
    return rules.base


every_rule_set = pytest.mark.parametrize("rules", EVERYONE, ids=by_base)


# --- 4.1 -----------------------------------------------------------------------------------------


@every_rule_set
@pytest.mark.parametrize("troef", ["S", "H", "C", "D", None])
def test_anyone_may_lead_anything(rules: RuleSet, troef: str | None) -> None:
    # Rules 4.1
    hand = "SA S7 HT H8 CJ C7 DQ D7"
    assert correct(rules, "S:", hand, troef) == Hand.parse(hand)


@pytest.mark.parametrize(
    ("trick", "next_leader"),
    [
        ("N: HA H7 H8 H9", Seat.NORTH),
        ("N: H7 HA H8 H9", Seat.EAST),
        ("N: H7 H8 C7 H9", Seat.SOUTH),
        ("N: H7 H8 D7 HT", Seat.WEST),
    ],
)
def test_the_winner_of_a_trick_leads_the_next(trick: str, next_leader: Seat) -> None:
    # Rules 4.1
    assert Trick.parse(trick, troef="C").winner is next_leader


# --- 4.2 -----------------------------------------------------------------------------------------


@every_rule_set
@pytest.mark.parametrize("troef", ["C", "S", None])
def test_follow_the_led_suit_if_you_can_with_any_card_of_it(rules: RuleSet, troef: str | None) -> None:
    # Rules 4.2
    hand = "HA HJ H7 CJ C7 SA D7"
    assert correct(rules, "E: HT", hand, troef) == Hand.parse("HA HJ H7")
    assert correct(rules, "N: HT HK", hand, troef) == Hand.parse("HA HJ H7")
    assert correct(rules, "W: HT HK H9", hand, troef) == Hand.parse("HA HJ H7")


@every_rule_set
def test_following_suit_with_only_one_card_of_it_leaves_no_choice(rules: RuleSet) -> None:
    # Rules 4.2
    assert correct(rules, "E: HT", "H7 CJ C7 SA D7") == Hand.parse("H7")


@every_rule_set
def test_follow_suit_also_when_the_trick_was_trumped(rules: RuleSet) -> None:
    # Rules 4.2
    assert correct(rules, "N: HT C7", "HA H7 CJ SA") == Hand.parse("HA H7")
    assert correct(rules, "W: HT C7 H8", "HA H7 CJ SA") == Hand.parse("HA H7")


# --- 4.3 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", BEAT_LED_TROEF, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("E: CT", "CA CQ HA", "CA"),  # beat it if you can
        ("E: CT", "CJ C9 CA CQ", "CJ C9 CA"),  # with any that does
        ("N: CK C7", "CA CQ HA", "CA"),  # even partner's
        ("N: C7 C9", "CA CJ C8", "CJ"),  # the highest in the trick, not the one that was led
        ("W: C7 CA C9", "CT C8", "CT C8"),  # else any troef
        ("E: CJ", "C9 C7 H7", "C9 C7"),
        ("E: CA", "C9 CT", "C9"),  # the nel is above the ace
        ("E: CJ", "HA D7", "HA D7"),  # else anything
        ("N: C7 HA", "C8 HT", "C8"),
    ],
)
def test_a_led_troef_must_be_beaten_even_partners_else_any_troef_else_anything(
    rules: RuleSet, trick: str, hand: str, allowed: str
) -> None:
    # Rules 4.3
    assert correct(rules, trick, hand) == Hand.parse(allowed)


@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("E: CT", "CA CQ HA", "CA CQ"),
        ("N: CK C7", "CA CQ HA", "CA CQ"),
        ("E: CJ", "C9 C7 H7", "C9 C7"),
        ("E: CJ", "HA D7", "HA D7"),
    ],
)
def test_in_rotterdam_every_troef_is_correct_on_a_led_troef(trick: str, hand: str, allowed: str) -> None:
    # Rules 4.3
    assert correct(ROTTERDAM, trick, hand) == Hand.parse(allowed)


def test_beating_a_led_troef_is_a_field() -> None:
    # Rules 4.3
    assert correct(ROTTERDAM.change(beat_led_troef=True), "E: CT", "CA CQ HA") == Hand.parse("CA")
    assert correct(AMSTERDAM.change(beat_led_troef=False), "E: CT", "CA CQ HA") == Hand.parse("CA CQ")


# --- 4.4 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALWAYS_TRUMP, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("E: HA", "C8 D7 SA", "C8"),
        ("E: HA", "CJ C7 D7 SA", "CJ C7"),
        ("N: H7 HA", "C8 D7", "C8"),
    ],
)
def test_rotterdam_whoever_cannot_follow_must_trump(
    rules: RuleSet, trick: str, hand: str, allowed: str
) -> None:
    # Rules 4.4
    assert correct(rules, trick, hand) == Hand.parse(allowed)


@pytest.mark.parametrize("rules", ALWAYS_TRUMP, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("N: HA H7", "C8 D7", "C8"),
        ("W: H7 HA H8", "CJ C8 D7", "CJ C8"),
        ("W: H7 CT H8", "CA CQ D7", "CA"),  # over partner's troef
        ("W: H7 CT H8", "CQ C8 D7", "CQ C8"),  # under partner's troef
    ],
)
def test_rotterdam_demands_troef_also_when_partner_is_winning(
    rules: RuleSet, trick: str, hand: str, allowed: str
) -> None:
    # Rules 4.4
    assert correct(rules, trick, hand) == Hand.parse(allowed)


@pytest.mark.parametrize("rules", ALWAYS_TRUMP, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("N: H7 CT", "CA CQ D7", "CA"),
        ("N: H7 CT", "CJ C9 CA C8 D7", "CJ C9 CA"),
        ("W: H7 C7 CT", "CA CQ C8", "CA"),  # higher than any troef in the trick
        ("W: H7 CT C7", "CA CQ C8", "CA"),
    ],
)
def test_rotterdam_must_overtrump_if_he_can(rules: RuleSet, trick: str, hand: str, allowed: str) -> None:
    # Rules 4.4
    assert correct(rules, trick, hand) == Hand.parse(allowed)


@pytest.mark.parametrize("rules", ALWAYS_TRUMP, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("N: H7 CT", "CQ C7 D7 SA", "CQ C7"),
        ("N: H7 CJ", "C9 D7 SA", "C9"),
        ("W: H7 C7 C9", "CA C8 D7", "CA C8"),
    ],
)
def test_rotterdam_must_undertrump_if_he_cannot_overtrump(
    rules: RuleSet, trick: str, hand: str, allowed: str
) -> None:
    # Rules 4.4
    assert correct(rules, trick, hand) == Hand.parse(allowed)


@every_rule_set
@pytest.mark.parametrize("trick", ["E: HA", "N: HA H7", "N: H7 CT", "W: H7 CT H8", "W: H7 C8 CT"])
def test_whoever_can_neither_follow_nor_trump_plays_anything(rules: RuleSet, trick: str) -> None:
    # Rules 4.4
    assert correct(rules, trick, "SA S7 DQ D7") == Hand.parse("SA S7 DQ D7")


# --- 4.5 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", TRUMP_OPPONENTS, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("E: HA", "C8 D7 SA", "C8"),
        ("N: H7 HA", "CJ C8 D7", "CJ C8"),
        ("N: H7 CT", "CA CQ D7", "CA"),
        ("W: H7 CT CA", "CJ CQ D7", "CJ"),  # partner trumped, and was overtrumped
        ("W: HA H7 C7", "CQ D7", "CQ"),
    ],
)
def test_an_opponents_trick_must_be_trumped_by_whoever_cannot_follow_and_can_beat_it(
    rules: RuleSet, trick: str, hand: str, allowed: str
) -> None:
    # Rules 4.5
    assert correct(rules, trick, hand) == Hand.parse(allowed)


@pytest.mark.parametrize("rules", TRUMP_OPPONENTS, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("N: H7 CT", "CQ C7 D7 S8", "D7 S8"),
        ("N: H7 CJ", "C9 CA D7", "D7"),
        ("W: H7 CT CA", "CQ D7", "D7"),
    ],
)
def test_amsterdam_forbids_undertrumping_while_another_suit_is_held(
    rules: RuleSet, trick: str, hand: str, allowed: str
) -> None:
    # Rules 4.5
    assert correct(rules, trick, hand) == Hand.parse(allowed)


@pytest.mark.parametrize("rules", TRUMP_OPPONENTS, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand"), [("N: H7 CT", "CQ C7"), ("N: H7 CJ", "C9"), ("W: H7 CT CA", "CK C8")]
)
def test_a_lower_troef_is_correct_when_the_hand_holds_nothing_else(
    rules: RuleSet, trick: str, hand: str
) -> None:
    # Rules 4.5
    assert correct(rules, trick, hand) == Hand.parse(hand)


# --- 4.6 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", FREE_WITH_PARTNER, ids=by_base)
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("N: HA H7", "C8 D7", "C8 D7"),  # nothing is undertrumping while there is no troef
        ("W: H7 HA H8", "CJ C8 D7", "CJ C8 D7"),
        ("W: H7 CT H8", "CA CQ D7", "CA D7"),
        ("W: H7 CT H8", "CQ C8 D7 SA", "D7 SA"),
        ("W: H7 CT C8", "C9 CQ D7", "C9 D7"),
        ("W: H7 CT H8", "CA CQ", "CA"),  # not nothing but lower troefs
        ("W: H7 CT H8", "CQ C8", "CQ C8"),  # nothing but lower troefs
    ],
)
def test_while_partner_is_winning_anything_is_correct_except_undertrumping(
    rules: RuleSet, trick: str, hand: str, allowed: str
) -> None:
    # Rules 4.6
    assert correct(rules, trick, hand) == Hand.parse(allowed)


@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("W: H7 CT H8", "CA CQ D7", "D7"),
        ("W: H7 CT H8", "CQ C8 D7 SA", "D7 SA"),
        ("W: H7 CT H8", "CJ D7", "D7"),
        ("W: H7 CT H8", "CA CQ", "CA CQ"),  # nothing but troefs: any of them
        ("W: H7 CT H8", "CQ C8", "CQ C8"),
        ("N: HA H7", "C8 D7", "C8 D7"),  # partner wins with a plain card
        ("W: H7 HA H8", "CJ C8 D7", "CJ C8 D7"),
    ],
)
def test_valet_plays_only_plain_cards_while_partner_wins_with_a_troef(
    trick: str, hand: str, allowed: str
) -> None:
    # Rules 4.6
    assert correct(VALET, trick, hand) == Hand.parse(allowed)


@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("N: HA H7", "C8 D7", {"must_trump": "C8", "free": "C8 D7", "discard": "C8 D7"}),
        ("W: H7 CT H8", "CA CQ D7", {"must_trump": "CA", "free": "CA D7", "discard": "D7"}),
        ("W: H7 CT H8", "CA CQ", {"must_trump": "CA", "free": "CA", "discard": "CA CQ"}),
        ("N: H7 HA", "C8 D7", {"must_trump": "C8", "free": "C8", "discard": "C8"}),
    ],
)
@every_rule_set
def test_what_to_do_while_partner_is_winning_is_a_field(
    rules: RuleSet, trick: str, hand: str, allowed: dict[str, str]
) -> None:
    # Rules 4.4, 4.6
    for choice, cards in allowed.items():
        assert correct(rules.change(partner_winning=choice), trick, hand) == Hand.parse(cards)


@every_rule_set
def test_undertrumping_an_opponent_is_a_field(rules: RuleSet) -> None:
    # Rules 4.4, 4.5
    trick, hand = "N: H7 CT", "CQ C7 D7"
    assert correct(rules.change(undertrump="required"), trick, hand) == Hand.parse("CQ C7")
    assert correct(rules.change(undertrump="last_resort"), trick, hand) == Hand.parse("D7")


def test_a_mix_may_demand_troef_of_partner_too_but_no_undertrumping() -> None:
    # Rules 4.4, 4.5
    mix = ROTTERDAM.change(undertrump="last_resort")
    assert correct(mix, "N: HA H7", "C8 D7") == Hand.parse("C8")
    assert correct(mix, "W: H7 CT H8", "CQ C8 D7") == Hand.parse("D7")
    assert correct(mix, "W: H7 CT H8", "CQ C8") == Hand.parse("CQ C8")


# --- 4.7 -----------------------------------------------------------------------------------------


@every_rule_set
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("E: CT", "CA CQ HA", "CA CQ"),  # no suit need be beaten
        ("N: HA CJ", "H7 CA D7", "H7"),
        ("E: HA", "CJ C7 D7 SA", "CJ C7 D7 SA"),
        ("W: H7 HA H8", "CJ SA", "CJ SA"),
    ],
)
def test_in_sans_follow_suit_else_anything(rules: RuleSet, trick: str, hand: str, allowed: str) -> None:
    # Rules 4.7
    assert correct(rules, trick, hand, troef=None) == Hand.parse(allowed)


@every_rule_set
@pytest.mark.parametrize("led", list(Suit))
def test_whatever_is_led_its_eight_cards_follow_and_in_sans_all_others_are_free(
    rules: RuleSet, led: Suit
) -> None:
    # Rules 4.2, 4.7: from a hand of all that can be held, to a trick led with the seven of a suit.
    seven = DECK[led * 8]
    following = Hand.of(card for card in DECK if card.suit == led and card != seven)
    others = Hand.of(card for card in DECK if card.suit != led)
    for troef in (*Suit, None):
        assert legal_cards(following | others, Trick(Seat.EAST, (seven,), troef), rules) == following
    assert legal_cards(others, Trick(Seat.EAST, (seven,), None), rules) == others


@every_rule_set
@pytest.mark.parametrize("troef", list(Suit))
def test_whoever_cannot_follow_an_opponent_may_play_any_of_the_eight_troefs(
    rules: RuleSet, troef: Suit
) -> None:
    # Rules 4.4, 4.5
    led = Suit((troef + 1) % 4)
    others = Hand.of(card for card in DECK if card.suit != led)
    trick = Trick(Seat.EAST, (DECK[led * 8],), troef)
    assert legal_cards(others, trick, rules) == Hand.of(card for card in DECK if card.suit == troef)


# --- 4.8 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "index"),
    [
        ("N: H7 H8 H9 HJ", 3),  # no troef: the highest of the led suit
        ("N: HJ HQ HK HT", 3),
        ("N: HT HA HK HQ", 1),
        ("N: H7 SA DA D8", 0),  # other suits never win
        ("N: HA HT C7 HK", 2),  # one troef wins
        ("N: HA C7 C8 HK", 2),  # the highest of several troefs
        ("N: HA CT CK CA", 3),
        ("N: H7 CA C9 CT", 2),  # the nel is above the ace
        ("N: H7 C9 CJ CA", 2),  # the boer is above the nel
        ("N: C7 CA CJ C9", 2),
        ("N: CQ SA DA HA", 0),
        ("N: HJ H9 H8 H7", 0),  # in a plain suit the jack is only fifth
        ("N: H9 HJ HQ H7", 2),
    ],
)
def test_a_trick_is_won_by_the_highest_troef_else_by_the_highest_card_of_the_led_suit(
    trick: str, index: int
) -> None:
    # Rules 4.8
    full = Trick.parse(trick, troef="C")
    assert full.winning_index == index
    assert full.winner is Seat.NORTH.after(index)


@pytest.mark.parametrize(
    ("trick", "index"),
    [("N: HA CJ C9 CA", 0), ("N: CJ C9 CA CT", 2), ("N: H7 SA H8 DA", 2), ("N: C7 CK CT C9", 2)],
)
def test_in_sans_the_highest_card_of_the_led_suit_wins(trick: str, index: int) -> None:
    # Rules 4.7, 4.8
    assert Trick.parse(trick).winning_index == index


@pytest.mark.parametrize("other", ["C9", "CA", "HA", "SJ"])
@pytest.mark.parametrize("place", range(4))
def test_the_troef_jack_beats_everything_wherever_it_is_played(other: str, place: int) -> None:
    # Rules 1.3, 4.8
    cards = [other, "HT", "S7"]
    cards.insert(place, "CJ")
    assert Trick.parse(f"N: {' '.join(cards)}", troef="C").winning_index == place


def test_a_trick_that_is_not_complete_has_a_winner_so_far_and_an_empty_one_has_none() -> None:
    # Rules 4.8
    assert Trick.parse("N: H7 HA", troef="C").winner is Seat.EAST
    assert Trick.parse("N:", troef="C").winner is None


# --- which rule a card breaks --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "trick", "hand", "card", "paragraph"),
    [
        (ROTTERDAM, "E: HT", "H7 C8 D7", "D7", "4.2"),
        (ROTTERDAM, "E: HT", "H7 C8 D7", "C8", "4.2"),
        (AMSTERDAM, "E: CT", "CA C7 D7", "D7", "4.2"),  # troef is a suit to follow, too
        (AMSTERDAM, "E: CT", "CA C7 D7", "C7", "4.3"),
        (ROTTERDAM_BOND, "N: CT C7", "CA C8", "C8", "4.3"),
        (ROTTERDAM, "E: HA", "C8 D7", "D7", "4.4"),
        (ROTTERDAM, "N: HA H7", "C8 D7", "D7", "4.4"),
        (ROTTERDAM, "N: H7 CT", "CA C8 D7", "C8", "4.4"),
        (ROTTERDAM, "N: H7 CT", "CQ C8 D7", "D7", "4.4"),
        (ROTTERDAM, "W: H7 CT H8", "CQ D7", "D7", "4.4"),
        (AMSTERDAM, "E: HA", "C8 D7", "D7", "4.5"),
        (LUGUS, "N: H7 CT", "CA C8 D7", "C8", "4.5"),
        (VALET, "N: H7 CT", "CQ C8 D7", "CQ", "4.5"),
        (AMSTERDAM, "W: H7 CT H8", "CQ C8 D7", "CQ", "4.6"),
        (LUGUS, "W: H7 CT H8", "CA CQ", "CQ", "4.6"),
        (VALET, "W: H7 CT H8", "CA CQ D7", "CA", "4.6"),
        (AMSTERDAM, "W: H7 CT H8", "CA CQ D7", "CA", None),
        (ROTTERDAM, "E: CT", "CA C7 D7", "C7", None),
    ],
)
def test_an_incorrect_card_breaks_a_paragraph(
    rules: RuleSet, trick: str, hand: str, card: str, paragraph: str | None
) -> None:
    # Rules 6.1, 6.3
    position = Trick.parse(trick, troef="C")
    assert why_incorrect(Card.parse(card), Hand.parse(hand), position, rules) == paragraph


def offences(dealt: str, moves: list[tuple[str, str]], rules: RuleSet) -> list[tuple[int, str, str]]:
    """The incorrect cards among South's moves, each judged by the hand held at that moment."""
    hand = Hand.parse(dealt)
    found = []
    for number, (trick, card) in enumerate(moves, start=1):
        played = Card.parse(card)
        assert played in hand
        paragraph = why_incorrect(played, hand, Trick.parse(trick, troef="C"), rules)
        if paragraph is not None:
            found.append((number, card, paragraph))
        hand = hand - (1 << played)
    return found


HAND = "HA H7 CA C8 DK D7 SA S7"


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        # no offence
        ([("E: HK", "HA"), ("S:", "H7"), ("E: H8", "CA"), ("E: DT", "D7")], []),
        # in the first trick
        ([("E: HK", "SA"), ("E: HQ", "HA")], [(1, "SA", "4.2")]),
        # several in one round
        (
            [("E: HK", "SA"), ("E: HQ", "D7"), ("E: DT", "C8"), ("E: ST", "S7")],
            [(1, "SA", "4.2"), (2, "D7", "4.2"), (3, "C8", "4.2")],
        ),
        # by different rules: not following, not trumping, undertrumping where overtrumping was possible
        (
            [("E: HK", "SA"), ("S:", "S7"), ("E: S8", "D7"), ("N: SK CT", "C8"), ("N: S9 SQ", "CA")],
            [(1, "SA", "4.2"), (3, "D7", "4.4"), (4, "C8", "4.4")],
        ),
        # what had been played before is no longer held
        ([("S:", "HA"), ("S:", "H7"), ("E: H8", "C8"), ("E: H9", "CA"), ("E: HT", "DK")], []),
    ],
)
def test_every_card_is_checked_against_the_hand_held_at_that_moment(
    moves: list[tuple[str, str]], found: list[tuple[int, str, str]]
) -> None:
    # Rules 6.3
    assert offences(HAND, moves, ROTTERDAM) == found


@pytest.mark.parametrize("duties", range(16))
def test_the_eighth_card_cannot_be_an_offence(duties: int) -> None:
    # Rules 6.3: a hand of one card holds nothing better, whatever the trick and whatever the table plays.
    for card in range(32):
        hand = 1 << card
        for troef in range(5):
            for led in range(4):
                for winning in range(32):
                    assert correct_cards(hand, led, winning, True, troef, duties) == hand
                    assert correct_cards(hand, led, winning, False, troef, duties) == hand


# --- whatever the position -----------------------------------------------------------------------


@given(position=positions(), rules=some_rules)
def test_a_seat_to_play_always_has_a_correct_card(position: tuple[Hand, Trick], rules: RuleSet) -> None:
    # Rules 4.1-4.7
    hand, trick = position
    allowed = legal_cards(hand, trick, rules)
    assert allowed
    assert allowed & hand == allowed


@given(position=positions(), rules=some_rules)
def test_a_card_breaks_a_rule_exactly_when_it_is_not_correct(
    position: tuple[Hand, Trick], rules: RuleSet
) -> None:
    # Rules 4.1-4.7
    hand, trick = position
    allowed = legal_cards(hand, trick, rules)
    for card in hand:
        paragraph = why_incorrect(card, hand, trick, rules)
        assert (paragraph is None) == (card in allowed)
        assert paragraph in (None, "4.2", "4.3", "4.4", "4.5", "4.6")


@given(position=positions(), rules=some_rules)
def test_whoever_can_follow_follows(position: tuple[Hand, Trick], rules: RuleSet) -> None:
    # Rules 4.2
    hand, trick = position
    if trick.cards and any(card.suit == trick.cards[0].suit for card in hand):
        assert {card.suit for card in legal_cards(hand, trick, rules)} == {trick.cards[0].suit}


@given(position=positions(), rules=some_rules, other=some_rules)
def test_in_sans_all_rule_sets_agree(position: tuple[Hand, Trick], rules: RuleSet, other: RuleSet) -> None:
    # Rules 4.7
    hand, trick = position
    sans = Trick(trick.leader, trick.cards, None)
    assert legal_cards(hand, sans, rules) == legal_cards(hand, sans, other)


def test_the_named_rule_sets_know_four_ways_to_play_a_card() -> None:
    # Rules 4.3-4.6: Lugus and both Amsterdams agree on every card.
    assert duties_of(LUGUS) == duties_of(AMSTERDAM) == duties_of(AMSTERDAM_BOND)
    ways = {duties_of(rules) for rules in (ROTTERDAM, ROTTERDAM_BOND, LUGUS, VALET)}
    assert len(ways) == 4


# --- tricks as text ------------------------------------------------------------------------------


def test_a_trick_is_read_from_its_leader_and_cards() -> None:
    trick = Trick.parse("Noord: HA ♥7 K8", troef="klaver")
    assert (trick.leader, trick.troef) == (Seat.NORTH, Suit.CLUBS)
    assert [str(card) for card in trick.cards] == ["HA", "H7", "C8"]
    assert trick.to_play is Seat.WEST
    assert trick.plus(Card.parse("D7")).to_play is None
    assert [trick.has_played(seat) for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("text", ["N:", "N: HA", "E: HA H7 C8 D9"])
@pytest.mark.parametrize("troef", ["C", None])
def test_the_repr_of_a_trick_can_be_pasted_back(text: str, troef: str | None) -> None:
    trick = Trick.parse(text, troef=troef)
    assert str(trick) == text
    assert eval(repr(trick)) == trick


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("HA H7", "no-trick"),
        ("", "no-trick"),
        ("N: HA H7 H8 H9 HT", "no-trick"),
        ("X: HA", "unknown-seat"),
        ("N: HA H6", "unknown-card"),
        ("N: HA HA", "card-twice"),
    ],
)
def test_a_text_that_is_not_a_trick_is_refused(text: str, code: str) -> None:
    with pytest.raises(TextError) as refused:
        Trick.parse(text, troef="C")
    assert refused.value.code == code


# --- what a hand must do ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "trick", "hand", "rule", "duty", "suit"),
    [
        (AMSTERDAM, "E: HA H7 H8", "HK D7", "4.2", "follow", "H"),
        (AMSTERDAM, "E: C8 CQ C7", "CJ D7", "4.2", "follow", "C"),  # every troef held would beat it
        (AMSTERDAM, "E: CA C8 C7", "CJ CQ D7", "4.3", "beat-troef", "C"),
        (AMSTERDAM, "E: CA C8 C7", "CJ CQ", "4.3", "beat-troef", "C"),
        (ROTTERDAM_BOND, "W: H8 HA H7", "C8 D7", "4.4", "trump", "C"),
        (ROTTERDAM_BOND, "W: H8 C8 H7", "C9 C7 D7", "4.4", "overtrump", "C"),
        (ROTTERDAM_BOND, "W: H8 CJ H7", "C9 C7 D7", "4.4", "undertrump", "C"),
        (AMSTERDAM, "W: HA H8 H7", "C8 D7", "4.5", "trump", "C"),
        (AMSTERDAM, "W: CA HA H8", "C7 CJ", "4.3", "beat-troef", "C"),
        (AMSTERDAM, "W: HA H8 CA", "C9 C7 D7", "4.5", "overtrump", "C"),
        (AMSTERDAM, "W: HA H8 CJ", "C9 C7 D7", "4.5", "discard", None),
        (AMSTERDAM, "W: HA C8 H7", "C9 C7 D7", "4.6", "no-undertrump", None),
        (AMSTERDAM, "W: HA CJ H7", "C9 C7 D7", "4.6", "discard", None),
        (AMSTERDAM, "W: HA C8 H7", "C9 C7", "4.6", "overtrump", "C"),
        (VALET, "W: HA C8 H7", "C9 C7 D7", "4.6", "discard", None),
    ],
)
def test_a_hand_knows_its_duty(
    rules: RuleSet, trick: str, hand: str, rule: str, duty: str, suit: str | None
) -> None:
    # Rules 4.2-4.6
    found = duty_of(Hand.parse(hand), Trick.parse(trick, troef="C"), rules)
    assert found is not None
    assert (found.rule, found.duty, found.suit) == (rule, duty, None if suit is None else Suit.parse(suit))


@given(positions(), some_rules)
def test_there_is_a_duty_exactly_where_a_card_is_not_correct(
    position: tuple[Hand, Trick], rules: RuleSet
) -> None:
    # Rules 4.1-4.7
    hand, trick = position
    duty = duty_of(hand, trick, rules)
    allowed = legal_cards(hand, trick, rules)
    assert (duty is None) == (allowed == hand)
    if isinstance(duty, Duty):
        assert duty.rule in {why_incorrect(card, hand, trick, rules) for card in hand}
        if duty.suit is not None:
            assert {card.suit for card in allowed} == {duty.suit}
        else:
            assert any(card.suit != trick.troef for card in allowed)
