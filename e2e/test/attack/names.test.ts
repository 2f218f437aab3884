import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, calls, type Job } from '@numscope/contracts';
import { type Json, placesOf, put, sampleOf } from '@numscope/testing/body-samples';
import * as z from 'zod';
import { Api } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { expectOneShape, pathOf, type RawCall, send } from '../../src/attack/raw-call.ts';
import type { Product } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const all: Array<[string, Call]> = Object.entries(calls);
const outside = all.filter(([, call]) => call.access !== 'service');
/** What answers to its end. */
const answering = outside.filter(([, call]) => call.returns !== 'events');
/** What every object has without being told, and what stores take for orders. */
const inherited = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  '__defineGetter__',
  '$where',
  'a.b',
];

const JSON_TYPE = 'application/json';
const jsonSchema = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
const namesOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys(Object(jsonSchema(schema)['properties'])) : [];

let product: Product;
let first: Api;
let admin: Api;
let job: Job;

// As an administrator of its own: the calls that take the own password count it as tried and wrong, which would keep
// the shared one out.
sharedProductForAll((opened) => ({ product, admin: first } = opened), attacked);
beforeAll(async () => {
  const [userName, password] = ['names_admin', 'Wz8!harbourLantern'];
  await first.call(calls.createUser, { body: { userName, password, roles: ['ADMIN'] } });
  admin = await Api.login(product.url, userName, password);
  job = await admin.call(calls.createJobByRange, {
    body: { name: 'Held', from: '998901230000', to: '998901230009', hold: true },
  });
});

const jobCount = async (): Promise<number> => (await admin.call(calls.searchJobs, { body: {} })).totalElements;

/** Sends all of them, a few at once, and says what each was refused with. */
async function sendAll(sent: readonly RawCall[]): Promise<Array<string | null>> {
  const codes: Array<string | null> = Array.from({ length: sent.length }, () => null);
  const left = [...sent.entries()];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, call] = next;
        codes[index] = expectOneShape(call, await send(admin, call))?.code ?? null;
      }
    }),
  );
  return codes;
}

describe('a name that every object has', () => {
  it('as a parameter of a path or a query picks nothing', async () => {
    const sent = answering.flatMap(([, call]) =>
      inherited.flatMap((name) => [
        { method: call.method, path: pathOf(call, () => name) },
        ...namesOf(call.query).map((field) => ({
          method: call.method,
          path: `${pathOf(call, () => name)}?${field}=${name}`,
        })),
        { method: call.method, path: `${pathOf(call, () => name)}?${name}=1&${name}[x]=2` },
      ]),
    );
    await sendAll(
      sent.map((call) =>
        call.method === 'GET' || call.method === 'DELETE' ? call : { ...call, type: JSON_TYPE, body: '{}' },
      ),
    );
  });

  it('as any text of a body picks nothing', async () => {
    const sent = answering.flatMap(([, call]) => {
      if (!call.body) return [];
      const schema = jsonSchema(call.body);
      return placesOf(schema, ['string']).flatMap((place) =>
        inherited.map((name) => ({
          method: call.method,
          path: pathOf(call, () => 'constructor'),
          type: JSON_TYPE,
          body: JSON.stringify(put(sampleOf(schema), place, name)),
        })),
      );
    });
    expect(sent.length).toBeGreaterThan(100);
    await sendAll(sent);
  });

  it('as the name of a field is passed over or refused, and spoils nothing', async () => {
    const sent = answering.flatMap(([, call]) => {
      if (!call.body) return [];
      const text = JSON.stringify(sampleOf(jsonSchema(call.body)));
      return [...inherited, ''].flatMap((name) =>
        ['true', '{"prototype":{"isAdmin":true}}'].map((value) => ({
          method: call.method,
          path: pathOf(call, () => 'constructor'),
          type: JSON_TYPE,
          body: text.startsWith('{')
            ? text.replace(/^\{,?/, `{"${name}":${value}${text === '{}' ? '' : ','}`)
            : `{"${name}":${value}}`,
        })),
      );
    });
    await sendAll(sent);
    expect((await admin.call(calls.me)).roles).toEqual(['ADMIN']);
  });

  it.each(['searchJobs', 'searchUsers', 'searchProfiles', 'searchAudit'] as const)(
    'is nothing that %s could sort by',
    async (name) => {
      const sent = inherited.map((field) => ({
        method: calls[name].method,
        path: calls[name].path,
        type: JSON_TYPE,
        body: JSON.stringify({ sort: { field, direction: 'ASC' } }),
      }));
      expect(new Set(await sendAll(sent))).toEqual(new Set(['INVALID']));
    },
  );

  it('is no filter of profiles', async () => {
    const body = JSON.stringify({ filters: { shoeSize: { values: ['44'] } } });
    expect(await sendAll([{ method: 'POST', path: calls.searchProfiles.path, type: JSON_TYPE, body }])).toEqual([
      'INVALID',
    ]);
    for (const field of ['jobId', 'socialNetwork', 'name', 'email']) {
      const found = await admin.call(calls.searchProfiles, { body: { filters: { [field]: { values: inherited } } } });
      expect(found.totalElements).toBe(0);
    }
  });
});

describe('numbers and flags', () => {
  const wrong = ['null', 'false', 'true', '""', '"1"', '" 1"', '[]', '[1]', '{}', '1.5', '-1', '1e300'];
  const range = '"name":"x","from":"998901230000","to":"998901230009","hold":true';

  it('of a job are taken as they are in every body, and nothing else is made one', async () => {
    const before = await jobCount();
    const { path } = calls.createJobByRange;
    const sent = wrong.flatMap((value) => [
      { method: 'PUT', path: `/api/v2/job/${job.number}/update`, body: `{"name":"x","iteration":${value}}` },
      { method: 'PATCH', path: `/api/v2/job/${job.number}`, body: `{"iteration":${value}}` },
      { method: 'POST', path, body: `{${range},"iteration":${value}}` },
      { method: 'POST', path: calls.mergeJobs.path, body: `{"sourceNumbers":[${value}],"targetNumber":${value}}` },
    ]);
    const flags = ['null', '""', '"true"', '0', '1', '[]', '{}'].flatMap((value) => [
      { method: 'PUT', path: `/api/v2/job/${job.number}/update`, body: `{"name":"x","prioritised":${value}}` },
      { method: 'POST', path, body: `{${range.replace('true', value)}}` },
      { method: 'POST', path, body: `{${range},"prioritised":${value}}` },
    ]);
    const codes = await sendAll([...sent, ...flags].map((call) => ({ ...call, type: JSON_TYPE })));
    // A number that no job has is no wrong number.
    expect(codes.every((code) => code === 'INVALID' || code === 'NOT_FOUND')).toBe(true);
    expect(await admin.job(job.number)).toMatchObject({
      name: 'Held',
      iteration: 1,
      cyclic: false,
      prioritized: false,
    });
    expect(await jobCount()).toBe(before);
  });

  const field = (name: string, value: string): string =>
    `--X\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--X\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\n\r\n998901234567\r\n';
  const form = (...fields: string[]): RawCall => ({
    method: 'POST',
    path: calls.createJobFromFile.path,
    type: 'multipart/form-data; boundary=X',
    body: `${fields.join('')}--X--\r\n`,
  });

  it('of a form are digits, true and false, each given once', async () => {
    const before = await jobCount();
    const name = field('name', 'x');
    const sent = [
      ...[' 1', '1 ', '+1', '1.0', '1e3', '0x10', 'null', 'false', '[]', '9'.repeat(30)].map((text) =>
        form(name, field('iteration', text), file),
      ),
      ...['1', '0', 'on', 'off', 'TRUE', ' true', 'null'].map((text) => form(name, field('hold', text), file)),
      form(name, field('hold', 'true'), field('hold', 'false'), file),
      form(name, file, field('iteration', '1'), field('iteration', '0')),
      form(name, file, file),
      form(name, field('constructor', '1'), file),
      form(name, field('__proto__', '1'), file),
    ];
    expect(new Set(await sendAll(sent))).toEqual(new Set(['INVALID']));
    expect(await jobCount()).toBe(before);
  });

  it('of a query are digits, each given once', async () => {
    const sent = ['', ' 1', '+1', '1.0', '1e3', '0x10', '-1', 'null', '9'.repeat(30), '1&batch=2'].map((text) => ({
      method: 'GET',
      path: `${calls.listJobs.path}?batch=${text.replaceAll('+', '%2B').replaceAll(' ', '%20')}`,
    }));
    expect(new Set(await sendAll(sent))).toEqual(new Set(['INVALID']));
    const page = await admin.call(calls.listJobs, { query: { batch: 1 } });
    expect(page).toHaveLength(1);
  });

  it('of a page never leave what is exact', async () => {
    const pages = outside.filter(([, { body }]) => namesOf(body).includes('page'));
    const sent = pages.flatMap(([, call]) =>
      [1_000_000_000, 1_000_000_001, Number.MAX_SAFE_INTEGER].map((page) => ({
        method: call.method,
        path: pathOf(call, () => String(job.number)),
        type: JSON_TYPE,
        body: JSON.stringify({ page, size: 1000 }),
      })),
    );
    expect(sent.length).toBeGreaterThan(5);
    await sendAll(sent);
  });
});
