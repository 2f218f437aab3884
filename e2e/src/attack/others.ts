import { setTimeout as wait } from 'node:timers/promises';
import { isDistributed } from '../product/installation.ts';
import { full } from '../scale.ts';
import { startBareServer } from '../speed/stretch.ts';

/** What other callers of one path meet during an attack. Times in milliseconds. */
export interface Others {
  statuses: number[];
  /** Within this time most calls are answered: `MOST` of them. */
  most: number;
  /** The slowest call of all. */
  worst: number;
  /** The same percentile for a server that does nothing, asked as often at the same time. */
  bareMost: number;
  /** As `BareServer` tells it. */
  stretch: number;
}

interface Asked {
  statuses: Set<number>;
  times: number[];
}

async function ask(url: string, token: string, { statuses, times }: Asked): Promise<void> {
  const begun = performance.now();
  // As a browser that opens a page would: the console's page is given to nobody else.
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, accept: 'text/html, */*' } });
  await answer.arrayBuffer();
  times.push(performance.now() - begun);
  statuses.add(answer.status);
}

/**
 * The part of the calls that counts. In the distributed way whoever floods shares the machine with every process that an answer
 * passes, and with the hashing of all of them: there the wave itself, a second of the whole, is left out.
 */
const MOST = isDistributed ? 0.9 : 0.99;

const slowestOfMost = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[Math.floor(times.length * MOST)] ?? 0;

/** How often each path is asked for at most: all of them together stay below what one address may call in a second. */
const EVERY_MS = 5;

/** With fewer calls than this the percentile would be the slowest one alone. */
const AT_LEAST = 300;

/**
 * Asks for some paths, each again once it is answered, until `work` is done and each was asked often enough.
 * @returns what was met, of each path
 */
export async function othersDuring<T>(
  work: () => Promise<T>,
  { url, token, paths }: { url: string; token: string; paths: readonly string[] },
): Promise<{ done: T; met: Array<Others & { path: string }> }> {
  const bare = await startBareServer();
  // Modules are loaded and connections open before the first answer counts.
  for (const path of paths) await ask(url + path, token, { statuses: new Set(), times: [] });
  await ask(bare.url, token, { statuses: new Set(), times: [] });

  const going = { on: true };
  const watching = paths.map(async (path) => {
    const asked: Asked = { statuses: new Set(), times: [] };
    const reference: Asked = { statuses: new Set(), times: [] };
    while (going.on || asked.times.length < AT_LEAST)
      await Promise.all([ask(url + path, token, asked), ask(bare.url, token, reference), wait(EVERY_MS)]);
    return {
      path,
      statuses: [...asked.statuses],
      most: slowestOfMost(asked.times),
      worst: Math.max(...asked.times),
      bareMost: slowestOfMost(reference.times),
    };
  });
  const done = await work().finally(() => (going.on = false));
  const met = await Promise.all(watching);
  const stretch = await bare.stretch();
  bare.close();
  return { done, met: met.map((each) => ({ ...each, stretch })) };
}

/** One process of each service that is not attacked: in the distributed way all of them share the machine with the flood and with whoever is measured. */
export const aside = { jobs: 1, sources: 1, profiles: 1, images: 1, ...(full ? {} : { users: 1 }) };

/**
 * Prints what others met, and returns the paths that were held up: by most calls taking longer than `slowMs`, and than five times what the bare server takes, which
 * a machine that is busy with other things holds up as well.
 */
export function heldUp(what: string, met: ReadonlyArray<Others & { path: string }>, slowMs: number): string[] {
  for (const { path, most, worst, bareMost, stretch } of met)
    process.stdout.write(
      `${what}: others' calls of ${path}: ${MOST * 100}% within ${most.toFixed(0)} ms, the slowest ${worst.toFixed(0)} ms; of a bare server within ${bareMost.toFixed(0)} ms, all stretched ${stretch.toFixed(1)} times\n`,
    );
  return met
    .filter(({ most, bareMost, stretch }) => most > Math.max(slowMs * stretch, 5 * bareMost))
    .map(({ path }) => path);
}
