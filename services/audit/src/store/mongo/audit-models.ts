import type { Connection } from '@numscope/adapters/mongo';
import type { AuditCheckpoint, ChainCheck, CheckProgress } from '@numscope/contracts';
import { type Model, Schema } from 'mongoose';
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

const entrySchema = new Schema<EntryDocument>(
  {
    _id: Number,
    id: String,
    actionType: String,
    createdTimestamp: Number,
    username: String,
    userId: String,
    ip: String,
    details: String,
    args: String,
    outcome: String,
    hash: String,
    userKey: String,
    detailsKey: String,
    argsKey: String,
    phones: { type: [String], default: undefined },
  },
  // What has the name `id` here is a field like any other.
  { collection: 'entries', versionKey: false, id: false },
);
entrySchema.index({ id: 1 }, { name: 'id', unique: true });
entrySchema.index({ createdTimestamp: 1, _id: 1 }, { name: 'time' });
for (const field of ['userKey', 'userId', 'actionType', 'ip', 'details', 'outcome'])
  entrySchema.index({ [field]: 1, createdTimestamp: 1, _id: 1 }, { name: field });

entrySchema.index({ phones: 1, createdTimestamp: 1, _id: 1 }, { name: 'phones' });

const headSchema = new Schema<HeadDocument>(
  {
    _id: String,
    entries: Number,
    hash: String,
    begins: Number,
    beginsHash: String,
    writing: new Schema({ by: String, to: Number }, { _id: false }),
  },
  { collection: 'heads', versionKey: false },
);

const checkpointSchema = new Schema<CheckpointDocument>(
  { _id: Number, at: Number, checkpoint: {} },
  { collection: 'checkpoints', versionKey: false },
);
checkpointSchema.index({ at: 1, _id: 1 }, { name: 'at' });
const checkSchema = new Schema<CheckDocument>(
  { _id: String, check: {}, progress: {} },
  { collection: 'checks', versionKey: false },
);
const turnSchema = new Schema<{ _id: string }>({ _id: String }, { collection: 'turns', versionKey: false });

interface PlaceDocument {
  _id: string;
  seq: number;
}

const placeSchema = new Schema<PlaceDocument>(
  { _id: String, seq: Number },
  { collection: 'places', versionKey: false },
);

interface RetentionDocument {
  _id: string;
  days: number | null;
}

const retentionSchema = new Schema<RetentionDocument>(
  { _id: String, days: Number },
  { collection: 'retention', versionKey: false },
);

export interface AuditModels {
  entries: Model<EntryDocument>;
  heads: Model<HeadDocument>;
  checkpoints: Model<CheckpointDocument>;
  checks: Model<CheckDocument>;
  /** Days whose turn of the retention an instance has taken. */
  turns: Model<{ _id: string }>;
  retentions: Model<RetentionDocument>;
  /** How far along the chain each piece of work behind it has come. */
  places: Model<PlaceDocument>;
}

export const auditModels = (connection: Connection): AuditModels => ({
  entries: connection.model<EntryDocument>('Entry', entrySchema),
  heads: connection.model<HeadDocument>('Head', headSchema),
  checkpoints: connection.model<CheckpointDocument>('Checkpoint', checkpointSchema),
  checks: connection.model<CheckDocument>('Check', checkSchema),
  turns: connection.model<{ _id: string }>('Turn', turnSchema),
  retentions: connection.model<RetentionDocument>('Retention', retentionSchema),
  places: connection.model<PlaceDocument>('Place', placeSchema),
});

export const HEAD = 'chain';

/** Null where there is none, or where it is not one that was ever written. */
export async function readHead({ heads }: AuditModels): Promise<Head | null> {
  return Head.safeParse(await heads.findById(HEAD).lean()).data ?? null;
}

/** Whether there ever was a chain. */
export const isBegun = async ({ heads, entries }: AuditModels): Promise<boolean> =>
  (await heads.exists({ _id: HEAD })) !== null || (await entries.exists({})) !== null;

/** How far along the chain a piece of work has come; 0: not begun. */
export const placeOf = async ({ places }: AuditModels, name: string): Promise<number> =>
  (await places.findById(name).lean())?.seq ?? 0;

/** Never goes back. */
export async function keepPlace({ places }: AuditModels, name: string, seq: number): Promise<void> {
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
export async function rowsAt({ entries }: AuditModels, _id: object): Promise<ChainRow[]> {
  const found = await entries.find({ _id }, chainMembers).sort({ _id: 1 }).lean();
  return found.flatMap((document) => chainRow(document) ?? []);
}
