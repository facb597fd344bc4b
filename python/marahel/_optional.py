"""Libraries that only their adapters need."""

from __future__ import annotations


def missing(library: str, extra: str, error: ImportError) -> ImportError:
    """The error of an adapter whose library is not there: says what to install."""
    return ImportError(
        f"marahel.{extra} needs {library}, which is not installed ({error}); "
        f"pip install 'marahel[{extra}]', or pip install {library}"
    )
