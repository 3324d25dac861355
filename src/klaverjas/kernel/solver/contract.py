"""Does the playing team make it? With all hands open, by one narrow search."""

from klaverjas.errors import Refusal
from klaverjas.kernel.layout import ITSELF
from klaverjas.kernel.solver.position import Position
from klaverjas.kernel.solver.solve import ALL, CARDS_ALONE, Asked, solved_by
from klaverjas.kernel.solver.stakes import Stakes
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import pot, troef_number
from klaverjas.seats import Team


def makes(position: Position, rules: RuleSet, stakes: Stakes) -> bool:
    """Whether the playing team makes half or its bid (Rules 7.1, 7.6, 7.8) when all play their best for that.

    South has the two highest hearts, and there are 35 points left in the last two tricks.

    >>> from klaverjas.cards import Hand
    >>> from klaverjas.rules.named import AMSTERDAM, LUGUS
    >>> from klaverjas.rules.scoring import Taken
    >>> from klaverjas.rules.trick import Trick
    >>> hands = [Hand.parse(cards) for cards in ("HA HT", "HK H7", "S7 S8", "D7 D8")]
    >>> position = Position(hands, Trick.parse("S:", troef="C"))
    >>> before = Taken(cards=(46, 81), roem=(0, 0), tricks=(3, 3))
    >>> makes(position, AMSTERDAM, Stakes(Team.NORTH_SOUTH, taken=before))
    False
    >>> makes(position, LUGUS, Stakes(Team.NORTH_SOUTH, bid=80, taken=before))
    True
    """
    wanted, asked = asked_of(stakes, rules, pot(troef_number(position.troef)))
    stakes.check(position)
    if stakes.makers == Team.NORTH_SOUTH:
        values, _ = solved_by(position, rules, asked, least=wanted - 1, most=wanted)
        return bool(values[ITSELF] >= wanted)
    values, _ = solved_by(position, rules, asked.turned(), least=-wanted, most=1 - wanted)
    return bool(values[ITSELF] <= -wanted)


def asked_of(stakes: Stakes, rules: RuleSet, all_cards: int) -> tuple[int, Asked]:
    """How much the playing team must still get, and of what.

    A team that takes all tricks has all points, and one that takes none has none: pit and tegenpit ask nothing else.
    """
    ours, theirs = stakes.makers, stakes.makers.opponents
    cards, roem = stakes.taken.cards, stakes.taken.roem
    if rules.contract == "none":
        raise Refusal("no-contract")
    if rules.contract == "bid":
        if stakes.bid is None:
            raise Refusal("no-bid")
        if rules.roem_counts:
            return stakes.bid - cards[ours] - roem[ours], Asked(cards=(1, 0), roem=(1, 0))
        # Of the cards one team gets what the other does not: so the difference says it.
        return 2 * stakes.bid - all_cards - cards[ours] + cards[theirs], CARDS_ALONE
    difference = cards[ours] - cards[theirs]
    if rules.roem_counts:
        return 1 - difference - roem[ours] + roem[theirs], ALL
    return 1 - difference, CARDS_ALONE
