"""The command `klaverjas`, also as `python -m klaverjas`."""

import sys

from klaverjas.errors import KlaverjasError
from klaverjas.plumbing.extras import needs


def main() -> None:
    try:
        with needs():
            from klaverjas.commands import run
    except KlaverjasError as error:
        print(f"klaverjas: {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(run())


if __name__ == "__main__":
    main()
