import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FaceIndex } from '@numscope/platform';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { ImageStore } from '../src/store/image-store.port.ts';
import type { FaceDetectionOrder } from './face-detection-order.ts';

/** Small, and none of the others. */
export const dots = (n: number): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 64 * 3 }, (_none, i) => (i < 3 ? (n >> (8 * i)) & 255 : i))), {
    raw: { width: 8, height: 8, channels: 3 },
  })
    .png()
    .toBuffer();

/** The ids of so many pictures, each stored. */
export async function storeEach(count: number, store: (n: number) => Promise<{ id: string }>): Promise<Set<string>> {
  const limit = pLimit(8);
  const one = (_none: unknown, n: number) => limit(async () => (await store(n)).id);
  return new Set(await Promise.all(Array.from({ length: count }, one)));
}

/**
 * How many pictures were told of when each kill falls: at random, and some pictures apart, as one on which three kills
 * fall in a row is given up, because it may be the reason.
 */
export const momentsOf = (pictures: number, kills: number): number[] =>
  Array.from({ length: kills }, (_none, n) => Math.floor((pictures * (n + 0.2 + Math.random() * 0.8)) / (kills + 1)));

/** Processes that detect faces; `told`: ids of events by picture, as any of them said. */
export function detectionProcesses() {
  const told = new Map<string, Set<string>>();
  const running = new Set<ChildProcess>();
  let heard = (): void => undefined;
  return {
    told,
    begin(order: FaceDetectionOrder): ChildProcess {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'face-detection-child.ts'), JSON.stringify(order)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      running.add(child.once('exit', () => running.delete(child)));
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [picture = '', event = ''] = line.split(' ');
        told.set(picture, (told.get(picture) ?? new Set()).add(event));
        heard();
      });
      return child;
    },
    /** For the end of a test, however it ended. */
    endAll: (): void => void [...running].map((child) => child.kill('SIGKILL')),
    until: (count: number): Promise<void> =>
      new Promise((resolve) => {
        heard = () => void (told.size >= count && resolve());
        heard();
      }),
  };
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Every id that an index has. */
export async function idsInIndex(index: FaceIndex): Promise<string[]> {
  const ids: string[] = [];
  for (let page = await index.idsAfter('', 500); page.length > 0; page = await index.idsAfter(ids.at(-1) ?? '', 500))
    ids.push(...page);
  return ids.sort();
}

export async function idsInRecords({ faces }: ImageStore, model: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = await faces.fitIdsAfter(ids.at(-1) ?? '', 500, model);
    if (page.length === 0) return ids.sort();
    ids.push(...page);
  }
}
