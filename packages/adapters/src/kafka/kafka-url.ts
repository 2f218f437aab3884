/** Where Kafka is and how the topics of this installation are called. */
export interface KafkaAddress {
  /** `host:port`, one or more to begin with; the others are learned from them. */
  brokers: string[];
  /** By TLS. */
  secure: boolean;
  /** Stands before the name of every topic and group, so that several installations can share one Kafka. */
  prefix: string;
  /** Partitions of the topics that have several, when they are made; null: as the contracts declare them. */
  partitions: number | null;
}

const FORM = 'kafka://host:port,host:port or kafka+ssl://... (and if wanted ?prefix=NAME.&partitions=N)';
const fault = (what: string): Error =>
  new Error(`the address of the bus is not right: ${what}; it must look like ${FORM}`);

const broker = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}$/;
/** What Kafka allows in a topic's name, with room left for our own names. */
const prefixForm = /^[A-Za-z0-9._-]{0,100}$/;
const MAX_PARTITIONS = 1000;

function partitionsOf(text: string | null): number | null {
  if (text === null) return null;
  const partitions = Number(text);
  if (!/^\d+$/.test(text) || partitions < 1 || partitions > MAX_PARTITIONS)
    throw fault(`partitions must be from 1 to ${MAX_PARTITIONS}`);
  return partitions;
}

/**
 * Reads `BUS_URL`. The address itself is not repeated in errors: it may hold what should not be shown.
 * @throws Error that says what is wrong and what it must look like
 */
export function parseKafkaUrl(url: string): KafkaAddress {
  const [, ssl, hosts, query] = /^kafka(\+ssl)?:\/\/([^/?#]*)\/?(?:\?([^#]*))?$/.exec(url) ?? [];
  if (hosts === undefined) throw fault('it does not begin with kafka:// or kafka+ssl://, or has a path');
  if (hosts.includes('@'))
    throw fault('it has a user; that is BUS_USERNAME, with the password in a file, BUS_PASSWORD_FILE');
  const brokers = hosts.split(',').filter((host) => host !== '');
  if (brokers.length === 0) throw fault('it names no broker');
  const wrong = brokers.findIndex(
    (host) => !broker.test(host) || Number(host.slice(host.lastIndexOf(':') + 1)) > 65_535,
  );
  if (wrong >= 0) throw fault(`its broker ${wrong + 1} is not host:port`);
  const settings = new URLSearchParams(query);
  const unknown = [...settings.keys()].find((name) => name !== 'prefix' && name !== 'partitions');
  if (unknown !== undefined) throw fault(`nothing is known of its setting ${unknown}`);
  const prefix = settings.get('prefix') ?? '';
  if (!prefixForm.test(prefix)) throw fault('prefix may have up to 100 letters, digits, dots, underscores and hyphens');
  return { brokers, secure: ssl !== undefined, prefix, partitions: partitionsOf(settings.get('partitions')) };
}
