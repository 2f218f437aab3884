import { expect, it } from '@jest/globals';
import { calls, FacesState } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { authed } from '@numscope/testing';
import type { FaceEncoder } from '../src/faces/face-encoder.port.ts';
import { setUp } from './setup.ts';
import { jpeg } from './pictures.ts';
import { quickEncoder } from './quick-encoder.ts';

const THREADS = 2;
/** The queue reads one ahead of its threads. */
const UNDER_WAY = THREADS + 1;

/** Detects nothing until it is let go. `full`: it has as much as the queue ever gives it. */
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

it('answers whatever a job asks of the service while no face detection comes to an end, and takes no more pictures meanwhile', async () => {
  const { encoder, letGo, full, begun } = heldEncoder();
  const setup = await setUp(encoder);
  const { bus } = setup.test;
  const user = authed(setup.service.app, setup.test.tokenFor('USER'));

  // As `sources` hands photos in, before it tells that a number is resolved.
  const first = [];
  for (let n = 0; n < UNDER_WAY; n++) first.push(await setup.store(await jpeg()));
  await full;
  const more = await Promise.all(Array.from({ length: 20 }, async () => setup.store(await jpeg())));
  const pictures = [...first, ...more];
  const [gone, ...kept] = pictures;
  for (const { id } of pictures) await bus.waitFor('image.stored', ({ key }) => key === id);
  expect((await setup.get(gone?.id ?? '')).statusCode).toBe(200);
  expect((await setup.thumbnail(gone?.id ?? '')).statusCode).toBe(200);

  // Events are handled: of a profile whose picture is just being looked at.
  for (const { id } of kept) setup.referenced.add(id);
  const deleted = { phone: '+998901234567', profileId: 'p', reason: 'DELETED' as const, images: [gone?.id ?? ''] };
  await bus.deliver(outgoing('profile.deleted', deleted.phone, deleted));
  expect((await setup.get(gone?.id ?? '')).statusCode).toBe(404);
  const state = FacesState.parse((await user.call(calls.facesState)).json());
  expect(state.pictures).toEqual({ looked: 0, waiting: kept.length, failed: 0 });
  expect([begun(), bus.published('image.faces')]).toEqual([UNDER_WAY, []]);

  letGo();
  for (const { id } of kept) await bus.waitFor('image.faces', ({ key }) => key === id);
  expect(bus.published('image.faces')).toHaveLength(kept.length);
  await setup.close();
});
