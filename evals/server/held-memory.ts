/** Reads through the inspector of a Node process how much memory it holds after a collection. Resident memory also counts garbage and free pages. */
import { setTimeout as sleep } from "node:timers/promises";

/** Megabytes. `heap`: live JavaScript objects. `outside`: buffers that they own. */
export interface Held {
  heap: number;
  outside: number;
}

const LIMIT_MS = 30_000;

/** Collects the garbage of the process whose inspector listens on `port` of loopback. Null while it starts. */
export async function heldMemory(port: number): Promise<Held | null> {
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
  if (!listed?.ok) return null;
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  try {
    return await Promise.race([measured(socket), sleep(LIMIT_MS, null, { ref: false })]);
  } finally {
    socket.close();
  }
}

async function measured(socket: WebSocket): Promise<Held | null> {
  const ask = asker(socket);
  if (!(await isOpen(socket))) return null;
  await ask("HeapProfiler.collectGarbage");
  const answer = (await ask("Runtime.evaluate", { expression: "JSON.stringify(process.memoryUsage())" })) as { result: { value: string } };
  const { heapUsed, external } = JSON.parse(answer.result.value) as { heapUsed: number; external: number };
  return { heap: heapUsed / 1e6, outside: external / 1e6 };
}

const isOpen = async (socket: WebSocket): Promise<boolean> =>
  await new Promise((resolve) => {
    socket.addEventListener("open", () => resolve(true));
    socket.addEventListener("error", () => resolve(false));
  });

/** Sends a command of the inspector's protocol and waits for its result. */
function asker(socket: WebSocket) {
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
  });
  return async (method: string, params: object = {}): Promise<unknown> =>
    await new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
}
