import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { packDocument } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { open } from '../src/embedded/search/index-store.ts';
import { expressionOf } from '../src/embedded/search/match-expression.ts';

it('answers the same after its pieces were merged, and comes to an end with it', () => {
  const dir = tempDir();
  const index = open({ path: join(dir.path, 'index.sqlite') });
  for (let n = 0; n < 60; n++) {
    const sort = { name: '', timestamp: n, confidence: 0 };
    index.upsert([packDocument({ phone: `+99890${n % 40}`, revision: n, terms: { job: ['1', `j${n}`] }, sort })]);
  }
  const ask = (job: string) =>
    index.search({
      expression: expressionOf({ must: [[{ field: 'job', all: [job], prefix: false }]], should: [] }),
      offset: 0,
      limit: 100,
      countUpTo: 100,
    });
  const before = ask('1');
  let slices = 0;
  while (index.tidy() && slices < 1000) slices++;
  expect(slices).toBeGreaterThan(0);
  expect(slices).toBeLessThan(1000);
  expect(ask('1')).toEqual(before);
  expect(before.total).toBe(40);
  expect([ask('j19').total, ask('j20').total, ask('j59').total]).toEqual([0, 1, 1]);
  index.close();
  dir.remove();
});
