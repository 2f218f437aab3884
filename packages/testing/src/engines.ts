/** Addresses of the real engines that the suite in hand tests against. */
const variables = {
  kafka: 'TEST_KAFKA_BROKERS',
  mongodb: 'TEST_MONGODB_URL',
  elasticsearch: 'TEST_ELASTICSEARCH_URL',
  s3: 'TEST_S3_URL',
} as const;

export type EngineName = keyof typeof variables;

/**
 * The address of an engine for tests: Kafka `host:port,host:port`, MongoDB `mongodb://...`, Elasticsearch `http://...`, S3
 * `s3+http://key:secret@host:port` without a bucket.
 * @throws Error that says how to start the engines when there is none
 */
export function testEngine(name: EngineName): string {
  const address = process.env[variables[name]];
  if (!address)
    throw new Error(
      `${variables[name]} is not set: run this test by "node scripts/run.mjs suite engines", or set it to the address of ${name}`,
    );
  return address;
}
