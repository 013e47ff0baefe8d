"""The helper page: create_app(config) makes it, serve(app) serves it on this computer alone."""

from __future__ import annotations

from webapp.app import create_app
from webapp.server import serve

__all__ = ["create_app", "serve"]
