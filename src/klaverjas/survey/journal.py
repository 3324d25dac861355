"""What a survey has solved so far, deal by deal."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from klaverjas.plumbing.journal import Complaints
from klaverjas.plumbing.journal import Journal as AnyJournal
from klaverjas.survey.rows import SurveyRow

COMPLAINTS = Complaints(other="survey-other", running="survey-running", unreadable="no-journal")


class SurveyJournal(AnyJournal):
    """Of one survey."""

    def __init__(self, out: Path, plan: str) -> None:
        super().__init__(out, plan, COMPLAINTS)

    def save(self, deals: Iterable[list[SurveyRow]]) -> None:
        """The rows of some deals, all of them or none."""
        self.keep((rows[0].deal, rows) for rows in deals)

    def rows(self) -> Iterator[SurveyRow]:
        """All that was solved, by deal."""
        for _, rows in self.pieces():
            yield from (SurveyRow(*row) for row in rows)
