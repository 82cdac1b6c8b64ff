"""The judge refuses sources that depend on the clock or on host files, with a reason. It accepts headers by name."""

import time
import unittest

from judge.protocol.errors import Failure
from judge.server.bundle import files_of

REFUSED = {
    "depend on when it is compiled": ["const char* at = __TIME__;", "auto x = __DATE__[0];", "int x = sizeof(__TIMESTAMP__);", "const char* at = __TI\\\nME__;"],
    "only headers by name": [
        '#if __has_include("/etc/passwd")',
        "#if __has_include(</run/secrets/token>)",
        '#if __has_include("../task.py")',
        "#if __has_include(PLACE)",
        '#if __has_embed("/etc/passwd")',
        "#if __has_include_next (</etc/passwd>)",
    ],
    "reads another file": [
        '#include "/etc/passwd"',
        "#  include </proc/self/environ>",
        '#include "../../state.pt"',
        '#inc\\\nlude "/etc/passwd"',
        'asm(".incbin \\"/etc/passwd\\"");',
        '#embed "init.pickle"',
        '%:include "/etc/passwd"',
        '??=include "/etc/passwd"',
        '#import "/etc/passwd"',
        '#/* a */ include "/etc/passwd"',
        'asm(".include \\"/etc/passwd\\"");',
        '#pragma GCC dependency "/etc/passwd"',
        '_Pragma("GCC dependency \\"/etc/passwd\\"")',
    ],
}
ALLOWED = ["#include <cuda_bf16.h>", "#include <ATen/cuda/CUDAContext.h>", "#if __has_include(<cuda_fp8.h>)", "#ifdef __has_include", "int my__TIME__s;", "float t = a / b; // 1/2..3/4"]
ALLOWED += ["#import <cmath>", "%:include <cmath>", "auto include = set.include (3);", "# import torch, then embed it"]


def bundle(text: str, name: str) -> dict:
    model = {"name": "model_new.py", "text": text if name == "model_new.py" else ""}
    files = [model] if name == "model_new.py" else [model, {"name": name, "text": text}]
    return {"target": "cpu" if name == "kernel.cpp" else "cuda", "candidate": {"language": "cpp" if name == "kernel.cpp" else "cuda", "files": files}}


class Reproducible(unittest.TestCase):
    def test_sources_that_depend_on_the_clock_or_on_host_files_are_refused(self):
        for why, texts in REFUSED.items():
            for text in texts:
                for name in ("kernel.cu", "kernel.cpp", "model_new.py"):
                    with self.subTest(text, name=name), self.assertRaises(Failure) as caught:
                        files_of(bundle(f"int a;\n{text}\nint b;\n", name))
                    self.assertEqual(caught.exception.fields["status"], "contract_failed")
                    self.assertIn(why, caught.exception.fields["problem"])
                    self.assertIn(name, caught.exception.fields["problem"])

    def test_includes_of_headers_by_name_are_accepted(self):
        for text in ALLOWED:
            with self.subTest(text):
                self.assertIn(text, files_of(bundle(text, "kernel.cu"))["kernel.cu"])

    def test_a_hostile_text_is_read_in_linear_time(self):
        for part in ("#/*", "#/**/", "# ", "/**/#", "%:/*x*/", "#include <"):
            started = time.process_time()
            files_of(bundle(part * 100_000, "kernel.cu"))
            self.assertLess(time.process_time() - started, 3, part)

    def test_a_native_file_that_is_missing_is_named(self):
        job = {"target": "cpu", "candidate": {"language": "cpp", "files": [{"name": "model_new.py", "text": "import torch\nfrom kernel import lib\n"}]}}
        with self.assertRaises(Failure) as caught:
            files_of(job)
        self.assertEqual(caught.exception.fields["problem"], "model_new.py imports kernel, which needs kernel.cpp; the candidate has none")
        job["candidate"]["files"][0]["text"] = "try:\n    from kernel import lib\nexcept ImportError:\n    lib = None\n"
        self.assertEqual([*files_of(job)], ["model_new.py"])


if __name__ == "__main__":
    unittest.main()
