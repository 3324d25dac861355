"""What a deal makes of each suit: who owns which of the cards that are left, and which of them can still make roem.

Within a deal a card stays with its owner until it is played, so all this is a look-up by the cards that are left
of a suit. It is what lets the search see that two positions are the same for its purpose.
"""

from typing import NamedTuple

from klaverjas.kernel.compile.compiler import Row, integers, kernel
from klaverjas.kernel.round.suit_tables import MASKS, NO_CARD, RANKS, Tables
from klaverjas.rules.roem import RUN_OF_FOUR, RUN_OF_THREE, STUK, stuk_cards

# What is asked: 1 or 0 each, for points of cards and of roem.
OURS, OUR_ROEM, THEIRS, THEIR_ROEM = 0, 1, 2, 3

NOBODY = -1
SLOTS = 512  # of the table in which equal things are found
MOST_SETS = 16  # of cards that can make roem in one suit: 11 runs and stuk


class Suits(NamedTuple):
    """By suit and by the cards of it that are left: at ``suit * MASKS + mask``."""

    facts: Row  # number, owners, live cards and known owners of the suit, packed: see the functions below
    bounds: Row  # what can still be won in it, packed: by North and South, and by the others


# The facts about the cards that are left of a suit, and what they mean.
OWNERS, LIVE, KNOWN = 8, 24, 32  # where each begins; the number comes first


@kernel
def number_of(facts: int) -> int:
    """The same where the search need not tell them apart.

    In troef: the same owners follow each other and the same roem can be made. In other suits: the owners have equally
    many and the same roem can be made.
    """
    return facts & 0xFF


@kernel
def owners_of(facts: int) -> int:
    """Two bits a card, from the strongest down, in the upper part of sixteen."""
    return facts >> OWNERS & 0xFFFF


@kernel
def live_of(facts: int) -> int:
    """The cards that can still make a run or stuk."""
    return facts >> LIVE & 0xFF


@kernel
def known_of(facts: int) -> int:
    """In how many places, from the strongest down, the owners count: down to the weakest live card."""
    return facts >> KNOWN & 0xF


SECOND = 16  # where the others' bound begins


class Scratch(NamedTuple):
    """Room to work in, for :func:`look_at_suits`."""

    sets: Row
    keys: Row
    wheres: Row
    masks: Row
    owners: Row  # by mask
    holding: Row  # by mask
    owner: Row  # by card
    dealt: Row  # the hands as they were, by seat
    start: Row  # the position that is asked about, as a frame


def new_suits() -> Suits:
    return Suits(integers(4 * MASKS), integers(4 * MASKS))


def new_scratch() -> Scratch:
    sizes = (MOST_SETS, SLOTS, SLOTS, SLOTS, MASKS, MASKS, 32, 4, 32)
    return Scratch(*(integers(size) for size in sizes))


@kernel
def have_different_owners(cards: int, base: int, owner: Row) -> bool:
    """Whether no two of these ranks of a suit are with the same player: only then can they meet in a trick."""
    seen = 0
    for rank in range(RANKS):
        if cards >> rank & 1 != 0:
            who = owner[base + rank]
            if who == NOBODY or seen >> who & 1 != 0:
                return False
            seen |= 1 << who
    return True


@kernel
def first_alike(key: int, where: int, mask: int, scratch: Scratch) -> int:
    """The first mask that came with this key and these live cards; *mask* itself when it is the first."""
    mixed = key ^ where ^ where >> 11 ^ where >> 24
    at = (mixed & 0xFFFF ^ mixed >> 16 & 0xFFFF) * 0x9E3B >> 7 & SLOTS - 1
    while scratch.masks[at] != NO_CARD:
        if scratch.keys[at] == key and scratch.wheres[at] == where:
            return scratch.masks[at]
        at = at + 1 & SLOTS - 1
    scratch.keys[at] = key
    scratch.wheres[at] = where
    scratch.masks[at] = mask
    return mask


@kernel
def sets_of_suit(suit: int, troef: int, owner: Row, tables: Tables, sets: Row) -> int:
    """The sets of ranks that make a run or stuk and can meet in a trick; how many there are."""
    found = 0
    for at in range(len(tables.runs)):
        if have_different_owners(tables.runs[at], suit * 8, owner):
            sets[found] = tables.runs[at]
            found += 1
    if suit == troef:
        stuk = stuk_cards(0xFF << suit * 8, troef) >> suit * 8
        if have_different_owners(stuk, suit * 8, owner):
            sets[found] = stuk
            found += 1
    return found


@kernel
def roem_in(mask: int, sets: Row, found: int, tables: Tables) -> tuple[int, int]:
    """The cards of *mask* that can make roem; and no more than this: every card serves in one run at most."""
    live = 0
    in_runs = 0
    stuk = 0
    fours = False
    for at in range(found):
        if sets[at] & mask == sets[at]:
            live |= sets[at]
            if tables.cards_in[sets[at]] == 2:
                stuk = STUK
            else:
                in_runs |= sets[at]
                fours = fours or tables.cards_in[sets[at]] == 4
    cards = tables.cards_in[in_runs]
    most = cards // 3 * RUN_OF_THREE
    if fours:
        most = max(most, cards // 4 * RUN_OF_FOUR + cards % 4 // 3 * RUN_OF_THREE)
    return live, most + stuk


@kernel
def where_live(mask: int, live: int, kind: int, tables: Tables) -> tuple[int, int]:
    """The live cards: their places and ranks in one number, and how many places there are down to the last of them.

    In a plain suit only how far the ranks are apart counts; in troef they are what they are, because of stuk.
    """
    lowest = 0
    while kind == 0 and live >> lowest & 1 == 0:
        lowest += 1
    where = 1
    known = 0
    cards = tables.cards_in[mask]
    for place in range(cards):
        rank = tables.weakest[kind, mask, cards - 1 - place]
        if live >> rank & 1 != 0:
            where = where << 6 | place << 3 | rank - lowest
            known = place + 1
    return where, known


@kernel
def look_at_suits(owner: Row, troef: int, asked: Row, tables: Tables, suits: Suits, scratch: Scratch) -> None:
    """Fill *suits* for a deal: *owner* says of every card who has it or has just played it, or NOBODY."""
    for suit in range(4):
        kind = 1 if suit == troef else 0
        there = 0
        for rank in range(RANKS):
            if owner[suit * 8 + rank] != NOBODY:
                there |= 1 << rank
        found = 0
        if asked[OUR_ROEM] | asked[THEIR_ROEM] != 0:
            found = sets_of_suit(suit, troef, owner, tables, scratch.sets)
        for slot in range(SLOTS):
            scratch.masks[slot] = NO_CARD
        scratch.owners[0] = 0
        scratch.holding[0] = 0
        for mask in range(MASKS):
            if mask & ~there != 0:
                continue
            if mask != 0:  # the same as without its weakest card, and that one
                weakest = tables.weakest[kind, mask, 0]
                who = owner[suit * 8 + weakest]
                fewer = mask ^ 1 << weakest
                scratch.owners[mask] = scratch.owners[fewer] | who << 16 - 2 * tables.cards_in[mask]
                scratch.holding[mask] = scratch.holding[fewer] + (1 << 4 * who)  # how many each owner has
            owners = scratch.owners[mask]
            live = 0
            most = 0
            where = 0
            known = 0
            if found != 0:
                live, most = roem_in(mask, scratch.sets, found, tables)
                if live != 0:
                    where, known = where_live(mask, live, kind, tables)
            key = scratch.holding[mask]
            if kind == 1:
                key = owners << 4 | tables.cards_in[mask]
            number = first_alike(key, where, mask, scratch)
            suits.facts[suit * MASKS + mask] = number | owners << OWNERS | live << LIVE | known << KNOWN
            points = tables.total[kind, mask]
            suits.bounds[suit * MASKS + mask] = (points * asked[OURS] + most * asked[OUR_ROEM]) | (
                points * asked[THEIRS] + most * asked[THEIR_ROEM]
            ) << SECOND
