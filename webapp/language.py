"""Which language: the address's ?lang=, else what was chosen last (a cookie), else the program's."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, request

from sheet_tools.words import LANGUAGES, translations

COOKIE = "lang"
YEAR = 365 * 24 * 3600


def install(app: Flask) -> None:
    app.before_request(choose)
    app.after_request(remember)
    app.jinja_env.globals.update(gettext=gettext)
    app.context_processor(lambda: {"lang": lang(), "languages": languages()})


def choose() -> None:
    wanted = (request.args.get("lang"), request.cookies.get(COOKIE), current_app.config["LANG"])
    g.lang = next(code for code in wanted if code in LANGUAGES)


def lang() -> str:
    """The language of this request; the program's own before it is known."""
    return str(g.get("lang") or current_app.config["LANG"])


def gettext(message: str) -> str:
    return translations(lang()).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    return translations(lang()).ngettext(one, many, n)


def languages() -> list[tuple[str, str, str]]:
    """Each language with its own name and the address of this very page in it."""
    names = {"pl": "polski", "en": "English"}
    others = [(key, value) for key, value in request.args.items(multi=True) if key != "lang"]
    query = {code: dict([*others, ("lang", code)]) for code in LANGUAGES}
    return [(code, names[code], _address(query[code])) for code in LANGUAGES]


def _address(query: dict[str, str]) -> str:
    # A page that answers a POST (an error) cannot be asked for again: its language is changed on the start page.
    path = request.path if request.method == "GET" else "/"
    return f"{path}?{urlencode(query)}"


def remember(response: Response) -> Response:
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, lang(), max_age=YEAR, httponly=True, samesite="Strict")
    return response
