"""A bundle as the one file that KernelBench's evaluator takes: with `load_inline`, or with a compiler call of its own."""

import re
from pathlib import Path

from .bundles import Bundle

_ROOT = Path(__file__).resolve().parents[2]
_JUDGE = _ROOT / "judge"
_IMPORT = re.compile(r"^from kernel import lib.*$", re.M)
_LAUNCHER = re.compile(r'extern "C" int (\w+)\(([^)]*)\)')


def load_inline(bundle: Bundle) -> str:
    """The usual form: torch's headers, one binding per launcher, built by `load_inline` with its defaults.

    A bundle without native code is its model's file.
    """
    if "kernel.cu" not in bundle.files:
        return bundle.files["model_new.py"]
    native = bundle.files["kernel.cu"]
    bindings = [_binding(name, arguments) for name, arguments in _LAUNCHER.findall(native)]
    cuda = f"#include <torch/extension.h>\n#include <c10/cuda/CUDAStream.h>\n{native}\n" + "\n".join(body for _declaration, body in bindings)
    cpp = "\n".join(declaration for declaration, _body in bindings)
    names = [f"call_{name}" for name, _arguments in _LAUNCHER.findall(native)]
    members = "\n".join(f"    {name.removeprefix('call_')} = staticmethod(_module.{name})" for name in names)
    built = f"_module = load_inline(name={bundle.name!r}, cpp_sources={cpp!r}, cuda_sources={cuda!r}, functions={names!r})"
    head = f"from torch.utils.cpp_extension import load_inline\n\n{built}\n\n\nclass lib:\n{members}\n"
    return _IMPORT.sub("", bundle.files["model_new.py"]) + "\n\n" + head


def export(bundle: Bundle) -> str:
    """The export format of src/tools/export/single-file.ts: the file calls nvcc itself, without torch's headers."""
    if "kernel.cu" not in bundle.files:
        return bundle.files["model_new.py"]
    lib = re.search(r"^class Lib:.*?(?=^_folder)", (_JUDGE / "runner" / "kernel.py").read_text(), re.M | re.S)[0].rstrip()
    loader = (_ROOT / "src" / "tools" / "export" / "export.py.txt").read_text().replace("#LIB", lib)
    loader = loader.replace('"#SOURCE"', repr(bundle.files["kernel.cu"])).replace('"#NAME"', repr("kernel.cu"))
    return f"{loader}\n{_IMPORT.sub('', bundle.files['model_new.py'])}"


FORMS = {"load_inline": load_inline, "export": export}


def _binding(name: str, arguments: str) -> "tuple[str, str]":
    """The declaration and definition of `call_NAME`, which takes tensors for pointers and adds the current stream."""
    taken, passed = [], []
    for argument in arguments.split(","):
        kind, _, own = argument.strip().rpartition(" ")
        if kind == "cudaStream_t":
            passed.append("c10::cuda::getCurrentCUDAStream()")
        elif kind.endswith("*"):
            taken.append(f"torch::Tensor {own}")
            passed.append(f"{own}.data_ptr<{kind.removeprefix('const ').rstrip('*')}>()")
        else:
            taken.append(f"{'double' if kind == 'float' else kind} {own}")
            passed.append(f"({kind}){own}")
    head = f"void call_{name}({', '.join(taken)})"
    return f"{head};", f'{head} {{ TORCH_CHECK({name}({", ".join(passed)}) == 0, "{name} failed"); }}'
