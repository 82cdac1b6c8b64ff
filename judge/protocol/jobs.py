"""Reads jobs, validates them against the protocol's schema, and writes replies."""

import json
from typing import Any, cast

from judge.protocol import schema
from judge.protocol.errors import Rejected
from judge.protocol.messages import Job, Reply

PROTOCOL = 3


def parsed(text: bytes) -> "dict[str, Any]":
    """The JSON object in one line. Raises Rejected."""
    try:
        job = json.loads(text.decode())
        json.dumps(job, ensure_ascii=False).encode()  # escapes can spell what UTF-8 cannot: lone surrogates
    except UnicodeError as error:
        raise Rejected(f"the job is not UTF-8 text: {error}", "send one JSON object per line, encoded in UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise Rejected(f"the job is not JSON: {error}", "send one JSON object per line") from error
    if not isinstance(job, dict):
        raise Rejected("the job is not a JSON object", "send one JSON object per line")
    return cast("dict[str, Any]", job)


def well_formed(job: "dict[str, Any]") -> Job:
    """The job that an object is. Raises Rejected for an object that does not fit the schema."""
    problem = malformation(job)
    if problem:
        raise Rejected(f"the job is malformed: {problem}", "send a Job as src/domain/protocol.ts defines it")
    return cast(Job, job)


def written(reply: Reply) -> str:
    """A reply in one line. A reply with a number that JSON lacks becomes `broken`, so no candidate can cost the others their replies."""
    try:
        return json.dumps(reply, allow_nan=False)
    except ValueError as error:
        return json.dumps({"id": reply["id"], "kind": "broken", "reason": f"the reply could not be written: {error}"})


def malformation(job: "dict[str, Any]") -> str:
    """The first error in a job's form, in words for a person, or an empty text."""
    if job.get("protocol") != PROTOCOL:
        return f"protocol is {job.get('protocol')!r}; this judge speaks {PROTOCOL}: use a judge and a search of the same version"
    return schema.problem("Job", job)
