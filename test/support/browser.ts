/** A real browser for tests of pages. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, launch } from "puppeteer-core";

const programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser's program; undefined without Chromium. */
export const chromium = (process.env["PATH"] ?? "")
  .split(":")
  .flatMap((folder) => programs.map((name) => join(folder, name)))
  .find((path) => existsSync(path));
if (!chromium) console.warn("no Chromium on the PATH: no page is looked at in a browser");

/** Starts it. */
export const launchBrowser = async (): Promise<Browser> => await launch({ executablePath: chromium!, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
