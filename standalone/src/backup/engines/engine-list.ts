import { type Topic, topics } from '@numscope/contracts';
import * as z from 'zod';
import { FileEntry, Inside, Sha256 } from '../manifest.ts';
import { FORMAT } from '../kept/repository.ts';

const Count = z.int().min(0);

/** One collection of one service's database, in two files as `mongodump` writes them. */
const CollectionEntry = z.object({
  service: z.string().min(1),
  collection: z.string().min(1),
  documents: Count,
  bson: FileEntry,
  metadata: FileEntry,
});
export type CollectionEntry = z.infer<typeof CollectionEntry>;

const GroupEntry = z.object({
  group: z.string().min(1),
  topic: z.enum<Topic[]>(topics),
  partitions: z.array(z.object({ partition: Count, offset: z.string().regex(/^\d{1,19}$/) })),
});

/** What one backup of the distributed way is made of. It is written last: without it there is no backup. */
export const EngineList = z.object({
  format: z.literal(FORMAT, `is another one than this version knows (${FORMAT})`),
  id: z.string().min(1),
  /** The product's version that wrote it. */
  version: z.string(),
  /** Before the first record was read; nothing that the records say is older by more than the server's delay. */
  moment: z.iso.datetime(),
  /** How the records came to be of one moment: the server showed it, or nobody changed them. */
  way: z.enum(['snapshot', 'stopped']),
  collections: z.array(CollectionEntry).min(1),
  /** A line of JSON for each blob. */
  pictures: FileEntry.extend({
    count: Count,
    countBytes: Count,
    /** Pictures that the records name and of which the bucket has no right bytes. */
    lost: Count,
  }),
  /** Up to where each group had handled its topic, before the first record was read. */
  groups: z.array(GroupEntry),
});
export type EngineList = z.infer<typeof EngineList>;

/** One blob of the bucket, and the file that has it. */
export const PictureLine = z.object({
  id: z.string().min(1),
  key: z.string().min(1),
  contentType: z.string().min(1),
  file: Inside,
  bytes: Count,
  sha256: Sha256,
});
export type PictureLine = z.infer<typeof PictureLine>;
