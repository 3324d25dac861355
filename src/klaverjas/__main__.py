"""The command `klaverjas`, also as `python -m klaverjas`."""

import sys

from klaverjas.errors import KlaverjasError
from klaverjas.extras import needs


def main() -> None:
    try:
        with needs():
            from klaverjas.commands import run
    except KlaverjasError as error:
        sys.exit(f"klaverjas: {error}")
    sys.exit(run())


if __name__ == "__main__":
    main()
