/** The parts of a text that are removed before it leaves the machine, and the parts that must stay. */
import { expect, it } from "@jest/globals";
import { createScrub } from "../../../src/tools/tracing/scrub.ts";

const scrub = createScrub(["hunter2-and-more"], ["/", "/cluster/alice", "/cluster/alice/project/", "/usr/src/app"]);

it("a scrubbed text keeps its content without keys, credentials and paths", () => {
  const compiler = "/tmp/kernelwright-x1/job/kernel.cu:12: error: see /usr/include/math.h";
  expect(scrub(compiler)).toBe("<path>/kernel.cu:12: error: see /usr/include/math.h");
  expect(scrub("sk-proj-abcdefghijklmnopqrstuv and hunter2-and-more")).toBe("<secret> and <secret>");
  expect(scrub("http://me:pass@host/x, Authorization: Bearer abcdefghijklmnopqrst")).toBe("http://<secret>@host/x, Authorization: Bearer <secret>");
  expect(scrub("x[i] / root / y")).toBe("x[i] / root / y");
});

it.each([
  ["g++ -I/home/alice/proj/include -L/root/lib/x x.cpp", "g++ -I<path>/include -L<path>/x x.cpp"],
  ["-isystem/opt/alice/include -Wl,-rpath,/nfs/home/alice/lib", "-isystem<path>/include -Wl,-rpath,<path>/lib"],
  ["file:///home/alice/x/y.py", "file://<path>/y.py"],
  ["/opt/alice/private/x.cu /nfs/home/alice/x.py:3 /gpfs/users/alice/x /Volumes/x/y", "<path>/x.cu <path>/x.py:3 <path>/x <path>/y"],
  ["cd /home/alice; ls /Users/josé and /home/josé/z", "cd <path>; ls <path> and <path>/z"],
  ["'/cluster/alice/project' of /cluster/alice, in /cluster/alice/x.py", "'<path>' of <path>, in <path>/x.py"],
  ["/usr/src/app/kernel.cu and /usr/src/application/k.cu", "<path>/kernel.cu and /usr/src/application/k.cu"],
])("of the paths in %p none stays", (text, left) => expect(scrub(text)).toBe(left));

it.each([
  ["password=hunter2hunter2 and PGPASSWORD='abc123xyz'", "password=<secret> and PGPASSWORD='<secret>'"],
  ["hf_aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567", "<secret>"],
  ["lsv2_pt_0123456789abcdef0123456789abcdef_0123456789", "<secret>"],
  ["github_pat_11ABCDEFG0abcdefghijkl_xyz", "<secret>"],
  ["AKIAIOSFODNN7EXAMPLE", "<secret>"],
  ["sk-ant-api03-a_b-c_d-e_f-g_h", "<secret>"],
])("the key in %p goes", (text, left) => expect(scrub(text)).toBe(left));

it.each([
  "skinny_gemm_kernel<float>",
  "float skip_connection_weight = 1;",
  "hf_forward_kernel_impl_v2",
  "pkg_resources_loader_name",
  "sk_attention_forward_2d_kernel",
  "x = sk-long_variable_name_here",
  "src/work/deep/x.ts and ./tmp/a/b and https://host/home/page",
  "</root> a/home/b <stdin>",
])("%p is no secret and no place", (text) => expect(scrub(text)).toBe(text));
