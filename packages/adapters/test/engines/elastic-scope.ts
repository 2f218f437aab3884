import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { testEngine } from '@numscope/testing';

/** Names of its own in the cluster that all tests share, and a client to look at them. */
export function elasticScope() {
  const url = testEngine('elasticsearch');
  const prefix = `test-${randomBytes(5).toString('hex')}-`;
  const client = new Client({ node: url, enableMetaHeader: false });
  return {
    url,
    prefix,
    client,
    indices: async (): Promise<string[]> => Object.keys(await client.indices.get({ index: `${prefix}profiles-*` })).sort(),
    /** Drops whatever has these names. */
    async dispose(): Promise<void> {
      const all = Object.keys(await client.indices.get({ index: `${prefix}*` }));
      for (const index of all) await client.indices.delete({ index });
      await client.close();
    },
  };
}
