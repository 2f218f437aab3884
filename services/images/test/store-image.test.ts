import { createHash } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import sharp from 'sharp';
import { pictureOfKey } from '../src/pictures/blob-keys.ts';
import { type Setup, setUp } from './setup.ts';
import { bomb, jpeg, png, sideways, svg, webp } from './pictures.ts';

let setup: Setup;
aroundAll(setUp, (opened) => (setup = opened));

describe('storing a picture', () => {
  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
  ] as const)('keeps a %s under the hash of its cleaned content, with a small one', async (type, make) => {
    const image = await setup.store(await make(640, 400));
    expect(image).toMatchObject({ type, width: 640, height: 400 });
    const answer = await setup.get(image.id);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(image.id);
    expect(answer.rawPayload.length).toBe(image.bytes);
    expect(answer.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    const small = await setup.thumbnail(image.id);
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 160, height: 100 });
  });

  it('stores a picture anew that is removed while it is stored', async () => {
    const { store, kit } = setup.deps;
    const { put } = setup.blobs;
    let isRemoved = false;
    // As a deletion that is told twice does it: between the bytes and the record.
    jest.spyOn(setup.blobs, 'put').mockImplementation(async (key, ...bytes) => {
      await put.call(setup.blobs, key, ...bytes);
      if (isRemoved || !key.startsWith('images/')) return;
      isRemoved = true;
      const [id, now] = [pictureOfKey(key), kit.clock.now()];
      expect(await store.beginRemoval(id, { once: now, again: now }, now, now)).toBe(true);
      await setup.blobs.delete(key);
      await store.finishRemoval(id, now);
    });
    const { id } = await setup.store(await jpeg(90, 90));
    jest.restoreAllMocks();
    expect([isRemoved, (await setup.get(id)).statusCode]).toEqual([true, 200]);
    await setup.test.bus.waitFor('image.stored', ({ key }) => key === id);
  });

  it('brings bytes back that are gone though the picture is known', async () => {
    const bytes = await jpeg(91, 91);
    const { id } = await setup.store(bytes);
    await setup.blobs.delete(`images/${id}`);
    await setup.blobs.delete(`thumbs/${id}`);
    await setup.store(bytes);
    expect([(await setup.get(id)).statusCode, (await setup.thumbnail(id)).statusCode]).toEqual([200, 200]);
  });

  it('tells of what type a picture is though the blobs do not, as after they were brought back from a folder', async () => {
    const { id } = await setup.store(await png());
    for (const [key, { rawPayload }] of [
      [`images/${id}`, await setup.get(id)],
      [`thumbs/${id}`, await setup.thumbnail(id)],
    ] as const)
      await setup.blobs.put(key, rawPayload, 'application/octet-stream');
    expect((await setup.get(id)).headers['content-type']).toBe('image/png');
    expect((await setup.thumbnail(id)).headers['content-type']).toBe('image/webp');
  });

  it('answers 304 to a caller that has the picture, who is to ask again next time, and records that', async () => {
    const { id } = await setup.store(await jpeg());
    const [{ etag }, small] = [(await setup.get(id)).headers, (await setup.thumbnail(id)).headers.etag];
    expect(etag).not.toBe(small);
    for (const tag of [`${etag}`, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await setup.get(id, { 'if-none-match': tag });
      expect({ status: again.statusCode, bytes: again.rawPayload.length }).toEqual({ status: 304, bytes: 0 });
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
    }
    expect((await setup.get(id, { 'if-none-match': String(small) })).statusCode).toBe(200);
    const readings = async (): Promise<number> => {
      await setup.test.kit.audit.flush();
      return setup.test.bus
        .published('audit.logged')
        .filter(({ data }) => data.args['id'] === id && data.outcome === 'OK').length;
    };
    const before = await readings();
    await setup.get(id, { 'if-none-match': String(etag) });
    expect(await readings()).toBe(before + 1);
  });

  it('keeps the same picture once, and tells of it once', async () => {
    const bytes = await jpeg();
    const answers = await Promise.all([setup.store(bytes), setup.store(bytes), setup.store(bytes)]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const id = answers[0]?.id ?? '';
    await setup.test.bus.waitFor('image.stored', ({ data }) => data.id === id);
    await setup.store(bytes);
    await setup.store(await png());
    expect(setup.test.bus.published('image.stored').filter(({ key }) => key === id)).toHaveLength(1);
  });

  it('turns a photo upright and keeps nothing of its metadata', async () => {
    const image = await setup.store(await sideways(60, 40));
    expect(image).toMatchObject({ width: 40, height: 60 });
    const bytes = (await setup.get(image.id)).rawPayload;
    const metadata = await sharp(bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('secret-owner')).toBe(false);
  });

  it('keeps nothing that was hidden behind the pixels', async () => {
    const image = await setup.store(
      Buffer.concat([await jpeg(), Buffer.from('<script>alert("polyglot")</script>PK\u0003\u0004')]),
    );
    expect((await setup.get(image.id)).rawPayload.includes('polyglot')).toBe(false);
  });

  it.each([
    ['an SVG', async () => svg],
    ['text', async () => Buffer.from('hello')],
    ['a GIF', async () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a picture that is cut off', async () => (await jpeg(300, 300)).subarray(0, 9000)],
    ['a PNG with broken pixels', async () => (await png(200, 200)).fill(7, 5000, 60_000)],
    ['a page that begins before the picture', async () => Buffer.concat([Buffer.from('<html>'), await jpeg()])],
  ])('refuses %s', async (_name, make) => {
    const answer = await setup.send(await make());
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 415, code: 'NOT_AN_IMAGE' });
  });

  it('refuses a picture that unpacks to more than 40 megapixels, and says how large it is', async () => {
    expect((await setup.send(await bomb())).json()).toMatchObject({
      statusCode: 413,
      code: 'IMAGE_TOO_LARGE',
      details: { width: expect.any(Number), height: expect.any(Number) },
    });
  });

  it('judges by content, not by the type it is sent with', async () => {
    expect((await setup.send(await png(), 'application/octet-stream')).json()).toMatchObject({ type: 'image/png' });
    expect((await setup.send(svg, 'image/png')).statusCode).toBe(415);
  });

  it('refuses nothing at all, too much, and callers that are no service', async () => {
    expect((await setup.send(Buffer.alloc(0))).json()).toMatchObject({ statusCode: 400 });
    expect((await setup.send(Buffer.alloc(11 * 1024 * 1024))).statusCode).toBe(413);
    const user = { authorization: `Bearer ${setup.test.tokenFor('ADMIN')}`, 'content-type': 'image/png' };
    const answer = await setup.service.app.inject({
      method: 'POST',
      url: '/internal/image',
      headers: user,
      payload: await png(),
    });
    expect(answer.statusCode).toBe(403);
  });

  it('answers 404 for an unknown picture and 400 for what is no id', async () => {
    expect((await setup.get('0'.repeat(64))).statusCode).toBe(404);
    expect((await setup.get('nothing')).statusCode).toBe(400);
  });
});
