"""What networks answer, number by number.

A player: a weight for each action; points ahead, in hundreds; nat; and who holds each card. A judge: points ahead.
"""

from klaverjas.kernel.nn.features import ACTIONS, INPUT_WORDS, RULES, TOLD_NUMBERS

TOLD = 32 * INPUT_WORDS + TOLD_NUMBERS + RULES  # numbers that go into a player
HIDDEN_HANDS = 3 * 32  # those of left, partner and right, which go into a judge as well

VALUE = ACTIONS
NAT_ANSWER = VALUE + 1
HOLDERS = NAT_ANSWER + 1
ANSWERS = HOLDERS + HIDDEN_HANDS
POINTS = 100  # scores are counted in hundreds
