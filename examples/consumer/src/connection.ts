import { readFileSync } from 'node:fs';
import type { KafkaConfig } from 'kafkajs';

type Env = Readonly<Record<string, string | undefined>>;

function textOf(setting: string, env: Env): string | null {
  const file = env[setting];
  if (!file) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${setting}: the file ${file} cannot be read`, { cause: error });
  }
}

/**
 * Where Kafka is and as whom it is read, by the settings that the services have.
 * @throws Error that names the setting at fault
 */
export function connectionFrom(env: Env): Pick<KafkaConfig, 'brokers' | 'ssl' | 'sasl'> {
  const brokers = (env['KAFKA_BROKERS'] || 'localhost:9092').split(',');
  const ca = textOf('BUS_CA_FILE', env);
  const username = env['BUS_USERNAME'];
  const password = textOf('BUS_PASSWORD_FILE', env)?.replace(/\r?\n$/, '');
  if (username && password === undefined) throw new Error('BUS_PASSWORD_FILE: must name the file of the password');
  return {
    brokers,
    ...(ca === null ? (env['KAFKA_TLS'] === 'true' ? { ssl: true } : {}) : { ssl: { ca } }),
    ...(username && password !== undefined ? { sasl: { mechanism: 'scram-sha-512', username, password } } : {}),
  };
}
