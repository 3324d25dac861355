"""A survey as a file, CSV or Parquet by its ending."""

from typing import Final

from klaverjas.plumbing.row_files import RowFiles
from klaverjas.survey.rows import SurveyRow

_FILES: Final = RowFiles(SurveyRow, wrong="no-survey")
check = _FILES.check
read = _FILES.read
write = _FILES.write
