/** The completion scripts, asked by a real shell where there is one. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../../support/command.ts";

it("bash offers commands, options of a subcommand, and files that match the typed prefix", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "script"), (await start(["completion", "bash"])).stdout);
  writeFileSync(join(folder, "my_task.py"), "");
  const offered = async (...words: string[]): Promise<string> => {
    const ask = `source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kernelwright; echo "\${COMPREPLY[*]}"`;
    return (await execa("bash", ["-c", ask, "bash", "kernelwright", ...words], { cwd: folder })).stdout;
  };
  expect(await offered("opt")).toBe("optimize");
  expect(await offered("bench", "re")).toBe("resume report");
  expect(await offered("bench", "resume", "--q")).toBe("--quiet");
  expect(await offered("optimize", "--max-")).toBe("--max-tokens --max-cost --max-gpu-seconds --max-minutes");
  expect(await offered("optimize", "my_")).toBe("my_task.py");
});

it("fish offers each option only for its command, and other shells are refused", async () => {
  const { stdout } = await start(["completion", "fish"]);
  expect(stdout).toContain("complete -c kernelwright -n '__fish_seen_subcommand_from bench; and __fish_seen_subcommand_from compare' -l json");
  expect(stdout).toMatch(/-n 'not __fish_seen_subcommand_from optimize .*' -a bench -d/);
  const refused = await start(["completion", "tcsh"]);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("use one of: bash, zsh, fish")]);
});
