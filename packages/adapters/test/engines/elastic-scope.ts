import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import type { IndexDocument } from '@numscope/platform';
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
    /** The indices of profiles, whether searched or not. */
    indices: async (): Promise<string[]> => Object.keys(await client.indices.get({ index: `${prefix}profiles-*` })).sort(),
    /** Drops whatever has these names. */
    async dispose(): Promise<void> {
      const all = Object.keys(await client.indices.get({ index: `${prefix}*` }));
      for (const index of all) await client.indices.delete({ index });
      await client.close();
    },
  };
}

/** The n-th of many documents, all of job 1, in order of phones. */
export const buildDocument = (n: number, revision = 1): IndexDocument => ({
  phone: `+99890${1_000_000 + n}`,
  revision,
  terms: { job: ['1'], name: ['anvar', `w${n}`] },
  sort: { name: `w${n % 97}`, timestamp: n, confidence: 0.5 },
});

export const buildDocuments = (from: number, to: number): IndexDocument[] =>
  Array.from({ length: to - from }, (_none, n) => buildDocument(from + n));

/** All hits of job 1. */
export const allOfJob = {
  must: [[{ field: 'job', all: ['1'], prefix: false }]],
  should: [],
  offset: 0,
  limit: 10,
  countUpTo: null,
} as const;
