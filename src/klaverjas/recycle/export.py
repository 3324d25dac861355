"""A rule set as a RECYCLE program of one round.

The program says the rules a second time, in another language: so it is held against the engine choice by choice
(tests/research/test_export.py). It uses only what every interpreter of RECYCLE knows.
"""

from collections.abc import Iterator
from typing import Final

from klaverjas.errors import RulesError
from klaverjas.rules.named import changes_from_base
from klaverjas.rules.roem import RUN_OF_FOUR, RUN_OF_THREE, STUK
from klaverjas.rules.ruleset import RuleSet
from klaverjas.rules.trick import (
    LAST_TRICK,
    PLAIN_POINTS,
    PLAIN_STRENGTH,
    TRICKS,
    TROEF_POINTS,
    TROEF_STRENGTH,
)

# By suit and rank as numbers: spades, hearts, clubs, diamonds, and seven to ace.
SUITS: Final = ("SPADES", "HEARTS", "CLUBS", "DIAMONDS")
RANKS: Final = ("SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING", "ACE")

# What is said often.
HAND: Final = "((current player) iloc HAND)"
TRICK: Final = "(union (all player 'P ('P vloc TRICK)))"
WINNING: Final = f"(max {TRICK} using (game points STRENGTH))"
TROEF, LED = "(game str TROEF)", "(game str LED)"
SUIT_OF: Final = "(cardatt SUIT 'C)"
FOLLOWING: Final = f"(filter {HAND} 'C (== {SUIT_OF} {LED}))"
TROEFS: Final = f"(filter {HAND} 'C (== {SUIT_OF} {TROEF}))"
PLAIN: Final = f"(filter {HAND} 'C (!= {SUIT_OF} {TROEF}))"
HIGHER: Final = f"""(filter {HAND} 'C
               (and (== {SUIT_OF} {TROEF})
                    (> (score 'C using (game points STRENGTH))
                       (scoremax {TRICK} using (game points STRENGTH)))))"""
PLAIN_OR_HIGHER: Final = f"""(filter {HAND} 'C
               (or (!= {SUIT_OF} {TROEF})
                   (> (score 'C using (game points STRENGTH))
                      (scoremax {TRICK} using (game points STRENGTH)))))"""
PARTNER_WINS: Final = f"(== (team (owner {WINNING})) (team (current player)))"
WINNERS: Final = "(team (next player))"


def export(rules: RuleSet) -> str:
    """A program that gives the same choices and the same scores as the rule set does in one round.

    >>> from klaverjas.rules.named import AMSTERDAM, LUGUS
    >>> print(export(AMSTERDAM).splitlines()[0])
    ;; Klaverjas: one round, by the rules of amsterdam/2. Player 1 names troef and leads.
    >>> export(LUGUS)
    Traceback (most recent call last):
        ...
    klaverjas.errors.RulesError: Only rules with forced trump, refused incorrect cards and automatic roem can
    be exported: set 'troef' to "forced", 'incorrect_card' to "refused", 'claim' to "automatic".
    """
    needed = {"troef": "forced", "incorrect_card": "refused", "claim": "automatic"}
    wrong = [name for name, value in needed.items() if getattr(rules, name) != value]
    if wrong:
        changes = [f"'{name}' to \"{needed[name]}\"" for name in wrong]
        raise RulesError("recycle-export", changes=changes)
    return "\n".join(_program(rules))


def _program(rules: RuleSet) -> Iterator[str]:
    changed = ", ".join(changes_from_base(rules))
    of = f"{rules.base} with its own {changed}" if changed else rules.base
    yield f"""\
;; Klaverjas: one round, by the rules of {of}. Player 1 names troef and leads.

(game
 (setup
  (create players 4)
  (create teams (1, 3) (2, 4))
  (create deck (game iloc STOCK)
   (deck (RANK ({", ".join(RANKS)}))
         (COLOR (BLACK (SUIT (SPADES, CLUBS)))
                (RED (SUIT (HEARTS, DIAMONDS)))))))

 ;; eight cards for everybody
 (do (
  (shuffle (game iloc STOCK))"""
    for batch in rules.deal:
        yield f"  (all player 'P (repeat {batch} (move (top (game iloc STOCK)) (top ('P iloc HAND)))))"
    yield f"""\
  (set {LED} NONE)))

 ;; who sits left of the dealer must name troef
 (choice ((any ({", ".join(SUITS)}) 'S (set {TROEF} 'S))))

 ;; what cards are worth in the count, and how they follow each other in a run
 (do (
  (set (game points WORTH)
   ({_awards(_worth())}))
  (set (game points ORDER)
   ({_awards(_order())}))))

 ;; eight tricks
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))

  ;; everybody plays a card to the trick
  (stage player
   (end (all player 'P (== (size ('P vloc TRICK)) 1)))
   (choice (
    ;; whoever leads may play anything
    ((== {LED} NONE)
     (any {HAND} 'C
      (do (
       (move 'C (top ((current player) vloc TRICK)))
       (set {LED} (cardatt SUIT (top ((current player) vloc TRICK))))
       (set (game points STRENGTH)
        ({_awards(_strength(), 9)}))))))
"""
    for comment, conditions, playable in _duties(rules):
        holds = "\n          ".join((f"(!= {LED} NONE)", *conditions))
        yield f"""\
    ;; {comment}
    ((and {holds})
     (any {playable} 'C
      (move 'C (top ((current player) vloc TRICK)))))
"""
    yield f"""\
   )))

  ;; the trick goes to whoever played the strongest card, and he leads next
  (do (
   (cycle next (owner {WINNING}))
   (set {LED} NONE)
   (all player 'P (move (top ('P vloc TRICK)) (top (game vloc PLAYED))))
   (inc ({WINNERS} sto TRICKS) 1)
   (inc ({WINNERS} sto CARDS) (sum (game vloc PLAYED) using (game points WORTH)))
   ((all player 'P (== (size ('P iloc HAND)) 0))
    (inc ({WINNERS} sto CARDS) {LAST_TRICK}))

   ;; roem: runs of three and of four, stuk, four alike
   (all (partition SUIT (game vloc PLAYED)) 'ONESUIT
    (all (runs largest 3 'ONESUIT using (game points ORDER)) 'RUN
     (do (
      ((== (size 'RUN) 3) (inc ({WINNERS} sto ROEM) {RUN_OF_THREE}))
      ((== (size 'RUN) 4) (inc ({WINNERS} sto ROEM) {RUN_OF_FOUR}))))))
   ((== (size (filter (game vloc PLAYED) 'C
               (and (== {SUIT_OF} {TROEF})
                    (or (== (cardatt RANK 'C) KING) (== (cardatt RANK 'C) QUEEN))))) 2)
    (inc ({WINNERS} sto ROEM) {STUK}))"""
    for rank, points in zip(RANKS, rules.four_alike, strict=True):
        if points:
            yield f"""\
   ((== (size (filter (game vloc PLAYED) 'C (== (cardatt RANK 'C) {rank}))) 4)
    (inc ({WINNERS} sto ROEM) {points}))"""
    yield """\

   (repeat all
    (move (top (game vloc PLAYED)) (top ((next player) vloc TAKEN))))))
 )

 ;; the score: the team of player 1 plays
 (do ("""
    yield from _score(rules)
    yield """\
  ))

 (scoring max ((team (current player)) sto SCORE)))
"""


def _duties(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Whoever does not lead: in which case, under which conditions, which cards. One case holds at a time."""
    follows, cannot = f"(> (size {FOLLOWING}) 0)", f"(== (size {FOLLOWING}) 0)"
    if rules.beat_led_troef:
        beats = f"(> (size {HIGHER}) 0)", f"(== {LED} {TROEF})"
        yield "troef was led and can be beaten: beat it", beats[::-1], HIGHER
        yield "follow suit", (follows, f"(not (and {' '.join(beats[::-1])}))"), FOLLOWING
    else:
        yield "follow suit", (follows,), FOLLOWING
    yield "neither the suit nor troef: anything", (cannot, f"(== (size {TROEFS}) 0)"), HAND
    void = cannot, f"(> (size {TROEFS}) 0)"
    partner: tuple[str, ...] = ()
    if rules.partner_winning != "must_trump":
        partner = (f"(not {PARTNER_WINS})",)
        wins = *void, PARTNER_WINS
        if rules.partner_winning == "free":
            allowed = f"(size {PLAIN_OR_HIGHER})"
            yield (
                "partner is winning: anything but a lower troef",
                (*wins, f"(> {allowed} 0)"),
                PLAIN_OR_HIGHER,
            )
            yield "partner is winning, and there are only lower troefs", (*wins, f"(== {allowed} 0)"), HAND
        else:
            troefed = f"(== (cardatt SUIT {WINNING}) {TROEF})"
            plain = f"(> (size {PLAIN}) 0)"
            yield "partner is winning with a plain card: anything", (*wins, f"(not {troefed})"), HAND
            yield "partner is winning with troef: no troef", (*wins, troefed, plain), PLAIN
            nothing_else = f"(== (size {PLAIN}) 0)"
            yield (
                "partner is winning with troef, and there is nothing else",
                (*wins, troefed, nothing_else),
                HAND,
            )
    must = *void, *partner
    higher, no_higher = f"(> (size {HIGHER}) 0)", f"(== (size {HIGHER}) 0)"
    yield "troef that wins", (*must, higher), HIGHER
    if rules.undertrump == "required":
        yield "troef, though it cannot win", (*must, no_higher), TROEFS
    else:
        yield "no troef wins: a plain card", (*must, no_higher, f"(> (size {PLAIN}) 0)"), PLAIN
        yield "there is only lower troef", (*must, no_higher, f"(== (size {PLAIN}) 0)"), TROEFS


def _score(rules: RuleSet) -> Iterator[str]:
    if rules.contract == "half":
        reached = "(+ ({team} sto CARDS) ({team} sto ROEM))" if rules.roem_counts else "({team} sto CARDS)"
        ours, theirs = (reached.format(team=f"({team} team)") for team in (1, 2))
        yield f"""\
  ;; nat: half is not enough, and the others get everything
  ((<= {ours} {theirs})
   (do (
    (inc ((2 team) sto CARDS) ((1 team) sto CARDS))
    (set ((1 team) sto CARDS) 0)
    (inc ((2 team) sto ROEM) ((1 team) sto ROEM))
    (set ((1 team) sto ROEM) 0))))"""
    for team, name, bonus in ((1, "pit", rules.pit), (2, "tegenpit", rules.tegenpit)):
        if bonus:
            yield f"""\
  ;; {name}: all tricks
  ((== (({team} team) sto TRICKS) {TRICKS}) (inc (({team} team) sto CARDS) {bonus}))"""
    counted = "('T sto {name})" if rules.rounding == "none" else "(// (+ ('T sto {name}) 4) 10)"
    yield f"""\
  (all team 'T
   (set ('T sto SCORE) (+ {counted.format(name="CARDS")} {counted.format(name="ROEM")})))"""


# --- points ---------------------------------------------------------------------------------------


def _awards(awards: Iterator[tuple[str, int]], indent: int = 4) -> str:
    return f"\n{' ' * indent}".join(f"({pairs} {points})" for pairs, points in awards)


def _worth() -> Iterator[tuple[str, int]]:
    """What a plain card is worth, and how much more if it is troef (Rules 1.4)."""
    for rank, plain, troef in zip(RANKS, PLAIN_POINTS, TROEF_POINTS, strict=True):
        if plain:
            yield f"(RANK : {rank})", plain
        if troef != plain:
            yield f"(RANK : {rank}) (SUIT : {TROEF})", troef - plain


def _order() -> Iterator[tuple[str, int]]:
    for number, rank in enumerate(RANKS):
        yield f"(RANK : {rank})", number


def _strength() -> Iterator[tuple[str, int]]:
    """Troef beats the suit that was led, and that beats the rest; boer and nel beat all other troefs (Rules 1.3)."""
    yield f"(SUIT : {TROEF})", 200
    yield f"(SUIT : {LED})", 100
    for rank, plain, troef in zip(RANKS, PLAIN_STRENGTH, TROEF_STRENGTH, strict=True):
        yield f"(RANK : {rank})", plain
        if troef > plain:
            yield f"(RANK : {rank}) (SUIT : {TROEF})", len(RANKS)
