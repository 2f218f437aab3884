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
import type { SessionEnd } from '../../domain/user.ts';
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
import type { UserStore } from '../user-store.port.ts';

type Told = Readonly<{ events: OutgoingEvent[]; ended: SessionEnd | null }>;

/** A user is one document, and what is told of a change stands in it. */
export function userMongoStore(
  connection: Connection,
  users: Users,
  administrators: Administrators,
  outbox: DocumentOutbox,
): Omit<UserStore, 'close'> {
  const read = async (filter: { _id: string } | { nameKey: string } | { providerKey: string }) => {
    const user = await users.findOne({ ...filter, ...present });
    return user && readUser(user);
  };

  /**
   * What is told is dated no earlier than any login of the user as it was. With a later one that comes in between it
   * begins anew, each time dated further ahead, so that logins without end cannot hold it up.
   */
  const updated = async (
    id: string,
    revision: number,
    set: Partial<UserDocument>,
    { events, ended }: Told,
  ): Promise<'DONE' | 'STALE'> => {
    for (let ahead = 0; ; ahead = ahead * 2 + 1) {
      const before = await users.findOne({ _id: id, revision, ...present }, { projection: { lastLogin: 1 } });
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
      const { matchedCount } = await users.updateOne({ _id: id, revision, ...unless }, update);
      if (matchedCount > 0) return 'DONE';
    }
  };

  /** Changes the user as it is at `revision`; through the arbiter if it is an administrator and does not stay one. */
  const commit = async (
    id: string,
    revision: number,
    set: Partial<UserDocument>,
    told: Told,
    isAdminAfter: boolean,
  ) => {
    const before = await users.findOne({ _id: id, revision, ...present }, { projection: { roles: 1 } });
    if (!before) return 'STALE';
    const update = () => updated(id, revision, set, told);
    return isAdminAfter || !before.roles.includes('ADMIN') ? update() : administrators.withdraw(id, revision, update);
  };

  const isEmpty = async (): Promise<boolean> => (await users.findOne(present, { projection: { _id: 1 } })) === null;

  return {
    async create(user, events) {
      const entry = outboxEntry(events);
      const document = { ...toDocument(user), ...(entry ? { outbox: [entry] } : {}) };
      return (await inserted(users.insertOne(document))) ? 'DONE' : 'NAME_TAKEN';
    },
    /** Where several try at once, the unique index lets one of them be the first. */
    createFirst: async (user) => (await isEmpty()) && inserted(users.insertOne({ ...toDocument(user), first: true })),
    isEmpty,
    find: (id) => read({ _id: id }),
    findByName: (userName) => read({ nameKey: foldUserName(userName) }),
    findByProvider: (provider) => read({ providerKey: providerKeyOf(provider) }),
    async change(id, revision, change, events, ended) {
      const { userName, passwordHash, roles, modules, secondFactor } = change;
      const other = { nameKey: foldUserName(userName), _id: { $ne: id } };
      if (await users.findOne(other, { projection: { _id: 1 } })) return 'NAME_TAKEN';
      const set = { userName, passwordHash, roles, modules, secondFactor, ...derived(change) };
      try {
        return await commit(id, revision, set, { events, ended }, roles.includes('ADMIN'));
      } catch (error) {
        if (isDuplicateKey(error)) return 'NAME_TAKEN';
        throw error;
      }
    },
    /** Name and identity are free at once; the document goes when its events are on the bus. */
    remove(id, revision, events, ended) {
      const set = { removed: true, nameKey: `removed ${id}`, providerKey: `removed ${id}` } as const;
      return commit(id, revision, set, { events, ended }, false);
    },
    async noteLogin(id, revision, after, factor) {
      const user = await users.findOne({ _id: id, revision, ...present }, { projection: { changedAt: 1 } });
      if (!user) return null;
      const at = loginMoment(user.changedAt ?? 0, after);
      const used = factor ? { $set: { secondFactor: factor }, $inc: { revision: 1 } } : {};
      const { matchedCount } = await users.updateOne({ _id: id, revision }, { $max: { lastLogin: at }, ...used });
      return matchedCount > 0 ? at : null;
    },
    list: (listing) => listUsers(users, listing),
    check: () => checkMongo(connection),
    pollMs: outbox.pollMs,
    get isAlone() {
      return outbox.isAlone;
    },
    pendingEvents: (limit) => outbox.pendingEvents(limit),
    async clearEvents(ids) {
      await outbox.clearEvents(ids);
      await users.deleteMany({ removed: true, outbox: { $exists: false } });
    },
  };
}
