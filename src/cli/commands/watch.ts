import { watchApp } from "../watch/app.ts";
import { pagesOf } from "../watch/pages.ts";
import { serveOnLoopback } from "../terminal/loopback-server.ts";

/** `kernelwright watch FOLDER`: the pages of a run, a bench or a folder of runs on loopback while they grow, until Ctrl-C. */
export async function watch(folder: string, { port }: { port: string }): Promise<void> {
  await serveOnLoopback(watchApp(pagesOf(folder)), port, (bound) =>
    console.log(`kernelwright: ${folder} is at http://127.0.0.1:${bound}; Ctrl-C ends the view`),
  );
}
