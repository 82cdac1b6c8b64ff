"""A candidate's files: which may be there, and under which names. What they do is not looked at."""

import sys

from .errors import Rejected
from .form import contract
from .runner_process import JUDGES_FILES

_NATIVE = {"cuda": "kernel.cu", "cpp": "kernel.cpp", "triton": None}
_TAKEN = {*sys.stdlib_module_names, "numpy", "torch", "triton"}
_BUNDLE_CHARS = 4 << 20
_LANGUAGES = {"cuda": ("cuda", "triton"), "cpu": ("cpp",)}


def files_of(job: dict) -> "dict[str, str]":
    """The bundle by file name. Raises Rejected for a language the target lacks and Failure for a bundle out of form."""
    candidate, target = job["candidate"], job["target"]
    language = candidate["language"]
    if language not in _LANGUAGES[target]:
        raise Rejected(f"{language} does not run on the {target} target", f"use {' or '.join(_LANGUAGES[target])}")
    files = {file["name"]: file["text"] for file in candidate["files"]}
    if "model_new.py" not in files:
        raise contract("the candidate has no model_new.py; put ModelNew there")
    for name in JUDGES_FILES:
        if name in files:
            raise contract(f"{name} is the judge's own file; name yours differently")
    hiding = [name for name in files if name.endswith(".py") and name[:-3] in _TAKEN]
    if hiding:
        raise contract(f"{hiding[0]} would hide a module of Python's or torch's own; name it differently")
    if sum(map(len, files.values())) > _BUNDLE_CHARS:
        raise contract(f"the candidate's files are too long; {_BUNDLE_CHARS} characters are allowed")
    strays = [name for name in files if not name.endswith(".py") and name != _NATIVE[language]]
    if strays:
        raise contract(f"{strays[0]} is not used for {language}; native code goes into {_NATIVE[language] or 'no file: Triton kernels live in model_new.py'}")
    return files
