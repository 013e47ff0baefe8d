"""What a set is likely to score on panels that nobody has seen: `estimate` fits, `panels` simulates."""
