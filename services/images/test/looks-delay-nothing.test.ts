import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { expect, it } from '@jest/globals';
import { calls, FacesState } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { authed } from '@numscope/testing';
import sharp from 'sharp';
import type { FaceEncoder } from '../src/faces/face-encoder.port.ts';
import { openFaceEncoder } from '../src/faces/open-encoder.ts';
import { pixelsInTurn } from '../src/faces/picture-pixels.ts';
import { openHouse } from './images-house.ts';
import { jpeg } from './pictures.ts';
import { quickEncoder } from './quick-encoder.ts';

const THREADS = 2;
/** The queue reads one ahead of its threads. */
const UNDER_WAY = THREADS + 1;

/** Looks at nothing until it is let go. `full`: it has as much as the queue ever gives it. */
function heldEncoder() {
  const letGo = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  const quick = quickEncoder({ threads: THREADS });
  let begun = 0;
  const encoder: FaceEncoder = {
    ...quick,
    async encode(picture) {
      if (++begun === UNDER_WAY) full.resolve();
      await letGo.promise;
      return quick.encode(picture);
    },
  };
  return { encoder, letGo: letGo.resolve, full: full.promise, begun: () => begun };
}

it('answers whatever a job asks of the service while no look comes to an end, and takes no more pictures meanwhile', async () => {
  const { encoder, letGo, full, begun } = heldEncoder();
  const house = await openHouse(encoder);
  const { bus } = house.test;
  const user = authed(house.service.app, house.test.tokenFor('USER'));

  // As `sources` hands photos in, before it tells that a number is resolved.
  const first = [];
  for (let n = 0; n < UNDER_WAY; n++) first.push(await house.store(await jpeg()));
  await full;
  const more = await Promise.all(Array.from({ length: 20 }, async () => house.store(await jpeg())));
  const pictures = [...first, ...more];
  const [gone, ...kept] = pictures;
  for (const { id } of pictures) await bus.waitFor('image.stored', ({ key }) => key === id);
  expect((await house.get(gone?.id ?? '')).statusCode).toBe(200);
  expect((await house.thumbnail(gone?.id ?? '')).statusCode).toBe(200);

  // Events are handled: of a profile whose picture is just being looked at.
  for (const { id } of kept) house.referenced.add(id);
  const deleted = { phone: '+998901234567', profileId: 'p', reason: 'DELETED' as const, images: [gone?.id ?? ''] };
  await bus.deliver(outgoing('profile.deleted', deleted.phone, deleted));
  expect((await house.get(gone?.id ?? '')).statusCode).toBe(404);
  const state = FacesState.parse((await user.call(calls.facesState)).json());
  expect(state.pictures).toEqual({ looked: 0, waiting: kept.length, failed: 0 });
  expect([begun(), bus.published('image.faces')]).toEqual([UNDER_WAY, []]);

  letGo();
  for (const { id } of kept) await bus.waitFor('image.faces', ({ key }) => key === id);
  expect(bus.published('image.faces')).toHaveLength(kept.length);
  await house.close();
});

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

// Elsewhere a thread has no priority of its own, and looks have that of everything else.
if (process.platform === 'linux')
  it('looks at stored pictures by a thread to which everything else is preferred, however nice the process is', async () => {
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
