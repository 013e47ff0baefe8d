"""Sample workbooks and answers, and the program that makes them; no part of the installed tool."""
