"""`python -m ricordo_cli`: the `ricordo` command where its script is not on the path."""

import sys

from ricordo_cli import main

if __name__ == "__main__":
    sys.exit(main())
