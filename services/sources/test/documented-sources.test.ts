import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { loadSourcesFile } from '../src/config/load-sources-file.ts';

const docs = readFileSync(join(import.meta.dirname, '../../../docs/sources.md'), 'utf8');
const folder = tempDir();
afterAll(() => folder.remove());

/** The example of docs/sources.md that binds a source of this name. */
function example(name: string): string {
  const block = [...docs.matchAll(/```yaml\n([^`]+)```/g)].find(([, text]) => text?.includes(`\n  ${name}:\n`));
  if (!block?.[1]) throw new Error(`docs/sources.md has no example of ${name}`);
  return block[1];
}

const env = {
  CRM_URL: 'postgresql://reader:word@db.example/crm',
  SEARCH_KEY: 'key',
  NUMVERIFY_KEY: 'key',
  VIBER_TOKEN: 'token',
};

it.each([
  ['CUSTOMERS', { connector: 'sql', phone: 'tel', batchSize: 200 }],
  ['OFFICE_LIST', { connector: 'dataset', map: { emails: ['Mail 1', 'Mail 2'] } }],
  ['NUMVERIFY', { connector: 'http', limits: { concurrency: 5, perSecond: 2 }, auth: { value: 'key' } }],
  ['LIST', { connector: 'dataset', region: 'UZ', map: { names: 'name', emails: 'mail' } }],
  ['VIBER', { connector: 'http', auth: { type: 'bearer', token: 'token' } }],
  ['PEOPLE_INDEX', { connector: 'elasticsearch', index: 'people', apiKey: 'key' }],
])('the example of %s in the documentation is one that can be bound', (name, config) => {
  writeFileSync(join(folder.path, 'office.csv'), 'Tel;First;Last;Mail 1;Mail 2;Firm\n');
  const columns = 'phone,name,mail,address,city,birth_date,company\n';
  writeFileSync(join(folder.path, 'clients-2026.csv'), columns);
  const path = join(folder.path, 'sources.yaml');
  writeFileSync(path, example(name));
  const { asked } = loadSourcesFile({ path, sandbox: false, env });
  expect(asked.find((one) => one.name === name)?.config).toMatchObject(config);
});
