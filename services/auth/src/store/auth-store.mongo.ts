import { checkMongo, type Connection, isDuplicateKey, Journal } from '@numscope/adapters/mongo';
import { type OutgoingEvent, packEvents } from '@numscope/platform';
import type { Revocation } from '../domain/revocation.ts';
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
  const { failures, issues } = models;
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
    async failures(key, since) {
      const found = await failures.findById(key).lean();
      return (found?.at ?? []).filter((at) => at > since).toSorted((left, right) => left - right);
    },
    async noteFailure(key, at, since) {
      await failures.deleteMany({ latest: { $lte: since } });
      await failures.updateOne({ _id: key }, { $pull: { at: { $lte: since } } });
      const add = () => failures.updateOne({ _id: key }, { $push: { at }, $max: { latest: at } }, { upsert: true });
      // Of two instances that begin a key at once, one is refused by its id.
      await add().catch((error: unknown) => (isDuplicateKey(error) ? add() : Promise.reject(error)));
    },
    /** Forgetting them twice does no harm; the events are what must not be lost. */
    async clearFailures(key, events) {
      await failures.deleteOne({ _id: key });
      await append(events);
    },
    check: () => checkMongo(connection),
    pendingEvents: (limit) => journal.pendingEvents(limit),
    clearEvents: (ids) => journal.clearEvents(ids),
  };
}
