import type { Logger } from '@numscope/platform';
import { type EngineAccess, noAccess } from '../access/engine-access.ts';
import { untilEngineAnswers } from '../until-engine-answers.ts';
import { kafkaDiagnosis } from './kafka-diagnosis.ts';
import { type KafkaAddress, parseKafkaUrl } from './kafka-url.ts';

export interface KafkaOptions {
  /** `kafka://host:port,host:port`, as `parseKafkaUrl` reads it. */
  url: string;
  /** As whom; nobody unless said. */
  access?: EngineAccess;
  log: Logger;
  /** How long a start waits for Kafka; two minutes unless said. */
  startWithinMs?: number | undefined;
}

/**
 * Makes what uses Kafka and tries it until Kafka answers; closes it where that takes too long.
 * @throws Error when the address is wrong or Kafka could not be reached in time; SettingsError for what of
 *   certificates, users and rights is to be mended
 */
export async function openAtKafka<T extends { close(): Promise<void> }>(
  { url, access = noAccess, log, startWithinMs }: KafkaOptions,
  make: (address: KafkaAddress, access: EngineAccess) => T,
  tryIt: (made: T) => Promise<unknown>,
): Promise<T> {
  const address = parseKafkaUrl(url);
  const made = make(address, access);
  try {
    const engine = `Kafka at ${address.brokers.join(', ')}`;
    await untilEngineAnswers({ engine, diagnosis: kafkaDiagnosis(address, access), log, withinMs: startWithinMs }, () =>
      tryIt(made),
    );
  } catch (error) {
    await made.close();
    throw error;
  }
  return made;
}
