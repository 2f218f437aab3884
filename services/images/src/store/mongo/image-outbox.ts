import type { Lease } from '@numscope/adapters/mongo';
import { type CommitId, newIdAt, type OutboxSource, type OutgoingEvent, unpackEvents } from '@numscope/platform';
import type { Images } from './image-documents.ts';

/** What its instance has not told by then, whoever holds the lease tells; twice does no harm. */
const ABANDONED_MS = 8000;
const LOOK_FOR_ABANDONED_MS = 10_000;
const ABANDONED_AT_ONCE = 1000;

/** An id without a blank is of another outbox. */
const idOf = (picture: string, entry: string): CommitId => `${picture} ${entry}`;
export const isOfPicture = (id: CommitId): boolean => String(id).includes(' ');

/**
 * The events that stand in the pictures' documents. Pictures are many, so nobody searches them for events often: each
 * instance knows by their ids which pictures it has to tell of, and the holder of the lease looks from time to time for
 * what an instance left behind that died.
 */
export class ImageOutbox implements OutboxSource {
  readonly #images: Images;
  readonly #lease: Pick<Lease, 'isHeld'>;
  readonly #toTell = new Set<string>();
  #lookAt = 0;

  constructor(images: Images, lease: Pick<Lease, 'isHeld'>) {
    this.#images = images;
    this.#lease = lease;
  }

  /** This instance put an event into that picture's document. */
  add(id: string): void {
    this.#toTell.add(id);
  }

  async pendingEvents(limit: number): Promise<Array<{ id: CommitId; events: OutgoingEvent[] }>> {
    await this.#takeAbandoned();
    for (;;) {
      const ids = [...this.#toTell].slice(0, limit);
      if (ids.length === 0) return [];
      const found = await this.#images
        .find({ _id: { $in: ids }, told: { $exists: true } }, { projection: { told: 1 } })
        .toArray();
      const pending = found.flatMap(({ _id, told }) =>
        told ? [{ id: idOf(_id, told.id), events: unpackEvents(told.events) }] : [],
      );
      if (pending.length > 0) return pending;
      for (const id of ids) this.#toTell.delete(id);
    }
  }

  /** A picture that was removed before it was told of goes now. */
  async clearEvents(ids: readonly CommitId[]): Promise<void> {
    for (const [_id = '', entry = ''] of ids.map((id) => String(id).split(' '))) {
      const { matchedCount } = await this.#images.updateOne({ _id, 'told.id': entry }, { $unset: { told: '' } });
      if (matchedCount > 0) this.#toTell.delete(_id);
      await this.#images.deleteOne({ _id, state: 'REMOVING', removingAt: 0, told: { $exists: false } });
    }
  }

  async #takeAbandoned(): Promise<void> {
    const now = Date.now();
    if (!this.#lease.isHeld || now < this.#lookAt) return;
    const abandoned = await this.#images
      .find({ 'told.id': { $lt: newIdAt(now - ABANDONED_MS) } }, { projection: { _id: 1 } })
      .limit(ABANDONED_AT_ONCE)
      .toArray();
    for (const { _id } of abandoned) this.#toTell.add(_id);
    this.#lookAt = now + LOOK_FOR_ABANDONED_MS;
  }
}
