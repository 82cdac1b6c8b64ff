/** Starts other programs. Only this file does. */
import { execa, execaSync } from "execa";

export interface Child {
  readonly stdin: NodeJS.WritableStream;
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  /** Resolves with the reason of its end. Never rejects. */
  readonly ended: Promise<string>;
  /** Sends SIGTERM, or another signal. */
  kill(signal?: NodeJS.Signals): void;
}

/** The user of a child, where it is not this process's own. */
export interface ChildUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts a program and connects its standard streams. It ends with this process, including its descendants. */
export function startChild(argv: readonly string[], env: Record<string, string>, user: ChildUser = {}): Child {
  const [command = "", ...rest] = argv;
  const child = execa(command, rest, {
    ...user,
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
  return { stdin, stdout, stderr, ended, kill: (signal = "SIGTERM") => void child.kill(signal) };
}

/** Runs a program on our terminal to its end, with its standard output on our standard error. Resolves with its exit code, or with the reason of its end. */
export async function runOnTerminal(argv: readonly string[]): Promise<number | string> {
  const [command = "", ...rest] = argv;
  const result = await execa(command, rest, { reject: false, stdin: "inherit", stdout: 2, stderr: "inherit", buffer: false });
  return result.exitCode ?? result.shortMessage ?? "it ended";
}

/** Runs a short program, with `input` as its standard input, and returns its output. Undefined if it is missing, fails or takes too long. */
export async function outputOf(argv: readonly string[], timeoutMs = 20_000, input = ""): Promise<string | undefined> {
  const [command = "", ...rest] = argv;
  const result = await execa(command, rest, { reject: false, timeout: timeoutMs, input });
  return result.exitCode === 0 ? result.stdout : undefined;
}

/** Runs a short program to its end and returns its standard error if it failed. Undefined if it is missing or succeeded. */
export function errorOf(argv: readonly string[], timeoutMs = 20_000): string | undefined {
  const [command = "", ...rest] = argv;
  const result = execaSync(command, rest, { reject: false, timeout: timeoutMs, stdin: "ignore" });
  return result.failed ? result.stderr : undefined;
}
