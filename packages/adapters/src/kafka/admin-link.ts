import type { Admin, Kafka } from 'kafkajs';
import { within } from './within.ts';

const CALL_TIMEOUT_MS = 15_000;

/** A connection for questions about topics and groups, made when first needed and anew after a fault. */
export class AdminLink {
  readonly #kafka: Kafka;
  #connection: Promise<Admin> | undefined;

  constructor(kafka: Kafka) {
    this.#kafka = kafka;
  }

  /** @throws what `work` rejects with; Error when it takes longer than `timeoutMs` */
  async use<R>(what: string, work: (admin: Admin) => Promise<R>, timeoutMs = CALL_TIMEOUT_MS): Promise<R> {
    const connection = (this.#connection ??= this.#connect());
    try {
      return await within(
        connection.then((admin) => work(admin)),
        timeoutMs,
        what,
      );
    } catch (error) {
      if (this.#connection === connection) void this.close();
      throw error;
    }
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
