import { describe, expect, it, jest } from '@jest/globals';
import { authed } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { calls } from '@numscope/contracts';
import { outgoing, TransientError } from '@numscope/platform';
import { dropDueImages, dropImages } from '../src/commands/drop-images.ts';
import { REMOVAL_STALE_MS } from '../src/commands/remove-unreferenced.ts';
import { type House, openHouse } from './images-house.ts';
import { jpeg } from './pictures.ts';

const HOUR_MS = 3_600_000;

let house: House;
aroundEach(openHouse, (opened) => (house = opened));

const deletion = (images: string[]) =>
  outgoing(
    'profile.deleted',
    '+998901234567',
    { phone: '+998901234567', profileId: 'p', reason: 'DELETED', images },
    { at: house.test.clock.now() },
  );
const deleteProfile = (images: string[]) => house.test.bus.deliver(deletion(images));
const status = async (id: string) => (await house.get(id)).statusCode;

describe('clearing the storage', () => {
  it('removes what no profile refers to and tells how much', async () => {
    const [kept, gone] = [await house.store(await jpeg()), await house.store(await jpeg())];
    house.referenced.add(kept.id);
    house.test.clock.advance(HOUR_MS + 1);
    const small = (await house.thumbnail(gone.id)).rawPayload.length;
    expect((await house.preview()).json()).toEqual({ pictures: 1, bytes: gone.bytes + small });
    expect(await status(gone.id)).toBe(200);
    const answer = await house.clear();
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({
      status: 200,
      body: { removed: 1, freedBytes: gone.bytes + small },
    });
    expect([await status(kept.id), await status(gone.id)]).toEqual([200, 404]);
    expect(await house.blobs.stat(`images/${gone.id}`)).toBeNull();
    expect(await house.blobs.stat(`thumbs/${gone.id}`)).toBeNull();
    expect((await house.clear()).json()).toEqual({ removed: 0, freedBytes: 0 });
  });

  it('a caller that has the picture learns that it is gone, and what it kept is not to be shown', async () => {
    const { id } = await house.store(await jpeg());
    const { etag } = (await house.get(id)).headers;
    house.test.clock.advance(HOUR_MS + 1);
    await house.clear();
    expect((await house.get(id, { 'if-none-match': String(etag) })).statusCode).toBe(404);
  });

  it('keeps pictures of the last hour, also those that came again', async () => {
    const bytes = await jpeg();
    const again = await house.store(bytes);
    house.test.clock.advance(HOUR_MS + 1);
    await house.store(bytes);
    const young = await house.store(await jpeg());
    expect((await house.clear()).json()).toEqual({ removed: 0, freedBytes: 0 });
    expect([await status(again.id), await status(young.id)]).toEqual([200, 200]);
  });

  it('takes a picture back that comes again after it was removed', async () => {
    const bytes = await jpeg();
    const { id } = await house.store(bytes);
    house.test.clock.advance(HOUR_MS + 1);
    await house.clear();
    await house.store(bytes);
    expect(await status(id)).toBe(200);
  });

  it('finishes what a killed removal left, and what a killed storing left', async () => {
    const bytes = await jpeg();
    const image = await house.store(bytes);
    house.test.clock.advance(HOUR_MS + 1);
    const now = house.test.clock.now();
    expect(await house.deps.store.beginRemoval(image.id, { once: now, again: now }, now, now)).toBe(true);
    expect(await status(image.id)).toBe(404);
    expect((await house.clear()).json().removed).toBe(0);
    house.test.clock.advance(REMOVAL_STALE_MS);
    expect((await house.clear()).json().removed).toBe(1);
    const half = { ...image, id: 'f'.repeat(64) };
    await house.deps.store.begin(half, house.test.clock.now(), 0);
    await house.blobs.put(`thumbs/${half.id}`, bytes, 'image/webp');
    expect(await status(half.id)).toBe(404);
    house.test.clock.advance(HOUR_MS + 1);
    expect((await house.clear()).json()).toEqual({ removed: 1, freedBytes: bytes.length });
    expect(await house.blobs.stat(`thumbs/${half.id}`)).toBeNull();
  });

  it('is for administrators, and is recorded with what it did', async () => {
    const user = { authorization: `Bearer ${house.test.tokenFor('USER')}` };
    expect(
      (await house.service.app.inject({ method: 'POST', url: calls.clearImageStorage.path, headers: user })).statusCode,
    ).toBe(403);
    await house.clear();
    await house.test.kit.audit.flush();
    const entries = house.test.bus
      .published('audit.logged')
      .map(({ data }) => [data.actionType, data.outcome, data.args]);
    expect(entries).toEqual([
      ['IMAGE_CLEAR_STORAGE', 'FORBIDDEN', {}],
      ['IMAGE_CLEAR_STORAGE', 'OK', { removed: 0, freedBytes: 0 }],
    ]);
  });
});

it('drops what answers that have gone left, at once only where no profile can be on its way to it', async () => {
  const profiles = authed(house.service.app, house.test.serviceToken('profiles'));
  const bytes = await jpeg();
  const [again, once] = [await house.store(bytes), await house.store(await jpeg())];
  house.test.clock.advance(2 * HOUR_MS);
  await house.store(bytes);
  expect((await profiles.call(calls.dropImages, { body: { ids: [again.id, once.id] } })).statusCode).toBe(204);
  expect([await status(again.id), await status(once.id)]).toEqual([200, 404]);
  house.test.clock.advance(HOUR_MS + 1);
  await dropDueImages(house.deps);
  expect(await status(again.id)).toBe(404);
});

describe('a deleted profile', () => {
  it('takes its pictures along, but none that another profile refers to', async () => {
    const [own, shared] = [await house.store(await jpeg()), await house.store(await jpeg())];
    house.referenced.add(shared.id);
    await deleteProfile([own.id, shared.id]);
    expect([await status(own.id), await status(shared.id)]).toEqual([404, 200]);
    await deleteProfile([own.id, shared.id]);
    expect(await status(shared.id)).toBe(200);
  });

  it('leaves a picture that came twice until no other profile can be on its way to it', async () => {
    const bytes = await jpeg();
    const { id } = await house.store(bytes);
    await house.store(bytes);
    await deleteProfile([id]);
    expect(await status(id)).toBe(200);
    await dropDueImages(house.deps);
    expect(await status(id)).toBe(200);
    house.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(house.deps);
    expect(await status(id)).toBe(404);
  });

  it('leaves a picture to which another profile was about to refer, though it came once', async () => {
    const [{ id }, alone] = [await house.store(await jpeg()), await house.store(await jpeg())];
    const sources = authed(house.service.app, house.test.serviceToken('sources'));
    const known = await sources.call(calls.knownImages, { body: { ids: ['0'.repeat(64), id] } });
    expect(known.json()).toEqual({ known: [id] });
    await deleteProfile([id, alone.id]);
    expect([await status(id), await status(alone.id)]).toEqual([200, 404]);
    expect((await sources.call(calls.knownImages, { body: { ids: [alone.id] } })).json()).toEqual({ known: [] });
    house.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(house.deps);
    expect(await status(id)).toBe(404);
  });

  it('leaves a picture that came anew after the deletion that took it, when that is told twice', async () => {
    const bytes = await jpeg();
    const { id } = await house.store(bytes);
    const told = deletion([id]);
    await house.test.bus.deliver(told);
    expect(await status(id)).toBe(404);
    house.test.clock.advance(1000);
    await house.store(bytes);
    await house.test.bus.deliver({ ...told, id: `${told.id} again` });
    expect(await status(id)).toBe(200);
    house.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(house.deps);
    expect(await status(id)).toBe(404);
  });

  it('takes a picture along whose removal failed in the middle, as soon as it can be taken over', async () => {
    const { id } = await house.store(await jpeg());
    const now = house.test.clock.now();
    expect(await house.deps.store.beginRemoval(id, { once: now, again: now }, now, now)).toBe(true);
    await expect(dropImages([id], now, house.deps)).rejects.toThrow(TransientError);
    const taken = deleteProfile([id]);
    house.test.clock.advance(REMOVAL_STALE_MS);
    await taken;
    expect([await house.blobs.stat(`images/${id}`), await house.blobs.stat(`thumbs/${id}`)]).toEqual([null, null]);
    expect(await house.deps.store.standing(id)).toBeNull();
  });

  it.each(['images', 'thumbs'])(
    'takes no %s of a picture that came again while its removal was held up for long',
    async (folder) => {
      const bytes = await jpeg();
      const { id } = await house.store(bytes);
      const { stat } = house.blobs;
      const held = jest.spyOn(house.blobs, 'stat').mockImplementation(async (key) => {
        const found = await stat.call(house.blobs, key);
        if (!key.startsWith(folder)) return found;
        held.mockRestore();
        house.test.clock.advance(REMOVAL_STALE_MS);
        expect((await house.store(bytes)).id).toBe(id);
        return found;
      });
      await deleteProfile([id]);
      expect([await status(id), (await house.thumbnail(id)).statusCode]).toEqual([200, 200]);
    },
  );

  it('looks once more at a picture that came again before its second look', async () => {
    const bytes = await jpeg();
    const { id } = await house.store(bytes);
    await house.store(bytes);
    await deleteProfile([id]);
    house.test.clock.advance(HOUR_MS / 2);
    await house.store(bytes);
    house.test.clock.advance(HOUR_MS / 2 + 1);
    await dropDueImages(house.deps);
    expect(await status(id)).toBe(200);
    house.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(house.deps);
    expect(await status(id)).toBe(404);
  });

  it('keeps a second look that was asked for while another was taken', async () => {
    const { store } = house.deps;
    const { id } = await house.store(await jpeg());
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
    const { id } = await house.store(bytes);
    await house.store(bytes);
    await deleteProfile([id]);
    house.test.clock.advance(HOUR_MS + 1);
    const now = house.test.clock.now();
    expect(await house.deps.store.beginRemoval(id, { once: now, again: now }, now, now)).toBe(true);
    await dropDueImages(house.deps);
    house.test.clock.advance(REMOVAL_STALE_MS);
    await dropDueImages(house.deps);
    expect(await house.blobs.stat(`images/${id}`)).toBeNull();
  });

  it('leaves such a picture for good when another profile refers to it in the end', async () => {
    const bytes = await jpeg();
    const { id } = await house.store(bytes);
    await house.store(bytes);
    await deleteProfile([id]);
    house.referenced.add(id);
    house.test.clock.advance(HOUR_MS + 1);
    await dropDueImages(house.deps);
    house.referenced.clear();
    await dropDueImages(house.deps);
    expect(await status(id)).toBe(200);
  });
});
