import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { aroundEach } from '@numscope/testing/around';
import { TransientError } from '@numscope/platform';
import { authed } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { REMOVAL_STALE_MS } from '../src/commands/remove-unreferenced.ts';
import { type Setup, setUp } from './setup.ts';
import { jpeg } from './pictures.ts';
import { quickEncoder } from './quick-encoder.ts';

let setup: Setup;
aroundEach(
  () => setUp(quickEncoder({ threads: 1 })),
  (opened) => (setup = opened),
);

const profiles = () => authed(setup.service.app, setup.test.serviceToken('profiles'));
const erase = async (ids: string[]): Promise<unknown> => {
  const answer = await profiles().call(calls.eraseImages, { body: { ids } });
  expect((await profiles().call(calls.scrubImages)).statusCode).toBe(204);
  return answer.json();
};

async function lookedAt(): Promise<{ id: string; bytes: Buffer }> {
  const { id } = await setup.store(await jpeg());
  await setup.test.bus.waitFor('image.faces', ({ key }) => key === id);
  const [face] = await setup.deps.store.faces.facesOf([id], quickEncoder({ threads: 1 }).model.id);
  return { id, bytes: Buffer.from(new Float16Array(face?.vector ?? []).buffer) };
}

/** Which of these are in the files of the index of faces. */
function inFiles(needles: readonly (string | Buffer)[]): boolean[] {
  const folder = join(setup.test.dir, 'faces');
  const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  return needles.map((needle) => bytes.includes(needle));
}

it('leaves neither the vector nor the id of an erased picture in a file, while it runs', async () => {
  const [gone, kept] = [await lookedAt(), await lookedAt()];
  const needles = [gone.id, gone.bytes, kept.id, kept.bytes];
  await erase([]);
  expect(inFiles(needles)).toEqual([true, true, true, true]);
  expect(await erase([gone.id])).toEqual({ removed: { pictures: 1 }, gone: [gone.id] });
  expect(inFiles(needles)).toEqual([false, false, true, true]);
});

it('tells which pictures are gone, also those that went before, and not one that another profile has', async () => {
  const [gone, shared] = [await setup.store(await jpeg()), await setup.store(await jpeg())];
  setup.referenced.add(shared.id);
  const ids = [gone.id, shared.id];
  expect(await erase(ids)).toEqual({ removed: { pictures: 1 }, gone: [gone.id] });
  expect(await erase(ids)).toEqual({ removed: { pictures: 1 }, gone: [gone.id] });
});

it('takes what face detection that broke off left in the index along, of which no record knows', async () => {
  const { id } = await lookedAt();
  const { index } = setup.deps;
  const vector = new Float32Array(quickEncoder({ threads: 1 }).model.length).fill(0.1);
  await index?.add([{ id: `${id}.7`, vector }]);
  await erase([id]);
  expect(await index?.missing([`${id}.0`, `${id}.7`])).toEqual([`${id}.0`, `${id}.7`]);
});

it('answers only once what was to be told of them is on the bus', async () => {
  const { bus } = setup.test;
  const publish = bus.publish.bind(bus);
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const holding = jest.spyOn(bus, 'publish').mockImplementation(async (events) => {
    reached.resolve();
    await held.promise;
    await publish(events);
  });
  const { id } = await setup.store(await jpeg());
  await reached.promise;
  let isErased = false;
  const erasing = erase([id]).then((answer) => {
    isErased = true;
    return answer;
  });
  await askUntil(async () => (await setup.deps.store.standing(id)) === null);
  // One that begins later has its answer before.
  await erase([]);
  expect(isErased).toBe(false);
  held.resolve();
  expect(await erasing).toEqual({ removed: { pictures: 1 }, gone: [id] });
  expect(bus.published('image.stored').map(({ key }) => key)).toContain(id);
  expect(await setup.deps.store.hasUnpublished([id])).toBe(false);
  holding.mockRestore();
});

const away = async (): Promise<never> => {
  throw new TransientError('it does not answer');
};

it.each(['the bytes', 'the index'])(
  'is not done while %s could not be removed, and then leaves nothing',
  async (what) => {
    const picture = await lookedAt();
    const { index, blobs } = setup.deps;
    if (!index) throw new Error('there is an index');
    const fails = what === 'the index' ? jest.spyOn(index, 'remove') : jest.spyOn(blobs, 'delete');
    fails.mockImplementation(away);
    const tryOnce = () => profiles().call(calls.eraseImages, { body: { ids: [picture.id] } });
    expect((await tryOnce()).statusCode).toBe(503);
    fails.mockRestore();
    // Whoever began it may be at it still.
    expect((await tryOnce()).statusCode).toBe(503);
    setup.test.clock.advance(REMOVAL_STALE_MS);
    expect(await erase([picture.id])).toEqual({ removed: { pictures: 1 }, gone: [picture.id] });
    expect(await Promise.all([`images/${picture.id}`, `thumbs/${picture.id}`].map((key) => blobs.stat(key)))).toEqual([
      null,
      null,
    ]);
    expect(await index.missing([`${picture.id}.0`])).toEqual([`${picture.id}.0`]);
    expect(inFiles([picture.id, picture.bytes])).toEqual([false, false]);
  },
);
