"""From a spreadsheet of Polish test items to a Reverse PolEval submission."""

__version__ = "0.1.0"
