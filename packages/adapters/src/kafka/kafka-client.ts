import type { Logger } from '@numscope/platform';
import { type Consumer, Kafka, type KafkaConfig, logLevel, Partitioners, type Producer } from 'kafkajs';
import { type EngineAccess, tlsOptionsOf } from '../access/engine-access.ts';
import type { KafkaAddress } from './kafka-url.ts';

/** Short tries within the client; who uses it begins anew with a fresh connection when they were in vain. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1000, factor: 0.2, multiplier: 2, retries: 3 };
const CONNECTION_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 10_000;

/** After this time without a heartbeat a killed consumer's partitions go to the others. */
const SESSION_TIMEOUT_MS = 10_000;
/** Also how soon the others notice who joins or leaves, while there is something to do. */
const HEARTBEAT_MS = 1000;
/** How long a member may take to join again when the group changes. */
const REBALANCE_TIMEOUT_MS = 30_000;
/**
 * A fetch ends as soon as there is anything in what it asks for; this long it waits when there is nothing. A partition
 * that is read far enough ahead is not in it, and when it goes on it waits for the next fetch.
 */
export const BUSY_FETCH_MS = 250;
/** While nothing is at work. The group is heard between two fetches, so this late it is noticed who joins or leaves. */
export const IDLE_FETCH_MS = 4000;
/** How long a client may take to leave its group in order. */
export const HANG_UP_MS = 10_000;

/** As whom Kafka is entered; nobody unless said. */
function entry({ secure }: KafkaAddress, access: EngineAccess): Pick<KafkaConfig, 'ssl' | 'sasl'> {
  const { username, password, saslMechanism: mechanism } = access;
  return {
    ...(secure ? { ssl: tlsOptionsOf(access) } : {}),
    ...(username === null || password === null ? {} : { sasl: saslOf(mechanism, username, password) }),
  };
}

function saslOf(mechanism: EngineAccess['saslMechanism'], username: string, password: string): KafkaConfig['sasl'] {
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
}

/**
 * A client with its own connections. What it logs of itself is of use to debug it only: its users tell what matters.
 * Consumers each need one of their own, because a client's consumers share what they remember of a group's offsets.
 */
export const kafkaClient = (address: KafkaAddress, access: EngineAccess, log: Logger): Kafka =>
  new Kafka({
    clientId: 'numscope',
    brokers: address.brokers,
    ...entry(address, access),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log: { message } }) =>
        log.debug({ kafkajs: namespace }, message),
  });

/** Acknowledged by all replicas, and stored once however often the client has to send it. */
export const idempotentProducer = (kafka: Kafka): Producer =>
  kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: { ...RETRY, retries: 3 },
  });

/**
 * It ends at what its own tries do not mend; `GroupConsumer` begins anew then. `fetchMs` is asked before each fetch how
 * long it may wait.
 */
export const groupMember = (kafka: Pick<Kafka, 'consumer'>, groupId: string, fetchMs = () => BUSY_FETCH_MS): Consumer =>
  kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    maxWaitTimeInMs: fetchMs,
    minBytes: 1,
    allowAutoTopicCreation: false,
    retry: { ...RETRY, retries: 5, restartOnFailure: async () => false },
  });
