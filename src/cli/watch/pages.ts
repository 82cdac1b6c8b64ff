/** The pages of the live view: a run's report, a bench, or the list of a folder's runs. Each is made from the event logs as they are now. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { reportOf } from "../../config/publish.ts";
import { kernelwright } from "../../lib/shell.ts";
import { benchHtml } from "../../report/bench/page.ts";
import { page } from "../../report/html/page.ts";
import { markup } from "../../report/html/markup.ts";
import { runsHtml } from "../../report/html/runs.ts";
import { listed } from "../../report/terminal/listing.ts";
import { readPlan, runsUnder } from "../../run/bench-folder.ts";
import { type RunRecord, recordOf } from "../../run/events.ts";
import { isLocked } from "../../run/lock.ts";
import { openRun, type RunFolder } from "../../run/run-folder.ts";
import { cellIn } from "../bench/results.ts";

/** A page of the live view. */
export interface LivePage {
  /** changes when the page would */
  stamp(): string;
  /** whether a process works on a run that the page shows */
  atWork(): boolean;
  html(): string;
}

/** Looks up a page by the path of its address; null where there is none. */
export type Pages = (path: string) => LivePage | null;

/** The pages of a run, of a bench or of a folder of both. `base` is the address of the folder. Throws UserError where there is no such folder. */
export function pagesOf(folder: string, base = ""): Pages {
  const root = resolve(folder);
  runsUnder(root); // refuses what is no folder
  return (path) => {
    const [, first = ""] = /^\/([^/]+)\//.exec(path) ?? [];
    const bench = benchesIn(root).find((name) => encodeURIComponent(name) === first);
    if (bench !== undefined) return pagesOf(join(root, bench), `${base}/${first}`)(path.slice(first.length + 1));
    const runs = runsUnder(root);
    const place = { root, address: (run: string): string => base + addressOf(root, run) };
    if (path === "/") return runs[0] === root ? runPage(root) : isBench(root) ? benchPage(place) : listPage(place, runs);
    const run = runs.find((one) => addressOf(root, one) === path);
    return run === undefined ? null : runPage(run);
  };
}

/** A folder, and the addresses of the runs in it. */
interface Place {
  readonly root: string;
  readonly address: (run: string) => string;
}

const isBench = (folder: string): boolean => existsSync(join(folder, "bench.json"));

/** The names of the benches in a folder. */
const benchesIn = (root: string): string[] => readdirSync(root).filter((name) => isBench(join(root, name)));

/** The path of a run's report within its folder. */
const addressOf = (root: string, run: string): string =>
  `/${[...relative(root, run).split(sep), "report.html"].filter(Boolean).map(encodeURIComponent).join("/")}`;

function runPage(path: string): LivePage {
  return {
    stamp: () => stampOf(path),
    atWork: () => isAtWork(path),
    html() {
      const run = openRun(path);
      const record = recordSoFar(run);
      return record ? reportOf(run, record) : notBegun(path);
    },
  };
}

function notBegun(path: string): string {
  return page(
    "not begun",
    markup`<header><h1>This run has not begun</h1></header>
      <main><p>Its event log is empty. Start it with: <code>${kernelwright("resume", path)}</code></p></main>`,
  );
}

function benchPage({ root, address }: Place): LivePage {
  const { runs, command } = readPlan(root);
  const paths = runs.map(({ run }) => join(root, run));
  return {
    ...together(paths),
    html: () =>
      benchHtml({ version: 1, command, at: new Date().toISOString(), cells: runs.map((one) => cellIn(root, one)) }, (run) => address(join(root, run))),
  };
}

function listPage({ root, address }: Place, paths: readonly string[]): LivePage {
  const runs = together(paths);
  return {
    ...runs,
    stamp: () => [runs.stamp(), ...benchesIn(root)].join(" "),
    html() {
      const rows = paths.map((path) => {
        const run = openRun(path);
        const { task, settings } = run.about;
        return { href: address(path), row: listed(relative(root, path), task.name, settings, recordSoFar(run), isLocked(run), Date.now()) };
      });
      const latestFirst = rows.toSorted((a, b) => (a.row.ageSeconds ?? 0) - (b.row.ageSeconds ?? 0));
      const benches = benchesIn(root).map((name) => ({ name, href: `/${encodeURIComponent(name)}/` }));
      return runsHtml(root, latestFirst, benches);
    },
  };
}

const together = (paths: readonly string[]): Pick<LivePage, "stamp" | "atWork"> => ({
  stamp: () => paths.map(stampOf).join(" "),
  atWork: () => paths.some(isAtWork),
});

/** Whether a process works on the run; its settings are not read for that. */
const isAtWork = (path: string): boolean => isLocked({ file: (name) => join(path, name) });

/** The size of a run's log, which only grows, and whether it is at work. */
function stampOf(path: string): string {
  const size = statSync(join(path, "events.jsonl"), { throwIfNoEntry: false })?.size ?? 0;
  return `${size}${isAtWork(path) ? "+" : ""}`;
}

/** The run so far; undefined where its log does not begin as one. Lines that cannot be read, such as one that is being written, are left out. */
function recordSoFar(run: RunFolder): RunRecord | undefined {
  const events = run.events();
  return events[0]?.type === "started" ? recordOf(events) : undefined;
}
