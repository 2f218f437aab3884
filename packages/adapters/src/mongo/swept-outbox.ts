import type { CommitId } from '@numscope/platform';
import type { Connection } from 'mongoose';
import { DocumentOutbox, type WithOutbox } from './document-outbox.ts';
import type { Lease } from './lease.ts';

type Filter = Readonly<Record<string, unknown>>;

/** The outbox of one collection in which documents that are gone stay until they have told everything. */
export class SweptOutbox extends DocumentOutbox {
  readonly #sweep: () => Promise<unknown>;

  /** @param gone which documents are */
  constructor(connection: Connection, name: string, gone: Filter, lease: Pick<Lease, 'isHeld' | 'isAlone'>) {
    super(connection, [name], lease);
    const collection = connection.collection<WithOutbox>(name);
    this.#sweep = () => collection.deleteMany({ ...gone, 'outbox.id': { $exists: false } });
  }

  override async clearEvents(ids: readonly CommitId[]): Promise<void> {
    await super.clearEvents(ids);
    await this.sweep();
  }

  /** Removes what is gone and has told everything. */
  async sweep(): Promise<void> {
    await this.#sweep();
  }
}
