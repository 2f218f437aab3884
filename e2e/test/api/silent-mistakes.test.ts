import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, type SourceInfo } from '@numscope/contracts';
import { listenLocally } from '@numscope/testing/local-server';
import type { Api } from '../../src/calls/api.ts';
import { bindable, bindSources } from '../../src/providers/bind-sources.ts';
import { newDataDir } from '../../src/product/installation.ts';
import { boundNumbers } from '../../src/people/number-ranges.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, refusedStart } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

// Eight mistakes with which a job once ended DONE, green and empty. Four show themselves while sources are asked, four
// before anything starts.

const PHONES = 300;
/** Where the numbers of this file begin; the product has others of other files. */
const FROM = boundNumbers('silent mistakes', PHONES);
/** Calls to each source. */
const asked: Record<string, number> = {};
const provider = createServer((request, response) => {
  const [, source = '', phone = ''] = (request.url ?? '').split('/');
  asked[source] = (asked[source] ?? 0) + 1;
  const answers: Record<string, [number, object]> = {
    dead: [401, { error: 'unknown key' }],
    moved: [404, { error: 'no such page' }],
    short: [200, { name: `Person ${phone}` }],
    other: [200, { persons: [{ called: `Person ${phone}` }] }],
  };
  const [status, body] = answers[source] ?? [500, {}];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let close: () => Promise<void>;
let product: Product;
let api: Api;

sharedProductForAll((opened) => ({ product, admin: api } = opened), bindable);
beforeAll(async () => {
  const listening = await listenLocally(provider);
  close = listening.close;
  const source = (name: string, more = ''): string => `
  ${name.toUpperCase()}:
    connector: http
    request: { url: "${listening.url}/${name}/{phone}" }
    answer: { map: { names: name } }
    retries: 0${more}`;
  const short = source('short', '\n    limits: { perDay: 5 }');
  await bindSources(product, `sources:${source('dead')}${source('moved')}${short}${source('other')}\n`);
});
afterAll(() => close());

const stateOf = (name: string): Promise<SourceInfo> => api.call(calls.getSource, { params: { name } });

it('a dead key, a wrong address, a used-up quota and a mapping that finds nothing are told, and take nothing for nothing', async () => {
  const { number } = await api.upload([phonesFile(PHONES, FROM)], { name: 'Silent mistakes' });
  const { waiting } = await jobReaches(api, number, (job) => job.waiting.length > 0);
  expect(waiting).toEqual([{ source: 'SHORT', resumesAt: expect.any(Number) }]);
  expect(await stateOf('SHORT')).toMatchObject({ state: 'WAITING_QUOTA', resumesAt: waiting[0]?.resumesAt });
  await api.call(calls.endWaiting, { params: { name: 'SHORT' } });
  await jobIs(api, number, 'DONE');

  expect(asked['dead']).toBeLessThanOrEqual(20);
  expect(await stateOf('DEAD')).toMatchObject({ state: 'REFUSED', cause: expect.stringContaining('401') });
  expect(asked['short']).toBe(5);
  expect(await stateOf('OTHER')).toMatchObject({
    state: 'PAUSED',
    cause: 'it answers, but the mapping finds nothing in its answers',
    keptAnswer: expect.stringContaining('called'),
  });
  expect(await stateOf('MOVED')).toMatchObject({
    lastHour: { nothing: 0 },
    lastError: { message: expect.stringContaining('look at the address') },
  });

  const nothing = { DEAD: 0, MOVED: 0, SHORT: 0 };
  const hints = new Set<string>();
  for await (const { sources } of api.phones(number))
    for (const { source, status, message = '' } of sources) {
      if (status === 'NOT_FOUND' && source in nothing) nothing[source as keyof typeof nothing]++;
      if (source === 'MOVED' && status === 'FAILED') hints.add(message);
    }
  expect(nothing).toEqual({ DEAD: 0, MOVED: 0, SHORT: 0 });
  expect([...hints]).toContainEqual(expect.stringContaining('look at the address'));
});

it('a column that is not there, credentials in a URL, a mapping rooted elsewhere and half a numbering refuse the start, each with its line', async () => {
  const dataDir = newDataDir();
  writeFileSync(join(dataDir, 'book.csv'), 'Tel,Name\n998901234567,Anvar\n');
  const faults = [
    'sources.yaml:2: sources.BOOK.map.work: the file has no column Firm',
    'sources.yaml:5: sources.OPEN.request.url: holds credentials',
    'sources.yaml:10: sources.ROOTED.answer.notFound: is over { status, headers, body }',
    'sources.yaml:11: sources.ROOTED.answer.map.names: is over the body already',
    'sources.yaml:11: sources.ROOTED.answer.map.numbering: would be dropped',
  ];
  const sources = `sources:
  BOOK: { connector: dataset, file: book.csv, phone: Tel, map: { names: Name, work: Firm } }
  OPEN:
    connector: http
    request: { url: "https://somebody:something@api.example/{phone}" }
  ROOTED:
    connector: http
    request: { url: "https://api.example/{phone}" }
    answer:
      notFound: "found == \`false\`"
      map: { names: body.names, numbering: "{carrier: network}" }
`;
  const isTold = (output: string): boolean => faults.every((fault) => output.includes(fault));
  const output = await refusedStart({ dataDir, sources, twoOf: [] }, isTold);
  for (const fault of faults) expect(output).toContain(fault);
  expect(output).not.toContain('something@');
});

it('a sources file that is named and missing refuses the start', async () => {
  const dataDir = newDataDir();
  const fault = 'none.yaml: is not there, though SOURCES_FILE names it';
  const env = { SOURCES_FILE: join(dataDir, 'none.yaml') };
  const output = await refusedStart({ dataDir, env, twoOf: [] }, (told) => told.includes(fault));
  expect(output).toContain(fault);
});
