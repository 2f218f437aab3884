import { Client } from '@elastic/elasticsearch';
import { type PackedDocument, packDocument } from '@numscope/platform';
import { testSearch } from '@numscope/testing';

/** Names of a test's own in the cluster, and a client to change what stands there. */
export function elasticScope() {
  const search = testSearch();
  const client = new Client({ node: search.url, enableMetaHeader: false });
  const dispose = async (): Promise<void> => {
    await search.dispose();
    await client.close();
  };
  return { ...search, client, dispose };
}

/** The n-th of many documents, all of job 1, in order of phones. */
export const buildDocument = (n: number, revision = 1): PackedDocument =>
  packDocument({
    phone: `+99890${1_000_000 + n}`,
    revision,
    terms: { job: ['1'], name: ['anvar', `w${n}`] },
    sort: { name: `w${n % 97}`, timestamp: n, confidence: 0.5 },
  });

export const buildDocuments = (from: number, to: number): PackedDocument[] =>
  Array.from({ length: to - from }, (_none, n) => buildDocument(from + n));

/** All hits of job 1. */
export const allOfJob = {
  must: [[{ field: 'job', all: ['1'], prefix: false }]],
  should: [],
  offset: 0,
  limit: 10,
  countUpTo: null,
} as const;
