/**
 * The report in a real browser: accessibility on wide and narrow screens, light and dark; the page without scripts; the time to open a long
 * run. Skipped without Chromium.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import axe from "axe-core";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { recordOf } from "../../../src/run/events.ts";
import { renderHtml } from "../../../src/report/html/report.ts";
import { chromium, launchBrowser } from "../../support/browser.ts";
import { scratch } from "../../support/command.ts";
import { longRun } from "../../support/long-run.ts";
import { artifacts, changed, events, exchanges } from "../fixture.ts";
import { benchPage } from "../fixture-bench.ts";

(chromium ? describe : describe.skip)("the report in a browser", () => {
  let browser: Browser;
  let report: string;
  let files: Record<"the report" | "a report without a win" | "a bench", string>;
  beforeAll(async () => {
    browser = await launchBrowser();
    const written = (name: string, html: string): string => {
      const path = join(scratch(), name);
      writeFileSync(path, html);
      return path;
    };
    const lost = recordOf(changed("finished", { best: null }));
    report = written("report.html", renderHtml(recordOf(events), artifacts, exchanges, "RUN"));
    files = {
      "the report": report,
      "a report without a win": written("lost.html", renderHtml(lost, artifacts, exchanges, "RUN")),
      "a bench": written("bench.html", benchPage()),
    };
  });
  afterAll(async () => {
    await browser.close();
  });

  async function opened(path: string, width: number, more: { scheme?: string; script?: boolean; hash?: string } = {}): Promise<Page> {
    const page = await browser.newPage();
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: more.scheme ?? "light" }]);
    await page.setJavaScriptEnabled(more.script ?? true);
    await page.setBypassCSP(true); // for axe alone: the page itself has no script
    await page.goto(`file://${path}#${more.hash ?? ""}`);
    return page;
  }
  const shown = async (page: Page) => page.$$eval(".attempt", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.id));

  it.each([
    ["the report", 1280, "light"],
    ["the report", 390, "dark"],
    ["a report without a win", 390, "light"],
    ["a bench", 1280, "dark"],
    ["a bench", 390, "light"],
  ] as const)("%s has no accessibility finding at %i pixels, %s, with everything unfolded", async (name, width, scheme) => {
    const page = await opened(files[name], width, { scheme });
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    await page.addStyleTag({ content: ".attempt { display: block !important }" });
    await page.evaluate(axe.source);
    const { violations, passes } = (await page.evaluate("axe.run()")) as axe.AxeResults;
    expect(violations.map(({ id, impact, nodes }) => [id, impact, nodes.map((node) => node.html)])).toEqual([]);
    expect(passes.length).toBeGreaterThan(15);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });

  it("never scrolls sideways", async () => {
    for (const width of [360, 390, 700, 1280]) {
      const page = await opened(report, width);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const inside = await page.$$eval("main *", (all) =>
        all
          .filter((one) => one.checkVisibility() && one.matches(".wide, .plot, .strips, .tree, pre") && one.scrollWidth > one.clientWidth)
          .map((one) => one.className),
      );
      expect(inside).toEqual([]);
    }
  });

  it("shows the figures of a mark that is hovered, within a phone's width", async () => {
    const page = await opened(report, 390, { script: true });
    await page.hover("#speed .mark.winner");
    const label = await page.evaluate(`getComputedStyle(document.querySelector('#speed .mark.winner'), "::after").content`);
    expect(label).toContain("2.80x [2.73, 2.87]");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  it("shows the verdict and the winning path without JavaScript, and one attempt when its link is followed", async () => {
    const page = await opened(report, 1280, { script: false });
    expect(await page.$eval(".verdict", (one) => one.textContent)).toContain("2.78x the speed of eager PyTorch");
    expect(await shown(page)).toEqual(["r1b0", "r2b0"]);
    await page.click('.tree a[href="#r1b1s1"]');
    expect(await shown(page)).toEqual(["r1b1s1"]);
    await page.click('.tree a[href="#path"]');
    expect(await shown(page)).toEqual(["r1b0", "r2b0"]);
  });

  it("works by keyboard: the first Tab skips to the attempts", async () => {
    const page = await opened(report, 1280);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the attempts");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe("#r2b0");
    await page.keyboard.press("Enter");
    expect(await shown(page)).toEqual(["r2b0"]);
  });

  it("of 200 attempts opens in less than 2 seconds and is smaller than 10 MB", async () => {
    const path = join(await longRun(200), "report.html");
    expect(statSync(path).size).toBeLessThan(10e6);
    expect(statSync(path).size).toBeGreaterThan(2e6);
    const before = performance.now();
    const page = await opened(path, 1280);
    const seconds = (performance.now() - before) / 1000;
    expect(await page.$$eval(".tree a.node", (all) => all.length)).toBe(200);
    expect(seconds).toBeLessThan(2);
  });
});
