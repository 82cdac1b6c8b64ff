"""The part of a compiler log that a verdict quotes as its diagnostics. Text in, text out."""

import re

_ERRORS_CHARS = 4000


def first_errors(said: str) -> str:
    """The first errors with the lines that explain them, as the compiler printed them; warnings and notes are left out."""
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith(("ptxas info", "$"))]
    starts = [at for at, line in enumerate(lines) if re.search(r"\b(error|fatal)\b|undefined reference|cannot find", line)]
    if not starts:
        return said.strip()[:_ERRORS_CHARS]
    chosen: "list[str]" = []
    for start in starts[:8]:
        chosen.append(lines[start])
        for line in lines[start + 1 : start + 5]:
            if re.search(r"\b(error|fatal|warning|note)\b", line):
                break
            chosen.append(line)
    return "\n".join([*dict.fromkeys(chosen), *_missing_headers(said)])[:_ERRORS_CHARS]


def _missing_headers(said: str) -> "list[str]":
    """The package to install if a compiler missed headers that a distribution packages apart."""
    missing = re.search(r"fatal error: (?:(torch|ATen|c10)/\S+|(Python)\.h): No such file", said)
    if not missing:
        return []
    package = "libtorch-dev" if missing[1] else "python3-dev"
    return [f"This host lacks the headers of {'libtorch' if missing[1] else 'Python'} (Debian: apt install {package}). A kernel.cpp with a C interface needs none."]
