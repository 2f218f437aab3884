import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { dropElasticFaces, openElasticFaceIndex } from '@numscope/adapters/elastic';
import type { FaceIndex } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { listeningPid } from '../listening-pid.ts';
import { residentKb } from '../process-use.ts';
import type { Row } from '../report.ts';
import { mb, measureFaceSearch, NEAREST } from './face-search.ts';

const REQUEST_MS = 60_000;
/** As many candidates as the product looks at for ten, and as many measured again. */
const CANDIDATES = 150;
const OVERSAMPLE = 3;
/** Between two looks at whether segments are still joined. */
const LOOK_MS = 1000;

/** The engine's own kNN search by its own client. */
const bareSearch = (client: Client, index: string) => (vector: Float32Array) =>
  client.search({
    index,
    _source: false,
    track_total_hits: false,
    size: NEAREST,
    query: {
      knn: {
        field: 'vector',
        query_vector: Array.from(vector),
        k: NEAREST,
        num_candidates: CANDIDATES,
        rescore_vector: { oversample: OVERSAMPLE },
      },
    },
  });

async function mergesUnderWay(client: Client, index: string): Promise<number> {
  const { _all: all } = await client.indices.stats({ index, metric: 'merge' });
  return all.total?.merges?.current ?? 0;
}

async function settled(client: Client, index: string): Promise<void> {
  while ((await mergesUnderWay(client, index)) > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** What a search goes through. */
async function segmentsOf(client: Client, index: string): Promise<number> {
  await client.indices.refresh({ index });
  const { indices } = await client.indices.segments({ index });
  const copies = Object.values(indices).flatMap(({ shards }) => Object.values(shards).flat());
  return Math.max(...copies.map(({ segments }) => Object.values(segments).filter(({ search }) => search).length));
}

/** As the product does some minutes after a filling. */
async function join(client: Client, all: string, index: FaceIndex): Promise<void> {
  if ((await index.join()) === 0) return;
  while ((await segmentsOf(client, all)) > 1) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
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
      open: () => openElasticFaceIndex({ url, prefix, model: 'bench', length: VECTOR_LENGTH, quietMs: 0 }),
      bare: async () => bareSearch(client, all),
      settled: () => settled(client, all),
      parts: { count: () => segmentsOf(client, all), join: (index) => join(client, all, index) },
      diskBytes: () => diskBytes(client, all),
      watchMemory: () => () => (pid === null ? 'elsewhere' : `${mb(residentKb(pid) * 1024)} resident in its process`),
    });
  } finally {
    await dropElasticFaces({ url, prefix }, null);
    await client.close();
  }
}
