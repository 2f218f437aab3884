import { describe, expect, it, jest } from '@jest/globals';
import { authed } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { calls } from '@numscope/contracts';
import { outgoing, TransientError } from '@numscope/platform';
import { dropDueImages, dropImages } from '../src/commands/drop-images.ts';
import { REMOVAL_STALE_MS } from '../src/commands/remove-unreferenced.ts';
import { type Setup, setUp } from './setup.ts';
import { jpeg } from './pictures.ts';

const HOUR_MS = 3_600_000;

let setup: Setup;
aroundEach(setUp, (opened) => (setup = opened));

const deletion = (images: string[]) =>
  outgoing(
    'profile.deleted',
    '+998901234567',
    { phone: '+998901234567', profileId: 'p', reason: 'DELETED', images },
    { at: setup.test.clock.now() },
  );
const deleteProfile = (images: string[]) => setup.test.bus.deliver(deletion(images));
const status = async (id: string) => (await setup.get(id)).statusCode;

describe('clearing the storage', () => {
  it('removes what no profile refers to and tells how much', async () => {
    const [kept, gone] = [await setup.store(await jpeg()), await setup.store(await jpeg())];
    setup.referenced.add(kept.id);
    setup.test.clock.advance(HOUR_MS + 1);
    const small = (await setup.thumbnail(gone.id)).rawPayload.length;
    expect((await setup.preview()).json()).toEqual({ pictures: 1, bytes: gone.bytes + small });
    expect(await status(gone.id)).toBe(200);
    const answer = await setup.clear();
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({
      status: 200,
      body: { removed: 1, freedBytes: gone.bytes + small },
    });
    expect([await status(kept.id), await status(gone.id)]).toEqual([200, 404]);
    expect(await setup.blobs.stat(`images/${gone.id}`)).toBeNull();
    expect(await setup.blobs.stat(`thumbs/${gone.id}`)).toBeNull();
    expect((await setup.clear()).json()).toEqual({ removed: 0, freedBytes: 0 });
  });

  it('a caller that has the picture learns that it is gone, and what it kept is not to be shown', async () => {
    const { id } = await setup.store(await jpeg());
    const { etag } = (await setup.get(id)).headers;
    setup.test.clock.advance(HOUR_MS + 1);
    await setup.clear();
    expect((await setup.get(id, { 'if-none-match': String(etag) })).statusCode).toBe(404);
  });

  it('keeps pictures of the last hour, also those that came again', async () => {
    const bytes = await jpeg();
    const again = await setup.store(bytes);
    setup.test.clock.advance(HOUR_MS + 1);
    await setup.store(bytes);
    const young = await setup.store(await jpeg());
    expect((await setup.clear()).json()).toEqual({ removed: 0, freedBytes: 0 });
    expect([await status(again.id), await status(young.id)]).toEqual([200, 200]);
  });

  it('takes a picture back that comes again after it was removed', async () => {
    const bytes = await jpeg();
    const { id } = await setup.store(bytes);
    setup.test.clock.advance(HOUR_MS + 1);
    await setup.clear();
    await setup.store(bytes);
    expect(await status(id)).toBe(200);
  });

  it('finishes what a killed removal left, and what a killed storing left', async () => {
    const bytes = await jpeg();
    const image = await setup.store(bytes);
    setup.test.clock.advance(HOUR_MS + 1);
    const now = setup.test.clock.now();
    expect(await setup.deps.store.beginRemoval(image.id, { once: now, again: now }, now, now)).toBe(true);
    expect(await status(image.id)).toBe(404);
    expect((await setup.clear()).json().removed).toBe(0);
    setup.test.clock.advance(REMOVAL_STALE_MS);
    expect((await setup.clear()).json().removed).toBe(1);
    const half = { ...image, id: 'f'.repeat(64) };
    await setup.deps.store.begin(half, setup.test.clock.now(), 0);
    await setup.blobs.put(`thumbs/${half.id}`, bytes, 'image/webp');
    expect(await status(half.id)).toBe(404);
    setup.test.clock.advance(HOUR_MS + 1);
    expect((await setup.clear()).json()).toEqual({ removed: 1, freedBytes: bytes.length });
    expect(await setup.blobs.stat(`thumbs/${half.id}`)).toBeNull();
  });

  it('is for administrators, and is recorded with what it did', async () => {
    const user = { authorization: `Bearer ${setup.test.tokenFor('USER')}` };
    expect(
      (await setup.service.app.inject({ method: 'POST', url: calls.clearImageStorage.path, headers: user })).statusCode,
    ).toBe(403);
    await setup.clear();
    await setup.test.kit.audit.flush();
    const entries = setup.test.bus
      .published('audit.logged')
      .map(({ data }) => [data.actionType, data.outcome, data.args]);
    expect(entries).toEqual([
      ['IMAGE_CLEAR_STORAGE', 'FORBIDDEN', {}],
      ['IMAGE_CLEAR_STORAGE', 'OK', { removed: 0, freedBytes: 0 }],
    ]);
  });
});

it('drops what answers that have gone left, at once only where no profile can be on its way to it', async () => {
  const profiles = authed(setup.service.app, setup.test.serviceToken('profiles'));
  const bytes = await jpeg();
  const [again, once] = [await setup.store(bytes), await setup.store(await jpeg())];
  setup.test.clock.advance(2 * HOUR_MS);
  await setup.store(bytes);
  expect((await profiles.call(calls.dropImages, { body: { ids: [again.id, once.id] } })).statusCode).toBe(204);
  expect([await status(again.id), await status(once.id)]).toEqual([200, 404]);
  setup.test.clock.advance(HOUR_MS + 1);
  await dropDueImages(setup.deps);
  expect(await status(again.id)).toBe(404);
});

describe('a deleted profile', () => {
  it('takes its pictures along, but none that another profile refers to', async () => {
    const [own, shared] = [await setup.store(await jpeg()), await setup.store(await jpeg())];
    setup.referenced.add(shared.id);
    await deleteProfile([own.id, shared.id]);
    expect([await status(own.id), await status(shared.id)]).toEqual([404, 200]);
    await deleteProfile([own.id, shared.id]);
    expect(await status(shared.id)).toBe(200);
  });

  it('leaves a picture that came twice until no other profile can be on its way to it', async () => {
    const bytes = await jpeg();
    const { id } = await setup.store(bytes);
    await setup.store(bytes);
    await deleteProfile([id]);
    expect(await status(id)).toBe(200);
    await dropDueImages(setup.deps);
    expect(await status(id)).toBe(200);
    setup.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(setup.deps);
    expect(await status(id)).toBe(404);
  });

  it('leaves a picture to which another profile was about to refer, though it came once', async () => {
    const [{ id }, alone] = [await setup.store(await jpeg()), await setup.store(await jpeg())];
    const sources = authed(setup.service.app, setup.test.serviceToken('sources'));
    const known = await sources.call(calls.knownImages, { body: { ids: ['0'.repeat(64), id] } });
    expect(known.json()).toEqual({ known: [id] });
    await deleteProfile([id, alone.id]);
    expect([await status(id), await status(alone.id)]).toEqual([200, 404]);
    expect((await sources.call(calls.knownImages, { body: { ids: [alone.id] } })).json()).toEqual({ known: [] });
    setup.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(setup.deps);
    expect(await status(id)).toBe(404);
  });

  it('leaves a picture that came anew after the deletion that took it, when that is told twice', async () => {
    const bytes = await jpeg();
    const { id } = await setup.store(bytes);
    const told = deletion([id]);
    await setup.test.bus.deliver(told);
    expect(await status(id)).toBe(404);
    setup.test.clock.advance(1000);
    await setup.store(bytes);
    await setup.test.bus.deliver({ ...told, id: `${told.id} again` });
    expect(await status(id)).toBe(200);
    setup.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(setup.deps);
    expect(await status(id)).toBe(404);
  });

  it('takes a picture along whose removal failed in the middle, as soon as it can be taken over', async () => {
    const { id } = await setup.store(await jpeg());
    const now = setup.test.clock.now();
    expect(await setup.deps.store.beginRemoval(id, { once: now, again: now }, now, now)).toBe(true);
    await expect(dropImages([id], now, setup.deps)).rejects.toThrow(TransientError);
    const taken = deleteProfile([id]);
    setup.test.clock.advance(REMOVAL_STALE_MS);
    await taken;
    expect([await setup.blobs.stat(`images/${id}`), await setup.blobs.stat(`thumbs/${id}`)]).toEqual([null, null]);
    expect(await setup.deps.store.standing(id)).toBeNull();
  });

  it.each(['images', 'thumbs'])(
    'takes no %s of a picture that came again while its removal was held up for long',
    async (folder) => {
      const bytes = await jpeg();
      const { id } = await setup.store(bytes);
      const { stat } = setup.blobs;
      const held = jest.spyOn(setup.blobs, 'stat').mockImplementation(async (key) => {
        const found = await stat.call(setup.blobs, key);
        if (!key.startsWith(folder)) return found;
        held.mockRestore();
        setup.test.clock.advance(REMOVAL_STALE_MS);
        expect((await setup.store(bytes)).id).toBe(id);
        return found;
      });
      await deleteProfile([id]);
      expect([await status(id), (await setup.thumbnail(id)).statusCode]).toEqual([200, 200]);
    },
  );

  it('looks once more at a picture that came again before its second look', async () => {
    const bytes = await jpeg();
    const { id } = await setup.store(bytes);
    await setup.store(bytes);
    await deleteProfile([id]);
    setup.test.clock.advance(HOUR_MS / 2);
    await setup.store(bytes);
    setup.test.clock.advance(HOUR_MS / 2 + 1);
    await dropDueImages(setup.deps);
    expect(await status(id)).toBe(200);
    setup.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(setup.deps);
    expect(await status(id)).toBe(404);
  });

  it('keeps a second look that was asked for while another was taken', async () => {
    const { store } = setup.deps;
    const { id } = await setup.store(await jpeg());
    await store.setDue([id], 5);
    const marks = await store.due(5, 10);
    expect(marks).toEqual([{ id, dueAt: 5 }]);
    await store.setDue([id], 7);
    for (const dueAt of [null, 3]) await store.replaceDue(marks, dueAt);
    expect(await store.due(9, 10)).toEqual([{ id, dueAt: 7 }]);
    await store.replaceDue([{ id, dueAt: 7 }], 8);
    await store.replaceDue([{ id, dueAt: 8 }], null);
    expect(await store.due(9, 10)).toEqual([]);
  });

  it('looks again at a picture whose second look ended in the middle', async () => {
    const bytes = await jpeg();
    const { id } = await setup.store(bytes);
    await setup.store(bytes);
    await deleteProfile([id]);
    setup.test.clock.advance(HOUR_MS + 1);
    const now = setup.test.clock.now();
    expect(await setup.deps.store.beginRemoval(id, { once: now, again: now }, now, now)).toBe(true);
    await dropDueImages(setup.deps);
    setup.test.clock.advance(REMOVAL_STALE_MS);
    await dropDueImages(setup.deps);
    expect(await setup.blobs.stat(`images/${id}`)).toBeNull();
  });

  it('leaves such a picture for good when another profile refers to it in the end', async () => {
    const bytes = await jpeg();
    const { id } = await setup.store(bytes);
    await setup.store(bytes);
    await deleteProfile([id]);
    setup.referenced.add(id);
    setup.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(setup.deps);
    setup.referenced.clear();
    await dropDueImages(setup.deps);
    expect(await status(id)).toBe(200);
  });
});
