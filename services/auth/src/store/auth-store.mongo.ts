import { checkMongo, type Connection, isDuplicateKey, Journal } from '@numscope/adapters/mongo';
import { type OutgoingEvent, packEvents } from '@numscope/platform';
import type { Revocation } from '../domain/revocation.ts';
import { MongoAttempts } from './attempts.mongo.ts';
import { type AuthModels, readHead } from './auth-models.mongo.ts';
import type { AuthStore } from './auth-store.port.ts';
import { RevocationLog } from './revocation-log.mongo.ts';

/** What is to be done with the events of a journal's entry; null for events alone. */
interface Ending {
  revocations: Revocation[];
  now: number;
}

/** Events belong to no document here: they stand in a journal, with the revocations that count with them. */
export function authMongoStore(connection: Connection, models: AuthModels): Omit<AuthStore, 'close'> {
  const { issues } = models;
  const attempts = new MongoAttempts(models);
  const log = new RevocationLog(models);
  const journal = new Journal<Ending | null>(connection, {
    collection: 'journal',
    apply: async (ending) => {
      if (ending) await log.add(ending.revocations, ending.now);
    },
  });

  const append = async (events: OutgoingEvent[]): Promise<void> => {
    if (events.length > 0) await journal.write(null, packEvents(events));
  };

  return {
    append,
    async revoke(revocations, now, events) {
      if (events.length > 0) await journal.write({ revocations, now }, packEvents(events));
      else await log.add(revocations, now);
    },
    revocationsSince: (revision) => log.since(revision),
    endedUpTo: (userName) => log.endedUpTo(userName),
    async noteIssue(userName, at, now) {
      const note = () => issues.updateOne({ _id: userName.toLowerCase() }, { $max: { at } }, { upsert: true });
      await note().catch((error: unknown) => (isDuplicateKey(error) ? note() : Promise.reject(error)));
      const { longestSessionMs } = await readHead(models);
      await issues.deleteMany({ at: { $lt: now - longestSessionMs } });
    },
    async lastIssue(userName) {
      return (await issues.findById(userName.toLowerCase()).lean())?.at ?? 0;
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
    check: () => checkMongo(connection),
    pendingEvents: (limit) => journal.pendingEvents(limit),
    clearEvents: (ids) => journal.clearEvents(ids),
  };
}
