"""Sets of cards as bits: how many there are, and which one is the only one."""

from klaverjas.kernel.compile.compiler import kernel


@kernel
def cards_of(cards: int) -> int:
    """How many cards a set has."""
    number = 0
    while cards != 0:
        cards &= cards - 1
        number += 1
    return number


_EVERY_FIVE_BITS = 0x077C_B531
_PLACES = tuple(
    card for _, card in sorted((((1 << card) * _EVERY_FIVE_BITS >> 27 & 31), card) for card in range(32))
)


@kernel
def only_card(hand: int) -> int:
    """The card of a hand that has one: a product with a number in which every five bits are found once."""
    return _PLACES[hand * _EVERY_FIVE_BITS >> 27 & 31]
