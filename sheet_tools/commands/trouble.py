"""What ends a command before it is done, in words: a wrong call, or a system that refuses."""

from __future__ import annotations

import errno

import click

CANNOT_PROCEED = 2

# What systems refuse most often; anything else keeps the system's own words.
_REFUSALS = {
    errno.ENOENT: "nie ma takiego pliku lub folderu / no such file or folder",
    errno.ENOTDIR: "nie ma takiego folderu / no such folder",
    errno.EISDIR: "to folder, a nie plik / this is a folder, not a file",
    errno.EACCES: "brak uprawnień do tego pliku lub folderu / no permission for this file or folder",
    errno.EPERM: "system na to nie pozwala / the system does not allow it",
    errno.EROFS: "tu nie wolno zapisywać / nothing can be written here",
    errno.ENOSPC: "na dysku nie ma miejsca / the disk is full",
    errno.EFBIG: "plik jest za duży dla tego dysku / the file is too large for this disk",
    getattr(errno, "EDQUOT", errno.ENOSPC): "na dysku nie ma miejsca / the disk is full",
    errno.EIO: "dysk zgłasza błąd odczytu lub zapisu / the disk reports an error",
    errno.EEXIST: "pod tą nazwą jest już plik / there is a file of this name already",
    errno.ENAMETOOLONG: "ta nazwa jest za długa / this name is too long",
}


class CannotProceed(click.ClickException):
    """A wrong call or a file that cannot be opened: a message, and exit status 2."""

    exit_code = CANNOT_PROCEED

    def show(self, file: object = None) -> None:
        click.echo(f"sheet-tools: {self.format_message()}", err=True)


def refused_by_system(error: OSError, path: str = "") -> str:
    """Why the system refused, in Polish and English, with the file's name."""
    why = _REFUSALS.get(error.errno or 0, error.strerror or str(error))
    name = path or (str(error.filename) if error.filename else "")
    return f"{name}: {why}" if name else why
