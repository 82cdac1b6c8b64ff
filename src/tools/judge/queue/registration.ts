/** A worker's entry in the queue: what it has, and that it lives. */
import { setTimeout as sleep } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { UserError } from "../../../domain/errors.ts";
import { deviceOf, type Host } from "../../../domain/hardware.ts";
import { PROTOCOL } from "../../../domain/protocol.ts";
import { version } from "../../../lib/repository.ts";
import { agreeOnProtocol, type Lease, type Queue } from "./database.ts";
import { GONE_SECONDS } from "./tables.ts";

export interface Registration {
  /** Says that the worker lives and renews its leases. Returns those that are lost. Throws UserError if its name or the protocol is another's now. */
  beat(leases: readonly Lease[], isDraining: boolean): Promise<Lease[]>;
  leave(): Promise<void>;
}

/** Another worker's entry under the same name. */
interface Entry {
  readonly host: string;
  readonly seen: string;
}

const devicesOf = (host: Host): string => (host.gpu ? `${Math.max(1, host.gpus)} x ${host.gpu.name}` : deviceOf(host, "cpu"));

/** The name of the judge's machine; it may be another one than the worker's. */
export const hostNameOf = (host: Host): string => host.name ?? hostname();

/** Enters the worker. An entry of the same name that was just seen may be a killed worker's: it waits and looks. Throws UserError if that one lives. */
export async function register(queue: Queue, name: string, host: Host, wraps: string, say: (line: string) => void): Promise<Registration> {
  const session = randomUUID();
  const enter = async (): Promise<Entry | undefined> =>
    await queue.transaction(async ({ query }) => {
      const entered = await query(
        `insert into kernelwright.worker as old (name, session, host, devices, driver, release, protocol, wraps, cpu, gpu) values ($1, $2, $3, $4, $5, $6, $7, $8, $10, $11)
         on conflict (name) do update set session = $2, host = $3, devices = $4, driver = $5, release = $6, protocol = $7, wraps = $8, cpu = $10, gpu = $11,
           draining = false, started = now(), seen = now()
         where old.seen < now() - make_interval(secs => $9) returning 1`,
        [
          name,
          session,
          hostNameOf(host),
          devicesOf(host),
          host.driver,
          version,
          PROTOCOL,
          wraps,
          GONE_SECONDS,
          deviceOf(host, "cpu"),
          host.gpu && deviceOf(host, "cuda"),
        ],
      );
      if (entered.length > 0) return undefined;
      return (await query<Entry>("select host, seen::text from kernelwright.worker where name = $1", [name]))[0];
    });
  for (let first: Entry | undefined; ; await sleep(1000)) {
    const other = await enter();
    if (!other) break;
    first ??= other;
    if (other === first) say(`a worker named ${name} was just seen on ${other.host}; this one starts if that one is gone`);
    if (other.seen !== first.seen) throw new UserError(`a worker named ${name} is alive on ${other.host}`, "give this one another --name");
  }
  return {
    beat: async (leases, isDraining) =>
      await queue.transaction(async (step) => {
        const lost: Lease[] = []; // leases before the worker's row: every transaction locks in this order
        for (const lease of leases) if (!(await step.touch(lease))) lost.push(lease);
        const own = await step.query("update kernelwright.worker set seen = now(), draining = $3 where name = $1 and session = $2 returning 1", [
          name,
          session,
          isDraining,
        ]);
        if (own.length === 0) throw new UserError(`another worker took the name ${name} while this one was silent`, "start this one again with another --name");
        await agreeOnProtocol(step);
        return lost;
      }),
    leave: async () =>
      await queue.transaction(async ({ query }) => void (await query("delete from kernelwright.worker where name = $1 and session = $2", [name, session]))),
  };
}
