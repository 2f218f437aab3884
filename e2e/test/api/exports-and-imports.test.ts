import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { calls, type ExportFormat, type Profile, SANDBOX } from '@numscope/contracts';
import type { Api } from '../../src/calls/api.ts';
import { importIs, sendProfiles } from '../../src/calls/exchange.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { oneOfEach, sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const PHONES = 40;
/** Where the numbers of this file begin; the product has others of other files. */
const FROM = 7_000_000;
const filters = { phone: { values: [phoneAt(FROM).slice(0, -4)], and: true } };
const LIMIT_MS = 300_000;

let product: Product;
let api: Api;
sharedProductForAll((opened) => ({ product, admin: api } = opened), oneOfEach);
beforeAll(async () => {
  const { number } = await api.upload([phonesFile(PHONES, FROM)], { name: 'People' });
  await jobIs(api, number, 'DONE');
});

/** All profiles of these numbers as a file, with what follows it. */
const exported = async (
  format: ExportFormat,
): Promise<{ bytes: Buffer; announced: string | undefined; trailers: NodeJS.Dict<string> }> =>
  new Promise((resolve, reject) => {
    const call = request(`${product.url}${calls.exportProfileStream.path}?format=${format}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    });
    call.once('error', reject);
    call.once('response', (response) => {
      const announced = response.headers.trailer;
      buffer(response).then((bytes) => resolve({ bytes, announced, trailers: response.trailers }), reject);
    });
    call.end(JSON.stringify({ filters }));
  });

async function imported(file: Uint8Array<ArrayBuffer>): Promise<number> {
  const said = await sendProfiles(api, [file]);
  await importIs(api, (newest) => newest?.id === said.id && newest.state === 'DONE', LIMIT_MS);
  return said.imported;
}

const everybody = async (): Promise<Profile[]> => {
  const body = { filters, size: 1000, sort: { field: 'phone', direction: 'ASC' } };
  return (await api.call(calls.searchProfiles, { body })).content;
};

/** What a table says of a person, which must come back. */
const told = ({ phone, firstName, names, birthDate, emails, socialNetworks, work, addresses, line }: Profile) => ({
  phone,
  firstName,
  names,
  birthDate,
  emails: emails.toSorted(),
  socialNetworks,
  work,
  addresses,
  line,
});

it.each(['jsonl', 'csv', 'xlsx'] as const)(
  'everybody exported as %s, deleted and imported is there again, and who is made up stays marked',
  async (format) => {
    const before = await everybody();
    const people = before.filter(({ sources }) => sources.includes(SANDBOX));
    expect(people.length).toBeGreaterThan(PHONES / 2);
    const { bytes, announced, trailers } = await exported(format);
    expect(announced).toBe(format === 'jsonl' ? undefined : 'x-profile-count, x-content-sha256');
    if (format !== 'jsonl')
      expect(trailers).toMatchObject({
        'x-profile-count': String(before.length),
        'x-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      });

    for (const { phone } of before) await api.call(calls.deleteProfile, { params: { phone } });
    expect(await everybody()).toEqual([]);
    expect(await imported(Uint8Array.from(bytes))).toBe(before.length);

    const after = await everybody();
    expect(after.map(({ phone }) => phone)).toEqual(before.map(({ phone }) => phone));
    const marked = after.filter(({ sources }) => sources.includes(SANDBOX));
    expect(marked.map(told)).toEqual(people.map(told));
    for (const { phone, numbering } of after) expect([phone, numbering?.country]).toEqual([phone, 'UZ']);
    if (format === 'jsonl')
      expect(after.map((profile) => ({ ...profile, jobs: [] }))).toEqual(
        before.map((profile) => ({ ...profile, jobs: [] })),
      );
  },
);

it('of a file with one wrong row nothing is imported', async () => {
  const form = new FormData();
  form.set('file', new Blob([`phone;firstName\n${phoneAt(900)};Anvar\nnobody;Bek\n`]), 'people');
  const answer = await fetch(product.url + calls.importProfiles.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}` },
    body: form,
  });
  expect([answer.status, await answer.json()]).toMatchObject([422, { details: [{ row: 2, field: 'phone' }] }]);
  await expect(api.call(calls.getProfile, { params: { phone: phoneAt(900) } })).rejects.toMatchObject({ status: 404 });
});
