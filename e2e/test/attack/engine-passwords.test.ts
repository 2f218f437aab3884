import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FailedStart, failingStart } from '../../src/attack/failing-start.ts';

const SECRET = 'canary-engine-6bc1bee22e';
/** Nothing listens there. */
const NOWHERE = '127.0.0.1:9';

const dir = mkdtempSync(join(tmpdir(), 'numscope-engines-'));
writeFileSync(join(dir, 'password'), SECRET);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const access = (engine: string): Record<string, string> => ({
  [`${engine}_USERNAME`]: 'operator',
  [`${engine}_PASSWORD_FILE`]: join(dir, 'password'),
});

const engines: Array<[engine: string, env: Record<string, string>]> = [
  ['Kafka', { BUS_URL: `kafka+ssl://${NOWHERE}`, ...access('BUS') }],
  ['MongoDB', { STORE_URL: `mongodb://${NOWHERE}/numscope?tls=true&serverSelectionTimeoutMS=500`, ...access('STORE') }],
  [
    'MongoDB, of its address',
    { STORE_URL: `mongodb://operator:${SECRET}@${NOWHERE}/numscope?serverSelectionTimeoutMS=500` },
  ],
  ['Elasticsearch', { SEARCH_URL: `https://${NOWHERE}`, ...access('SEARCH') }],
  ['Elasticsearch, of its address', { SEARCH_URL: `https://operator:${SECRET}@${NOWHERE}` }],
  ['S3', { BLOB_URL: `s3+https://${NOWHERE}/numscope`, ...access('BLOB') }],
  ['S3, of its address', { BLOB_URL: `s3+https://operator:${SECRET}@${NOWHERE}/numscope` }],
];
const saids = new Map<string, Promise<FailedStart>>();
// All at once: most of the time each waits until it gives up.
beforeAll(() => {
  for (const [engine, env] of engines)
    saids.set(
      engine,
      failingStart(join(dir, `data of ${engine}`), { LOG_LEVEL: 'trace', ...env }, (text) =>
        text.includes('ECONNREFUSED'),
      ),
    );
});

it.each(engines)('tells nobody the password of %s while it cannot be reached', async (engine) => {
  const start = await saids.get(engine);
  const said = `${start?.said ?? ''}${start?.logged ?? ''}`;
  expect(said).toContain('ECONNREFUSED');
  expect(said).not.toContain(SECRET);
  expect(said).not.toContain(Buffer.from(`operator:${SECRET}`).toString('base64').slice(0, -4));
});
