import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { dropElasticFaces, openElasticFaceIndex } from '@numscope/adapters/elastic';
import { testEngine } from '@numscope/testing';
import { VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { listeningPid } from '../listening-pid.ts';
import { residentKb } from '../process-use.ts';
import { percentile, type Row } from '../report.ts';
import { measureFaceSearch, NEAREST, type Sought } from './face-search.ts';

const REQUEST_MS = 60_000;
/** As many candidates as the product looks at for ten. */
const CANDIDATES = 150;

/** The engine's own kNN search by its own client, without what the product measures again. */
async function bareSearch(client: Client, index: string, sought: readonly Sought[]): Promise<number> {
  const taken: number[] = [];
  for (const { vector } of sought) {
    const began = performance.now();
    await client.search({
      index,
      _source: false,
      size: NEAREST,
      knn: { field: 'vector', query_vector: Array.from(vector), k: NEAREST, num_candidates: CANDIDATES },
    });
    taken.push(performance.now() - began);
  }
  return percentile(taken, 0.95);
}

async function diskBytes(client: Client, index: string): Promise<number> {
  const { indices = {} } = await client.indices.stats({ index });
  return Object.values(indices).reduce((sum, { total }) => sum + (total?.store?.size_in_bytes ?? 0), 0);
}

/** The index of the distributed way; null where no Elasticsearch is named. */
export async function measureFacesInElasticsearch(count: number): Promise<Row | null> {
  if (!process.env['TEST_ELASTICSEARCH_URL']) return null;
  const url = testEngine('elasticsearch');
  const prefix = `bench-${randomBytes(4).toString('hex')}-`;
  const all = `${prefix}faces-*`;
  const client = new Client({ node: url, requestTimeout: REQUEST_MS });
  const pid = listeningPid(Number(new URL(url).port));
  try {
    return await measureFaceSearch(count, {
      engine: 'Elasticsearch',
      open: () => openElasticFaceIndex({ url, prefix, model: 'bench', length: VECTOR_LENGTH }),
      bare: (sought) => bareSearch(client, all, sought),
      diskBytes: () => diskBytes(client, all),
      memoryBytes: () => (pid === null ? 0 : residentKb(pid) * 1024),
    });
  } finally {
    await dropElasticFaces({ url, prefix });
    await client.close();
  }
}
