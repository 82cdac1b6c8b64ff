/**
 * An operator's package in the layout of a Hugging Face kernel repository: a Python-only build variant with its metadata. The kernel is
 * still built on its first import.
 */
import type { SourceFile } from "../../../domain/candidate.ts";
import { digestOf, hashOf } from "../../../lib/hash.ts";
import { type OperatorSource, packageFiles, packageName, readme } from "./package.ts";

/** The files of the repository: README.md, and `build/torch-cpu` or `build/torch-cuda`. */
export function hubFiles(source: OperatorSource): SourceFile[] {
  const name = packageName(source.task);
  const id = `_${name}_${source.target}_${hashOf(source.task.source + JSON.stringify(source.candidate)).slice(0, 7)}`;
  const files = packageFiles({ ...source, namespace: id }).filter((file) => !AS_PROGRAMS.includes(file.name));
  const inside = [...files.map(asRelative), { name: `${name}/__init__.py`, text: OLDER }];
  const variant = `build/torch-${source.target}`;
  const metadata = {
    id,
    name: name.replaceAll("_", "-"),
    version: 0, // by convention: not yet for production
    license: "other",
    "python-depends": [],
    backend: source.target === "cuda" ? { type: "cuda", archs: source.capability === null ? [] : [source.capability] } : { type: "cpu" },
    digest: { algorithm: "sha256", files: Object.fromEntries(inside.map((file) => [file.name, digestOf(file.text)])) },
  };
  return [
    { name: "README.md", text: `---\nlibrary_name: kernels\nlicense: other\n---\n\n${usage(name, source)}` },
    ...[...inside, { name: "metadata.json", text: `${JSON.stringify(metadata, null, 2)}\n` }].map((file) => ({ ...file, name: `${variant}/${file.name}` })),
  ];
}

/** Programs of the package. The variant's folder has no module name, so Python cannot start them there. */
const AS_PROGRAMS: readonly string[] = ["tests.py", "benchmark.py"];

/** For releases of `kernels` that look for a folder with the kernel's name. */
const OLDER = `"""The kernel, for older releases of the loader."""

import importlib.util
import sys
from pathlib import Path

_file = Path(__file__).parent.parent / "__init__.py"
_spec = importlib.util.spec_from_file_location(f"{__name__}_flat", _file)
_kernel = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = _kernel
_spec.loader.exec_module(_kernel)
Model, forward = _kernel.Model, _kernel.forward

__all__ = ["Model", "forward"]
`;

/** A hub kernel imports its own files relatively: several versions may be loaded at once. */
function asRelative(file: SourceFile): SourceFile {
  const either = "try:\n    from .load_kernel import lib\nexcept ImportError:  # not in a package\n    from load_kernel import lib";
  return { ...file, text: file.text.replace(either, "from .load_kernel import lib") };
}

function usage(name: string, source: OperatorSource): string {
  const load = `    from kernels import get_local_kernel
    from pathlib import Path

    ${name} = get_local_kernel(Path("."), "${name}")
    model = ${name}.Model(…)      # the original's arguments
`;
  return readme(name, source).replace(/^( {4}.*\n)+/m, load);
}
