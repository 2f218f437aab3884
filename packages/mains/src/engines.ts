import type { KafkaGroups } from '@numscope/adapters/kafka';
import type { BlobStore, EventBus, FaceIndex, Logger, SearchIndex } from '@numscope/platform';
import type { Connection } from 'mongoose';
import type { EngineAddress } from './engine-settings.ts';

// Drivers are large: each is loaded only by a process that uses it. `startWithinMs` says how long one is waited for
// that is not there yet.

/** For who waits and tries again itself. */
export const ONCE = 0;

/** Kafka. */
export async function openBus(at: EngineAddress, log: Logger, startWithinMs?: number): Promise<EventBus> {
  return (await import('@numscope/adapters/kafka')).openKafkaBus({ ...at, log, startWithinMs });
}

/** Kafka's groups of the services, for a command that asks and sets them. */
export async function openGroups(at: EngineAddress, log: Logger, startWithinMs?: number): Promise<KafkaGroups> {
  return (await import('@numscope/adapters/kafka')).openKafkaGroups({ ...at, log, startWithinMs });
}

/** The cluster's address, and what stands before the names of its indices. */
export function elasticOf({ url, access }: EngineAddress): EngineAddress & { prefix: string } {
  const address = new URL(url);
  const prefix = address.searchParams.get('prefix') ?? '';
  address.search = '';
  return { url: address.href, access, prefix };
}

/**
 * Elasticsearch. `?prefix=NAME` stands before the names of all indices, so that several installations can share a
 * cluster.
 * @param records what it is made from; absent where nothing is yet
 */
export async function openIndex(
  at: EngineAddress,
  log: Logger,
  records?: { count(): Promise<number> },
): Promise<SearchIndex> {
  return (await import('@numscope/adapters/elastic')).openElasticIndex({ ...elasticOf(at), log, records });
}

interface FaceVectors {
  /** Vectors of another are dropped. */
  model: string;
  length: number;
}

/** Vectors of faces in Elasticsearch. */
export async function openFaceIndex(at: EngineAddress, vectors: FaceVectors): Promise<FaceIndex> {
  return (await import('@numscope/adapters/elastic')).openElasticFaceIndex({ ...elasticOf(at), ...vectors });
}

/** Drops the vectors of all models but one; null: of all. */
export async function dropFaceVectors(at: EngineAddress, kept: FaceVectors | null): Promise<void> {
  await (await import('@numscope/adapters/elastic')).dropElasticFaces(elasticOf(at), kept);
}

/** A bucket of MinIO or another S3. */
export async function openBlobs(at: EngineAddress, log: Logger, startWithinMs?: number): Promise<BlobStore> {
  return (await import('@numscope/adapters/s3')).openS3BlobStore({ ...at, log, startWithinMs });
}

/** One service's database in MongoDB. */
export async function openRecords(
  at: EngineAddress,
  service: string,
  log: Logger,
  startWithinMs?: number,
): Promise<Connection> {
  return (await import('@numscope/adapters/mongo')).openMongo({ ...at, service, log, startWithinMs });
}
