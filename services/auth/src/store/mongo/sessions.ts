import { foldUserName } from '@numscope/contracts/account-rules';
import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { TokenEnd } from '@numscope/platform';
import * as z from 'zod';
import type { LastUse, SeenSession, SessionRecord } from '../../domain/session.ts';

const SessionDocument = z.object({
  _id: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** The name in lower case; logins of before it was kept have none. */
  nameKey: z.string().optional(),
  address: z.string(),
  agent: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** Logins of before there was such a thing have none. */
  seenAt: z.number().optional(),
});
type SessionDocument = z.infer<typeof SessionDocument>;

export type Sessions = Collection<SessionDocument>;

/** Logins of before uses were noted were last used, as far as anybody knows, when they were made. */
async function dateUses(sessions: Sessions): Promise<void> {
  const undated = await sessions.find({ seenAt: { $exists: false } }, { projection: { createdAt: 1 } }).toArray();
  if (undated.length === 0) return;
  const updates = undated.map(({ _id, createdAt }) => ({
    updateOne: { filter: { _id, seenAt: { $exists: false } }, update: { $set: { seenAt: createdAt } } },
  }));
  await sessions.bulkWrite(updates, { ordered: false });
}

/** Logins of before names were kept in lower case get that. */
async function keyNames(sessions: Sessions): Promise<void> {
  const unkeyed = await sessions.find({ nameKey: { $exists: false } }, { projection: { userName: 1 } }).toArray();
  if (unkeyed.length === 0) return;
  const updates = unkeyed.map(({ _id, userName }) => ({
    updateOne: { filter: { _id }, update: { $set: { nameKey: foldUserName(userName) } } },
  }));
  await sessions.bulkWrite(updates, { ordered: false });
}

export async function openSessions(connection: Connection): Promise<Sessions> {
  const sessions = connection.collection<SessionDocument>('sessions');
  await sessions.createIndexes([
    { key: { userId: 1, createdAt: -1 }, name: 'of_user' },
    { key: { nameKey: 1, createdAt: 1 }, name: 'of_name' },
    { key: { expiresAt: 1 }, name: 'age' },
    { key: { seenAt: 1 }, name: 'seen' },
  ]);
  await dateUses(sessions);
  await keyNames(sessions);
  return sessions;
}

/** A login as its document has it. @throws Error when the document is not one that was ever written */
function readSession(document: unknown): SessionRecord {
  const { _id: id, nameKey: _nameKey, ...session } = SessionDocument.parse(document);
  return { ...session, id, seenAt: session.seenAt ?? session.createdAt };
}

/** Logins, each a document. */
export const mongoSessions = (sessions: Sessions) => ({
  async addSession({ id, ...session }: SessionRecord): Promise<void> {
    await sessions.insertOne({ ...session, nameKey: foldUserName(session.userName), _id: id });
  },

  async sessionsOf(userId: string, now: number, most: number): Promise<SessionRecord[]> {
    const found = sessions.find({ userId, expiresAt: { $gt: now } });
    return (await found.sort({ createdAt: -1, _id: -1 }).limit(most).toArray()).map(readSession);
  },

  async findSession(id: string, userId: string): Promise<SessionRecord | null> {
    const document = await sessions.findOne({ _id: id, userId });
    return document && readSession(document);
  },

  async noteSeen(seen: SeenSession[], idleMs: number): Promise<void> {
    if (seen.length === 0) return;
    const updates = seen.map(({ id, at, from = at }) => ({
      updateOne: { filter: { _id: id, seenAt: { $gt: from - idleMs } }, update: { $max: { seenAt: at } } },
    }));
    await sessions.bulkWrite(updates, { ordered: false });
  },

  async idleSessions(seenUpTo: number, most: number): Promise<SessionRecord[]> {
    const found = sessions.find({ seenAt: { $lte: seenUpTo } });
    return (await found.sort({ seenAt: 1 }).limit(most).toArray()).map(readSession);
  },

  /**
   * From then on no use counts any more, and the next look finds it where this one does not get to its end. False where
   * it was used meanwhile.
   */
  closeUnused: async ({ id, seenAt }: LastUse): Promise<boolean> =>
    (await sessions.updateOne({ _id: id, seenAt }, { $set: { seenAt: 0 } })).matchedCount > 0,

  /** Removes those of a user, in whatever case the name is written, that were issued up to a moment, but for one. */
  async endLogins(userName: string, { notBefore, keepIssuedAt }: TokenEnd): Promise<void> {
    const createdAt = { $lte: notBefore, ...(keepIssuedAt === null ? {} : { $ne: keepIssuedAt }) };
    await sessions.deleteMany({ nameKey: foldUserName(userName), createdAt });
  },

  forgetSessionsOf: (userIds: string[]) => sessions.deleteMany({ userId: { $in: userIds } }),
  /** Removes those whose time is over. */
  forgetSessions: (now: number) => sessions.deleteMany({ expiresAt: { $lte: now } }),
  forgetSession: (id: string) => sessions.deleteOne({ _id: id }),
});
