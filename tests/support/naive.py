"""The rules of the game a second time, written as plainly as possible.

A card is a string of suit letter and rank letter: "SA", "HT", "C7".  A trick is the list of its
cards in the order of play, a hand is a set of cards, and a seat is one of the letters S W N E.
Nothing here is fast; everything here is meant to be read next to the rules and compared with them.
"""

from typing import TypedDict

SEATS = ["S", "W", "N", "E"]
"""The seats, clockwise (Rules 1.1)."""

TEAM_OF = {"N": "NS", "S": "NS", "W": "WE", "E": "WE"}
"""The team of every seat (Rules 1.1)."""

OTHER_TEAM = {"NS": "WE", "WE": "NS"}

PLAIN_WEAK_TO_STRONG = ["7", "8", "9", "J", "Q", "K", "T", "A"]
"""Strength in a plain suit, the weakest first (Rules 1.3)."""

TROEF_WEAK_TO_STRONG = ["7", "8", "Q", "K", "T", "A", "9", "J"]
"""Strength in the troef suit, the weakest first (Rules 1.3)."""

PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
"""Points in a plain suit (Rules 1.4)."""

TROEF_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
"""Points in the troef suit (Rules 1.4)."""

LAST_TRICK = 10
"""Points for winning the last trick (Rules 1.4)."""

RUN_ORDER = ["7", "8", "9", "T", "J", "Q", "K", "A"]
"""The order in which cards are consecutive for roem (Rules 5.2)."""

RUNS = [
    (points, {suit + rank for rank in RUN_ORDER[start : start + length]})
    for length, points in [(4, 50), (3, 20)]
    for suit in ["S", "H", "C", "D"]
    for start in range(len(RUN_ORDER) - length + 1)
]
"""The points and the cards of every run, those of four cards first (Rules 5.2)."""


class RoundResult(TypedDict):
    """What a finished round gave: see round_result."""

    outcome: str
    cards: dict[str, int]
    roem: dict[str, int]
    score: dict[str, int]


def suit_of(card: str) -> str:
    """Give the suit letter of a card."""
    return card[0]


def rank_of(card: str) -> str:
    """Give the rank letter of a card."""
    return card[1]


def number(rules: dict[str, object], key: str) -> int:
    """Give a whole number of the rule set; a field that does not apply (Rules 8) counts as 0."""
    value = rules[key]
    if value is None:
        return 0
    if not isinstance(value, int):
        raise TypeError(f"{key} must be a whole number, not {value!r}")
    return value


# Playing a card


def winner(trick: list[str], troef: str | None) -> int:
    """Give the index of the winning card of a trick of 1 to 4 cards (Rules 4.8).

    The highest troef wins, and without any troef the highest card of the led suit.
    """
    troefs = [card for card in trick if suit_of(card) == troef]
    if troefs:
        best = max(troefs, key=lambda card: TROEF_WEAK_TO_STRONG.index(rank_of(card)))
    else:
        followed = [card for card in trick if suit_of(card) == suit_of(trick[0])]
        best = max(followed, key=lambda card: PLAIN_WEAK_TO_STRONG.index(rank_of(card)))
    return trick.index(best)


def is_higher_troef(card: str, trick: list[str], troef: str) -> bool:
    """Tell whether the card is a troef and higher than every troef in the trick (Rules 1.3)."""
    if suit_of(card) != troef:
        return False
    for other in trick:
        if suit_of(other) == troef:
            mine = TROEF_WEAK_TO_STRONG.index(rank_of(card))
            theirs = TROEF_WEAK_TO_STRONG.index(rank_of(other))
            if theirs > mine:
                return False
    return True


def partner_is_winning(trick: list[str], troef: str | None) -> bool:
    """Tell whether the partner of the player to move has the winning card (Rules 1.1, 4.8).

    The partner sits two seats back, so he played the last card but one.
    """
    if len(trick) < 2:
        return False
    return winner(trick, troef) == len(trick) - 2


def correct_cards(hand: set[str], trick: list[str], troef: str | None, rules: dict[str, object]) -> set[str]:
    """Give the correct cards of the player to move, the trick having 0 to 3 cards (Rules 4)."""
    # Rules 4.1: anyone may lead anything.
    if not trick:
        return set(hand)

    led = suit_of(trick[0])
    following = {card for card in hand if suit_of(card) == led}

    # Rules 4.2 and 4.7: follow the led suit if you can.
    if following and led != troef:
        return following

    # Rules 4.7: in sans whoever cannot follow plays anything.
    if troef is None:
        return set(hand)

    troefs = {card for card in hand if suit_of(card) == troef}
    plain = {card for card in hand if suit_of(card) != troef}
    higher = {card for card in troefs if is_higher_troef(card, trick, troef)}
    lower = troefs - higher

    # Rules 4.3: troef led; beat the highest troef if you can, even partner's, else any troef.
    if following:
        if rules["beat_led_troef"] and higher:
            return higher
        return troefs

    # Rules 4.3 and 4.4: no card of the led suit and no troef: anything.
    if not troefs:
        return set(hand)

    if partner_is_winning(trick, troef):
        # Rules 4.6: anything except undertrumping, unless there are only lower troefs.
        if rules["partner_winning"] == "free":
            if plain or higher:
                return plain | higher
            return lower

        # Rules 4.6, second part: while partner wins with a troef, only plain cards; a hand of
        # nothing but troefs may play any of them.  While he wins with a plain card there is no
        # troef in the trick, nothing is undertrumping, and anything is correct.
        if rules["partner_winning"] == "discard":
            partners_card = trick[winner(trick, troef)]
            if suit_of(partners_card) == troef and plain:
                return plain
            return set(hand)

    # From here on the player must trump: an opponent is winning (Rules 4.4, 4.5), or partner is
    # winning and that makes no difference (Rules 4.4).
    if higher:
        return higher

    # Rules 4.4: he cannot beat the trick and must undertrump.
    if rules["undertrump"] == "required":
        return lower

    # Rules 4.5: he cannot beat the trick and discards; a lower troef only as a last resort.
    if plain:
        return plain
    return lower


def broken_rule(
    card: str, hand: set[str], trick: list[str], troef: str | None, rules: dict[str, object]
) -> str | None:
    """Give the paragraph that a card of the hand breaks, None for a correct card (Rules 4)."""
    if card in correct_cards(hand, trick, troef, rules):
        return None

    led = suit_of(trick[0])
    able_to_follow = any(suit_of(other) == led for other in hand)

    # Rules 4.2: not following though able, whatever is led.
    if able_to_follow and suit_of(card) != led:
        return "4.2"

    # Rules 4.3: it follows, so the offence is that led troef was not beaten.
    if able_to_follow:
        return "4.3"

    # Rules 4.4 to 4.6: the player could not follow.
    partner_winning = partner_is_winning(trick, troef)
    if partner_winning and rules["partner_winning"] in ["free", "discard"]:
        return "4.6"
    if rules["undertrump"] == "required" or partner_winning:
        return "4.4"
    return "4.5"


# Roem and points


def roem(trick: list[str], troef: str | None, rules: dict[str, object]) -> int:
    """Give the whole roem of a trick of 1 to 4 cards (Rules 5.2, 5.3)."""
    return run_roem(trick) + stuk_roem(trick, troef) + four_alike_roem(trick, rules)


def run_roem(trick: list[str]) -> int:
    """Give 50 for four consecutive cards of a suit, else 20 for three, else 0 (Rules 5.2)."""
    cards = set(trick)
    for points, run in RUNS:
        if run <= cards:
            return points
    return 0


def stuk_roem(trick: list[str], troef: str | None) -> int:
    """Give 20 for king and queen of troef; in sans there is no stuk (Rules 5.2)."""
    if troef is None:
        return 0
    if troef + "K" in trick and troef + "Q" in trick:
        return 20
    return 0


def four_alike_roem(trick: list[str], rules: dict[str, object]) -> int:
    """Give the points for four cards of one rank; no entry gives none (Rules 5.3, 8)."""
    four_alike = rules["four_alike"]
    if not isinstance(four_alike, dict):
        raise TypeError(f"four_alike must be a dict, not {four_alike!r}")
    ranks = [rank_of(card) for card in trick]
    for rank, points in four_alike.items():
        if ranks == [rank, rank, rank, rank]:
            return int(points)
    return 0


def card_points(card: str, troef: str | None) -> int:
    """Give the points of one card (Rules 1.4)."""
    if suit_of(card) == troef:
        return TROEF_POINTS[rank_of(card)]
    return PLAIN_POINTS[rank_of(card)]


# Scoring a round


def round_result(
    tricks: list[tuple[str, list[str], int]],
    makers: str,
    bid: int | None,
    troef: str | None,
    rules: dict[str, object],
) -> RoundResult:
    """Score a round from its eight tricks: winning seat, cards, registered roem (Rules 7).

    The outcome is made, nat, pit or tegenpit.  Cards and roem are the raw points that count
    towards the score, a bonus for all eight tricks being part of the cards.  The score is in
    the rule set's own unit (Rules 7.7).
    """
    defenders = OTHER_TEAM[makers]

    # What each team took in (Rules 1.4, 5.1).
    taken_tricks = {"NS": 0, "WE": 0}
    taken_cards = {"NS": 0, "WE": 0}
    taken_roem = {"NS": 0, "WE": 0}
    for seat, trick, registered in tricks:
        team = TEAM_OF[seat]
        taken_tricks[team] += 1
        taken_roem[team] += registered
        for card in trick:
            taken_cards[team] += card_points(card, troef)
    last_seat = tricks[-1][0]
    taken_cards[TEAM_OF[last_seat]] += LAST_TRICK

    # 162 with troef, 130 without (Rules 1.4).
    all_cards = taken_cards["NS"] + taken_cards["WE"]
    all_roem = taken_roem["NS"] + taken_roem["WE"]

    cards = {"NS": 0, "WE": 0}
    counted_roem = {"NS": 0, "WE": 0}
    if taken_tricks[makers] == 8:
        # Rules 7.4, 7.6, 7.8.
        outcome = "pit"
        cards[makers] = all_cards + number(rules, "pit")
        counted_roem[makers] = all_roem
    elif taken_tricks[defenders] == 8:
        # Rules 7.5, 7.8.
        outcome = "tegenpit"
        cards[defenders] = all_cards + number(rules, "tegenpit")
        counted_roem[defenders] = all_roem
    elif contract_is_made(taken_cards, taken_roem, makers, bid, rules):
        # Rules 7.2, 7.8.
        outcome = "made"
        cards = taken_cards
        counted_roem = taken_roem
    else:
        # Rules 7.3, 7.6.
        outcome = "nat"
        cards[defenders] = all_cards
        counted_roem[defenders] = all_roem

    score = {}
    for team in ["NS", "WE"]:
        if rules["rounding"] == "tens":
            score[team] = tens(cards[team]) + tens(counted_roem[team])
        else:
            score[team] = cards[team] + counted_roem[team]

    return {"outcome": outcome, "cards": cards, "roem": counted_roem, "score": score}


def contract_is_made(
    taken_cards: dict[str, int],
    taken_roem: dict[str, int],
    makers: str,
    bid: int | None,
    rules: dict[str, object],
) -> bool:
    """Tell whether the playing team made its contract, all raw points (Rules 7.1, 7.6, 7.8)."""
    # Rules 7.8: there is nothing to make.
    if rules["contract"] == "none":
        return True

    mine = taken_cards[makers]
    everything = taken_cards["NS"] + taken_cards["WE"]
    if rules["roem_counts"]:
        mine += taken_roem[makers]
        everything += taken_roem["NS"] + taken_roem["WE"]

    # Rules 7.6: reach the bid; no majority is needed.
    if rules["contract"] == "bid":
        if bid is None:
            raise ValueError("a contract by bid needs a bid")
        return mine >= bid

    # Rules 7.1: more than half, so more than what the others have; exactly half is nat.
    return mine > everything - mine


def tens(points: int) -> int:
    """Round to tens: a last digit up to 5 goes down, from 6 up (Rules 7.7)."""
    whole_tens = points // 10
    last_digit = points % 10
    if last_digit <= 5:
        return whole_tens
    return whole_tens + 1


# The auction


def may_bid(standing: tuple[int, str] | None, amount: int, suit: str, rules: dict[str, object]) -> bool:
    """Tell whether a bid is allowed over the standing one, if there is one (Rules 3.2, 3.3).

    The suit is S, H, C, D or "sans".
    """
    # Rules 3.2: the limits, and sans only where the rule set knows it.
    if suit == "sans":
        if not rules["sans"]:
            return False
        lowest = number(rules, "min_bid_sans")
        highest = number(rules, "max_bid_sans")
    else:
        lowest = number(rules, "min_bid")
        highest = number(rules, "max_bid")
    if amount < lowest or amount > highest:
        return False

    # Rules 3.2: an amount in tens, whatever the least raise.
    step = number(rules, "bid_step")
    if amount % 10 != 0:
        return False

    if standing is None:
        return True

    # Rules 3.3: sans over a suit at the same amount, everything else at least a step higher.
    standing_amount, standing_suit = standing
    if suit == "sans" and standing_suit != "sans" and amount == standing_amount:
        return True
    return amount >= standing_amount + step


# Counting


def perft(
    hands: dict[str, set[str]],
    leader: str,
    troef: str | None,
    rules: dict[str, object],
    depth: int,
) -> int:
    """Count the sequences of so many correct cards, the leader starting a trick (Rules 4)."""
    return count_sequences(hands, leader, [], troef, rules, depth)


def count_sequences(
    hands: dict[str, set[str]],
    leader: str,
    trick: list[str],
    troef: str | None,
    rules: dict[str, object],
    depth: int,
) -> int:
    """Count the sequences of so many correct cards from the middle of a trick (Rules 4)."""
    if depth == 0:
        return 1

    # Rules 4.1: the winner of a complete trick leads the next.
    if len(trick) == 4:
        next_leader = seat_after(leader, winner(trick, troef))
        return count_sequences(hands, next_leader, [], troef, rules, depth)

    player = seat_after(leader, len(trick))
    total = 0
    for card in correct_cards(hands[player], trick, troef, rules):
        hands_left = dict(hands)
        hands_left[player] = hands[player] - {card}
        total += count_sequences(hands_left, leader, [*trick, card], troef, rules, depth - 1)
    return total


def seat_after(seat: str, steps: int) -> str:
    """Give the seat that lies so many steps clockwise from a seat (Rules 1.1)."""
    return SEATS[(SEATS.index(seat) + steps) % 4]
