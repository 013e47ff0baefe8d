"""The best set of a bank of one's own items, with a proven bound beside it: `best` says what, `bank` of what."""
