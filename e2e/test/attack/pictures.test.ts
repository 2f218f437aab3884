import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { calls, ImportAnswer } from '@numscope/contracts';
import {
  type CleanedPicture,
  cleanedPictures,
  type RefusedPicture,
  refusalOf,
  refusedPictures,
} from '@numscope/testing/hostile-pictures';
import type { Api } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { importIs } from '../../src/calls/exchange.ts';
import { phoneAt } from '../../src/people/phones.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import type { Product } from '../../src/product/product.ts';

/** For a busy machine: what is measured stands in the test of the service itself. */
const LIMIT_MS = 300_000;
const FIRST_PHONE = 70_000;

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), attacked);

const refused = Object.entries(refusedPictures) as Array<[RefusedPicture, () => Buffer]>;
const cleaned = Object.entries(cleanedPictures) as Array<[CleanedPicture, () => Buffer]>;

async function send(path: string, name: string, content: Uint8Array): Promise<[status: number, answer: unknown]> {
  const form = new FormData();
  form.set(name, new Blob([new Uint8Array(content)]), 'handed-in');
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await fetch(product.url + path, { method: 'POST', headers, body: form });
  return [answer.status, await answer.json()];
}

it.each(refused)('searches by no %s', async (name, make) => {
  const [status, answer] = await send(calls.searchByImage.path, 'image', make());
  const refusal = refusalOf(name);
  expect([status, answer]).toMatchObject([refusal.statusCode, refusal]);
});

it.each(cleaned)('searches by the picture alone that is in %s', async (_name, make) => {
  expect(await send(calls.searchByImage.path, 'image', make())).toMatchObject([200, { faces: [] }]);
});

it('imports people whose pictures are none without those, and cleans the others', async () => {
  const all = [...refused, ...cleaned];
  const phoneOf = (place: number): string => `+${phoneAt(FIRST_PHONE + place)}`;
  const lines = all.map(([, make], place) => {
    const bytes = make();
    const id = createHash('sha256').update(bytes).digest('hex');
    const answer = { source: 'VIBER', at: 1, cached: false, status: 'FOUND', fields: { photos: [id] }, trust: 1 };
    return JSON.stringify({
      phone: phoneOf(place),
      observations: [{ id: phoneOf(place), ...answer }],
      pictures: [{ id, bytes: bytes.toString('base64') }],
    });
  });
  const [status, answer] = await send(calls.importProfiles.path, 'file', Buffer.from(lines.join('\n')));
  const { id, imported } = ImportAnswer.parse(answer);
  expect([status, imported]).toEqual([200, all.length]);
  await importIs(admin, (newest) => newest?.id === id && newest.state === 'DONE', LIMIT_MS);
  const kept = await Promise.all(
    all.map(async ([name], place) => {
      const { images } = await admin.call(calls.getProfile, { params: { phone: phoneOf(place) } });
      return [name, images.length];
    }),
  );
  expect(kept).toEqual([...refused.map(([name]) => [name, 0]), ...cleaned.map(([name]) => [name, 1])]);
});
