"""Random numbers for the kernels: a stream for each round, made from the seed and the number of the round.

So a round is the same alone and in a batch, on one thread and on many, interpreted and compiled.
"""

from klaverjas.kernel.compile.compiler import kernel

_32_BITS = 0xFFFF_FFFF
_EACH_FOUR = 0x1111_1111


@kernel
def scrambled(number: int) -> int:
    """32 bits that look nothing like the *number*, of which only the last 32 bits count."""
    number &= _32_BITS
    number = (number ^ number >> 16) * 0x45D9_F3B & _32_BITS
    number = (number ^ number >> 16) * 0x45D9_F3B & _32_BITS
    return number ^ number >> 16


@kernel
def stream(seed: int, number: int) -> int:
    """Where a rollout's chance begins; never 0, from which it would not move."""
    return scrambled(seed + scrambled(number)) >> 2 << 32 | scrambled(scrambled(seed) ^ number) | 1


@kernel
def after(chance: int) -> int:
    """The next of a stream: multiply with carry (Marsaglia). It takes more than 2^61 steps to come round."""
    return 0x7A3C_5D55 * (chance & _32_BITS) + (chance >> 32)


@kernel
def chosen(cards: int, chance: int) -> int:
    """One of the cards, each as likely as another.

    The cards are counted by twos and by fours of their 32 places, and for each four up to its end, all at once. So
    it is found after which fours the chosen one comes, and then in which half.
    """
    twos = cards - (cards >> 1 & 0x5555_5555)
    fours = (twos & 0x3333_3333) + (twos >> 2 & 0x3333_3333)
    up_to = fours * _EACH_FOUR
    number = ((chance ^ chance >> 32) & _32_BITS) * (up_to >> 28 & 0xF) >> 32
    past = (number + 8) * _EACH_FOUR - up_to & 8 * _EACH_FOUR  # the highest bit of each four before it
    at = (past >> 3) * _EACH_FOUR >> 26 & 0x3C  # how many, times four
    number -= up_to << 4 >> at & 0xF
    first_two = twos >> at & 0x3
    if number >= first_two:
        at += 2
        number -= first_two
    if number >= cards >> at & 1:
        at += 1
    return at
