/** The service files of deploy/: their commands exist, and the parts of the compose file run here one by one, without Docker. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { scratch, start } from "../support/command.ts";
import { main, repository, scriptedJudge } from "../support/places.ts";
import { startPostgres } from "../support/postgres.ts";
import { freePort, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const textOf = (file: string): string => readFileSync(join(repository, "deploy", file), "utf8");
const compose = textOf("fleet/compose.yaml");
/** A service's command and its database address, as the compose file has them. */
function serviceOf(name: string): { command: string[]; address: string } {
  const [, text = ""] = new RegExp(`^  ${name}:.*\n((?:    .*\n)+)`, "m").exec(compose) ?? [];
  const [, command = "[]"] = /^ {4}command: (\[.*\])$/m.exec(text) ?? [];
  const [, address = ""] = /KERNELWRIGHT_DATABASE: "(.*?)"/.exec(text) ?? [];
  return { command: JSON.parse(command) as string[], address };
}

it("every command of the service files exists with its options", async () => {
  const files = globSync(join(repository, "deploy", "{systemd,slurm}", "*")).map((file) => readFileSync(file, "utf8"));
  const lines = files.flatMap((text) => [...text.matchAll(/kernelwright\.mjs (.*)$/gm)].map(([, line = ""]) => line.replace(/"[^"]*"|&$/g, "").split(/\s+/)));
  const services = ["roles", "server", "worker-1", "worker-2"].map((name) => serviceOf(name).command);
  const commands = [...lines, ...services].map((words) => ({ words, name: words.filter((word) => /^[a-z]+$/.test(word)).join(" ") }));
  const helps = await Promise.all(
    [...new Set(commands.map(({ name }) => name))].map(async (name) => [name, (await start([...name.split(" "), "--help"])).stdout] as const),
  );
  const known = new Map(helps.map(([name, help]) => [name, [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option = ""]) => option)]));
  for (const { words, name } of commands) expect(words.filter((word) => word.startsWith("--") && !known.get(name)!.includes(word))).toEqual([]);
  expect([lines.length, services.every((words) => words.length > 0)]).toEqual([3, true]);
});

it("the parts of the compose file serve a search: Postgres, roles, server and two workers", async () => {
  const postgres = await startPostgres();
  const passwords = { POSTGRES_PASSWORD: "owner's", WORKER_PASSWORD: "worker's" };
  const owner = new Client(postgres.url);
  await owner.connect();
  const sql = textOf("fleet/workers.sql")
    .replace(/^\\getenv.*$/m, "")
    .replace(":'password'", "'worker''s'");
  await owner.query(`alter role kernelwright password 'owner''s'; ${sql}`);
  await owner.query("create database kernelwright owner kernelwright");
  const { port } = new URL(postgres.url);
  const environment = (name: string): Record<string, string> => {
    const filled = serviceOf(name).address.replace(/\$\{(\w+)\}/g, (_, variable: keyof typeof passwords) => encodeURIComponent(passwords[variable]));
    return { KERNELWRIGHT_DATABASE: filled.replace("@127.0.0.1/", `@127.0.0.1:${port}/`) };
  };
  const roles = await start(serviceOf("roles").command, { env: environment("roles") });
  const [command, ...flags] = serviceOf("server").command;
  const cwd = scratch();
  const server = await startServer(
    [main, command!, ...flags.filter((word) => !["--port", "2025"].includes(word))],
    await freePort(),
    cwd,
    environment("server"),
  );
  const workers = ["worker-1", "worker-2"].map((name) =>
    execa(process.execPath, ["--disable-warning=ExperimentalWarning", main, ...serviceOf(name).command, "--worker", scriptedJudge], {
      cwd,
      reject: false,
      all: true,
      env: { NODE_OPTIONS: "", ...environment(name) },
    }),
  );
  type Health = { queue: { workers: { name: string; answered: number }[] } };
  const healthNow = async (): Promise<Health> => (await (await fetch(`${server.url}/health`)).json()) as Health;
  await until(async () => (await healthNow()).queue.workers.length === workers.length); // a short search may end before the second one is there
  const { thread_id } = await server.client.threads.create();
  const seen: string[] = [];
  const asked = { input: { target: "cpu" as const }, context: { worker: "queue" }, streamMode: "updates" as const };
  for await (const { event, data } of server.client.runs.stream(thread_id, "quick-look", asked)) if (event === "updates") seen.push(...Object.keys(data));
  const answered = ({ queue }: Health): number => queue.workers.reduce((sum, one) => sum + one.answered, 0);
  await until(async () => answered(await healthNow()) > 4); // the server looks at its queue every few seconds
  const health = await healthNow();
  for (const worker of workers) worker.kill("SIGTERM");
  const ends = await Promise.all(workers);
  await server.stop();
  await owner.end();
  await postgres.remove();
  expect(roles).toMatchObject({ exitCode: 0, all: expect.stringContaining("kernelwright_worker may use the queue's tables") });
  expect(seen.at(-1)).toBe("report");
  expect(health.queue.workers.map((one) => one.name)).toEqual(["worker-1", "worker-2"]);
  expect(ends.map((one) => one.exitCode)).toEqual([0, 0]);
});
