/** The live view over HTTP: pages that grow, and server-sent events that tell the browser when. It only reads, and only for programs on this machine. */
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { UserError } from "../../domain/errors.ts";
import { LOOPBACK } from "../../lib/loopback.ts";
import { livePage } from "../../report/html/page.ts";
import { liveScript } from "./live-script.ts";
import type { LivePage, Pages } from "./pages.ts";

/** After so many silent looks at the logs the server sends a comment, so that a dead connection is noticed. */
const SILENT_LOOKS = 15;

export interface Pace {
  /** the least time between two looks at the logs */
  readonly lookMs: number;
  /** the wait after a page was made, in multiples of the time that it took: a search on the same CPU must not be disturbed */
  readonly rest: number;
}

/** The application. */
export function watchApp(pages: Pages, { lookMs, rest }: Pace = { lookMs: 1000, rest: 20 }): Hono {
  const app = new Hono();
  const made = new Map<string, { stamp: string; html: string; tookMs: number }>();
  const pageAt = (path: string, page: LivePage, stamp: string): string => {
    const kept = made.get(path);
    if (kept?.stamp === stamp) return kept.html;
    const before = performance.now();
    const html = page.html();
    made.set(path, { stamp, html, tookMs: performance.now() - before });
    return html;
  };
  app.use(async (c, next) => {
    if (!LOOPBACK.test(c.req.header("host") ?? "")) return c.text("only programs on this machine are served\n", 403);
    if (c.req.method !== "GET") return c.text("this view only reads\n", 405, { allow: "GET" });
    return await next();
  });
  app.get("/live.js", (c) => c.body(liveScript, 200, { "content-type": "text/javascript; charset=utf-8" }));
  app.get("/events", (c) => {
    const path = c.req.query("page") ?? "/";
    if (!pages(path)) return c.notFound();
    return streamSSE(c, async (stream) => {
      let last = "";
      for (let silent = 0; !stream.aborted; silent++) {
        const page = pages(path);
        const news = page ? JSON.stringify({ stamp: page.stamp(), atWork: page.atWork() }) : last;
        if (news !== last) await stream.writeSSE({ data: news });
        else if (silent % SILENT_LOOKS === SILENT_LOOKS - 1) await stream.write(": alive\n\n");
        last = news;
        await stream.sleep(Math.max(lookMs, rest * (made.get(path)?.tookMs ?? 0)));
      }
    });
  });
  app.get("*", (c) => {
    const path = new URL(c.req.url).pathname; // as the link has it; Hono's own is decoded
    const page = pages(path);
    if (!page) return c.notFound();
    const stamp = page.stamp();
    return c.html(livePage(pageAt(path, page, stamp), stamp));
  });
  app.onError((error, c) => {
    if (!(error instanceof UserError)) throw error;
    return c.text(`${[error.message, error.remedy].filter(Boolean).join("\n-> ")}\n`, 500);
  });
  app.notFound((c) => c.text("there is no such page; the overview is at /\n", 404));
  return app;
}
