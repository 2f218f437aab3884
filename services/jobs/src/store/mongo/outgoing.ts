import { type Connection, DocumentOutbox, type Lease } from '@numscope/adapters/mongo';
import {
  type CommitId,
  newId,
  type OutgoingEvent,
  type OutboxSource,
  packEvents,
  unpackEvents,
} from '@numscope/platform';
import type { Collections } from './documents.ts';

/** What the leader sends: what was told with changes of jobs, and the requests to look phones up. */
export class Outgoing implements OutboxSource {
  readonly pollMs: number;
  readonly #outbox: DocumentOutbox;
  readonly #requests: Collections['requests'];
  readonly #lease: Pick<Lease, 'isHeld' | 'isAlone'>;
  readonly #marking = new Set<string>();

  constructor(
    connection: Connection,
    { requests }: Pick<Collections, 'requests'>,
    lease: Pick<Lease, 'isHeld' | 'isAlone'>,
  ) {
    this.#outbox = new DocumentOutbox(connection, ['jobs'], lease);
    this.pollMs = this.#outbox.pollMs;
    this.#requests = requests;
    this.#lease = lease;
  }

  /**
   * Writes requests, and then has what they are about marked. They go out whatever becomes of `mark`, but not before it is done, unless another process
   * has the lead by then.
   */
  async ask(events: readonly OutgoingEvent[], mark: () => Promise<void>): Promise<void> {
    if (events.length === 0) return mark();
    const _id = newId();
    this.#marking.add(_id);
    try {
      await this.#requests.insertOne({ _id, events: packEvents(events) });
      await mark();
    } finally {
      this.#marking.delete(_id);
    }
  }

  async pendingEvents(limit: number): Promise<Array<{ id: string; events: OutgoingEvent[] }>> {
    if (!this.#lease.isHeld) return [];
    const [told, asked] = await Promise.all([
      this.#outbox.pendingEvents(limit),
      this.#requests
        .find({ _id: { $nin: [...this.#marking] } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    ]);
    return [...told, ...asked.map(({ _id, events }) => ({ id: _id, events: unpackEvents(events) }))];
  }

  async clearEvents(ids: readonly CommitId[]): Promise<void> {
    await this.#requests.deleteMany({ _id: { $in: ids.map(String) } });
    await this.#outbox.clearEvents(ids);
  }
}
