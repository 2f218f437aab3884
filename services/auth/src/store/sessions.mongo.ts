import type { Connection } from '@numscope/adapters/mongo';
import { type Model, Schema } from 'mongoose';
import * as z from 'zod';
import type { SessionRecord } from '../domain/session.ts';
import type { SessionStore } from './session-store.port.ts';

const SessionDocument = z.object({
  _id: z.string(),
  userId: z.string(),
  userName: z.string(),
  address: z.string(),
  agent: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
});
type SessionDocument = z.infer<typeof SessionDocument>;

const sessionSchema = new Schema<SessionDocument>(
  {
    _id: String,
    userId: String,
    userName: String,
    address: String,
    agent: String,
    createdAt: Number,
    expiresAt: Number,
  },
  { collection: 'sessions', versionKey: false },
);
sessionSchema.index({ userId: 1, createdAt: -1 }, { name: 'of_user' });
sessionSchema.index({ expiresAt: 1 }, { name: 'age' });

export type SessionModel = Model<SessionDocument>;

export async function openSessionModel(connection: Connection): Promise<SessionModel> {
  const model = connection.model<SessionDocument>('Session', sessionSchema);
  await model.createIndexes();
  return model;
}

/** A login as its document has it. @throws Error when the document is not one that was ever written */
function readSession(document: unknown): SessionRecord {
  const { _id: id, ...session } = SessionDocument.parse(document);
  return { ...session, id };
}

/** Logins, each a document. */
export class MongoSessions implements Omit<SessionStore, 'removeSession'> {
  readonly #sessions: SessionModel;

  constructor(sessions: SessionModel) {
    this.#sessions = sessions;
  }

  async addSession({ id, ...session }: SessionRecord, now: number): Promise<void> {
    await this.#sessions.deleteMany({ expiresAt: { $lte: now } });
    await this.#sessions.insertMany([{ ...session, _id: id }]);
  }

  async sessionsOf(userId: string, now: number, most: number): Promise<SessionRecord[]> {
    const found = this.#sessions.find({ userId, expiresAt: { $gt: now } });
    return (await found.sort({ createdAt: -1, _id: -1 }).limit(most).lean()).map(readSession);
  }

  async findSession(id: string, userId: string): Promise<SessionRecord | null> {
    const document = await this.#sessions.findOne({ _id: id, userId }).lean();
    return document && readSession(document);
  }

  async remove(id: string): Promise<void> {
    await this.#sessions.deleteOne({ _id: id });
  }
}
