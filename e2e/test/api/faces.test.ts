import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import {
  A1,
  A2,
  A2_AGAIN,
  ALIKE,
  B1,
  lookUpPortraits,
  type PortraitProvider,
  startPortraitProvider,
} from '../../src/providers/portrait-provider.ts';
import { portrait } from '@numscope/testing/portraits';
import { askUntil } from '@numscope/testing/ask-until';
import sharp from 'sharp';
import { type Product, startProduct } from '../../src/product/product.ts';
import { collectionsWith } from '../../src/product/distributed-engines.ts';
import { isDistributed } from '../../src/product/installation.ts';
import { filesWith, keptVectors, tablesWith } from '../../src/records/kept-bytes.ts';
import { imagesOf, searchByPicture } from '../../src/calls/search-by-picture.ts';

let provider: PortraitProvider;
let product: Product;
let api: Api;

beforeAll(async () => {
  provider = await startPortraitProvider();
  product = await startProduct({ sources: provider.sources, twoOf: ['images'] });
  api = await Api.login(product.url);
  await lookUpPortraits(api);
}, 300_000);
afterAll(async () => {
  await product.discard();
  await provider.close();
});

const send = (image: Uint8Array, purpose?: string) => searchByPicture(api, image, purpose);
const phonesOf = async (images: string[]): Promise<string[]> => {
  const { content } = await api.call(calls.searchProfiles, {
    body: { filters: { images: { values: images, and: false } } },
  });
  return content.map(({ phone }) => phone).sort();
};

it('finds one person on other pictures and nobody else, and the numbers that have them', async () => {
  const found = imagesOf(await send(portrait('a-1')));
  expect(found).toHaveLength(2);
  expect(await phonesOf(found)).toEqual([A1, A2, A2_AGAIN].sort());
  const byIds = await api.call(calls.profilesByImageIds, { body: found });
  expect(byIds.map(({ phone }) => phone).sort()).toEqual([A1, A2, A2_AGAIN].sort());
  expect(await phonesOf(imagesOf(await send(portrait('b-1'))))).toEqual([B1]);
});

/** Two portraits beside each other on one picture, as JPEG. */
async function pair(left: Uint8Array, right: Uint8Array): Promise<Buffer> {
  const side = 900;
  const fitted = await Promise.all(
    [left, right].map((one) => sharp(one).resize(side, side, { fit: 'contain', background: '#808080' }).toBuffer()),
  );
  return sharp({ create: { width: 2 * side, height: side, channels: 3, background: '#808080' } })
    .composite(fitted.map((input, place) => ({ input, left: place * side, top: 0 })))
    .jpeg()
    .toBuffer();
}

it('finds two faces on a picture of two people, and for each the pictures of that person alone', async () => {
  const { faces } = await send(await pair(portrait('a-1'), portrait('b-1')));
  const found = Map.groupBy(faces, ({ boundingBox }) => (boundingBox.left + boundingBox.width / 2 < 0.5 ? 'a' : 'b'));
  expect(new Set(faces.map(({ boundingBox }) => JSON.stringify(boundingBox))).size).toBe(2);
  const phonesFor = async (who: 'a' | 'b'): Promise<string[]> =>
    phonesOf((found.get(who) ?? []).flatMap(({ faceMatch }) => faceMatch?.face.externalImageId ?? []));
  expect(await phonesFor('a')).toEqual([A1, A2, A2_AGAIN].sort());
  expect(await phonesFor('b')).toEqual([B1]);
});

it('keeps the hash and the purpose of a search in the audit', async () => {
  const picture = portrait('b-1');
  await send(picture, 'case 17');
  const sha256 = createHash('sha256').update(picture).digest('hex');
  await askUntil(
    () => api.call(calls.searchAudit, { body: { actionTypes: ['IMAGE'], text: sha256 } }),
    ({ content }) => content.some(({ args }) => args['purpose'] === 'case 17' && args['matches'] === 1),
  );
});

it('tells the same face on other numbers, and keeps what people say of it for both', async () => {
  const list = await api.call(calls.sameFace, { params: { phone: A2 } });
  expect(list.map(({ phone }) => phone)).toEqual([A2_AGAIN, A1]);
  expect(list.map((same) => same.near && same.distance < 0.05)).toEqual([true, false]);
  expect(await api.call(calls.sameFace, { params: { phone: B1 } })).toEqual([]);

  await api.call(calls.judgeSameFace, { params: { phone: A2 }, body: { phone: A1, verdict: 'SAME' } });
  const other = await api.call(calls.sameFace, { params: { phone: A1 } });
  expect(other.find(({ phone }) => phone === A2)).toMatchObject({ verdict: 'SAME', verdicts: [{ by: 'admin' }] });
  await api.call(calls.judgeSameFace, { params: { phone: A1 }, body: { phone: A2, verdict: null } });
  const undone = await api.call(calls.sameFace, { params: { phone: A2 } });
  expect(undone.find(({ phone }) => phone === A1)).toMatchObject({ verdict: null, verdicts: [{}, {}] });
});

it('answers an empty list for a picture without a face', async () => {
  const dots = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR4nGNoQAMMI1sAAAUMgAFaSOXNAAAAAElFTkSuQmCC';
  expect((await send(Buffer.from(dots, 'base64'))).faces).toEqual([]);
});

it("searches at the operator's provider by a sent and by a stored picture, and names one that is not configured", async () => {
  const before = provider.sought.length;
  const match = { similarity: ALIKE.score, name: ALIKE.title, url: ALIKE.link };
  const image = portrait('a-1').toString('base64');
  expect(await api.call(calls.externalImageSearch, { body: { image, purpose: 'case 18' } })).toMatchObject({
    provider: 'external-search',
    cost: 0.25,
    matches: [match],
  });
  const [imageId = ''] = imagesOf(await send(portrait('b-1')));
  expect(await api.call(calls.externalImageSearch, { body: { imageId } })).toMatchObject({ matches: [match] });
  expect(provider.sought).toHaveLength(before + 2);
  await expect(api.call(calls.search4faces, { body: { image } })).rejects.toThrow(/search4faces is not configured/);
});

it('erases the faces of a number with it, from every file too while it runs, and none that another number has', async () => {
  const erase = (phone: string) => api.call(calls.erasePhone, { body: { phone, purpose: 'asked for it' } });
  const picturesOf = ({ erased }: Awaited<ReturnType<typeof erase>>) =>
    erased.find(({ place }) => place === 'pictures')?.removed;
  const [b1 = ''] = imagesOf(await send(portrait('b-1')));
  const [vector = Buffer.alloc(0)] = isDistributed ? [] : keptVectors(product.dataDir, b1);
  // The other number has the very picture. What is overwritten then is saved anew.
  expect(picturesOf(await erase(A2_AGAIN))).toBe(0);
  expect(imagesOf(await send(portrait('a-1')))).toHaveLength(2);
  const vectorFiles = join(product.dataDir, 'faces');
  if (!isDistributed) expect(filesWith(vectorFiles, [vector])).toHaveLength(1);

  expect(picturesOf(await erase(B1))).toBe(1);
  expect(imagesOf(await send(portrait('b-1')))).toEqual([]);
  expect(imagesOf(await send(portrait('a-1')))).toHaveLength(2);
  if (isDistributed) {
    const named = await collectionsWith(product.dataDir, [b1]);
    // The erasure knows its pictures until Kafka is emptied once more.
    expect(named.filter((place) => !/^(audit |profiles erasures)/.test(place))).toEqual([]);
    return;
  }
  expect(filesWith(vectorFiles, [vector, b1])).toEqual([]);
  // A search by the stored picture is in the audit, and among its events on the bus.
  expect(tablesWith(product.dataDir, [b1]).filter((place) => !place.startsWith('audit.sqlite'))).toEqual([]);
  expect(filesWith(product.dataDir, [b1]).filter((place) => !/^(audit|bus)\.sqlite/.test(place))).toEqual([]);
});
