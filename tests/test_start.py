"""start.py from outside: a small project with one package, in a folder with a blank and „ż”, no network."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from starter import packages, programs
from starter.environment import VERSION, Environment, State
from starter.main import ERRNOS, known_by_errno, parse, run_tests, tool_words
from starter.words import LANGUAGES, TEXTS, Stop, Voice, languages_of

ROOT = Path(__file__).resolve().parent.parent
STAMP = ".venv/sheet-tools.json"
TOOL = """\
import sys, time, probe
try:
    print("tool", sys.argv[1:], probe.ANSWER, flush=True)
    if "sleep" in sys.argv:
        time.sleep(60)
        print("slept to the end")
except KeyboardInterrupt:
    sys.exit(130)
sys.exit(5 if "five" in sys.argv else 0)
"""


@dataclass
class Project:
    """A copy of the starter with a tool of its own and one pinned package, served from a folder of wheels."""

    root: Path

    def start(self, *words: str, wheels: str = "wheels", **environment: str) -> tuple[int, str]:
        """Exit status and all that was printed."""
        command = [sys.executable, self.root / "start.py", "--lang", "en", "--wheels", self.root / wheels, *words]
        done = subprocess.run(command, cwd=self.root.parent, env=os.environ | environment, **CAPTURED)
        return done.returncode, done.stdout

    @property
    def state(self) -> State:
        return Environment(self.root).state("requirements.txt")

    def stamp(self, **changes: object) -> None:
        path = self.root / STAMP
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changes), "utf-8")


CAPTURED = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8", "check": False}


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project that has been set up once, with its words as they came."""
    project = Project(tmp_path_factory.mktemp("start") / "Żółty folder")
    project.root.mkdir()
    shutil.copy(ROOT / "start.py", project.root)
    shutil.copytree(ROOT / "starter", project.root / "starter", ignore=shutil.ignore_patterns("__pycache__"))
    (project.root / "sheet_tools").mkdir()
    (project.root / "sheet_tools/__main__.py").write_text(TOOL, "utf-8")
    (project.root / "nothing").mkdir()
    _wheel(project.root, "requirements.txt", 42)
    status, said = project.start("setup")
    assert (status, "The environment is ready." in said) == (0, True), said
    return project


@pytest.fixture
def project(ready: Project, tmp_path: Path) -> Project:
    """A copy of the ready project, in which a test may break what it likes."""
    copy = Project(tmp_path / "Kopia, też żółta")
    shutil.copytree(ready.root, copy.root, symlinks=True)
    copy.stamp(place=str(copy.root / ".venv"))
    assert copy.state is State.READY
    return copy


def _wheel(root: Path, requirements: str, answer: int) -> None:
    """A package of one module, and its pin."""
    (root / "wheels").mkdir(exist_ok=True)
    wheel = root / "wheels" / f"probe-{answer}-py3-none-any.whl"
    files = {
        "probe.py": f"ANSWER = {answer}\n",
        f"probe-{answer}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: probe\nVersion: {answer}\n",
        f"probe-{answer}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    digests = {name: base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()) for name, text in files.items()}
    record = "".join(f"{name},sha256={digests[name].decode().rstrip('=')},{len(files[name])}\n" for name in files)
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in {**files, f"probe-{answer}.dist-info/RECORD": record}.items():
            archive.writestr(name, text)
    pin = f"probe=={answer} \\\n    --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"
    (root / requirements).write_text(pin, "utf-8")


def test_a_command_runs_with_its_words_and_its_status(ready: Project) -> None:
    assert ready.start("convert", "a b.xlsx", "--draft") == (0, "tool ['convert', 'a b.xlsx', '--draft'] 42\n")
    assert ready.start("five")[0] == 5


def test_the_second_start_makes_and_loads_nothing_to_make_with(ready: Project) -> None:
    stamp = (ready.root / STAMP).stat().st_mtime_ns
    status, said = ready.start("convert", wheels="nothing", PYTHONPROFILEIMPORTTIME="1")
    loaded = {line.rpartition("|")[2].strip() for line in said.splitlines() if line.startswith("import time:")}
    assert (status, "starter.environment" in loaded) == (0, True), said
    assert loaded & {"venv", "ensurepip", "pip", "ssl", "urllib.request", "asyncio"} == set()
    assert (ready.root / STAMP).stat().st_mtime_ns == stamp


def _no_interpreter(root: Path) -> None:
    for path in (root / ".venv/bin").glob("python*"):
        path.unlink()


def _gone_interpreter(root: Path) -> None:
    _no_interpreter(root)
    (root / ".venv/bin/python").symlink_to("/nowhere/python")


def _package_gone(root: Path) -> None:
    shutil.rmtree(next((root / ".venv").rglob("probe-42.dist-info")))


def _environment_gone(root: Path) -> None:
    shutil.rmtree(root / ".venv")


def _foreign(root: Path) -> None:
    (root / STAMP).unlink()


def _list_changed(root: Path) -> None:
    _wheel(root, "requirements.txt", 43)


# What breaks it → the state it is recognised as, and (where it is tried: a rebuilding takes seconds) what is said.
BREAKAGES: dict[str, tuple[Callable[[Path], object], State, str | None]] = {
    "interpreter deleted": (_no_interpreter, State.MOVED, None),
    "interpreter of a removed Python": (_gone_interpreter, State.MOVED, "Putting the environment"),
    "stamp garbled": (lambda root: (root / STAMP).write_text("{{"), State.BROKEN, None),
    "stamp of unknown shape": (lambda root: (root / STAMP).write_text('{"a": 1}'), State.BROKEN, None),
    "installation broken off": (lambda root: Project(root).stamp(finished=False), State.UNFINISHED, "not set up to"),
    "package deleted": (_package_gone, State.BROKEN, None),
    "another Python": (lambda root: Project(root).stamp(python="3.9"), State.OTHER_PYTHON, None),
    "environment deleted": (_environment_gone, State.ABSENT, None),
    "made by someone else": (_foreign, State.FOREIGN, "Setting it aside as .venv-"),
    "list of packages changed": (_list_changed, State.OUTDATED, "list of packages has changed"),
}


@pytest.mark.skipif(os.name == "nt", reason="breaks .venv/bin")
@pytest.mark.parametrize("name", BREAKAGES)
def test_it_puts_right(project: Project, name: str) -> None:
    breakage, state, words = BREAKAGES[name]
    breakage(project.root)
    assert project.state is state
    if words is None:
        return
    status, said = project.start("convert")
    assert (status, words in said, project.state) == (0, True, State.READY), said
    assert "Traceback" not in said


def test_a_moved_folder_works_without_the_network(project: Project) -> None:
    project.root = project.root.rename(project.root.parent / "przeniesiony ć")
    status, said = project.start("convert", wheels="nothing")
    assert (status, "tool ['convert'] 42" in said, project.state) == (0, True, State.READY), said


# What goes wrong → words of the explanation. Nothing is installed, the status is 2, and there is no traceback.
def test_a_package_missing_from_the_wheels_is_named(project: Project) -> None:
    _list_changed(project.root)
    status, said = project.start("convert", wheels="nothing")
    assert (status, "lacks the package: probe==43" in said, "Traceback" in said) == (2, True, False), said


def test_a_changed_package_is_refused(project: Project) -> None:
    _list_changed(project.root)
    pins = project.root / "requirements.txt"
    pins.write_text(f"{pins.read_text('utf-8').split('sha256:')[0]}sha256:{'0' * 64}\n", "utf-8")
    status, said = project.start("convert")
    assert (status, "differs from the one recorded" in said) == (2, True), said


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_explained(project: Project) -> None:
    _list_changed(project.root)
    (project.root / ".venv.lock").unlink()
    project.root.chmod(0o500)
    status, said = project.start("convert")
    project.root.chmod(0o700)
    assert (status, "cannot be written to" in said) == (2, True), said


def test_a_bug_leaves_a_report_and_no_traceback(project: Project) -> None:
    (project.root / "requirements.txt").unlink()
    status, said = project.start("convert")
    report = (project.root / "start-report.txt").read_text("utf-8")
    assert (status, "start-report.txt" in said, "Traceback" in said, "Traceback" in report) == (3, True, False, True)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_ends_quietly(ready: Project) -> None:
    """The working directory holds another sheet_tools, which must not be taken for the one that was set up."""
    command = [sys.executable, ready.root / "start.py", "--lang", "en", "sleep"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        # A shell that runs this in the background ignores the signal, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout
    first = process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    rest = process.stdout.read()
    assert (process.wait(120), first[:4], rest) == (130, b"tool", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to pass on")
def test_who_ends_start_py_ends_what_it_runs(ready: Project) -> None:
    process = subprocess.Popen(
        [sys.executable, ready.root / "start.py", "sleep"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout
    process.stdout.readline()
    process.terminate()
    # The pipe ends only when the last process that holds it is gone: a sleeper that lives would have its minute.
    assert (process.stdout.read(), process.wait(120)) == (b"", 128 + signal.SIGTERM)


def test_help_needs_no_environment(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, ROOT / "start.py", "--lang", "pl", "--help"], cwd=tmp_path, **CAPTURED)
    assert (done.returncode, done.stdout) == (0, TEXTS["help"][0] + "\n")


@pytest.mark.parametrize(
    ("arguments", "languages", "words"),
    [
        ([], None, ()),
        (["--lang", "en"], ("en",), ()),
        (["--lang=pl", "serve", "my.xlsx", "--lang", "en"], ("pl",), ("serve", "my.xlsx", "--lang", "en")),
        (["test", "-k", "architecture"], None, ("test", "-k", "architecture")),
        (["convert", "--help"], None, ("convert", "--help")),
        (["--help", "convert"], None, ("--help",)),
    ],
)
def test_words_after_the_command_are_the_commands(
    arguments: list[str], languages: tuple[str, ...] | None, words: tuple[str, ...]
) -> None:
    call = parse(arguments)
    assert (call.languages, call.words) == (languages or languages_of(os.environ), words)


@pytest.mark.parametrize("arguments", [["--nonsense"], ["--lang"], ["--lang", "de"], ["--wheels", "/nowhere"]])
def test_a_wrong_option_is_refused(arguments: list[str]) -> None:
    with pytest.raises(Stop):
        parse(arguments)


def test_a_workbook_alone_is_opened_on_the_page(tmp_path: Path) -> None:
    sheet = tmp_path / "Moje pozycje.XLSX"
    sheet.touch()
    assert tool_words([str(sheet)]) == ["serve", str(sheet), "--open"]
    assert tool_words(["serve", str(sheet)]) == ["serve", str(sheet)]
    words = ["serve", "dobry.xlsx", "--sample", "--responses", "responses", "--open"]
    assert [Path(word).name for word in tool_words([])] == words


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "disk-full"),
        ("OSError: [WinError 112] There is not enough space on the disk", "disk-full"),
        ("NewConnectionError('…: Failed to establish a new connection: [Errno -2] Name or service not …')", "offline"),
        ("WARNING: Retrying (…) after connection broken by 'ReadTimeoutError(…Read timed out.…)'", "offline"),
        ("… ProxyError('Cannot connect to proxy.', …)\nERROR: No matching distribution found for x==1", "offline"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] …'))", "certificate"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "hashes"),
        ("ERROR: No matching distribution found for pandas==3.0.1", "no-wheel"),
        ("ERROR: Could not install packages due to an OSError: [WinError 5] Access is denied: 'C:\\\\x'", "in-use"),
        ("[Errno 2] No such file\nHINT: … this system does not have Windows Long Path support enabled.", "long-path"),
        ("something else", "pip-failed"),
    ],
)
def test_what_pip_says_is_explained(said: str, key: str) -> None:
    stop = packages.failure(said.split("\n"), ROOT / "requirements.txt", None)
    assert stop.key == key
    values = {"report": "", **stop.values}
    assert all(text.format(**values) for text in TEXTS[key])


@pytest.mark.parametrize("number", ERRNOS)
def test_what_the_system_says_is_explained(number: int) -> None:
    assert all(TEXTS[known_by_errno(OSError(number, "")).key])


@pytest.mark.parametrize("key", TEXTS)
def test_messages_are_complete(key: str) -> None:
    assert len(TEXTS[key]) == len(LANGUAGES)
    assert all(TEXTS[key])
    assert TEXTS[key][0].count("„") == TEXTS[key][0].count("”")


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({"LANG": "pl_PL.UTF-8"}, ("pl",)),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "en_GB.UTF-8"}, ("en",)),
        ({"LANG": "C.UTF-8"}, ("pl", "en")),
        ({"LANG": "de_DE.UTF-8"}, ("pl", "en")),
    ],
)
def test_language_of_the_locale(environment: dict[str, str], languages: tuple[str, ...]) -> None:
    assert languages_of(environment) == languages


def test_a_named_browser_is_taken_or_missed(tmp_path: Path) -> None:
    assert programs.browser({"CHROMIUM": sys.executable, "PATH": ""}) == sys.executable
    assert programs.browser({"CHROMIUM": str(tmp_path / "none"), "PATH": os.environ["PATH"]}) is None
    assert programs.office({"PATH": str(tmp_path)}) is None or sys.platform != "linux"


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
def test_a_missing_browser_is_said_aloud_and_fails_in_ci(
    ci: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(programs, "browser", lambda: None)
    monkeypatch.setattr(programs, "office", lambda: "soffice")
    monkeypatch.setattr(programs, "run", lambda command, folder: 0)
    assert run_tests(Environment(), [], Voice(["en"])) == status
    assert capsys.readouterr().out.count("there is no Chromium or Chrome") == 2


def test_python_without_venv_is_told_the_package() -> None:
    """As Debian's python3 is without python3-venv."""
    code = (
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name: None if name == 'ensurepip' else find(name)\n"
        "from pathlib import Path; import tempfile\n"
        "from starter import environment as e; from starter.words import Stop, Voice\n"
        "try: e._create(e.Environment(Path(tempfile.mkdtemp())), Voice(['en']))\n"
        "except Stop as stop: print(stop.key, stop.values['package'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, **CAPTURED)
    assert done.stdout.splitlines()[-1] == f"no-venv python{VERSION}-venv"


def test_start_py_is_understood_by_old_pythons() -> None:
    text = (ROOT / "start.py").read_text("utf-8")
    compile(text, "start.py", "exec", flags=0, _feature_version=4)  # type: ignore[call-overload]
    assert not any(part in text for part in (":=", 'f"', "f'", "->", "nonlocal", "print "))


def test_start_bat_is_as_windows_needs_it() -> None:
    data = (ROOT / "start.bat").read_bytes()
    text = data.decode("utf-8")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert text[: text.index(":nopython")].isascii(), "cmd finds labels by bytes: other letters only after the last one"
    assert "chcp 65001" in text
    assert '"%~dp0start.py" %*' in text
