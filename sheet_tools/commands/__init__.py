"""The commands, a module each. A module's `command` is a click command; COMMANDS in sheet_tools/cli.py lists them."""
