"""What start.py does: the environment, the packages, then the page or the tests. Standard library only."""
