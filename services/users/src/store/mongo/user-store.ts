import { foldUserName } from '@numscope/contracts/account-rules';
import {
  checkMongo,
  type Connection,
  type DocumentOutbox,
  inserted,
  isDuplicateKey,
  outboxEntry,
} from '@numscope/adapters/mongo';
import { outgoing, type OutgoingEvent } from '@numscope/platform';
import { changeMoment, loginMoment } from '../../domain/moments.ts';
import type { SecondFactor } from '../../domain/second-factor.ts';
import type { ProviderIdentity, SessionEnd, UserChange, UserRecord } from '../../domain/user.ts';
import type { Administrators } from './administrators.ts';
import { listUsers } from './user-list.ts';
import {
  derived,
  present,
  providerKeyOf,
  readUser,
  toDocument,
  type UserDocument,
  type Users,
} from './user-documents.ts';
import type { UserListing, UserStore } from '../user-store.port.ts';

type Told = Readonly<{ events: OutgoingEvent[]; ended: SessionEnd | null }>;

/** A user is one document, and what is told of a change stands in it. */
export class MongoUserStore implements Omit<UserStore, 'close'> {
  readonly #connection: Connection;
  readonly #users: Users;
  readonly #administrators: Administrators;
  readonly #outbox: DocumentOutbox;
  readonly pollMs: number;

  constructor(connection: Connection, users: Users, administrators: Administrators, outbox: DocumentOutbox) {
    this.#connection = connection;
    this.#users = users;
    this.#administrators = administrators;
    this.#outbox = outbox;
    this.pollMs = outbox.pollMs;
  }

  get isAlone(): boolean {
    return this.#outbox.isAlone;
  }

  async create(user: UserRecord, events: OutgoingEvent[]): Promise<'DONE' | 'NAME_TAKEN'> {
    const entry = outboxEntry(events);
    const document = { ...toDocument(user), ...(entry ? { outbox: [entry] } : {}) };
    return (await inserted(this.#users.insertOne(document))) ? 'DONE' : 'NAME_TAKEN';
  }

  /** Where several try at once, the unique index lets one of them be the first. */
  async createFirst(user: UserRecord): Promise<boolean> {
    return (await this.isEmpty()) && inserted(this.#users.insertOne({ ...toDocument(user), first: true }));
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#users.findOne(present, { projection: { _id: 1 } })) === null;
  }

  find(id: string): Promise<UserRecord | null> {
    return this.#read({ _id: id });
  }

  findByName(userName: string): Promise<UserRecord | null> {
    return this.#read({ nameKey: foldUserName(userName) });
  }

  findByProvider(provider: ProviderIdentity): Promise<UserRecord | null> {
    return this.#read({ providerKey: providerKeyOf(provider) });
  }

  async change(id: string, revision: number, change: UserChange, events: OutgoingEvent[], ended: SessionEnd | null) {
    const { userName, passwordHash, roles, modules, secondFactor } = change;
    const other = { nameKey: foldUserName(userName), _id: { $ne: id } };
    if (await this.#users.findOne(other, { projection: { _id: 1 } })) return 'NAME_TAKEN';
    const set = { userName, passwordHash, roles, modules, secondFactor, ...derived(change) };
    try {
      return await this.#commit(id, revision, set, { events, ended }, roles.includes('ADMIN'));
    } catch (error) {
      if (isDuplicateKey(error)) return 'NAME_TAKEN';
      throw error;
    }
  }

  /** Name and identity are free at once; the document goes when its events are on the bus. */
  remove(id: string, revision: number, events: OutgoingEvent[], ended: SessionEnd) {
    return this.#commit(
      id,
      revision,
      { removed: true, nameKey: `removed ${id}`, providerKey: `removed ${id}` },
      { events, ended },
      false,
    );
  }

  async noteLogin(id: string, revision: number, after: number, factor?: SecondFactor): Promise<number | null> {
    const user = await this.#users.findOne({ _id: id, revision, ...present }, { projection: { changedAt: 1 } });
    if (!user) return null;
    const at = loginMoment(user.changedAt ?? 0, after);
    const used = factor ? { $set: { secondFactor: factor }, $inc: { revision: 1 } } : {};
    const { matchedCount } = await this.#users.updateOne({ _id: id, revision }, { $max: { lastLogin: at }, ...used });
    return matchedCount > 0 ? at : null;
  }

  list(listing: UserListing): Promise<{ users: UserRecord[]; total: number }> {
    return listUsers(this.#users, listing);
  }

  check(): Promise<void> {
    return checkMongo(this.#connection);
  }

  pendingEvents(limit: number) {
    return this.#outbox.pendingEvents(limit);
  }

  async clearEvents(ids: Array<number | string>): Promise<void> {
    await this.#outbox.clearEvents(ids);
    await this.#users.deleteMany({ removed: true, outbox: { $exists: false } });
  }

  async #read(filter: { _id: string } | { nameKey: string } | { providerKey: string }): Promise<UserRecord | null> {
    const user = await this.#users.findOne({ ...filter, ...present });
    return user ? readUser(user) : null;
  }

  /** Changes the user as it is at `revision`; through the arbiter if it is an administrator and does not stay one. */
  async #commit(id: string, revision: number, set: Partial<UserDocument>, told: Told, isAdminAfter: boolean) {
    const before = await this.#users.findOne({ _id: id, revision, ...present }, { projection: { roles: 1 } });
    if (!before) return 'STALE';
    const update = () => this.#update(id, revision, set, told);
    return isAdminAfter || !before.roles.includes('ADMIN')
      ? update()
      : this.#administrators.withdraw(id, revision, update);
  }

  /**
   * What is told is dated no earlier than any login of the user as it was. With a later one that comes in between it
   * begins anew, each time dated further ahead, so that logins without end cannot hold it up.
   */
  async #update(
    id: string,
    revision: number,
    set: Partial<UserDocument>,
    { events, ended }: Told,
  ): Promise<'DONE' | 'STALE'> {
    for (let ahead = 0; ; ahead = ahead * 2 + 1) {
      const before = await this.#users.findOne({ _id: id, revision, ...present }, { projection: { lastLogin: 1 } });
      if (!before) return 'STALE';
      const at = changeMoment(before.lastLogin) + ahead;
      const entry = outboxEntry(
        ended ? [...events, outgoing('user.changed', ended.userName, { ...ended, at })] : events,
      );
      const update = {
        $set: ended ? { ...set, changedAt: at } : set,
        $inc: { revision: 1 },
        ...(entry ? { $push: { outbox: entry } } : {}),
      };
      const unless = { $or: [{ lastLogin: null }, { lastLogin: { $lte: at } }] };
      const { matchedCount } = await this.#users.updateOne({ _id: id, revision, ...unless }, update);
      if (matchedCount > 0) return 'DONE';
    }
  }
}
