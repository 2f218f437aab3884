import { describe } from '@jest/globals';
import type { SearchIndex } from '@numscope/platform';
import type { Storage } from '../../around.ts';
import { anyQueryTests } from './any-query.ts';
import { documentTests } from './documents.ts';
import { indexUnderTest } from './index-under-test.ts';
import { manyDocumentsTests } from './many-documents.ts';
import { rebuildTests } from './rebuilds.ts';
import { reopeningTests } from './reopening.ts';

/** What every search index must do, by its port alone: the same as a loop over all documents. */
export function searchIndexSuite(name: string, create: () => Promise<Storage<SearchIndex>>): void {
  describe(`search index: ${name}`, () => {
    const under = indexUnderTest(create);
    anyQueryTests(under);
    documentTests(under);
    manyDocumentsTests(under);
    rebuildTests(under);
    reopeningTests(under, create);
  });
}
