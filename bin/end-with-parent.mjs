/**
 * `become` preloads this file into the programs that it starts. The program then ends when its launcher has ended, even by SIGKILL, which a
 * launcher cannot pass on. Without it, a search would continue to call the model, and a server would keep its port.
 */
import { isMainThread } from "node:worker_threads";

const LOOK_MS = 500;
const launcher = Number(process.env.KERNELWRIGHT_LAUNCHER);

if (isMainThread && launcher > 0)
  setInterval(() => {
    if (process.ppid !== launcher) process.exit(129); // its exit handlers end the judge
  }, LOOK_MS).unref();
