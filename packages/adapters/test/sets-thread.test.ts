import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import { openHitsReader } from '@numscope/adapters/embedded/hits-reader';
import { type IndexQuery, packDocument, type SearchIndex } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { type SetsLink, type SetsMessage, setsLink } from '../src/embedded/search/sets-link.ts';
import { SetsThread } from '../src/embedded/search/sets-thread.ts';

/** As many as sets are made for. */
const ENOUGH = 50_000;
const GROUPS = 10;
const dir = tempDir();
const path = join(dir.path, 'index.sqlite');
const one = (field: 'job' | 'name', term: string) => [{ field, all: [term], prefix: false }];
const queryOf = (n: number): IndexQuery => ({
  must: [one('job', '1'), one('name', `group${n % GROUPS}`)],
  should: [],
  offset: 0,
  // With fewer the page would come out of FTS5 as soon as the hits are counted.
  limit: 300,
  countUpTo: null,
});

let index: SearchIndex;
let link: SetsLink;
beforeAll(async () => {
  index = await openEmbeddedIndex({ path });
  const documents = Array.from({ length: ENOUGH }, (_none, n) =>
    packDocument({
      phone: `+99890${1_000_000 + n}`,
      revision: 1,
      terms: { job: ['1'], name: [`group${n % GROUPS}`] },
      sort: { name: '', timestamp: 0, confidence: 0 },
    }),
  );
  await index.upsert(documents);
  link = setsLink(path);
});
afterAll(async () => {
  link.close();
  await index.close();
  dir.remove();
});

/** Goes on with something until the wanted messages were heard. */
async function heard<K extends SetsMessage['kind']>(
  kind: K,
  count: number,
  meanwhile: () => Promise<unknown>,
): Promise<Array<Extract<SetsMessage, { kind: K }>>> {
  const messages: Array<Extract<SetsMessage, { kind: K }>> = [];
  const isOf = (message: SetsMessage): message is Extract<SetsMessage, { kind: K }> => message.kind === kind;
  link.hear((message) => {
    if (isOf(message)) messages.push(message);
  });
  while (messages.length < count) {
    await meanwhile();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return messages;
}

it('makes sets in a thread of their own, once for all who read', async () => {
  const before = await index.search(queryOf(1));
  expect(before.total).toBe(ENOUGH / GROUPS);
  const sets = await heard('set', 1 + GROUPS, async () => {
    for (let n = 0; n < GROUPS; n++) await index.search(queryOf(n));
  });
  expect(sets.map(({ bits }) => bits.buffer.constructor.name)).toEqual(sets.map(() => 'SharedArrayBuffer'));
  const [job] = sets.filter(({ term }) => term === '"j01"');
  if (!job) throw new Error('the job has its set');
  expect(await index.search(queryOf(2))).toMatchObject({ total: ENOUGH / GROUPS });
  // What one thread changes all see: they read the same bytes.
  const kept = job.bits.slice();
  job.bits.fill(0);
  const another = openHitsReader({ path });
  // It hears of what there is between two pieces of work.
  await heard('ids', 1, async () => undefined);
  expect([(await index.search(queryOf(1))).total, another.hits(queryOf(1)).total]).toEqual([0, 0]);
  job.bits.set(kept);
  expect(another.hits(queryOf(3)).total).toBe(ENOUGH / GROUPS);
  another.close();
}, 20_000);

it('ends the thread, and forgets what it made, when nobody has used it for a while', async () => {
  const thread = new SetsThread(path, 1);
  const missed = setsLink(path);
  missed.say({ kind: 'missed', times: new Map() });
  await heard('nothing', 1, async () => undefined);
  expect((await index.search(queryOf(3))).total).toBe(ENOUGH / GROUPS);
  // In the middle of beginning anew.
  missed.say({ kind: 'missed', times: new Map() });
  await thread.close();
  missed.close();
}, 20_000);
