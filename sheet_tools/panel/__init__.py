"""The panel of models: their answers, from wherever they are kept."""

from __future__ import annotations

from sheet_tools.panel.exchange import read_responses, responses_of_files
from sheet_tools.panel.responses import Response, Responses

__all__ = ["Response", "Responses", "read_responses", "responses_of_files"]
