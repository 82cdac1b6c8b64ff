"""A candidate's files: which may be there, under which names, and that their meaning depends on no clock and on no file of the host."""

import re
import sys

from judge.protocol.errors import Rejected, contract
from judge.protocol.messages import EvaluateJob

_NATIVE = {"cuda": "kernel.cu", "cpp": "kernel.cpp", "triton": None}
_OWN_FILES = ("kernel.py", "judge.py")  # the judge puts a module of either name beside the candidate
_TAKEN = {*sys.stdlib_module_names, "numpy", "torch", "triton"}
_BUNDLE_CHARS = 4 << 20
_DATED = re.compile(r"\b__(DATE|TIME|TIMESTAMP)__(?!\w)")
_ASKS_FOR = re.compile(r"\b__has_(?:include|include_next|embed)\s*\(([^()\n]*)\)?")
_HEADER = re.compile(r'\s*(<[^/<>][^<>]*>|"[^/"][^"]*")\s*')
_HASH = r"(?:#|%:|\?\?=)(?:\s|/\*[^*/\n]{0,99}\*/)*"  # begins a directive; the other spellings are C's digraph and trigraph
_ASSEMBLER = r'\.incbin\b|\.include\s+\\*["\']'
_OTHER_FILE = re.compile(rf'{_HASH}(?:include|include_next|import)\s*[<"]\s*(?:/|[^<>"\n]*\.\.)|{_HASH}embed\b|{_ASSEMBLER}|\bGCC\s+dependency\b')
_IMPORTS_KERNEL = re.compile(r"^(?:from[ \t]+kernel[ \t]+import|import[ \t]+kernel)\b", re.M)
_CONTINUED = re.compile(r"\\[ \t]*\r?\n")
_LANGUAGES = {"cuda": ("cuda", "triton"), "cpu": ("cpp",)}


def files_of(job: EvaluateJob) -> "dict[str, str]":
    """The bundle by file name. Raises Rejected for a language the target lacks and Failure for a malformed bundle."""
    candidate, target = job["candidate"], job["target"]
    language = candidate["language"]
    if language not in _LANGUAGES[target]:
        raise Rejected(f"{language} does not run on the {target} target", f"use {' or '.join(_LANGUAGES[target])}")
    files = {file["name"]: file["text"] for file in candidate["files"]}
    if "model_new.py" not in files:
        raise contract("the candidate has no model_new.py; put ModelNew there")
    for name in _OWN_FILES:
        if name in files:
            raise contract(f"{name} is the judge's own file; name yours differently")
    hiding = [name for name in files if name.endswith(".py") and name[:-3] in _TAKEN]
    if hiding:
        raise contract(f"{hiding[0]} would hide a module of Python's or torch's own; name it differently")
    if sum(map(len, files.values())) > _BUNDLE_CHARS:
        raise contract(f"the candidate's files are too long; {_BUNDLE_CHARS} characters are allowed")
    for name, text in files.items():
        _check_reproducible(name, _CONTINUED.sub("", text))
    strays = [name for name in files if not name.endswith(".py") and name != _NATIVE[language]]
    if strays:
        raise contract(f"{strays[0]} is not used for {language}; native code goes into {_NATIVE[language] or 'no file: Triton kernels live in model_new.py'}")
    native = _NATIVE[language]
    if native not in files and _IMPORTS_KERNEL.search(files["model_new.py"]):
        raise contract(f"model_new.py imports kernel, which needs {native or 'a kernel.cu or kernel.cpp'}; the candidate has none")
    return files


def _check_reproducible(name: str, text: str) -> None:
    """Raises Failure (contract_failed) for a source that is another one tomorrow or on another host. A source that hides such a thing from this
    look gains nothing: compilers have a fixed clock and read no other files."""
    dated = _DATED.search(text)
    if dated:
        raise contract(f"{name} uses {dated[0]}: a kernel must not depend on when it is compiled; remove it")
    asked = next((each for each in _ASKS_FOR.finditer(text) if ".." in each[1] or not _HEADER.fullmatch(each[1])), None)
    if asked:
        raise contract(f"{name} asks {asked[0].strip()[:80]}: only headers by name may be asked for, as in __has_include(<cuda_fp8.h>)")
    other = _OTHER_FILE.search(text)
    if other:
        raise contract(f"{name} reads another file ({other[0].strip()[:80]}): include headers by name, and put all else into the source")
