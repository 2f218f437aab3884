import { type Connection, inserted, outboxEntry, outboxIndex, type WithOutbox } from '@numscope/adapters/mongo';
import { countingTimes } from '../search-times.ts';
import type { SearcherStore } from '../searcher-store.port.ts';

interface SearcherDocument {
  /** The user's id. */
  _id: string;
  /** When the counted searches were, oldest first. */
  times: number[];
  /** Grows with every write: who writes finds it by what he read. */
  version: number;
}

interface NoticeDocument extends WithOutbox {
  /** The user's id and the hash of the text. */
  _id: string;
  userName: string;
  at: number;
}

/** Where agreements stand, each with the audit entries that wait to be told. */
export const NOTICES = 'face_notices';

export const noticeId = (userId: string, hash: string): string => `${userId} ${hash}`;

/** Few and small: found by their ids, and those that count no more by their times. */
export async function searcherMongoStore(connection: Connection): Promise<SearcherStore> {
  const searchers = connection.collection<SearcherDocument>('face_searchers');
  await searchers.createIndex({ times: 1 }, { name: 'times' });
  const notices = connection.collection<NoticeDocument>(NOTICES);
  await notices.createIndexes([outboxIndex]);

  /** Whether nobody else wrote meanwhile. */
  async function write(_id: string, times: number[], version: number | null): Promise<boolean> {
    if (version === null) return inserted(searchers.insertOne({ _id, times, version: 1 }));
    const change = { $set: { times, version: version + 1 } };
    return (await searchers.updateOne({ _id, version }, change)).matchedCount > 0;
  }

  return {
    async countSearch(userId, now, since, most) {
      for (;;) {
        const known = await searchers.findOne({ _id: userId });
        const times = countingTimes(known?.times ?? [], since, now);
        if (times.length >= most) return times.at(-most) ?? now;
        if (await write(userId, [...times, now], known?.version ?? null)) return null;
      }
    },
    async forgetSearches(since) {
      const candidates = await searchers.find({ times: { $lte: since } }).toArray();
      for (const { _id, times, version } of candidates)
        if (times.every((at) => at <= since)) await searchers.deleteOne({ _id, version });
    },
    async agree({ userId, hash, userName, at }, audit) {
      const entry = outboxEntry(audit ? [audit] : []);
      const update = { $setOnInsert: { userName, at }, ...(entry ? { $push: { outbox: entry } } : {}) };
      await notices.updateOne({ _id: noticeId(userId, hash) }, update, { upsert: true });
    },
    hasAgreed: async (userId, hash) => (await notices.findOne({ _id: noticeId(userId, hash) })) !== null,
  };
}
