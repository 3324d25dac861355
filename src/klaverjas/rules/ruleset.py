"""A rule set: every house choice as a named field (Rules, section 8).

A rule set is a value. A table's own mix starts from a named one and changes fields; fields that no longer apply
become null, and values that contradict each other are refused with a sentence.

>>> from klaverjas.rules.named import LUGUS, ROTTERDAM
>>> ROTTERDAM.change(claim="knock").false_knock
20
>>> LUGUS.change(troef="forced").all_pass is None
True
>>> ROTTERDAM.change(sans=True)
Traceback (most recent call last):
    ...
klaverjas.errors.RulesError: 'sans' needs an auction: set 'troef' to 'auction'.
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

from klaverjas.errors import RulesError
from klaverjas.rules.fields import FIELDS, Field
from klaverjas.seats import Seat
from klaverjas.sentences import Phrase

RANK_LETTERS = "789TJQKA"
MOST_ROUNDS = 1000
MOST_POINTS = 1_000_000
BASE = re.compile(r"[a-z][a-z0-9-]*/[1-9][0-9]*")  # a name with its version
# The bases of the first edition. Whatever a table changes in one of them, it keeps the ways of that edition.
FIRST_EDITION = frozenset(
    f"{name}/1" for name in ("rotterdam", "lugus", "valet", "amsterdam", "rotterdam-bond", "amsterdam-bond")
)
NEWEST_EDITION = 2


@dataclass(frozen=True)
class GameEnd:
    """After so many rounds, or after the round in which a team has so many points (Rules 2.2)."""

    rounds: int | None = None
    points: int | None = None

    def __post_init__(self) -> None:
        if (self.rounds is None) == (self.points is None):
            raise RulesError("field-value", field="end", value=repr(self), takes=takes(FIELDS["end"]))

    @property
    def unit(self) -> Literal["rounds", "points"]:
        return "rounds" if self.points is None else "points"


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """One table's rules. ``four_alike`` holds points by rank, 7 to ace; ``base`` names where a mix began.

    ``edition`` follows from the base: it decides what a field that nobody set is worth.
    """

    base: str = field(compare=False)
    edition: int = field(init=False, repr=False)
    deal: tuple[int, ...]
    first_dealer: Seat
    troef: Literal["forced", "auction"]
    sans: bool
    all_pass: Literal["redeal", "forced"] | None
    min_bid: int | None
    max_bid: int | None
    min_bid_sans: int | None
    max_bid_sans: int | None
    bid_step: int | None
    beat_led_troef: bool
    partner_winning: Literal["must_trump", "free", "discard"]
    undertrump: Literal["required", "last_resort"]
    four_alike: tuple[int, ...]
    claim: Literal["amount", "knock", "automatic"]
    claim_lock: Literal["trick", "raise"] | None
    false_knock: int | None
    incorrect_card: Literal["challenge", "refused"]
    challenge_until: Literal["last_trick", "next_deal"] | None
    verzaakt: int | None
    verzaakt_keeps_roem: bool | None
    talk_penalty: bool | None
    look_back: Literal["previous", "all"]
    contract: Literal["half", "bid", "none"]
    roem_counts: bool | None
    pit: int
    tegenpit: int
    rounding: Literal["none", "tens"]
    end: GameEnd
    target_tie: Literal["draw", "play_on"] | None

    def __post_init__(self) -> None:
        if not BASE.fullmatch(self.base):
            raise RulesError("unknown-rules", text=self.base, names=["rotterdam/2, ..."])
        object.__setattr__(self, "edition", 1 if self.base in FIRST_EDITION else NEWEST_EDITION)
        if len(self.four_alike) != len(RANK_LETTERS):
            spec = FIELDS["four_alike"]
            raise RulesError("field-value", field=spec.name, value=self.four_alike, takes=takes(spec))
        check_values(self.to_json())
        settle(_values(self), explicit=FIELDS, edition=self.edition)

    def change(self, **changes: object) -> Self:
        """These rules with other values, given as in JSON; what no longer applies becomes null."""
        for name in changes:
            if name not in FIELDS:
                raise RulesError("unknown-field", field=name)
        wanted = {name: _whole(value) for name, value in changes.items()}
        check_values(wanted)
        values = _values(self)
        values.update({name: _from_json(FIELDS[name], value) for name, value in wanted.items()})
        return type(self)(base=self.base, **settle(values, explicit=changes, edition=self.edition))  # type: ignore[arg-type]

    def to_json(self) -> dict[str, object]:
        """Every field, as JSON writes it; without the base."""
        return {name: _to_json(FIELDS[name], value) for name, value in _values(self).items()}

    def implied(self, name: str) -> bool:
        """Whether a field has the value that its edition gives it, while a later edition lets tables choose."""
        spec, values = FIELDS[name], _values(self)
        if spec.edition <= self.edition:
            return False
        applies = spec.when is None or spec.when.holds(values)
        return values[name] == (spec.default_in(self.edition) if applies else spec.off)

    def differences(self, other: "RuleSet") -> dict[str, tuple[object, object]]:
        """The fields in which two rule sets differ: name to (this one's value, the other's)."""
        mine, theirs = self.to_json(), other.to_json()
        return {name: (mine[name], theirs[name]) for name in FIELDS if mine[name] != theirs[name]}

    @property
    def challenge(self) -> bool:
        """Whether the players must notice an incorrect card themselves (Rules 6.1)."""
        return self.incorrect_card == "challenge"

    @property
    def strict(self) -> bool:
        return self.incorrect_card == "refused"


def _values(rules: RuleSet) -> dict[str, object]:
    return {name: getattr(rules, name) for name in FIELDS}


def settle(values: dict[str, object], explicit: Collection[str], edition: int) -> dict[str, object]:
    """Values that fit together: what does not apply is switched off, what begins to apply gets a value.

    Only fields that were set on purpose (*explicit*) are refused.
    """
    settled = dict(values)
    if settled["contract"] == "bid" and settled["troef"] != "auction":
        if "contract" in explicit:
            raise RulesError("bid-contract-without-auction", field="contract")
        settled["contract"] = "half"
    # FIELDS lists a field after the one that it depends on, except that `contract` was settled above.
    for name, spec in FIELDS.items():
        if spec.when is None:
            if settled[name] is None:
                raise RulesError("field-value", field=name, value="null", takes=takes(spec))
        elif not spec.when.holds(settled):
            if name in explicit and settled[name] not in (None, spec.off):
                if name == "sans":
                    raise RulesError("sans-without-auction", field="sans")
                raise RulesError("field-does-not-apply", field=name, when=spec.when.phrase())
            settled[name] = spec.off
        elif settled[name] is None:
            default = spec.default_in(edition)
            if name in explicit and not (spec.optional and default is None):
                raise RulesError("field-needed", field=name, when=spec.when.phrase())
            settled[name] = default
    for low, high in (("min_bid", "max_bid"), ("min_bid_sans", "max_bid_sans")):
        least, most = settled[low], settled[high]
        if isinstance(least, int) and isinstance(most, int) and least > most:
            if low in explicit and high in explicit:
                raise RulesError("bid-limits", field=high, low=low, high=high, least=least, most=most)
            inherited = low if high in explicit else high
            settled[inherited] = most if inherited == low else least
    return settled


# --- one value, as JSON has it -------------------------------------------------------------------


def takes(spec: Field) -> Phrase:
    """What a field takes, for a sentence."""
    match spec.kind:
        case "choice":
            names = [f"'{name}'" for name in spec.choices]
            return Phrase(" or ".join(names), " of ".join(names))
        case "flag":
            return Phrase("true or false", "true of false")
        case "points":
            return Phrase(
                f"whole points from {spec.least} to {spec.most}",
                f"hele punten van {spec.least} tot {spec.most}",
            )
        case "batches":
            return Phrase("a list of batches that add up to 8", "een lijst porties die samen 8 zijn")
        case "seat":
            return Phrase("'S', 'W', 'N' or 'E'", "'S', 'W', 'N' of 'E'")
        case "ranks":
            return Phrase(
                f"an object from rank ({' '.join(RANK_LETTERS)}) to points from 0 to {spec.most}",
                f"een object van rang ({' '.join(RANK_LETTERS)}) naar punten van 0 tot {spec.most}",
            )
        case "end":
            return Phrase(
                f'{{"rounds": 1 to {MOST_ROUNDS}}} or {{"points": 1 to {MOST_POINTS}}}',
                f'{{"rounds": 1 tot {MOST_ROUNDS}}} of {{"points": 1 tot {MOST_POINTS}}}',
            )


def check_values(values: Mapping[str, object]) -> None:
    """Refuse a value that its field cannot have, as JSON has it; null is another matter."""
    for name, value in values.items():
        spec = FIELDS[name]
        if value is None or _fits(spec, value):
            continue
        shown = json.dumps(value, default=str)[:40].replace('"', "'")
        raise RulesError("field-value", field=name, value=shown, takes=takes(spec))


def _fits(spec: Field, value: object) -> bool:
    match spec.kind:
        case "choice":
            return isinstance(value, str) and value in spec.choices
        case "flag":
            return isinstance(value, bool)
        case "points":
            return _is_points(spec, value)
        case "batches":
            return (
                isinstance(value, list)
                and all(_is_whole(batch) and batch > 0 for batch in value)
                and sum(value) == 8
            )
        case "seat":
            return isinstance(value, str) and len(value) == 1 and value in "SWNE"
        case "ranks":
            return isinstance(value, dict) and all(
                isinstance(rank, str) and len(rank) == 1 and rank in RANK_LETTERS and _is_points(spec, points)
                for rank, points in value.items()
            )
        case "end":
            if not isinstance(value, dict) or len(value) != 1:
                return False
            (unit, amount), *_ = value.items()
            most = {"rounds": MOST_ROUNDS, "points": MOST_POINTS}.get(unit, 0)
            return _is_whole(amount) and 1 <= amount <= most


def _whole(value: object) -> object:
    """JSON knows one kind of number: 100.0 is 100."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_whole(item) for item in value]
        case dict():
            return {key: _whole(item) for key, item in value.items()}
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_points(spec: Field, value: object) -> bool:
    if not isinstance(value, int) or isinstance(value, bool) or not spec.least <= value <= spec.most:
        return False
    if spec.tens and value % 10:
        raise RulesError("field-not-tens", field=spec.name, value=value)
    return True


def _from_json(spec: Field, value: object) -> object:
    """A value that fits, as a rule set holds it."""
    match spec.kind, value:
        case "batches", list(batches):
            return tuple(batches)
        case "seat", str(letter):
            return Seat("SWNE".index(letter))
        case "ranks", dict(points):
            return tuple(points.get(rank, 0) for rank in RANK_LETTERS)
        case "end", dict(end):
            return GameEnd(**end)
        case "flag", False if spec.optional:
            return None
    return value


def _to_json(spec: Field, value: object) -> object:
    match spec.kind, value:
        case "batches", tuple(batches):
            return list(batches)
        case "seat", Seat():
            return value.letter
        case "ranks", tuple(points):
            return {rank: of for rank, of in zip(RANK_LETTERS, points, strict=True) if of}
        case "end", GameEnd(rounds=rounds, points=points):
            return {"rounds": rounds} if points is None else {"points": points}
    return value
