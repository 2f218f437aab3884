import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { query, step } from './arbitraries.ts';
import { IndexModel } from './index-model.ts';
import type { IndexUnderTest } from './index-under-test.ts';

/** Whatever is put, removed and asked, the answer is that of a loop over all documents. */
export function anyQueryTests(under: IndexUnderTest): void {
  const { clear, scanned } = under;
  it('answers any query as a loop over all documents would', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 5 }),
        fc.array(query, { minLength: 1, maxLength: 8 }),
        async (steps, queries) => {
          await clear();
          const model = new IndexModel();
          for (const change of steps) {
            if ('documents' in change) {
              model.upsert(change.documents);
              await under.index.upsert(change.documents);
            } else {
              model.remove(change.phones);
              await under.index.remove(change.phones);
            }
          }
          expect(await under.index.count()).toBe(model.phones({ must: [], should: [] }).length);
          for (const asked of queries) {
            expect(await under.index.search(asked)).toEqual(model.search(asked));
            expect((await scanned(asked)).flat()).toEqual(model.phones(asked));
            expect(await under.index.facets(asked, 2)).toEqual(model.facets(asked, 2));
            expect(await under.index.facets(asked, 100)).toEqual(model.facets(asked, 100));
          }
        },
      ),
      // On a busy machine fewer of them, and at least one.
      { numRuns: 60, interruptAfterTimeLimit: 30_000 },
    );
  });
}
