import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { AuditCheckpoint, ChainCheck, CheckProgress } from '@numscope/contracts';
import * as z from 'zod';
import { type ChainRow, GENESIS, isHead } from '../../domain/chain-link.ts';

/**
 * An entry of the chain; the id is its place. Beside what the chain ties, by what it is found: the name and the texts
 * in lower case.
 */
export interface EntryDocument extends Omit<ChainRow, 'seq'> {
  _id: number;
  userKey: string;
  detailsKey: string;
  argsKey: string;
  /** The phones that it names, without `+`. Absent in entries from before phones were kept, until they get them. */
  phones?: string[];
}

const Head = z
  .object({
    entries: z.number(),
    hash: z.string(),
    // Absent in trails of which nothing was ever removed.
    begins: z.number().default(0),
    beginsHash: z.string().default(GENESIS),
    writing: z.object({ by: z.string(), to: z.number() }).optional(),
  })
  .transform(({ begins, beginsHash, ...head }) => ({ ...head, begins: { seq: begins, hash: beginsHash } }))
  .refine(isHead, 'it cannot be the end of a chain');
/** The end of the chain, and the batch that is being put behind it: by whom, and up to which place. */
export type Head = z.infer<typeof Head>;
interface HeadDocument extends Omit<Head, 'begins'> {
  _id: string;
  begins?: number;
  beginsHash?: string;
}

interface CheckpointDocument {
  _id: number;
  at: number;
  checkpoint: AuditCheckpoint;
}

interface CheckDocument {
  _id: string;
  check?: ChainCheck;
  progress?: CheckProgress;
}

interface PlaceDocument {
  _id: string;
  seq: number;
}

interface RetentionDocument {
  _id: string;
  days: number | null;
}

export interface AuditCollections {
  entries: Collection<EntryDocument>;
  heads: Collection<HeadDocument>;
  checkpoints: Collection<CheckpointDocument>;
  checks: Collection<CheckDocument>;
  /** Days whose turn of the retention an instance has taken. */
  turns: Collection<{ _id: string }>;
  retentions: Collection<RetentionDocument>;
  /** How far along the chain each piece of work behind it has come. */
  places: Collection<PlaceDocument>;
}

export const auditCollections = (connection: Connection): AuditCollections => ({
  entries: connection.collection('entries'),
  heads: connection.collection('heads'),
  checkpoints: connection.collection('checkpoints'),
  checks: connection.collection('checks'),
  turns: connection.collection('turns'),
  retentions: connection.collection('retention'),
  places: connection.collection('places'),
});

/** The same with their indexes, which are made where they are not there. */
export async function openAuditCollections(connection: Connection): Promise<AuditCollections> {
  const collections = auditCollections(connection);
  const byTime = { createdTimestamp: 1, _id: 1 } as const;
  await collections.entries.createIndexes([
    { key: { id: 1 }, name: 'id', unique: true },
    { key: byTime, name: 'time' },
    ...['userKey', 'userId', 'actionType', 'ip', 'details', 'outcome', 'phones'].map((field) => ({
      key: { [field]: 1, ...byTime } as const,
      name: field,
    })),
  ]);
  await collections.checkpoints.createIndexes([{ key: { at: 1, _id: 1 }, name: 'at' }]);
  return collections;
}

export const HEAD = 'chain';

/** Null where there is none, or where it is not one that was ever written. */
export async function readHead({ heads }: AuditCollections): Promise<Head | null> {
  return Head.safeParse(await heads.findOne({ _id: HEAD })).data ?? null;
}

/** The same where it must be. @throws Error when it is gone */
export async function requireHead(collections: AuditCollections): Promise<Head> {
  const head = await readHead(collections);
  if (head) return head;
  throw new Error('the head of the audit trail is gone from the database: npm run audit -- verify tells what is wrong');
}

/** Whether there ever was a chain. */
export const isBegun = async ({ heads, entries }: AuditCollections): Promise<boolean> =>
  (await heads.findOne({ _id: HEAD })) !== null || (await entries.findOne({}, { projection: { _id: 1 } })) !== null;

/** How far along the chain a piece of work has come; 0: not begun. */
export const placeOf = async ({ places }: AuditCollections, name: string): Promise<number> =>
  (await places.findOne({ _id: name }))?.seq ?? 0;

/** Never goes back. */
export async function keepPlace({ places }: AuditCollections, name: string, seq: number): Promise<void> {
  await places.updateOne({ _id: name }, { $max: { seq } }, { upsert: true });
}

/** The members that the chain ties; what entries are found by is as large again, and not read with them. */
export const chainMembers = {
  id: 1,
  actionType: 1,
  createdTimestamp: 1,
  username: 1,
  userId: 1,
  ip: 1,
  details: 1,
  args: 1,
  outcome: 1,
  hash: 1,
} as const;

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * An entry as the chain reads it; null when it is not one that was ever written. By hand, because a million of them are
 * read at a time.
 */
export function chainRow(document: object): ChainRow | null {
  const { _id, id, actionType, createdTimestamp, username, userId, ip, details, args, outcome, hash } =
    document as Readonly<Record<string, unknown>>;
  if (typeof _id !== 'number' || !Number.isSafeInteger(_id) || typeof createdTimestamp !== 'number') return null;
  if (!isText(id) || !isText(actionType) || !isText(username) || !isText(ip) || !isText(hash)) return null;
  if (!isText(details) || !isText(args) || !isText(outcome)) return null;
  const row = { seq: _id, id, actionType, createdTimestamp, username, ip, details, args, outcome, hash };
  if (userId === undefined) return row;
  return isText(userId) ? { ...row, userId } : null;
}

/** The entries of some places, in their order, but for what was never written as one. */
export async function rowsAt(
  { entries }: AuditCollections,
  _id: { $in: readonly number[] } | { $gt: number; $lte?: number },
): Promise<ChainRow[]> {
  const found = await entries.find({ _id }, { projection: chainMembers }).sort({ _id: 1 }).toArray();
  return found.flatMap((document) => chainRow(document) ?? []);
}
