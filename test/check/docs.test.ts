/** Compares the commands and flags in the docs with the command line, and follows the links of the docs. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { exitMarkdown } from "../../src/cli/exit-codes.ts";
import { optionsTable } from "../../src/domain/options.ts";
import { start } from "../support/command.ts";

/** Transcripts hold sentences of the program, not commands of ours. */
const TRANSCRIPTS = ["docs/results/mcp.md", "docs/results/walk.md"];
const pages = ["README.md", "AGENTS.md", "ARCHITECTURE.md", ...globSync("{docs,evals,deploy}/**/*.md")].filter((page) => !TRANSCRIPTS.includes(page));
const textOf = (page: string): string => readFileSync(page, "utf8");
/** Long options by command, "bench resume" for a command's command; what takes them all is the completion script. */
const options = new Map<string, Set<string>>();

beforeAll(async () => {
  const { stdout } = await start(["completion", "fish"]);
  for (const [, where = "", long = ""] of stdout.matchAll(/-n '(.*?)' -l (\S+)/g)) {
    const command = [...where.matchAll(/(not )?__fish_seen_subcommand_from (\w+)/g)].flatMap(([, not, name]) => (not ? [] : [name])).join(" ");
    options.set(command, (options.get(command) ?? new Set()).add(`--${long}`));
  }
});

/** The anchor that a heading gets: its words in lower case, without punctuation. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** The anchors of a page's headings. Skips code blocks. */
const anchorsOf = (page: string): string[] =>
  [
    ...textOf(page)
      .replace(/^```[^]*?^```/gm, "")
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, heading = ""]) => anchorOf(heading));

describe.each(pages)("%s", (page) => {
  it("links only to existing files and headings", () => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link).filter((link) => !/^[a-z]+:/.test(link));
    const broken = links.filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? page : join(dirname(page), file);
      return !existsSync(target) || (anchor !== undefined && statSync(target).isFile() && !anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it("shows only existing commands and options", () => {
    // After " -- " come the arguments of a script of the reader.
    const lines = [...textOf(page).matchAll(/(?:npx |`)kernelwright ([a-z-][^\n`]*)/g)].map(([, line = ""]) => line.replace(/ ([#>|]|--) .*/, ""));
    expect(lines.flatMap((line) => wrongIn(line).map((what) => `${what} in: ${line}`))).toEqual([]);
  });
});

/** The commands and long options of a line that the program does not have. Quoted words are values. */
function wrongIn(line: string): string[] {
  const words = line.replace(/'[^']*'|"[^"]*"/g, "VALUE").split(/\s+/);
  const [first = "", second = ""] = words;
  const command = [`${first} ${second}`, first].find((name) => options.has(name)) ?? "";
  if (command === "" && !first.startsWith("--")) return [first];
  return words.filter((word) => word.startsWith("--") && !options.get(command)?.has(word));
}

it("every option of every command is documented on some page", () => {
  const told = pages.map(textOf).join("\n");
  const all = [...options].flatMap(([command, longs]) => [...longs].map((long) => ({ command, long })));
  expect(all.length).toBeGreaterThan(100);
  const untold = all.filter(({ long }) => !new RegExp(`${long}\\b`).test(told)).map(({ command, long }) => `${command} ${long}`);
  expect(untold.filter((one) => !/ --(help|version|output)$/.test(one))).toEqual([]); // pages write -o
});

it.each(["README.md", "ARCHITECTURE.md"])("%s shows the graph as docs/graph.mmd draws it", (page) => {
  const [, drawing] = /<!-- graph -->\n```mermaid\n([^]*?)\n```\n<!-- end -->/.exec(textOf(page)) ?? [];
  expect(drawing).toBe(textOf("docs/graph.mmd").trim()); // npm run docs:graph writes it
});

it("the table of exit codes is the program's own", () => {
  const [, table] = /<!-- exit codes -->\n([^]*?)\n<!-- end -->/.exec(textOf("docs/runs.md")) ?? [];
  expect(table).toBe(exitMarkdown()); // npm run docs:graph writes it
});

it("docs/options.md holds the option table of the code", () => {
  const [, table] = /<!-- options -->\n([^]*?)\n<!-- end -->/.exec(textOf("docs/options.md")) ?? [];
  expect(table).toBe(optionsTable()); // npm run docs:options writes it
});
