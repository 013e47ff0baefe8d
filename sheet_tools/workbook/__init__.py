"""Workbooks that the tool makes: the blank template of a task."""
