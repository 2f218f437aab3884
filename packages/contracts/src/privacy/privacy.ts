import * as z from 'zod';
import { pageOf } from '../schemas/paging.ts';
import { E164, PhoneParam, Timestamp, wholeNumberText } from '../schemas/values.ts';
import { AuditEntry } from '../audit/audit.ts';
import { ImageId } from '../images/images.ts';
import { ObservationAsIs, Profile } from '../profiles/profiles.ts';
import { JobStatus, PhoneStatus } from '../schemas/vocabulary.ts';
import { limits } from '../limits.ts';
import { faceVerdicts } from '../lists.ts';

const count = z.number().int().min(0);

/** Why somebody does something that is kept as evidence. */
const toBeSaid = 'must be said: it is kept as evidence';
const reason = z.string(toBeSaid).trim().min(1, toBeSaid).max(limits.purposeChars);

/** A number (`+998901234567`), or all that begin with a prefix (`+99890*`). */
const ListedEntry = z.string().regex(/^\+[1-9]\d{0,14}\*?$/);

/** Numbers that no source is asked about: why, since when and by whose order. */
export const ListedNumber = z.object({ entry: ListedEntry, reason: z.string(), by: z.string(), at: Timestamp });
export type ListedNumber = z.infer<typeof ListedNumber>;
export const ListedNumberPage = pageOf(ListedNumber);

/** `text`: digits are the beginning of an entry or of numbers that it holds; anything else is part of a reason. */
export const ListedQuery = z.object({
  page: wholeNumberText(0, limits.maxPage).default(0),
  size: wholeNumberText(1, limits.maxPageSize).default(limits.pageSize.listed),
  text: z.string().max(limits.filterChars).default(''),
});

/**
 * The text of a file, or a single line: a number or a prefix with `*` on each. Empty lines and what follows `#` are
 * passed over. All of it is taken, or nothing.
 */
export const ListNumbers = z.object({ entries: z.string().min(1).max(limits.listedTextChars), reason });

/** `known`: were on the list before, and stay as they are. `total`: entries on the list now. */
export const NumbersListed = z.object({ added: count, known: count, total: count });

/** As it stands on the list; a plus sign may be left out. */
export const UnlistQuery = z.object({
  entry: z
    .string()
    .regex(/^[ \t]*\+?[1-9][0-9]{0,14}\*?[ \t]*$/, 'must be an entry of the list: digits, with * behind for a prefix')
    .transform((text) => `+${text.trim().replace('+', '')}`),
});

/** The places that an erasure goes through. */
export const erasurePlaces = [
  'jobPhones',
  'observations',
  'submissions',
  'profiles',
  'lookedUp',
  'faceVerdicts',
  'stagedImports',
  'pictures',
  'events',
] as const;
export type ErasurePlace = (typeof erasurePlaces)[number];

export const EraseRequest = z.object({ phone: PhoneParam, purpose: reason });

/**
 * What went of a number, by place. `finishedAt` null: it goes on by itself. `kept`: what still names it, and until when
 * (null: its own retention).
 */
export const ErasureCertificate = z.object({
  id: z.string(),
  phone: E164,
  purpose: z.string(),
  by: z.string(),
  at: Timestamp,
  finishedAt: Timestamp.nullable(),
  erased: z.array(z.object({ place: z.enum(erasurePlaces), removed: count })),
  kept: z.array(z.object({ place: z.enum(['AUDIT', 'BACKUPS', 'KAFKA']), until: Timestamp.nullable() })),
});
export type ErasureCertificate = z.infer<typeof ErasureCertificate>;

/** Between our own services: which number is meant, and what one of them had of it. */
export const OnePhone = z.object({ phone: E164 });
export const ErasedImages = z.object({ ids: z.array(ImageId).max(10_000) });
export const Erased = z.object({ removed: z.partialRecord(z.enum(erasurePlaces), count) });
export type Erased = z.infer<typeof Erased>;
/** `gone`: those of the pictures asked for that are not kept any more, also those that went before. */
export const ErasedPictures = Erased.extend({ gone: z.array(ImageId) });

/** A number's part in one job: its latest result, and what is known of the job. */
export const JobOfPhone = z.object({
  number: z.number().int(),
  name: z.string(),
  status: JobStatus,
  purpose: z.string().nullable(),
  createdBy: z.string(),
  createdOn: Timestamp,
  phone: PhoneStatus,
});
export type JobOfPhone = z.infer<typeof JobOfPhone>;

/** What people said about the faces of a number and another one; null: they took back what they had said. */
export const SaidOfFaces = z.object({
  other: E164,
  verdict: z.enum(faceVerdicts).nullable(),
  by: z.string(),
  at: Timestamp,
});
export type SaidOfFaces = z.infer<typeof SaidOfFaces>;

/**
 * Everything that is known of a number, for whoever asks what is kept about them. `pictures` are ids. `audit`: the newest
 * acts that name it, at most 1000. `listed`: entries of the do-not-look-up list that hold it.
 */
export const AccessDocument = z.object({
  phone: E164,
  madeAt: Timestamp,
  profile: Profile.nullable(),
  observations: z.array(ObservationAsIs),
  jobs: z.array(JobOfPhone),
  pictures: z.array(z.string()),
  faceVerdicts: z.array(SaidOfFaces),
  listed: z.array(ListedNumber),
  audit: z.array(AuditEntry),
});
export type AccessDocument = z.infer<typeof AccessDocument>;
