import { foldUserName } from '@numscope/contracts/account-rules';
import { inserted } from '@numscope/adapters/mongo';
import { addEnd, type TokenEnd } from '@numscope/platform';
import { endCounts, type EndedSessions, endsCountFrom, type Revocation, toldOf } from '../../domain/revocation.ts';
import {
  type AuthCollections,
  HEAD,
  type Head,
  type NumberedRevocation,
  readHead,
  readRevocation,
} from './auth-collections.ts';

/**
 * Ended sessions in an order that no reader can see a gap of, with several instances writing: the head gives the
 * revisions and holds what it gave them for, and it moves on only after that stands in its own documents. So whoever
 * reads the head first has, up to its revision, all.
 */
export class RevocationLog {
  readonly #collections: AuthCollections;

  constructor(collections: AuthCollections) {
    this.#collections = collections;
  }

  /** Adds what is not there yet and counts still. Repeating it, or an older one, changes nothing. */
  async add(revocations: readonly Revocation[], now: number): Promise<void> {
    for (;;) {
      const head = await this.#settledHead();
      const counting = revocations.filter((one) => endCounts(one, now, head.longestSessionMs));
      const newer = await this.#newer(counting);
      if (newer.length === 0) return;
      const last = newer.map((one, index) => ({ ...one, revision: head.revision + 1 + index }));
      const revision = head.revision + last.length;
      const { matchedCount } = await this.#collections.heads.updateOne(
        { _id: HEAD, revision: head.revision },
        { $set: { revision, last } },
      );
      if (matchedCount === 0) continue;
      await this.#settle({ ...head, revision, last });
      return;
    }
  }

  /** Removes what no token can be old enough for. */
  async forget(now: number): Promise<void> {
    const { longestSessionMs } = await readHead(this.#collections);
    const { any, keys } = endsCountFrom(now, longestSessionMs);
    await this.#collections.revocations.deleteMany({ notBefore: { $lt: any } });
    const ofKeys = { _id: { $gte: keys.from, $lt: keys.below }, notBefore: { $lt: keys.notBefore } };
    await this.#collections.revocations.deleteMany(ofKeys);
  }

  /** What came after `revision`; everything if that is not a revision of this log. */
  async since(revision: number): Promise<EndedSessions> {
    const head = await readHead(this.#collections);
    const { longestSessionMs } = head;
    if (revision === head.revision) return { revision, users: [], longestSessionMs };
    const after = revision > head.revision ? 0 : revision;
    const kept = await this.#collections.revocations
      .find({ revision: { $gt: after } })
      .sort({ revision: 1 })
      .toArray();
    const byUser = new Map(kept.map((one) => [one._id, readRevocation(one)]));
    for (const one of head.last) if (one.revision > (byUser.get(one._id)?.revision ?? after)) byUser.set(one._id, one);
    return { revision: head.revision, users: [...byUser.values()].map(toldOf), longestSessionMs };
  }

  /** The moment up to which a user's tokens were last ended; 0: never. */
  async endedUpTo(userName: string): Promise<number> {
    const _id = foldUserName(userName);
    // What the head holds stands in no document yet; the head first, because it moves on only after that.
    const { last } = await readHead(this.#collections);
    const kept = await this.#collections.revocations.findOne({ _id });
    return Math.max(kept?.notBefore ?? 0, ...last.filter((one) => one._id === _id).map(({ notBefore }) => notBefore));
  }

  /** Those that end more than what is known of their users, one for each user with what is known. */
  async #newer(counting: readonly Revocation[]): Promise<Array<Omit<NumberedRevocation, 'revision'>>> {
    const ids = counting.map(({ userName }) => foldUserName(userName));
    const known = await this.#collections.revocations.find({ _id: { $in: ids } }).toArray();
    const ends = new Map<string, TokenEnd>(known.map((one) => [one._id, readRevocation(one)]));
    const newer = new Map<string, Omit<NumberedRevocation, 'revision'>>();
    for (const { userName, ...one } of counting) {
      const _id = foldUserName(userName);
      const ended = addEnd(ends.get(_id), one);
      if (ended === null) continue;
      ends.set(_id, ended);
      newer.set(_id, { _id, userName, ...ended });
    }
    return [...newer.values()];
  }

  async #settledHead(): Promise<Head> {
    const head = await readHead(this.#collections);
    if (head.last.length > 0) await this.#settle(head);
    return head;
  }

  /** Brings the documents up to the head, whoever moved it. It may come late and twice: a document never goes back. */
  async #settle({ revision, last }: Head): Promise<void> {
    for (const { _id, ...one } of last) {
      const older = { _id, revision: { $lt: one.revision } };
      // Else it is there, at this revision or a later one.
      await inserted(this.#collections.revocations.updateOne(older, { $set: one }, { upsert: true }));
    }
    await this.#collections.heads.updateOne({ _id: HEAD, revision }, { $set: { last: [] } });
  }
}
