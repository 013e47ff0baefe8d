"""What start.py says: one message a key, in Polish and English, and the voice that says it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence

LANGUAGES = ("pl", "en")
STEP = re.compile(r"\[\d/\d\] ")
POLISH, ENGLISH = 0x15, 0x09  # primary language ids of Windows

TEXTS: dict[str, tuple[str, str]] = {
    "help": (
        """\
python3 start.py                  przygotowuje środowisko i otwiera stronę pomocnika z przykładowym arkuszem
python3 start.py PLIK.xlsx        to samo z własnym arkuszem
python3 start.py serve …          strona pomocnika z własnymi opcjami
python3 start.py POLECENIE …      inne polecenie narzędzi: template, read, convert, validate, evaluate, score …
python3 start.py test …           testy; dalsze słowa dostaje pytest
python3 start.py setup [test]     samo przygotowanie (test: także pakietów dla testów)
Przed poleceniem można podać:
  --lang pl|en     język komunikatów
  --wheels FOLDER  pakiety z folderu zamiast z sieci
W systemie Windows: „py start.py” zamiast „python3 start.py” albo dwuklik w start.bat.""",
        """\
python3 start.py                  sets up the environment and opens the helper page with the sample sheet
python3 start.py FILE.xlsx        the same with a sheet of your own
python3 start.py serve …          the helper page with options of your own
python3 start.py COMMAND …        another command of the tools: template, read, convert, validate, evaluate, score …
python3 start.py test …           the tests; further words go to pytest
python3 start.py setup [test]     sets up alone (test: with the packages of the tests)
Before the command:
  --lang pl|en     language of the messages
  --wheels FOLDER  packages from a folder instead of the network
On Windows: "py start.py" instead of "python3 start.py", or a double click on start.bat.""",
    ),
    "wrong-option": (
        "Nie rozumiem: {shown}. Opis: python3 start.py --help",
        "Not understood: {shown}. See: python3 start.py --help",
    ),
    "step-environment": (
        "[1/3] Przygotowuję środowisko Pythona w folderze .venv (kilka sekund)",
        "[1/3] Preparing the Python environment in the folder .venv (some seconds)",
    ),
    "step-packages": (
        "[2/3] Instaluję pakiety (za pierwszym razem zwykle 1–3 minuty, potem wcale)",
        "[2/3] Installing packages (the first time mostly 1–3 minutes, later none at all)",
    ),
    "unpacking": ("rozpakowuję", "unpacking"),
    "step-page": (
        "[3/3] Otwieram stronę pomocnika w przeglądarce. Koniec pracy: Ctrl+C w tym oknie.",
        "[3/3] Opening the helper page in the browser. To end: Ctrl+C in this window.",
    ),
    "step-tests": ("[3/3] Uruchamiam testy", "[3/3] Running the tests"),
    "set-up": ("Środowisko jest gotowe.", "The environment is ready."),
    "waiting": (
        "Inne okno właśnie przygotowuje środowisko. Czekam, aż skończy.",
        "Another window is setting up the environment. Waiting for it to finish.",
    ),
    "unfinished": (
        "Poprzednie przygotowanie środowiska nie dobiegło końca. Zaczynam je od nowa.",
        "The environment was not set up to the end last time. Starting anew.",
    ),
    "broken": (
        "Środowisko w folderze .venv jest niepełne lub uszkodzone. Buduję je od nowa; twoje pliki zostają.",
        "The environment in the folder .venv is incomplete or damaged. Building it anew; your files stay.",
    ),
    "moved": (
        "Folder został przeniesiony albo Python zmienił miejsce. Poprawiam środowisko .venv.",
        "The folder was moved, or Python was. Putting the environment .venv right.",
    ),
    "other-python": (
        "Środowisko .venv zrobiono dla Pythona {old}, a teraz działa Python {new}. Buduję je od nowa.",
        "The environment .venv was made for Python {old}, and this is Python {new}. Building it anew.",
    ),
    "outdated": (
        "Lista pakietów zmieniła się. Uzupełniam środowisko .venv.",
        "The list of packages has changed. Bringing the environment .venv up to date.",
    ),
    "foreign": (
        "Folder .venv nie pochodzi od start.py. Odkładam go pod nazwą {name} i tworzę nowy.",
        "The folder .venv was not made by start.py. Setting it aside as {name} and making a new one.",
    ),
    "no-venv": (
        "Temu Pythonowi ({python}) brakuje modułu {module}, bez którego nie da się utworzyć środowiska.\n"
        "  Debian, Ubuntu, Mint: sudo apt install {package}\n"
        "  inne systemy: zainstaluj pełnego Pythona (https://www.python.org/downloads/)\n"
        "Potem uruchom start.py jeszcze raz.",
        "This Python ({python}) lacks the module {module}, without which no environment can be made.\n"
        "  Debian, Ubuntu, Mint: sudo apt install {package}\n"
        "  other systems: install the full Python (https://www.python.org/downloads/)\n"
        "Then run start.py again.",
    ),
    "venv-failed": (
        "Python ({python}) nie zdołał utworzyć środowiska w folderze .venv. Powiedział:\n{said}\n"
        "Uruchom start.py jeszcze raz; jeśli to nie pomoże, zainstaluj Pythona na nowo (https://www.python.org/downloads/).",
        "Python ({python}) could not make the environment in the folder .venv. It said:\n{said}\n"
        "Run start.py again; if that does not help, install Python anew (https://www.python.org/downloads/).",
    ),
    "offline": (
        "Nie udało się pobrać pakietów: brak połączenia z siecią albo zapora je blokuje. Nic się nie zepsuło.\n"
        "  Sprawdź połączenie i uruchom start.py jeszcze raz.\n"
        "  Bez sieci: na innym komputerze z takim samym systemem i Pythonem, w kopii tego folderu:\n"
        "    python3 -m pip download -r {requirements} -d wheels\n"
        "  przenieś tutaj folder wheels i uruchom: python3 start.py --wheels wheels",
        "The packages could not be downloaded: there is no network, or a firewall blocks it. Nothing is broken.\n"
        "  Check the connection and run start.py again.\n"
        "  Without a network: on another computer with the same system and Python, in a copy of this folder:\n"
        "    python3 -m pip download -r {requirements} -d wheels\n"
        "  bring the folder wheels here and run: python3 start.py --wheels wheels",
    ),
    "certificate": (
        "Połączenie z serwerem pakietów jest, ale nie udało się sprawdzić jego certyfikatu (tak bywa w sieciach\n"
        "uczelni i firm oraz przy złej dacie w komputerze). Nic się nie zepsuło. Sprawdź datę albo użyj innej sieci;\n"
        "plik z certyfikatem swojej sieci można wskazać zmienną PIP_CERT.",
        "The package server was reached, but its certificate could not be checked (so it is in some university and\n"
        "company networks, or with a wrong date in the computer). Nothing is broken. Check the date or use another\n"
        "network; the certificate file of your network can be named by the variable PIP_CERT.",
    ),
    "hashes": (
        "Pobrany pakiet różni się od zapisanego w {requirements}: pobieranie się urwało albo coś go zmieniło.\n"
        "Nic z niego nie zainstalowano. Uruchom start.py jeszcze raz, w razie potrzeby w innej sieci.",
        "A downloaded package differs from the one recorded in {requirements}: the download broke off, or something\n"
        "changed it. Nothing of it was installed. Run start.py again, if need be in another network.",
    ),
    "no-wheel": (
        "Dla tego Pythona ({python}) nie ma gotowego pakietu: {package}.\n"
        "Użyj 64-bitowego Pythona 3.11, 3.12 lub 3.13 z https://www.python.org/downloads/ i uruchom nim start.py.",
        "There is no ready-made package for this Python ({python}): {package}.\n"
        "Use a 64-bit Python 3.11, 3.12 or 3.13 from https://www.python.org/downloads/ and run start.py with it.",
    ),
    "wheel-missing": (
        "W folderze {wheels} brakuje pakietu: {package}. Folder musi pochodzić z takiego samego systemu i Pythona:\n"
        "  python3 -m pip download -r {requirements} -d wheels",
        "The folder {wheels} lacks the package: {package}. The folder must come from the same system and Python:\n"
        "  python3 -m pip download -r {requirements} -d wheels",
    ),
    "no-folder": ("Nie ma folderu {shown}.", "There is no folder {shown}."),
    "disk-full": (
        "Na dysku zabrakło miejsca (potrzeba około 500 MB w {folder}). Zwolnij miejsce i uruchom start.py jeszcze raz.",
        "The disk is full (about 500 MB are needed in {folder}). Free some space and run start.py again.",
    ),
    "no-permission": (
        "Nie wolno tu zapisywać: {folder}.\n"
        "Przenieś cały folder w miejsce należące do ciebie (na przykład do Dokumentów) i uruchom start.py stamtąd.",
        "This place cannot be written to: {folder}.\n"
        "Move the whole folder to a place of your own (Documents, say) and run start.py there.",
    ),
    "in-use": (
        "Nie udało się zmienić plików w folderze .venv: używa ich inny program.\n"
        "Zamknij inne okna pomocnika i edytory kodu, po czym uruchom start.py jeszcze raz.",
        "The files in the folder .venv could not be changed: another program is using them.\n"
        "Close other windows of the helper and code editors, then run start.py again.",
    ),
    "long-path": (
        "Ścieżka do tego folderu jest dla systemu Windows za długa: {folder}.\n"
        r"Przenieś folder bliżej początku dysku, na przykład do C:\arkusz.",
        "The path of this folder is too long for Windows: {folder}.\n"
        r"Move the folder nearer to the top of the disk, to C:\sheet for example.",
    ),
    "pip-failed": (
        "Instalowanie pakietów nie powiodło się. Ostatnie słowa instalatora:\n{said}\n"
        "Całość zapisano w pliku {report}. Uruchom start.py jeszcze raz; jeśli to nie pomoże, pokaż ten plik autorom.",
        "Installing the packages failed. The installer's last words:\n{said}\n"
        "All of it is in the file {report}. Run start.py again; if that does not help, show the file to the authors.",
    ),
    "no-browser": (
        "UWAGA: nie ma przeglądarki Chromium ani Chrome, więc testy strony zostaną pominięte.\n"
        "  Debian, Ubuntu: sudo apt install chromium; inną przeglądarkę wskaże zmienna CHROMIUM.",
        "NOTE: there is no Chromium or Chrome, so the tests of the page are left out.\n"
        "  Debian, Ubuntu: sudo apt install chromium; the variable CHROMIUM names another browser.",
    ),
    "no-office": (
        "UWAGA: nie ma LibreOffice, więc testy przeliczania arkuszy zostaną pominięte.\n"
        "  Debian, Ubuntu: sudo apt install libreoffice-calc",
        "NOTE: there is no LibreOffice, so the tests that recalculate sheets are left out.\n"
        "  Debian, Ubuntu: sudo apt install libreoffice-calc",
    ),
    "ci-incomplete": (
        "CI: bez tego programu przebieg testów jest niepełny, więc nie jest zaliczony.",
        "CI: without this program the test run is incomplete, and so it fails.",
    ),
    "bug": (
        "Coś poszło nie tak i nie było to przewidziane. Opis zapisano w pliku {report}; pokaż go autorom.",
        "Something went wrong that was not foreseen. It is described in the file {report}; show it to the authors.",
    ),
}


class Stop(Exception):
    """A failure that was foreseen: the key of its message and the values it needs. Exit status 2."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Voice:
    """Says a message in each of its languages, in their order."""

    def __init__(self, languages: Sequence[str]) -> None:
        self.languages = languages

    def say(self, key: str, **values: object) -> None:
        """A short message in both languages stands on one line; nobody need read two alike."""
        texts = [TEXTS[key][LANGUAGES.index(language)].format(**values) for language in self.languages]
        if len(texts) > 1 and STEP.match(texts[0]):
            texts = [" / ".join([texts[0], *(STEP.sub("", text) for text in texts[1:])])]
        print(*texts, sep="\n", flush=True)

    def word(self, key: str) -> str:
        """In the first of the languages."""
        return TEXTS[key][LANGUAGES.index(self.languages[0])]


def languages_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The language of the locale; Polish, then English, where the locale is neither."""
    named = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    language = named[:2].lower() if named else _windows_language()
    return (language,) if language in LANGUAGES else LANGUAGES


def _windows_language() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes

    primary = ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF
    return {POLISH: "pl", ENGLISH: "en"}.get(primary, "")


def is_ci(environment: Mapping[str, str] = os.environ) -> bool:
    return environment.get("CI", "").lower() in ("true", "1", "yes")
