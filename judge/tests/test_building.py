"""What the judge keeps of a build: a library of bounded size, and nothing that a compiler was made to leave in its place."""

import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from judge import builder
from judge.errors import Failure

_SOURCE = 'extern "C" int run() { return 0; }\n'


class Building(unittest.TestCase):
    def test_a_library_that_is_too_large_is_refused_and_not_kept(self):
        with tempfile.TemporaryDirectory() as kept, patch.dict("os.environ", {"KERNELWRIGHT_CACHE": kept}):
            with patch.object(builder, "_LIBRARY_BYTES", 1000), self.assertRaisesRegex(Failure, "1000 are allowed"):
                builder.build("kernel.cpp", _SOURCE, None)
            self.assertEqual(list(Path(kept).rglob("libkernel.so")), [])
            self.assertTrue(builder.build("kernel.cpp", _SOURCE, None).library.is_file())

    def test_a_link_in_the_place_of_the_library_is_not_followed(self):
        with tempfile.TemporaryDirectory() as folder:
            link = Path(folder, "libkernel.so")
            link.symlink_to("/etc/passwd")
            with self.assertRaisesRegex(Failure, "no library came of it"):
                builder._checked(link)


if __name__ == "__main__":
    unittest.main()
