"""Each message of the judge's own processes has a handler, and sender and handler agree on its arguments and on the type of its answer."""

import ast
import inspect
import typing
import unittest

from judge.oracle.process import HANDLERS
from judge.oracle.service import Oracle
from judge.protocol import errors, schema
from judge.runner.__main__ import HANDLERS as RUNNER_HANDLERS
from judge.runner.worker import Runner
from judge.tests.imports import judge_sources


class _Request(typing.NamedTuple):
    """A call of TaskSession._ask: the request, its arguments by name, whether it also spreads a dictionary, and the type its answer is declared as."""

    name: str
    arguments: "set[str]"
    spreads: bool
    answer: str


def _requests() -> "list[_Request]":
    found = []
    for function in ast.walk(ast.parse(judge_sources()["judge.server.task_session"])):
        if isinstance(function, ast.FunctionDef):
            found += [_request(call, function) for call in ast.walk(function) if isinstance(call, ast.Call) and ast.unparse(call.func) == "self._ask"]
    return found


def _request(call: ast.Call, function: ast.FunctionDef) -> _Request:
    annotated = [each.annotation for each in ast.walk(function) if isinstance(each, ast.AnnAssign) and call in ast.walk(each)]
    returned = [function.returns for each in ast.walk(function) if isinstance(each, ast.Return) and each.value is call]
    answer = next((ast.literal_eval(each) if isinstance(each, ast.Constant) else ast.unparse(each) for each in [*annotated, *returned] if each), "")
    named = {keyword.arg for keyword in call.keywords if keyword.arg} - {"limit", "stage"}
    return _Request(ast.literal_eval(call.args[0]), named, any(keyword.arg is None for keyword in call.keywords), str(answer))


def _messages_to_runners() -> "set[str]":
    trees = [ast.parse(source) for module, source in judge_sources().items() if module.startswith("judge.oracle")]
    return {name for tree in trees for node in ast.walk(tree) if (name := _asked_of_runner(node))}


def _asked_of_runner(node: ast.AST) -> "str | None":
    if not isinstance(node, ast.Dict):
        return None
    pairs = [(key.value, value.value) for key, value in zip(node.keys, node.values) if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)]
    return dict(pairs).get("ask")


class OracleMessages(unittest.TestCase):
    def test_every_request_to_the_oracle_has_a_handler_and_none_is_left_over(self):
        self.assertEqual({request.name for request in _requests()}, set(HANDLERS))

    def test_handlers_are_methods_that_exist(self):
        self.assertEqual([name for name, handler in HANDLERS.items() if getattr(Oracle, name, None) is not handler], [])

    def test_requests_name_the_arguments_of_their_handlers(self):
        for request in _requests():
            with self.subTest(request=request.name):
                wanted = set(inspect.signature(HANDLERS[request.name]).parameters) - {"self", "fd"}
                self.assertEqual(request.arguments - wanted, set())
                if not request.spreads:
                    self.assertEqual(request.arguments, wanted)

    def test_the_session_reads_an_answer_as_the_type_that_the_oracle_gives(self):
        for request in _requests():
            with self.subTest(request=request.name):
                given = inspect.signature(HANDLERS[request.name]).return_annotation
                if given is not None:
                    self.assertEqual(request.answer, given if isinstance(given, str) else given.__name__)


class RunnerMessages(unittest.TestCase):
    def test_every_message_to_a_runner_has_a_handler_and_none_is_left_over(self):
        self.assertEqual(_messages_to_runners(), set(RUNNER_HANDLERS))

    def test_handlers_are_methods_that_exist(self):
        self.assertEqual([name for name in RUNNER_HANDLERS if not callable(getattr(Runner, name, None))], [])


class Types(unittest.TestCase):
    def test_failures_have_the_fields_of_the_schema(self):
        """The overloads of Failure name the statuses and fields of all failed verdicts; optional fields come in an overload of their own."""
        module = ast.parse(inspect.getsource(errors.Failure))
        functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef) and node.args.kwonlyargs]
        found: "dict[str, list[set[str]]]" = {}
        for function in functions:
            fields = {argument.arg: argument.annotation for argument in function.args.kwonlyargs}
            for status in [node.value for node in ast.walk(fields["status"]) if isinstance(node, ast.Constant)]:
                found.setdefault(status, []).append(set(fields))
        shared = {"isolation", "seconds", "place", "explanation", "shape"}  # the pipeline adds them to every verdict, and `Failure.shape` the last one
        wanted = {}
        for variant in schema.definitions()["Verdict"]["oneOf"]:
            status, required, known = variant["properties"]["status"]["const"], set(variant["required"]) - shared, set(variant["properties"]) - shared
            wanted[status] = [required] if required == known else [required, known]
        del wanted["ok"]
        self.assertEqual(found, wanted)


if __name__ == "__main__":
    unittest.main()
