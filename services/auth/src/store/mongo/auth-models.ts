import { type Connection, isDuplicateKey } from '@numscope/adapters/mongo';
import { type Model, Schema } from 'mongoose';
import * as z from 'zod';
import { type KeyModel, openKeyModel } from './api-keys.ts';
import { type AttemptModels, openAttemptModels } from './attempts.ts';
import { openSessionModel, type SessionModel } from './sessions.ts';

/** An ended session with its place in the order that readers follow. The id is the name in lower case. */
const NumberedRevocation = z.object({
  _id: z.string(),
  userName: z.string(),
  notBefore: z.number(),
  keepIssuedAt: z.number().nullable(),
  revision: z.number(),
});
export type NumberedRevocation = z.infer<typeof NumberedRevocation>;

/** @throws Error when the document is not one that was ever written */
export const readRevocation = (document: unknown): NumberedRevocation => NumberedRevocation.parse(document);

const Head = z.object({ revision: z.number(), longestSessionMs: z.number(), last: z.array(NumberedRevocation) });
export type Head = z.infer<typeof Head>;

/**
 * One document: the last revision given, what it was given for until that stands in its own documents, and the longest
 * session ever told.
 */
interface HeadDocument extends Head {
  _id: string;
}

/** When a token was last issued to a user, in milliseconds. The id is the name in lower case. */
interface IssueDocument {
  _id: string;
  at: number;
}

const revocationFields = { _id: String, userName: String, notBefore: Number, keepIssuedAt: Number, revision: Number };
const revocationSchema = new Schema<NumberedRevocation>(revocationFields, {
  collection: 'revocations',
  versionKey: false,
});
revocationSchema.index({ revision: 1 }, { name: 'revision' });
revocationSchema.index({ notBefore: 1 }, { name: 'age' });

const headSchema = new Schema<HeadDocument>(
  { _id: String, revision: Number, longestSessionMs: Number, last: [new Schema(revocationFields)] },
  { collection: 'heads', versionKey: false },
);

const issueSchema = new Schema<IssueDocument>({ _id: String, at: Number }, { collection: 'issues', versionKey: false });
issueSchema.index({ at: 1 }, { name: 'age' });

export interface AuthModels extends AttemptModels {
  revocations: Model<NumberedRevocation>;
  heads: Model<HeadDocument>;
  issues: Model<IssueDocument>;
  keys: KeyModel;
  sessions: SessionModel;
}

export const HEAD = 'revocations';

/** @param sessionMs how long a token of this instance lives */
export async function openAuthModels(connection: Connection, sessionMs: number): Promise<AuthModels> {
  const models: AuthModels = {
    revocations: connection.model<NumberedRevocation>('Revocation', revocationSchema),
    heads: connection.model<HeadDocument>('Head', headSchema),
    issues: connection.model<IssueDocument>('Issue', issueSchema),
    ...(await openAttemptModels(connection)),
    keys: await openKeyModel(connection),
    sessions: await openSessionModel(connection),
  };
  await Promise.all([models.revocations.createIndexes(), models.issues.createIndexes()]);
  await insertUnlessThere(models.heads, { _id: HEAD, revision: 0, longestSessionMs: sessionMs, last: [] });
  await models.heads.updateOne({ _id: HEAD }, { $max: { longestSessionMs: sessionMs } });
  return models;
}

async function insertUnlessThere<T>(model: Model<T>, document: T): Promise<void> {
  try {
    await model.insertMany([document]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** @throws Error when the document is gone or not one that was ever written */
export async function readHead({ heads }: AuthModels): Promise<Head> {
  return Head.parse(await heads.findById(HEAD).lean());
}
