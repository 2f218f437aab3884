import { foldUserName } from '@numscope/contracts/account-rules';
import type { Connection } from '@numscope/adapters/mongo';
import type { TokenEnd } from '@numscope/platform';
import { type Model, Schema } from 'mongoose';
import * as z from 'zod';
import type { LastUse, SeenSession, SessionRecord } from '../../domain/session.ts';
import type { SessionStore } from '../session-store.port.ts';

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

const sessionSchema = new Schema<SessionDocument>(
  {
    _id: String,
    userId: String,
    userName: String,
    nameKey: String,
    address: String,
    agent: String,
    createdAt: Number,
    expiresAt: Number,
    seenAt: Number,
  },
  { collection: 'sessions', versionKey: false },
);
sessionSchema.index({ userId: 1, createdAt: -1 }, { name: 'of_user' });
sessionSchema.index({ nameKey: 1, createdAt: 1 }, { name: 'of_name' });
sessionSchema.index({ expiresAt: 1 }, { name: 'age' });
sessionSchema.index({ seenAt: 1 }, { name: 'seen' });

export type SessionModel = Model<SessionDocument>;

/** Logins of before uses were noted were last used, as far as anybody knows, when they were made. */
async function dateUses(model: SessionModel): Promise<void> {
  const undated = await model.find({ seenAt: { $exists: false } }, { createdAt: 1 }).lean();
  if (undated.length === 0) return;
  const updates = undated.map(({ _id, createdAt }) => ({
    updateOne: { filter: { _id, seenAt: { $exists: false } }, update: { $set: { seenAt: createdAt } } },
  }));
  await model.bulkWrite(updates, { ordered: false });
}

/** Logins of before names were kept in lower case get that. */
async function keyNames(model: SessionModel): Promise<void> {
  const unkeyed = await model.find({ nameKey: { $exists: false } }, { userName: 1 }).lean();
  if (unkeyed.length === 0) return;
  const updates = unkeyed.map(({ _id, userName }) => ({
    updateOne: { filter: { _id }, update: { $set: { nameKey: foldUserName(userName) } } },
  }));
  await model.bulkWrite(updates, { ordered: false });
}

export async function openSessionModel(connection: Connection): Promise<SessionModel> {
  const model = connection.model<SessionDocument>('Session', sessionSchema);
  await model.createIndexes();
  await dateUses(model);
  await keyNames(model);
  return model;
}

/** A login as its document has it. @throws Error when the document is not one that was ever written */
function readSession(document: unknown): SessionRecord {
  const { _id: id, nameKey: _nameKey, ...session } = SessionDocument.parse(document);
  return { ...session, id, seenAt: session.seenAt ?? session.createdAt };
}

/** Logins, each a document. */
export class MongoSessions implements Omit<SessionStore, 'removeSession' | 'removeUnused'> {
  readonly #sessions: SessionModel;

  constructor(sessions: SessionModel) {
    this.#sessions = sessions;
  }

  async addSession({ id, ...session }: SessionRecord): Promise<void> {
    await this.#sessions.insertMany([{ ...session, nameKey: foldUserName(session.userName), _id: id }]);
  }

  async sessionsOf(userId: string, now: number, most: number): Promise<SessionRecord[]> {
    const found = this.#sessions.find({ userId, expiresAt: { $gt: now } });
    return (await found.sort({ createdAt: -1, _id: -1 }).limit(most).lean()).map(readSession);
  }

  async findSession(id: string, userId: string): Promise<SessionRecord | null> {
    const document = await this.#sessions.findOne({ _id: id, userId }).lean();
    return document && readSession(document);
  }

  async noteSeen(seen: SeenSession[], idleMs: number): Promise<void> {
    if (seen.length === 0) return;
    const updates = seen.map(({ id, at, from = at }) => ({
      updateOne: { filter: { _id: id, seenAt: { $gt: from - idleMs } }, update: { $max: { seenAt: at } } },
    }));
    await this.#sessions.bulkWrite(updates, { ordered: false });
  }

  async idleSessions(seenUpTo: number, most: number): Promise<SessionRecord[]> {
    const found = this.#sessions.find({ seenAt: { $lte: seenUpTo } });
    return (await found.sort({ seenAt: 1 }).limit(most).lean()).map(readSession);
  }

  /**
   * From then on no use counts any more, and the next look finds it where this one does not get to its end. False where
   * it was used meanwhile.
   */
  async closeUnused({ id, seenAt }: LastUse): Promise<boolean> {
    return (await this.#sessions.updateOne({ _id: id, seenAt }, { $set: { seenAt: 0 } })).matchedCount > 0;
  }

  /** Removes those of a user, in whatever case the name is written, that were issued up to a moment, but for one. */
  async removeOf(userName: string, { notBefore, keepIssuedAt }: TokenEnd): Promise<void> {
    const createdAt = { $lte: notBefore, ...(keepIssuedAt === null ? {} : { $ne: keepIssuedAt }) };
    await this.#sessions.deleteMany({ nameKey: foldUserName(userName), createdAt });
  }

  async removeOfUsers(userIds: string[]): Promise<void> {
    await this.#sessions.deleteMany({ userId: { $in: userIds } });
  }

  /** Removes those whose time is over. */
  async forget(now: number): Promise<void> {
    await this.#sessions.deleteMany({ expiresAt: { $lte: now } });
  }

  async remove(id: string): Promise<void> {
    await this.#sessions.deleteOne({ _id: id });
  }
}
