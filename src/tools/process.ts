/** The only door to other programs. */
import { execa } from "execa";

export interface Child {
  readonly stdin: NodeJS.WritableStream;
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  /** Resolves with why it ended; never rejects. */
  readonly ended: Promise<string>;
  kill(): void;
}

/** Starts a program that is talked to over its standard streams; it ends with us, descendants included. */
export function startChild(argv: readonly string[], env: Record<string, string>): Child {
  const [command = "", ...rest] = argv;
  const child = execa(command, rest, {
    env,
    extendEnv: false,
    buffer: false,
    reject: false,
    cleanup: true,
    killDescendants: true,
    forceKillAfterDelay: 5000,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = child.then((result) => (result.exitCode === 0 ? "it ended" : (result.shortMessage ?? "it ended")));
  const { stdin, stdout, stderr } = child;
  stdin.on("error", () => {}); // a child that died early is reported through `ended`
  return { stdin, stdout, stderr, ended, kill: () => void child.kill("SIGTERM") };
}

/** Runs a short program and returns what it printed, or undefined when it is missing, fails or takes too long. */
export async function outputOf(argv: readonly string[], timeoutMs = 20_000): Promise<string | undefined> {
  const [command = "", ...rest] = argv;
  const result = await execa(command, rest, { reject: false, timeout: timeoutMs, stdin: "ignore" });
  return result.exitCode === 0 ? result.stdout : undefined;
}
