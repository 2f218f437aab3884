import { type Collection, type Connection, inserted } from '@numscope/adapters/mongo';
import * as z from 'zod';
import { type Keys, openKeys } from './api-keys.ts';
import { type AttemptCollections, openAttempts } from './attempts.ts';
import { openSessions, type Sessions } from './sessions.ts';

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

export interface AuthCollections extends AttemptCollections {
  revocations: Collection<NumberedRevocation>;
  heads: Collection<HeadDocument>;
  issues: Collection<IssueDocument>;
  keys: Keys;
  sessions: Sessions;
}

export const HEAD = 'revocations';

/** @param sessionMs how long a token of this instance lives */
export async function openAuthCollections(connection: Connection, sessionMs: number): Promise<AuthCollections> {
  const collections: AuthCollections = {
    revocations: connection.collection('revocations'),
    heads: connection.collection('heads'),
    issues: connection.collection('issues'),
    ...(await openAttempts(connection)),
    keys: await openKeys(connection),
    sessions: await openSessions(connection),
  };
  const { revocations, heads, issues } = collections;
  await revocations.createIndexes([
    { key: { revision: 1 }, name: 'revision' },
    { key: { notBefore: 1 }, name: 'age' },
  ]);
  await issues.createIndexes([{ key: { at: 1 }, name: 'age' }]);
  await inserted(heads.insertOne({ _id: HEAD, revision: 0, longestSessionMs: sessionMs, last: [] }));
  await heads.updateOne({ _id: HEAD }, { $max: { longestSessionMs: sessionMs } });
  return collections;
}

/** @throws Error when the document is gone or not one that was ever written */
export const readHead = async ({ heads }: AuthCollections): Promise<Head> =>
  Head.parse(await heads.findOne({ _id: HEAD }));
