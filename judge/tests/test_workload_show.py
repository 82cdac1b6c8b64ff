"""The tasks and kernels of `evals.judge.workloads` without a GPU."""

import unittest

from evals.judge import workloads
from judge.oracle.task import task_file
from judge.oracle.task.unseen import axes_of
from judge.oracle.task.workloads import rows_of


class Show(unittest.TestCase):
    def test_each_task_declares_five_shapes_with_the_heaviest_first_and_an_axis(self):
        for name in workloads.TASKS:
            module = task_file.load(name, workloads._source(name, "cpu"))
            rows = rows_of(name, module)
            self.assertEqual((len(rows), [row.name for row in rows][0]), (5, module.get_workloads()[0]["name"]))
            self.assertTrue(axes_of(rows), name)
            model, inputs = module.Model(*module.get_init_inputs()), rows[-1].inputs()
            self.assertTrue(model(*inputs).isfinite().all(), name)

    def test_the_kernels_are_python_and_have_the_models_parameters(self):
        for name in workloads.TASKS:
            for kernel in workloads._KERNELS:
                [file] = workloads._files(name, kernel, "cuda")
                compile(file["text"], name, "exec")
                self.assertIn("class ModelNew(nn.Module)", file["text"])

    def test_one_shape_of_a_task_is_a_task_of_its_own(self):
        source = workloads._with_first(workloads._source("softmax", "cpu"), 2)
        [row] = rows_of("softmax", task_file.load("softmax", source))
        self.assertEqual((row.name, list(row.inputs()[0].shape)), ("16x256", [16, 256]))

    def test_the_control_on_a_cpu_refuses_all_shapes_but_the_first(self):
        [file] = workloads._files("swiglu", "single", "cpu")
        module = task_file.load("swiglu", file["text"].replace("class ModelNew(", "class Model(").replace("ModelNew", "Model"))
        first, *others = module.get_workloads()
        self.assertTrue(module.Model()(*first["inputs"]()).isfinite().all())
        for row in others:
            with self.assertRaises(ValueError):
                module.Model()(*row["inputs"]())


if __name__ == "__main__":
    unittest.main()
