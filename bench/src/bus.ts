// Throughput of the embedded event bus: publishing in batches of 500, and reading by one group.
// Usage: node bench/src/bus.ts [events]
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { createLogger, type OutgoingEvent } from '@numscope/platform';
import { phoneResolvedEvent, profileUpdatedEvent, tempDir } from '@numscope/testing';

const total = Number(process.argv[2] ?? 200_000);
const BATCH = 500;
const AT_ONCE = 4;

const dir = tempDir();
const path = join(dir.path, 'bus.sqlite');
const bus = await openEmbeddedBus({ path, retentionDays: 7, log: createLogger('bench', 'warn') });
const batches: OutgoingEvent[][] = Array.from({ length: 40 }, (_none, batch) =>
  Array.from({ length: BATCH }, (_one, n) => {
    const phone = `+99890${1_000_000 + batch * BATCH + n}`;
    return n % 2 === 0 ? phoneResolvedEvent({ phone }) : profileUpdatedEvent({ phone });
  }),
);
const bytes = batches.flat().reduce((sum, event) => sum + event.json.length, 0) / (40 * BATCH);

const rate = (begun: number, cpu: NodeJS.CpuUsage): string => {
  const ms = performance.now() - begun;
  const used = process.cpuUsage(cpu);
  return `${Math.round(total / (ms / 1000)).toLocaleString()} events/s, ${((used.user + used.system) / total).toFixed(1)} µs of CPU each`;
};

let next = 0;
let begun = performance.now();
let cpu = process.cpuUsage();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < total / BATCH) await bus.publish(batches[next++ % batches.length] ?? []);
  }),
);
console.log(`published ${rate(begun, cpu)} (${bytes.toFixed(0)} bytes each)`);

begun = performance.now();
cpu = process.cpuUsage();
let handled = 0;
let calls = 0;
await new Promise<void>((resolve) => {
  const count = async (events: readonly unknown[]): Promise<void> => {
    handled += events.length;
    calls++;
    if (handled >= total) resolve();
  };
  void bus.subscribe({ topic: 'phone.resolved', group: 'bench', handle: count });
  void bus.subscribe({ topic: 'profile.updated', group: 'bench', handle: count });
});
console.log(`read, parsed and committed ${rate(begun, cpu)} (${Math.round(total / calls)} a batch)`);
await bus.close();
console.log(`file ${(statSync(path).size / 1e6).toFixed(0)} MB`);
dir.remove();
