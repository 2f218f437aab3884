import * as z from 'zod';
import { E164, pageOf, pageRequest, PhoneParam, sortBy, Timestamp } from './common.ts';
import { describedAs } from './described.ts';
import { limits } from './limits.ts';
import { Line, SourceLine } from './line.ts';
import { disagreementRules, holderReasons, profileSortFields, timelineKinds } from './lists.ts';
import { byListField, bySingleField, fieldNames, type FilterField } from './profile-fields.ts';
import { AnswerStatus, SourceName } from './vocabulary.ts';

const text = z.string();
const maybe = text.nullable();

/** A name as a source says it. */
export const ProfileName = z.object({ name: text, type: text });
export type ProfileName = z.infer<typeof ProfileName>;
/** `forms` are all spellings of a name that was written in several scripts, orders or diminutives, `name` among them. */
export const UnitedName = ProfileName.extend({ forms: z.array(text).optional() });
export type UnitedName = z.infer<typeof UnitedName>;
export const SocialAccount = z.object({ id: text, socialNetwork: text });
export type SocialAccount = z.infer<typeof SocialAccount>;

/**
 * What the numbering plan says. `carrier` is the first-assigned one, not today's; `lineType` is Google's name of the
 * type.
 */
export const Numbering = z.object({
  country: maybe,
  region: maybe,
  lineType: maybe,
  carrier: maybe,
  timeZones: z.array(text),
  international: text,
  national: text,
});
export type Numbering = z.infer<typeof Numbering>;

const singles = bySingleField({
  text: maybe,
  name: maybe,
  place: maybe,
  date: maybe,
  gender: maybe,
  country: maybe,
  flag: z.boolean().nullable(),
  flagOrText: z.union([z.boolean(), text]).nullable(),
  numberOrText: z.union([z.number(), text]).nullable(),
  time: Timestamp.nullable(),
});

const texts = z.array(text);
const lists = byListField({
  text: texts,
  name: z.array(ProfileName),
  email: texts,
  phone: texts,
  account: z.array(SocialAccount),
  site: texts,
  image: texts,
});
const names = z.array(UnitedName);
const { emails, phones, addresses, socialNetworks, photos: images, names: _, ...otherLists } = lists;

/**
 * What a source's answer becomes by its mapping: only known fields, each in its own shape, empties dropped. `photos`
 * are here the ids of stored images; `other` is the specification's map of network to items, for DEEPWEB;
 * `valueTimes` tells by field when single values were so, where the source tells it for a value.
 */
export const SourceFields = z
  .object({
    ...singles,
    ...lists,
    line: SourceLine,
    numbering: Numbering,
    other: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    valueTimes: z.record(z.string(), z.array(z.object({ value: z.unknown(), observedAt: Timestamp }))),
  })
  .partial();
export type SourceFields = z.infer<typeof SourceFields>;

/** One answer of one source about one number, kept for good and never edited. `raw` is untouched. */
export const Observation = z.object({
  id: text,
  phone: text,
  source: text,
  account: maybe,
  at: Timestamp,
  /** When it was so, where the source tells it; `at` is when it was asked. */
  observedAt: Timestamp.optional(),
  cached: z.boolean(),
  status: AnswerStatus,
  message: text.optional(),
  fields: SourceFields.nullable(),
  trust: z.number(),
  raw: z.unknown().optional(),
});
export type Observation = z.infer<typeof Observation>;

/** Who says a value. `at` is when it was asked, `observedAt` when it was so, null where the source does not tell. */
export const ProvenanceEntry = z.object({
  source: text,
  at: Timestamp,
  observedAt: Timestamp.nullable(),
  cached: z.boolean(),
  value: z.unknown(),
});
export type ProvenanceEntry = z.infer<typeof ProvenanceEntry>;

export const DisagreementRule = z.enum(disagreementRules);
export type DisagreementRule = z.infer<typeof DisagreementRule>;
/** What sources say differently about a field: each value as its most trusted source wrote it, the chosen one first. */
export const Disagreement = z.object({
  field: z.enum(fieldNames),
  values: z.array(z.object({ value: z.unknown(), sources: texts })),
  chosen: z.unknown(),
  rule: DisagreementRule,
});
export type Disagreement = z.infer<typeof Disagreement>;

export const HolderReason = z.enum(holderReasons);
export type HolderReason = z.infer<typeof HolderReason>;
/**
 * The number has probably changed hands: `since` lies between what was last said of the former holder and first of the
 * present one; `likelihood` is 0.9 to 0.99, by the formula in docs/profile-rules.md.
 */
export const OtherHolder = z.object({ since: Timestamp, likelihood: z.number(), reasons: z.array(HolderReason) });
export type OtherHolder = z.infer<typeof OtherHolder>;

/** The values of a profile that describe who holds the number. */
const holderFields = {
  names,
  ...singles,
  emails,
  phones,
  addresses,
  socialNetworks,
  sources: texts,
  images,
  ...otherLists,
  /** 0 to 1, by the formula in docs/profile-rules.md. */
  confidence: z.number(),
  disagreements: z.array(Disagreement),
};
const provenance = z.record(z.string(), z.array(ProvenanceEntry));
/** What is known of a former holder, who held the number until about `until`. */
export const EarlierHolder = z.object({ ...holderFields, until: Timestamp, provenance });
export type EarlierHolder = z.infer<typeof EarlierHolder>;

export const Profile = z.object({
  id: text,
  phone: text,
  names,
  ...singles,
  emails,
  phones,
  addresses,
  socialNetworks,
  sources: texts,
  images,
  photos: z.array(z.object({ imageId: text, source: text })),
  ...otherLists,
  /** 0 to 1, by the formula in docs/profile-rules.md. */
  confidence: z.number(),
  disagreements: z.array(Disagreement),
  /** Null where the number has probably not changed hands. All other fields are of the present holder. */
  otherHolder: OtherHolder.nullable(),
  /** Those who held it before, the last one first. */
  earlier: z.array(EarlierHolder),
  createdTimestamp: Timestamp,
  timestamp: Timestamp,
  /** Today's, as sources say; null where none says any. */
  line: Line.nullable(),
  /** Of the number since it was assigned first. */
  numbering: Numbering.nullable(),
  provenance,
  jobs: z.array(z.number().int()),
});
export type Profile = z.infer<typeof Profile>;
export const ProfilePage = pageOf(Profile);

const TimelineKind = z.enum(timelineKinds);
/**
 * What changed about a number. `at` is when whoever says so was asked, `observedAt` when it was so, null where nobody
 * tells. `from` null: it came; `to` null: it went. A value of the line has the field `line.carrier` and the like. Of a
 * HOLDER they are names, null where nobody said one.
 */
export const TimelineEntry = z.object({
  at: Timestamp,
  observedAt: Timestamp.nullable(),
  kind: TimelineKind,
  field: text,
  from: z.unknown(),
  to: z.unknown(),
  sources: texts,
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** One source's view of the number: its own fields in the profile's shape. DEEPWEB's carries `other`. */
const DetailSource = z.object({
  lmSource: text,
  at: Timestamp,
  observedAt: Timestamp.nullable(),
  cached: z.boolean(),
  status: AnswerStatus.optional(),
  message: text.optional(),
  profile: SourceFields.nullable(),
});
export const ProfileDetail = z.object({ target: Profile, sources: z.array(DetailSource) });
export type ProfileDetail = z.infer<typeof ProfileDetail>;

const filterValue = describedAs(
  z.string().trim().min(1).max(limits.filterChars),
  z.string().regex(/\S/).max(limits.filterChars),
);

/** One search field. `and` ticked: every value must match; else any. */
export const FieldFilter = z.object({
  values: z.array(filterValue).max(limits.listItems),
  and: z.boolean().default(false),
});
export type FieldFilter = z.infer<typeof FieldFilter>;

const jobNumber = z.int().min(1);
/** A job's id, or its number, as text or as a number. */
const JobFilter = FieldFilter.extend({
  values: z.array(z.union([filterValue, describedAs(jobNumber.transform(String), jobNumber)])).max(limits.listItems),
});

/** Strict: a filter that is misspelt would find what nobody asked for. */
const filters = z.strictObject({
  name: FieldFilter.optional(),
  phone: FieldFilter.optional(),
  socialNetwork: FieldFilter.optional(),
  email: FieldFilter.optional(),
  images: FieldFilter.optional(),
  jobId: JobFilter.optional(),
  address: FieldFilter.optional(),
  birthDate: FieldFilter.optional(),
  work: FieldFilter.optional(),
  school: FieldFilter.optional(),
  country: FieldFilter.optional(),
  source: FieldFilter.optional(),
  lineType: FieldFilter.optional(),
  carrier: FieldFilter.optional(),
} satisfies Record<FilterField, z.ZodType>);

/** Ticked fields must all match; of the unticked ones at least one must, if there are any. */
export const ProfileFilter = z.object({
  ...pageRequest(limits.pageSize.profiles),
  sort: sortBy(profileSortFields).optional(),
  filters: filters.default({}),
});
export type ProfileFilter = z.infer<typeof ProfileFilter>;

/** A stored picture with its bytes, as an export carries it. */
const CarriedPicture = z.object({ id: text, bytes: z.base64() });
export type CarriedPicture = z.infer<typeof CarriedPicture>;

/**
 * A profile with all that it was computed from, as the streamed export writes it: what it says besides is computed
 * anew. `pictures`: those that no line before it carried.
 */
export const WholeProfile = z.object({
  id: text.min(1).max(100).optional(),
  phone: E164,
  createdTimestamp: Timestamp.optional(),
  observations: z
    .array(
      Observation.omit({ raw: true, phone: true, account: true }).extend({
        id: text.min(1).max(200),
        source: SourceName,
        trust: z.number().min(0).max(1),
      }),
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
export const ImportedProfile = SourceFields.omit({ photos: true, other: true, valueTimes: true }).extend({
  phone: PhoneParam,
  names: names.optional(),
  images: z.array(text).optional(),
  line: SourceLine.nullish(),
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
 * The form of an import by file: json, jsonl or csv, told apart by content. `mapping` is JSON text and comes before the
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

/** All that was sent counts; a large import is answered while it is still APPLYING. */
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

export const PhoneList = describedAs(z.array(PhoneParam), z.array(PhoneParam).min(1).max(limits.listItems));
/** Strict, so that a list with one bad phone is never taken for a filter that lets everything through. */
export const ProfileExport = z.union([z.strictObject({ phones: PhoneList }), z.strictObject(ProfileFilter.shape)]);
export const PhonesBody = z.object({ phones: PhoneList });
export const ImageIdList = describedAs(
  z.array(text.max(limits.filterChars)),
  z.array(text.max(limits.filterChars)).min(1).max(limits.listItems),
);
export const AsIsQuery = z.object({
  phone: PhoneParam.optional(),
  email: z.string().max(limits.filterChars).optional(),
});

export const CountryStatistics = z.array(
  z.object({ country: z.string(), phones: z.number().int(), profiles: z.number().int() }),
);

/** What a streamed export takes: a search filter, whose page and size do not matter. */
export const StreamedExportFilter = z.strictObject(ProfileFilter.shape);

export const SavedSearch = z.object({ id: text, name: text, filter: ProfileFilter, createdTimestamp: Timestamp });
export type SavedSearch = z.infer<typeof SavedSearch>;
/**
 * Letters (of any script), digits, spaces, hyphens and underscore; the service answers the specified text otherwise.
 */
export const savedSearchName = /^[\p{L}\p{M}\p{N} _-]{1,255}$/u;
const describedSearchName = z
  .string()
  .regex(/^[\p{L}\p{M}\p{N} _-]*[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N} _-]*$/u)
  .max(255);
export const SavedSearchDraft = z.object({
  name: describedAs(text.nullish(), describedSearchName),
  filter: ProfileFilter,
});
