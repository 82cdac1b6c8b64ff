"""Whom the judge trusts, and when a runner has seen secrets. The server and the oracle follow the same rules."""

from typing import get_args

from judge.protocol.messages import AlternativeName, Stage

EAGER = ("eager", "eager-aa")  # every session has both; the second is another process of the same, for the A/A run
FRESH = "eager-fresh"
BASELINES = (*EAGER, FRESH, *get_args(AlternativeName))  # runners of the reference itself: the judge answers for their failures
CONFIDENTIAL: "tuple[Stage, ...]" = ("timing", "profile")  # stages in which a candidate has seen hidden inputs: its words go nowhere
