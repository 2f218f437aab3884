import * as z from 'zod';
import { PhoneParam, Timestamp } from '../schemas/values.ts';
import { limits } from '../limits.ts';
import { ImportedLine } from './line.ts';
import { fieldsOf, Numbering, Observation, UnitedName } from './profiles.ts';
import { SourceName } from '../schemas/vocabulary.ts';

const text = z.string();
const names = z.array(UnitedName);
const fields = fieldsOf(Timestamp, ImportedLine);

/** A stored picture with its bytes, as an export carries it. */
const CarriedPicture = z.object({ id: text, bytes: z.base64() });
export type CarriedPicture = z.infer<typeof CarriedPicture>;
/** A line of the streamed export that is no profile, but a picture of the next, which has no room for it in its own line. */
export const PictureLine = z.strictObject({ picture: CarriedPicture });

/** What a source said, with the time since when it says the same of the holder. */
const WholeObservation = Observation.omit({ raw: true, phone: true, account: true }).extend({
  id: text.min(1).max(200),
  source: SourceName,
  at: Timestamp,
  observedAt: Timestamp.optional(),
  fields: fields.nullable(),
  trust: z.number().min(0).max(1),
  since: Timestamp.optional(),
});

/**
 * A profile with all that it was computed from, as the streamed export writes it: what it says besides is computed
 * anew. `pictures`: those that it refers to, as far as they have room in its own line.
 */
export const WholeProfile = z.object({
  id: text.min(1).max(100).optional(),
  phone: PhoneParam,
  createdTimestamp: Timestamp.optional(),
  observations: z
    .array(
      // Behind each answer that counts, what its source said otherwise of the holder before.
      WholeObservation.extend({ former: z.array(WholeObservation).max(limits.listItems).optional() }),
    )
    .min(1)
    .max(limits.listItems),
  pictures: z.array(CarriedPicture).optional(),
});
export type WholeProfile = z.infer<typeof WholeProfile>;

/**
 * One imported profile: as this product exports it (what is computed, such as confidence or provenance, is computed
 * anew), empties left out or null.
 */
export const ImportedProfile = fields.omit({ photos: true, other: true, valueTimes: true }).extend({
  phone: PhoneParam,
  names: names.optional(),
  images: z.array(text).optional(),
  line: ImportedLine.nullish(),
  numbering: Numbering.nullish(),
  /** What a made-up person is marked by. */
  sources: z.array(text).optional(),
});
export type ImportedProfile = z.infer<typeof ImportedProfile>;

/** Profile field to column; without it columns are called like the fields. */
export const ImportMapping = z.record(z.string(), z.string());
export type ImportMapping = z.infer<typeof ImportMapping>;

/**
 * The specification's importProfileDto: profiles as exported, or rows with a column mapping. A file says the same in a
 * form.
 */
export const ImportProfileDto = z.object({
  profiles: z.array(z.unknown()).optional(),
  rows: z.array(z.unknown()).optional(),
  mapping: ImportMapping.optional(),
});
/**
 * The form of an import by file: jsonl, csv, xlsx or json, told apart by content. `mapping` is JSON text and comes before the
 * file.
 */
export const ImportForm = z.object({ mapping: z.string().optional() });
/**
 * READING: nothing of it counts yet. APPLYING: all of it counts, and it is being put in, whatever happens. DONE.
 * REFUSED: rows of it are wrong. WITHDRAWN: it was broken off before it counted. Of the last two nothing is left.
 */
const ImportState = z.enum(['READING', 'APPLYING', 'DONE', 'REFUSED', 'WITHDRAWN']);
export type ImportState = z.infer<typeof ImportState>;

/** What is wrong with a row, counted from 1; 0 for the whole. */
export const ImportFault = z.object({ row: z.int(), field: text.optional(), message: text });
export type ImportFault = z.infer<typeof ImportFault>;

/** How far an import is. `profiles`: read so far, all of them unless READING; `applied`: of these, put in. */
export const ImportInfo = z.object({
  id: text,
  state: ImportState,
  profiles: z.int(),
  applied: z.int(),
  by: text,
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  faults: z.array(ImportFault),
});
export type ImportInfo = z.infer<typeof ImportInfo>;

/**
 * A large import is answered while it is still READING or APPLYING; unless READING all that was sent counts. `imported`:
 * profiles read so far.
 */
export const ImportAnswer = z.object({ imported: z.int(), id: text, state: ImportState });
/** The first rows of a file, as texts by its columns; no columns for profiles as they are exported. */
export const ImportPreview = z.object({
  columns: z.array(text),
  rows: z.array(z.array(text)),
  /** Which column says which field, where its name tells. */
  mapping: ImportMapping,
  faults: z.array(ImportFault),
});
export type ImportPreview = z.infer<typeof ImportPreview>;
