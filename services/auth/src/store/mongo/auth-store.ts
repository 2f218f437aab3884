import { foldUserName } from '@numscope/contracts/account-rules';
import { checkMongo, type Connection, Journal, type Lease } from '@numscope/adapters/mongo';
import { type OutgoingEvent, ownerOfLogins, packEvents } from '@numscope/platform';
import type { Revocation } from '../../domain/revocation.ts';
import { mongoKeys } from './api-keys.ts';
import { mongoAttempts, upserting } from './attempts.ts';
import { type AuthCollections, readHead } from './auth-collections.ts';
import type { AuthStore } from '../auth-store.port.ts';
import { RevocationLog } from './revocation-log.ts';
import { mongoSessions } from './sessions.ts';

/** What is to be done with the events of a journal's entry; null for events alone. */
interface Ending {
  revocations: Revocation[];
  now: number;
  /** The ids of a key that counts from then on, and of one that counts no more. */
  keyMade?: string;
  keyGone?: string;
  /** The id of a login that is ended. */
  sessionGone?: string;
}

interface Others {
  lease: Pick<Lease, 'isAlone'>;
  /** Resolved once they know of this instance. */
  known: Promise<void>;
}

/** Events belong to no document here: they stand in a journal, with the revocations that count with them. */
export function authMongoStore(
  connection: Connection,
  collections: AuthCollections,
  { lease, known }: Others,
): Omit<AuthStore, 'close'> {
  const { issues } = collections;
  const { forgive, forgetAttempts, ...attempts } = mongoAttempts(collections);
  const { reserve, confirm, remove, removeKeysOf, ...keys } = mongoKeys(collections.keys);
  const { endLogins, closeUnused, forgetSession, forgetSessions, forgetSessionsOf, ...sessions } = mongoSessions(
    collections.sessions,
  );
  const log = new RevocationLog(collections);
  const end = async (revocations: Revocation[], now: number): Promise<void> => {
    await log.add(revocations, now);
    for (const one of revocations) {
      const owner = ownerOfLogins(one.userName);
      if (owner !== null) await endLogins(owner, one);
    }
  };
  const journal = new Journal<Ending | null>(connection, {
    collection: 'journal',
    apply: async (ending) => {
      if (!ending) return;
      if (ending.keyMade !== undefined) await confirm(ending.keyMade);
      if (ending.keyGone !== undefined) await remove(ending.keyGone);
      if (ending.sessionGone !== undefined) await forgetSession(ending.sessionGone);
      if (ending.revocations.length > 0) await end(ending.revocations, ending.now);
    },
  });

  const append = async (events: OutgoingEvent[]): Promise<void> => {
    if (events.length > 0) await journal.write(null, packEvents(events));
  };

  const removeSession: AuthStore['removeSession'] = async (id, ended, now, events) => {
    await known;
    await journal.write({ revocations: [ended], now, sessionGone: id }, packEvents(events));
  };

  return {
    append,
    async revoke(revocations, now, events) {
      await known;
      if (events.length > 0) await journal.write({ revocations, now }, packEvents(events));
      else await end(revocations, now);
    },
    revocationsSince: (revision) => log.since(revision),
    endedUpTo: (userName) => log.endedUpTo(userName),
    async noteIssue(userName, at) {
      const _id = foldUserName(userName);
      await upserting(() => issues.updateOne({ _id }, { $max: { at } }, { upsert: true }));
    },
    async lastIssue(userName) {
      return (await issues.findOne({ _id: foldUserName(userName) }))?.at ?? 0;
    },
    async forgetUsers(users) {
      const ids = users.flatMap(({ userId }) => userId ?? []);
      await removeKeysOf(ids);
      await forgetSessionsOf(ids);
      await issues.deleteMany({ _id: { $in: users.map(({ userName }) => foldUserName(userName)) } });
    },
    async forgetPast(now) {
      await forgetAttempts(now);
      await forgetSessions(now);
      await log.forget(now);
      const { longestSessionMs } = await readHead(collections);
      await issues.deleteMany({ at: { $lt: now - longestSessionMs } });
    },
    ...attempts,
    ...keys,
    ...sessions,
    /** The events are what must not be lost. */
    async passAttempt(tried, id, now, events) {
      await forgive(tried, id, now);
      await append(events);
    },
    async addKey(key, most, now, events) {
      if (!(await reserve(key, most, now))) return false;
      await journal.write({ revocations: [], now, keyMade: key.id }, packEvents(events));
      return true;
    },
    async removeKey(id, ended, now, events) {
      await known;
      await journal.write({ revocations: [ended], now, keyGone: id }, packEvents(events));
    },
    removeSession,
    async removeUnused(login, ended, now) {
      if (!(await closeUnused(login))) return false;
      await removeSession(login.id, ended, now, []);
      return true;
    },
    check: () => checkMongo(connection),
    pollMs: journal.pollMs,
    get isAlone() {
      return lease.isAlone;
    },
    pendingEvents: (limit) => journal.pendingEvents(limit),
    clearEvents: (ids) => journal.clearEvents(ids),
  };
}
