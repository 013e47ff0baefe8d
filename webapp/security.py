"""Who may ask, and what a page may do: this computer alone, and nothing but the page's own files.

A page elsewhere can make a browser send requests here (by a name that resolves to 127.0.0.1, or by a form): the Host
and, on every POST, the Origin must be our own.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request

LOOPBACK = ("localhost", "127.0.0.1", "::1")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not „no-referrer”: under it a browser sends "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def install(app: Flask) -> None:
    app.before_request(check_addresses)
    app.after_request(add_headers)


def check_addresses() -> None:
    if not is_own(f"//{request.host}"):
        abort(403)
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin is not None and origin != f"http://{request.host}":
        abort(403)


def is_own(address: str) -> bool:
    """True for this computer's names, with the port that we listen on (any, where it is not known)."""
    try:
        parts = urlsplit(address)
        port = parts.port or 80
    except ValueError:
        return False
    known = current_app.config["PORT"]
    return parts.hostname in LOOPBACK and known in (None, port)


def add_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    # The author's text is not left behind in a browser's cache; the files of the page may change with an update.
    response.headers["Cache-Control"] = "no-cache" if request.path.startswith("/static/") else "no-store"
    return response
