"""Words and order for findings, scores and tables: text, JSON and the page's context, in Polish and English."""
