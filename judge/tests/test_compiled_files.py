"""What torch.compile wrote for a baseline comes back for the same task on the same machine, and for no other."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from judge.sandbox.workdir import Folder
from judge.server.compiled_files import CompiledBaseline, CompiledFiles

from .support import own_cache

TASK = {"name": "identity", "source": "class Model: ..."}
HOST = {"torch": "2.13.0", "gpu": None, "threads": 2}


class CompiledBaselines(unittest.TestCase):
    def setUp(self):
        self.cache = own_cache(self) / "baselines"

    def folder(self) -> Folder:
        folder = Folder()
        self.addCleanup(folder.close)
        return folder

    def compiled(self, files: "dict[str, str]") -> Folder:
        folder = self.folder()
        for name, text in files.items():
            folder.add(f"cache/{name}", text)
        return folder

    def lent(self, task: dict = TASK, precision: str = "fp32", host: dict = HOST) -> "dict[str, str]":
        folder = self.folder()
        CompiledBaseline("compile", task, "cpu", precision, host).lend(folder)
        inside = folder.path / "cache"
        return {str(path.relative_to(inside)): path.read_text() for path in inside.rglob("*") if path.is_file()}

    def test_files_come_back_for_the_same_question_alone(self):
        CompiledBaseline("compile", TASK, "cpu", "fp32", HOST).keep(self.compiled({"ab/kernel.cpp": "first"}))
        self.assertEqual(self.lent(), {"ab/kernel.cpp": "first"})
        self.assertEqual(self.lent({**TASK, "source": "class Model: pass"}), {})
        self.assertEqual(self.lent(precision="bf16"), {})
        self.assertEqual(self.lent(host={**HOST, "torch": "2.14.0"}), {})

    def test_what_is_kept_is_not_written_again_and_links_are_left_out(self):
        first = self.compiled({"a": "first"})
        (first.path / "cache" / "shadow").symlink_to("/etc/passwd")
        CompiledBaseline("compile", TASK, "cpu", "fp32", HOST).keep(first)
        CompiledBaseline("compile", TASK, "cpu", "fp32", HOST).keep(self.compiled({"a": "second"}))
        self.assertEqual(self.lent(), {"a": "first"})

    def test_the_oldest_go_when_there_are_too_many(self):
        with mock.patch("judge.server.compiled_files._MOST_KEPT", 2):
            for at in range(3):
                CompiledBaseline("compile", {**TASK, "source": f"class Model{at}: ..."}, "cpu", "fp32", HOST).keep(self.compiled({"a": str(at)}))
                for path in self.cache.iterdir():
                    os.utime(path, (os.stat(path).st_mtime - 10,) * 2)
        self.assertEqual(sorted(path.read_text() for path in self.cache.rglob("a")), ["1", "2"])

    @unittest.skipIf(os.geteuid() != 0, "only root can give files to another user")
    def test_a_lent_file_belongs_to_the_user_of_the_folder(self):
        CompiledBaseline("compile", TASK, "cpu", "fp32", HOST).keep(self.compiled({"ab/kernel.cpp": "first"}))
        folder = self.folder()
        CompiledBaseline("compile", TASK, "cpu", "fp32", HOST).lend(folder)
        owners = {path.stat().st_uid for path in [folder.path / "cache", *(folder.path / "cache").rglob("*")]}
        self.assertEqual(owners, {folder.uid if folder.uid is not None else 0})


class FilesOfACandidate(unittest.TestCase):
    def first(self) -> Folder:
        folder = Folder()
        self.addCleanup(folder.close)
        return folder

    def renewed(self, first: Folder) -> "dict[str, str]":
        """The files that the next process finds."""
        compiled = CompiledFiles(first)
        self.addCleanup(compiled.close)
        first.close()
        fresh = compiled.folder()
        self.addCleanup(fresh.close)
        self.assertEqual((fresh.path, fresh.uid is None or fresh.uid != first.uid), (first.path, True))
        return {str(path.relative_to(fresh.path)): path.read_text() for path in fresh.path.rglob("*") if path.is_file()}

    def test_the_next_process_finds_what_the_first_one_compiled_and_nothing_else_of_it(self):
        first = self.first()
        for name in ("cache/ab/kernel.so", "elsewhere"):
            first.add(name, "compiled")
        os.utime(first.path / "cache/ab/kernel.so", ns=(5, 123456789))
        self.assertEqual(self.renewed(first), {"cache/ab/kernel.so": "compiled"})
        self.assertEqual((first.path / "cache/ab/kernel.so").stat().st_mtime_ns, 123456789)

    def test_too_many_files_or_folders_are_left_behind(self):
        with mock.patch("judge.server.compiled_files._MOST_FILES", 10):
            for name, kept in (("cache/{}", 10), ("cache/{}", 0), ("cache/{}/file", 0)):
                first = self.first()
                for at in range(kept or 11):
                    first.add(name.format(at), "")
                self.assertEqual(len(self.renewed(first)), kept, name)

    @unittest.skipIf(os.geteuid() != 0, "only root can give files to another user")
    def test_no_link_brings_a_file_of_the_judge_into_it(self):
        with tempfile.TemporaryDirectory() as secret:
            Path(secret, "seeds").write_text("secret")
            linked, named = self.first(), self.first()
            (linked.path / "cache").symlink_to(secret)
            self.assertEqual(self.renewed(linked), {})
            (named.path / "cache").mkdir()
            os.link(Path(secret, "seeds"), named.path / "cache" / "seeds")
            (named.path / "cache" / "more").symlink_to(secret)
            self.assertEqual(self.renewed(named), {})


if __name__ == "__main__":
    unittest.main()
