import { beforeEach } from '@jest/globals';
import {
  type IndexConditions,
  type IndexDocument,
  type IndexField,
  type IndexMatch,
  packDocument,
  type SearchIndex,
} from '@numscope/platform';
import { onStorage, type Storage } from '../../around.ts';

export const nothingElse = { should: [], offset: 0, limit: 100, countUpTo: 10_000 } as const;
export const one = (field: IndexField, term: string, prefix = false): IndexMatch => ({ field, all: [term], prefix });

/** An index on storage of its own for the whole block, emptied before each test, and what tests do with it. */
export interface IndexUnderTest {
  readonly index: SearchIndex;
  /** Closes it and opens it again. */
  reopen(): Promise<void>;
  clear(): Promise<void>;
  /** Puts one document at revision 1, without facets or sort keys unless `rest` has them. */
  put(phone: string, terms: IndexDocument['terms'], rest?: Partial<IndexDocument>): Promise<void>;
  /** The slices of a scan. */
  scanned(conditions: IndexConditions, slice?: number): Promise<string[][]>;
  /** The phones of up to a hundred documents that match. */
  found(match: IndexMatch): Promise<string[]>;
}

export function indexUnderTest(create: () => Promise<Storage<SearchIndex>>): IndexUnderTest {
  let index: SearchIndex;
  const reopen = onStorage('all', create, (opened) => (index = opened));
  const scanned = async (conditions: IndexConditions, slice = 3): Promise<string[][]> => {
    const slices: string[][] = [];
    for await (const phones of index.scan(conditions, slice)) slices.push(phones);
    return slices;
  };
  const clear = async (): Promise<void> => {
    for (const phones of await scanned({ must: [], should: [] }, 1000)) await index.remove(phones);
  };
  beforeEach(clear);
  return {
    get index() {
      return index;
    },
    reopen,
    clear,
    put: (phone, terms, rest = {}) =>
      index.upsert([
        packDocument({ phone, revision: 1, terms, sort: { name: '', timestamp: 0, confidence: 0 }, ...rest }),
      ]),
    scanned,
    found: async (match) => (await index.search({ ...nothingElse, must: [[match]] })).phones,
  };
}
