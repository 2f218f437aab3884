import { isError, retry } from '@numscope/platform';
import type { Admin, Kafka } from 'kafkajs';
import { withTimeout } from '../with-timeout.ts';

const CALL_TIMEOUT_MS = 15_000;

/** What a broker answers that will know better in a moment, as when it has just become the leader of a partition. */
export const isPassing = (error: unknown): boolean =>
  isError(error) && error.name === 'KafkaJSProtocolError' && 'retriable' in error && error.retriable === true;

/** A connection for questions about topics and groups, made when first needed and anew after a fault. */
export class AdminLink {
  readonly #kafka: Kafka;
  #connection: Promise<Admin> | undefined;

  constructor(kafka: Kafka) {
    this.#kafka = kafka;
  }

  /** @throws what `use` rejects with; Error when it takes longer than `timeoutMs` */
  async use<R>(what: string, use: (admin: Admin) => Promise<R>, timeoutMs = CALL_TIMEOUT_MS): Promise<R> {
    const until = Date.now() + timeoutMs;
    const work = async (): Promise<R> => {
      const connection = (this.#connection ??= this.#connect());
      try {
        return await withTimeout(connection.then(use), Math.max(1, until - Date.now()), what);
      } catch (error) {
        // The next one also learns anew who leads what.
        if (this.#connection === connection) void this.close();
        throw error;
      }
    };
    return retry(work, { withinMs: timeoutMs, again: isPassing });
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    // Whoever asked has been told why it could not be reached.
    await connection?.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  async #connect(): Promise<Admin> {
    const admin = this.#kafka.admin();
    await admin.connect();
    return admin;
  }
}
