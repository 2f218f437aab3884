/** The real engines that suites test against, and the variables that tell the tests where they are. */
export const engineVariables = {
  kafka: 'TEST_KAFKA_BROKERS',
  mongodb: 'TEST_MONGODB_URL',
  elasticsearch: 'TEST_ELASTICSEARCH_URL',
  s3: 'TEST_S3_URL',
} as const;

export type EngineName = keyof typeof engineVariables;

export const engineNames = Object.keys(engineVariables) as EngineName[];

/** Where each engine is, by the name of its variable. */
export type EngineAddresses = Record<string, string>;
