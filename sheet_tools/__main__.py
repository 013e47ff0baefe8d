"""`python -m sheet_tools` is the command `sheet-tools`."""

from sheet_tools.cli import main

if __name__ == "__main__":
    main()
