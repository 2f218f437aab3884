import { type EngineName, engineVariables } from './engines/engine-names.ts';

/**
 * The address of an engine for tests: Kafka `host:port,host:port`, MongoDB `mongodb://...`, Elasticsearch `http://...`,
 * S3 `s3+http://key:secret@host:port` without a bucket.
 * @throws Error that says how to start the engines when there is none
 */
export function testEngine(name: EngineName): string {
  const address = process.env[engineVariables[name]];
  if (!address)
    throw new Error(
      `${engineVariables[name]} is not set: run this test by "node scripts/run.mjs suite engines", or set it to the address of ${name}`,
    );
  return address;
}

export type { EngineName } from './engines/engine-names.ts';
