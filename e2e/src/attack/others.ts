import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What others meet while something goes on: of each address its answers' statuses, and in milliseconds the 99th percentile and the slowest. */
export interface Others {
  statuses: number[];
  p99: number;
  worst: number;
  /** Of a server that does nothing, asked just as often at the same time. */
  bareP99: number;
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

const p99 = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? 0;

/** How often each path is asked for at most: all of them together stay below what one address may call in a second. */
const EVERY_MS = 5;

/** The 99th percentile of fewer would be the slowest alone. */
const AT_LEAST = 300;

/**
 * Asks for some paths, each again once it is answered, until `work` is done and each was asked often enough.
 * @returns what was met, of each path
 */
export async function othersDuring<T>(
  work: () => Promise<T>,
  { url, token, paths }: { url: string; token: string; paths: readonly string[] },
): Promise<{ done: T; met: Array<Others & { path: string }> }> {
  const bare = spawn(process.execPath, [fileURLToPath(new URL('./bare-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(bare.stdout, 'data')) as [Buffer];
  const bareUrl = `http://127.0.0.1:${port.toString().trim()}`;
  // Modules are loaded and connections open before the first answer counts.
  for (const path of paths) await ask(url + path, token, { statuses: new Set(), times: [] });
  await ask(bareUrl, token, { statuses: new Set(), times: [] });

  const going = { on: true };
  const watching = paths.map(async (path) => {
    const asked: Asked = { statuses: new Set(), times: [] };
    const reference: Asked = { statuses: new Set(), times: [] };
    while (going.on || asked.times.length < AT_LEAST)
      await Promise.all([ask(url + path, token, asked), ask(bareUrl, token, reference), wait(EVERY_MS)]);
    return {
      path,
      statuses: [...asked.statuses],
      p99: p99(asked.times),
      worst: Math.max(...asked.times),
      bareP99: p99(reference.times),
    };
  });
  const done = await work().finally(() => (going.on = false));
  const met = await Promise.all(watching);
  bare.kill();
  return { done, met };
}

/** One process of each service that is not attacked: in the distributed way all of them share the machine with the flood and with whoever is measured. */
export const aside = { jobs: 1, sources: 1, profiles: 1, images: 1 };

/**
 * Prints what others met, and returns the paths that were held up: by a 99th percentile above `slowMs`, and above five times that of the bare server, which
 * a machine that is busy with other things holds up as well.
 */
export function heldUp(what: string, met: ReadonlyArray<Others & { path: string }>, slowMs: number): string[] {
  for (const { path, p99: own, worst, bareP99 } of met)
    process.stdout.write(
      `${what}: others' p99 at ${path} ${own.toFixed(0)} ms, the slowest ${worst.toFixed(0)} ms; a bare server's p99 ${bareP99.toFixed(0)} ms\n`,
    );
  return met.filter(({ p99: own, bareP99 }) => own > Math.max(slowMs, 5 * bareP99)).map(({ path }) => path);
}
