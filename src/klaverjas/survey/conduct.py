"""A survey from its first deal to its file; interrupted at any moment, it goes on where it was."""

import json
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path

from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.journal import journal_of
from klaverjas.rules.named import rules_to_json
from klaverjas.rules.ruleset import RuleSet
from klaverjas.seats import Seat
from klaverjas.survey.crews import SurveyWorkers
from klaverjas.survey.deals import Deals
from klaverjas.survey.files import check, write
from klaverjas.survey.journal import SurveyJournal
from klaverjas.survey.rows import SurveyRow, rows_of

FORMAT = 1  # of the rows in a journal
AHEAD = 4  # deals that are handed out for each worker


@dataclass(frozen=True)
class SurveyPlan:
    """Which deals, under which rule sets, dealt by whom."""

    deals: Deals
    tables: tuple[RuleSet, ...]
    dealer: Seat

    def __str__(self) -> str:
        """What must be the same for a survey to go on."""
        return json.dumps(
            {
                "format": FORMAT,
                **self.deals.to_json(),
                "rules": [rules_to_json(rules, whole=True) for rules in self.tables],
                "dealer": self.dealer.letter,
            }
        )


def begin(plan: SurveyPlan, out: Path) -> SurveyJournal:
    """The journal of this survey, new or with what was solved before; what is finished is left alone."""
    check(out)
    if out.exists() and not journal_of(out).exists():
        raise KlaverjasError("survey-finished", file=str(out))
    return SurveyJournal(out, str(plan))


def solve_rest(
    plan: SurveyPlan, journal: SurveyJournal, crew: SurveyWorkers, told: Callable[[int], object]
) -> None:
    """Solve every deal that is not in the journal yet, and save it there; *told* is told how many were saved."""
    pending: set[Future[list[SurveyRow]]] = set()

    def save_some() -> None:
        done, _ = wait(pending, return_when=FIRST_COMPLETED)
        journal.save([future.result() for future in done])
        pending.difference_update(done)
        told(len(done))

    try:
        for dealt in plan.deals:
            if dealt.number in journal:
                continue
            pending.add(crew.executor.submit(rows_of, dealt, plan.tables, plan.dealer))
            while len(pending) >= AHEAD * max(1, crew.size()):
                save_some()
        while pending:
            save_some()
    finally:
        for future in pending:
            future.cancel()


def finish(journal: SurveyJournal, out: Path) -> None:
    """Give the survey its own file."""
    write(out, journal.rows())
    journal.remove()
