/**
 * The report in a real browser: nothing that assistive technology stumbles over, on wide and narrow screens, light and dark;
 * what shows without a script; how long a long run's page takes to open. Skipped where there is no Chromium.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import axe from "axe-core";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, launch, type Page } from "puppeteer-core";
import { recordOf } from "../../src/domain/run-record.ts";
import { renderHtml } from "../../src/report/html.ts";
import { removeScratch, scratch } from "../support/command.ts";
import { longRun } from "../support/long-run.ts";
import { artifacts, events, exchanges } from "./fixture.ts";

const programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const chromium = (process.env["PATH"] ?? "")
  .split(":")
  .flatMap((folder) => programs.map((name) => join(folder, name)))
  .find((path) => existsSync(path));
if (!chromium) console.warn("no Chromium on the PATH: the report is not looked at in a browser");

(chromium ? describe : describe.skip)("the report in a browser", () => {
  let browser: Browser;
  let report: string;
  beforeAll(async () => {
    browser = await launch({ executablePath: chromium!, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
    report = join(scratch(), "report.html");
    writeFileSync(report, renderHtml(recordOf(events), artifacts, exchanges));
  });
  afterAll(async () => {
    await browser.close();
    removeScratch();
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
    [1280, "light"],
    [1280, "dark"],
    [390, "light"],
    [390, "dark"],
  ])("has no accessibility finding at %i pixels, %s, with everything unfolded", async (width, scheme) => {
    const page = await opened(report, width, { scheme });
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    await page.addStyleTag({ content: ".attempt { display: block !important }" });
    await page.evaluate(axe.source);
    const { violations, passes } = (await page.evaluate("axe.run()")) as axe.AxeResults;
    expect(violations.map(({ id, impact, nodes }) => [id, impact, nodes.map((node) => node.html)])).toEqual([]);
    expect(passes.length).toBeGreaterThan(15);
  });

  it("never scrolls sideways as a whole", async () => {
    for (const width of [360, 700, 1280]) {
      const page = await opened(report, width);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
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

  it("is walked by keyboard: the first Tab skips to the attempts", async () => {
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
