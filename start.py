# -*- coding: utf-8 -*-
"""Sets up what the sheet tools need, then opens the helper page: `python3 start.py --help` tells the rest.

This file alone must be understood by every Python, even 2.7, so that it can say which one is needed; the
work is done in the package starter, which needs Python 3.11 and its standard library alone.
"""

import sys

NEEDED = (3, 11)

TOO_OLD = u"""\
Te narzędzia potrzebują Pythona {needed} lub nowszego, a uruchomił je Python {found}
({program}).
  Windows: zainstaluj Pythona z https://www.python.org/downloads/ (zaznacz „Add python.exe to PATH”), potem: py start.py
  macOS:   zainstaluj Pythona z https://www.python.org/downloads/, potem: python3 start.py
  Linux:   zainstaluj nowszy pakiet Pythona; jeśli już jest obok starego, podaj jego nazwę: python{needed} start.py
Nic nie zostało zmienione.

These tools need Python {needed} or newer, but were started by Python {found}
({program}).
  Windows: install Python from https://www.python.org/downloads/ (tick "Add python.exe to PATH"), then: py start.py
  macOS:   install Python from https://www.python.org/downloads/, then: python3 start.py
  Linux:   install a newer Python package; if it is there beside the old one, call it by name: python{needed} start.py
Nothing has been changed.
"""


def explain_old_python():
    text = TOO_OLD.format(
        needed=".".join(map(str, NEEDED)), found=".".join(map(str, sys.version_info[:3])), program=sys.executable
    )
    encoding = sys.stderr.encoding or "ascii"
    sys.stderr.write(text.encode(encoding, "replace").decode(encoding))
    return 2


if __name__ == "__main__":
    if sys.version_info < NEEDED:
        sys.exit(explain_old_python())
    from starter.main import main

    sys.exit(main(sys.argv[1:]))
