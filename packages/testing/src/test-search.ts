import { randomBytes } from 'node:crypto';
import { testEngine } from './engines.ts';

/** Names of one test's own in the Elasticsearch that all tests share. */
export interface TestSearch {
  url: string;
  prefix: string;
  /** The indices of profiles, whether searched or not. */
  indices(): Promise<string[]>;
  /** Drops whatever has these names. */
  dispose(): Promise<void>;
}

export function testSearch(): TestSearch {
  const url = testEngine('elasticsearch');
  const prefix = `test-${randomBytes(5).toString('hex')}-`;
  const named = async (pattern: string): Promise<string[]> => {
    const answer = await fetch(new URL(pattern, url));
    if (!answer.ok) throw new Error(`Elasticsearch answered ${answer.status}`);
    return Object.keys((await answer.json()) as object).sort();
  };
  return {
    url,
    prefix,
    indices: () => named(`${prefix}profiles-*`),
    async dispose() {
      for (const index of await named(`${prefix}*`)) await fetch(new URL(index, url), { method: 'DELETE' });
    },
  };
}
