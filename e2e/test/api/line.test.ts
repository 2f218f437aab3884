import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import type { Api } from '../../src/calls/api.ts';
import { bindable, bindSources } from '../../src/providers/bind-sources.ts';
import { type FakeProvider, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { boundNumbers } from '../../src/people/number-ranges.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

/** Where the numbers of this file begin; the product has others of other files. */
const PHONES = 8;
const FROM = boundNumbers('line', PHONES);
const JUNE = Date.UTC(2026, 5, 1);

/** Two sources of one provider that know the line, the older of which is trusted more. */
const sources = (url: string): string => `
sources:
  HLR:
    connector: http
    request: { url: "${url}/hlr/{phone}" }
    answer:
      notFoundStatus: [404]
      map:
        names: names
        line: "{carrier: 'Ucell', mcc: '434', mnc: '05', ported: 'yes', status: 'connected', checkedAt: '2026-06-01'}"
    trust: 0.3
  OLD_LIST:
    connector: http
    request: { url: "${url}/old/{phone}" }
    answer:
      notFoundStatus: [404]
      map: { line.carrier: "'Beeline'", line.prepaid: "\`1\`", line.checkedAt: "'01.05.2026'", work: "['Artel Electronics']" }
    trust: 0.9
`;

let provider: FakeProvider;
let product: Product;
let api: Api;

sharedProductForAll((opened) => ({ product, admin: api } = opened), bindable);
beforeAll(async () => {
  provider = await startFakeProvider(1);
  await bindSources(product, sources(provider.url));
});
afterAll(() => provider.close());

it('tells the line today above the first-assigned carrier, in the preflight, the profile, the search and exports', async () => {
  const { number } = await api.upload([phonesFile(PHONES, FROM)], { name: 'Lines', hold: 'true' });
  const preflight = await api.call(calls.jobPreflight, { params: { number: String(number) } });
  expect(preflight.lineChecks).toBe(2);
  await api.call(calls.setJobStatus, { params: { number: String(number), jobStatus: 'IN_PROGRESS' } });
  await jobIs(api, number, 'DONE');

  const phone = phoneAt(FROM + 1);
  const profile = await api.call(calls.getProfile, { params: { phone } });
  expect(profile.line).toMatchObject({
    carrier: 'Ucell',
    mcc: '434',
    mnc: '05',
    ported: true,
    status: 'ACTIVE',
    prepaid: true,
    checkedAt: JUNE,
  });
  expect(profile.numbering?.carrier).not.toBe('Ucell');
  const found = async (field: string, value: string): Promise<number> => {
    const filters = { [field]: { values: [value], and: true }, jobId: { values: [number], and: true } };
    return (await api.call(calls.searchProfiles, { body: { page: 0, size: 15, filters } })).totalElements;
  };
  expect(await found('carrier', 'ucell')).toBe(6);
  expect(await found('carrier', 'beeline')).toBe(0);
  expect([await found('work', 'artel'), await found('country', 'UZ'), await found('source', 'HLR')]).toEqual([6, 6, 6]);

  const exported = await fetch(`${product.url}${calls.exportProfileStream.path}?format=csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filters: { phone: { values: [phone] } } }),
  });
  const [header = '', row = ''] = (await exported.text()).split('\r\n');
  const cell = (column: string): string | undefined => row.split(';')[header.split(';').indexOf(column)];
  expect([cell('line.carrier'), cell('line.ported'), cell('line.checkedAt'), cell('carrier')]).toEqual([
    'Ucell',
    'true',
    String(JUNE),
    'Beeline',
  ]);
});
