import { foldUserName } from '@numscope/contracts/account-rules';
import { checkMongo, type Connection, isDuplicateKey, Journal, type Lease } from '@numscope/adapters/mongo';
import { type OutgoingEvent, ownerOfLogins, packEvents } from '@numscope/platform';
import type { Revocation } from '../../domain/revocation.ts';
import { MongoKeys } from './api-keys.ts';
import { MongoAttempts } from './attempts.ts';
import { type AuthModels, readHead } from './auth-models.ts';
import type { AuthStore } from '../auth-store.port.ts';
import { RevocationLog } from './revocation-log.ts';
import { MongoSessions } from './sessions.ts';

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
  models: AuthModels,
  { lease, known }: Others,
): Omit<AuthStore, 'close'> {
  const { issues } = models;
  const attempts = new MongoAttempts(models);
  const keys = new MongoKeys(models.keys);
  const sessions = new MongoSessions(models.sessions);
  const log = new RevocationLog(models);
  const end = async (revocations: Revocation[], now: number): Promise<void> => {
    await log.add(revocations, now);
    for (const one of revocations) {
      const owner = ownerOfLogins(one.userName);
      if (owner !== null) await sessions.removeOf(owner, one);
    }
  };
  const journal = new Journal<Ending | null>(connection, {
    collection: 'journal',
    apply: async (ending) => {
      if (!ending) return;
      if (ending.keyMade !== undefined) await keys.confirm(ending.keyMade);
      if (ending.keyGone !== undefined) await keys.remove([ending.keyGone]);
      if (ending.sessionGone !== undefined) await sessions.remove(ending.sessionGone);
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
      const note = () => issues.updateOne({ _id: foldUserName(userName) }, { $max: { at } }, { upsert: true });
      await note().catch((error: unknown) => (isDuplicateKey(error) ? note() : Promise.reject(error)));
    },
    async lastIssue(userName) {
      return (await issues.findById(foldUserName(userName)).lean())?.at ?? 0;
    },
    async forgetUsers(users) {
      const ids = users.flatMap(({ userId }) => userId ?? []);
      await keys.removeKeysOf(ids);
      await sessions.removeOfUsers(ids);
      await issues.deleteMany({ _id: { $in: users.map(({ userName }) => foldUserName(userName)) } });
    },
    async forgetPast(now) {
      await attempts.forget(now);
      await sessions.forget(now);
      await log.forget(now);
      const { longestSessionMs } = await readHead(models);
      await issues.deleteMany({ at: { $lt: now - longestSessionMs } });
    },
    standing: (keys, now) => attempts.standing(keys, now),
    beginAttempt: (keys, id, now) => attempts.beginAttempt(keys, id, now),
    takeBackAttempt: (keys, id) => attempts.takeBackAttempt(keys, id),
    failAttempt: (keys, id, now, named) => attempts.failAttempt(keys, id, now, named),
    takeSlowed: (keys, now, gapMs) => attempts.takeSlowed(keys, now, gapMs),
    /** The events are what must not be lost. */
    async passAttempt(keys, id, now, events) {
      await attempts.forgive(keys, id, now);
      await append(events);
    },
    async addKey(key, most, now, events) {
      if (!(await keys.reserve(key, most, now))) return false;
      await journal.write({ revocations: [], now, keyMade: key.id }, packEvents(events));
      return true;
    },
    async removeKey(id, ended, now, events) {
      await known;
      await journal.write({ revocations: [ended], now, keyGone: id }, packEvents(events));
    },
    addSession: (session) => sessions.addSession(session),
    sessionsOf: (userId, now, most) => sessions.sessionsOf(userId, now, most),
    noteSeen: (seen, idleMs) => sessions.noteSeen(seen, idleMs),
    idleSessions: (seenUpTo, most) => sessions.idleSessions(seenUpTo, most),
    findSession: (id, userId) => sessions.findSession(id, userId),
    removeSession,
    async removeUnused(login, ended, now) {
      if (!(await sessions.closeUnused(login))) return false;
      await removeSession(login.id, ended, now, []);
      return true;
    },
    keysOf: (ownerId) => keys.keysOf(ownerId),
    findKey: (id) => keys.findKey(id),
    keyByHash: (hash) => keys.keyByHash(hash),
    noteKeyUse: (id, at, from, gapMs) => keys.noteKeyUse(id, at, from, gapMs),
    check: () => checkMongo(connection),
    pollMs: journal.pollMs,
    get isAlone() {
      return lease.isAlone;
    },
    pendingEvents: (limit) => journal.pendingEvents(limit),
    clearEvents: (ids) => journal.clearEvents(ids),
  };
}
