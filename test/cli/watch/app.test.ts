/** The live view over HTTP: its pages, the events that tell of growth, and what it refuses. */
import { afterAll, expect, it } from "@jest/globals";
import { serve } from "@hono/node-server";
import axe from "axe-core";
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { request } from "node:http";
import { join } from "node:path";
import { watchApp } from "../../../src/cli/watch/app.ts";
import { pagesOf } from "../../../src/cli/watch/pages.ts";
import { portOf } from "../../../src/cli/terminal/loopback-server.ts";
import { Settings } from "../../../src/domain/settings.ts";
import { writePlan } from "../../../src/run/bench-folder.ts";
import { createRun } from "../../../src/run/run-file.ts";
import { chromium, launchBrowser } from "../../support/browser.ts";
import { scratch } from "../../support/command.ts";
import { events } from "../../report/fixture.ts";

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

const settings = Settings.parse({ taskFile: "t.py", target: "cuda", language: "cuda", model: { name: "m", source: "live" }, policy: { attempts: 8 } });
const lines = events.map((one) => `${JSON.stringify(one)}\n`);

/** A run's folder with so many of the fixture's events. */
function runWith(count: number, path = join(scratch(), "run")): string {
  createRun(path, settings, { name: "row_softmax", source: "task" }, "a test");
  writeFileSync(join(path, "events.jsonl"), lines.slice(0, count).join(""));
  return path;
}

/** The live view of a folder on a port of its own. */
async function served(folder: string): Promise<string> {
  const server = serve({ fetch: watchApp(pagesOf(folder), { lookMs: 5, rest: 0 }).fetch, hostname: "127.0.0.1", port: 0 });
  closers.push(
    () => "closeAllConnections" in server && server.closeAllConnections(),
    () => server.close(),
  );
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The data of server-sent events, one by one. */
async function* newsFrom(url: string): AsyncGenerator<{ stamp: string; atWork: boolean }> {
  const aborted = new AbortController();
  closers.unshift(() => aborted.abort());
  const { body } = await fetch(url, { signal: aborted.signal });
  let text = "";
  for await (const part of body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let at; (at = text.indexOf("\n\n")) >= 0; text = text.slice(at + 2)) if (text.startsWith("data: ")) yield JSON.parse(text.slice(6, at));
  }
}

it("a run's page grows with its log, and an event tells the browser of each growth", async () => {
  const run = runWith(6);
  const url = await served(run);
  const first = await (await fetch(url)).text();
  const news = newsFrom(`${url}/events?page=/`);
  const { value: before } = await news.next();
  expect(first).toContain(`<script src="/live.js" data-stamp="${before!.stamp}" defer>`);
  expect(first).toContain("script-src 'self'; connect-src 'self'");
  expect(first).not.toContain("2.78x");
  appendFileSync(join(run, "events.jsonl"), lines.slice(6).join(""));
  const { value: after } = await news.next();
  expect(after!.stamp).not.toBe(before!.stamp);
  expect(await (await fetch(url)).text()).toContain("<strong>1.22x</strong> the speed of torch.compile, the strongest baseline");
  expect((await fetch(`${url}/live.js`)).headers.get("content-type")).toContain("text/javascript");
});

it("a run that has not begun, a bench and a folder of runs have a page each, with links that lead to the runs", async () => {
  const folder = scratch();
  runWith(0, join(folder, "empty run"));
  runWith(lines.length, join(folder, "won"));
  const url = await served(folder);
  const list = await (await fetch(url)).text();
  const links = [...list.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!);
  expect(links).toEqual(["/empty%20run/report.html", "/won/report.html"]);
  const pages = await Promise.all(links.map(async (href) => await (await fetch(url + href)).text()));
  expect(pages[0]).toContain("This run has not begun");
  expect(pages[1]).toContain("2.78x");
  mkdirSync(join(folder, "bench", "beam"), { recursive: true });
  cpSync(join(folder, "won"), join(folder, "bench", "beam", "row_softmax"), { recursive: true });
  const planned = { variant: "beam", task: "row_softmax", run: join("beam", "row_softmax") };
  writePlan(join(folder, "bench"), { version: 1, command: "a bench", parallel: 1, tokens: null, jobs: 64, runs: [planned] });
  const bench = await served(join(folder, "bench"));
  expect(await (await fetch(bench)).text()).toContain('<a href="/beam/row_softmax/report.html">2.78x');
  expect((await fetch(`${bench}/beam/row_softmax/report.html`)).status).toBe(200);
  expect(await (await fetch(url)).text()).toContain('<a href="/bench/">bench</a>');
  expect(await (await fetch(`${url}/bench/`)).text()).toContain('<a href="/bench/beam/row_softmax/report.html">2.78x');
  expect((await fetch(`${url}/bench/beam/row_softmax/report.html`)).status).toBe(200);
});

(chromium ? it : it.skip)("a browser shows the growth, and keeps the attempt that was chosen and what was unfolded", async () => {
  const run = runWith(8);
  const url = await served(run);
  const browser = await launchBrowser();
  closers.unshift(async () => await browser.close());
  const page = await browser.newPage();
  await page.goto(`${url}/#r1b0`, { waitUntil: "domcontentloaded" });
  await page.evaluate("document.querySelector('#task details').open = true");
  appendFileSync(join(run, "events.jsonl"), lines.slice(8).join(""));
  await page.waitForFunction("document.querySelector('.verdict').textContent.includes('2.78x')");
  expect(await page.evaluate("[document.querySelector('article:target').id, document.querySelector('#task details').open]")).toEqual(["r1b0", true]);
  expect(await page.evaluate("document.querySelector('.live').textContent")).toBe("live: at rest");
});

(chromium ? it : it.skip)("the pages have no accessibility finding and never scroll sideways, at work or not, light and dark", async () => {
  const folder = scratch();
  runWith(0, join(folder, "empty"));
  runWith(8, join(folder, "begun"));
  const url = await served(folder);
  const browser = await launchBrowser();
  closers.unshift(async () => await browser.close());
  for (const [path, width, scheme] of [
    ["/", 1280, "light"],
    ["/", 390, "dark"],
    ["/begun/report.html", 1280, "dark"],
    ["/begun/report.html", 390, "light"],
    ["/empty/report.html", 390, "dark"],
  ] as const) {
    const page = await browser.newPage();
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setBypassCSP(true); // for axe alone
    await page.goto(url + path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction("document.querySelector('.live').textContent.startsWith('live: ')");
    await page.evaluate(axe.source);
    const { violations, passes } = (await page.evaluate("axe.run()")) as axe.AxeResults;
    expect(violations.map(({ id, impact, nodes }) => [path, id, impact, nodes.map((node) => node.html)])).toEqual([]);
    expect(passes.length).toBeGreaterThan(10);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    await page.close();
  }
});

it("only reads, only for this machine, and nothing but its pages", async () => {
  const url = await served(runWith(2));
  const foreign = request(url, { headers: { host: "example.org" } }).end();
  const [answer] = (await once(foreign, "response")) as [{ statusCode: number; resume(): void }];
  answer.resume();
  expect(answer.statusCode).toBe(403);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
  for (const path of ["/run.json", "/events.jsonl", "/..%2f..%2fetc/passwd", "/none/report.html", "/events?page=/none"])
    expect((await fetch(url + path)).status).toBe(404);
});

it("a folder that is not there and a port that is none are refused with advice", () => {
  expect(() => pagesOf(join(scratch(), "none"))).toThrow(/there is no folder/);
  expect(() => portOf("http")).toThrow("--port http is no port");
});
