import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { pixelsInTurn } from '../src/faces/picture-pixels.ts';
import { jpeg } from './pictures.ts';

/** The niceness of a thread of this process (https://docs.kernel.org/filesystems/proc.html); none of one that ended. */
function nicenessOf(thread: string): number[] {
  try {
    const afterName = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1').replace(/^.*\) /s, '');
    return [Number(afterName.split(' ')[16])];
  } catch {
    return [];
  }
}
const niceness = (): number[] => readdirSync('/proc/self/task').flatMap(nicenessOf);

// Elsewhere a thread has no priority of its own, and face detection has that of everything else.
if (process.platform === 'linux')
  it('detects faces on stored pictures by a thread to which everything else is preferred, however nice the process is', async () => {
    const nicer = Math.min(19, getPriority() + 10);
    const isNicer = (nice: number): boolean => nice >= nicer;
    const encoder = openFaceEncoder({ threads: 1 });
    const picture = await jpeg(64, 64);
    await encoder.encode(picture, { urgent: true });
    expect(niceness().some(isNicer)).toBe(false);
    await encoder.encode(picture);
    expect(niceness().some(isNicer)).toBe(true);
    await encoder.close();
  });

it('leaves the pool of threads to others while many pictures wait to be read', async () => {
  const picture = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const pixels = pixelsInTurn();
  let others = 0;
  const othersAt: number[] = [];
  const reads = Array.from({ length: 8 }, async () => {
    await pixels.of(picture);
    othersAt.push(others);
  });
  const all = Promise.all(reads);
  // Each a piece of work for the pool, like writing a photo that a job waits for.
  while (othersAt.length < reads.length) {
    await stat(import.meta.filename);
    others++;
  }
  await all;
  const between = othersAt.slice(1).map((count, n) => count - (othersAt[n] ?? 0));
  expect(Math.min(...between)).toBeGreaterThan(0);
});
