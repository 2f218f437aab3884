import * as z from 'zod';
import { pageOf } from '../schemas/paging.ts';
import { KeptTime, PhoneParam, type Timestamp } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';
import { type ImportedLine, Line, SourceLine } from './line.ts';
import { disagreementRules, holderReasons, timelineKinds } from '../lists.ts';
import { messages } from '../messages.ts';
import { byListField, bySingleField, fieldNames } from './profile-fields.ts';
import { AnswerStatus } from '../schemas/vocabulary.ts';

const text = z.string();
const maybe = text.nullable();

/** A name as a source says it. */
export const ProfileName = z.object({ name: text, type: text });
export type ProfileName = z.infer<typeof ProfileName>;
/** `forms` are all spellings of a name that was written in several scripts, orders or diminutives, `name` among them. */
export const UnitedName = ProfileName.extend({ forms: z.array(text).optional() });
export type UnitedName = z.infer<typeof UnitedName>;
export const SocialAccount = z.object({ id: text, socialNetwork: text }, { error: messages.accountForm });
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

const singlesOf = (time: typeof Timestamp) =>
  bySingleField({
    text: maybe,
    name: maybe,
    place: maybe,
    date: maybe,
    gender: maybe,
    country: maybe,
    flag: z.boolean().nullable(),
    flagOrText: z.union([z.boolean(), text]).nullable(),
    numberOrText: z.union([z.number(), text]).nullable(),
    time: time.nullable(),
  });
const singles = singlesOf(KeptTime);

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

/** The fields of an answer, with the forms of times and lines that are kept, or those that are let in. */
export const fieldsOf = (time: typeof Timestamp, line: typeof ImportedLine) =>
  z
    .object({
      ...singlesOf(time),
      ...lists,
      line,
      numbering: Numbering,
      other: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
      valueTimes: z.record(z.string(), z.array(z.object({ value: z.unknown(), observedAt: time }))),
    })
    .partial();

/**
 * What a source's answer becomes by its mapping: only known fields, each in its own shape, empties dropped. `photos`
 * are here the ids of stored images; `other` is the specification's map of network to items, for DEEPWEB;
 * `valueTimes` tells by field when single values were so, where the source tells it for a value.
 */
export const SourceFields = fieldsOf(KeptTime, SourceLine);
export type SourceFields = z.infer<typeof SourceFields>;

/** One answer of one source about one number, kept for good and never edited. `raw` is untouched. */
export const Observation = z.object({
  id: text,
  phone: text,
  source: text,
  account: maybe,
  at: KeptTime,
  /** When it was so, where the source tells it; `at` is when it was asked. */
  observedAt: KeptTime.optional(),
  cached: z.boolean(),
  status: AnswerStatus,
  message: text.optional(),
  fields: SourceFields.nullable(),
  trust: z.number(),
  raw: z.unknown().optional(),
});
export type Observation = z.infer<typeof Observation>;

/**
 * An answer as it came. `rawLeftOut`: the raw answer has so many bytes, for which there was no room. `olderLeftOut`: of
 * this number so many older answers are kept that are not told here.
 */
export const ObservationAsIs = Observation.extend({
  rawLeftOut: z.number().int().optional(),
  olderLeftOut: z.number().int().optional(),
});
export type ObservationAsIs = z.infer<typeof ObservationAsIs>;

/** Who says a value. `at` is when it was asked, `observedAt` when it was so, null where the source does not tell. */
export const ProvenanceEntry = z.object({
  source: text,
  at: KeptTime,
  observedAt: KeptTime.nullable(),
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
export const OtherHolder = z.object({ since: KeptTime, likelihood: z.number(), reasons: z.array(HolderReason) });
export type OtherHolder = z.infer<typeof OtherHolder>;

/** The values that describe who holds a number: those before its photos, and those behind them. */
const named = { names, ...singles, emails, phones, addresses, socialNetworks, sources: texts, images };
const told = {
  ...otherLists,
  /** 0 to 1, by the formula in docs/profile-rules.md. */
  confidence: z.number(),
  disagreements: z.array(Disagreement),
};
const provenance = z.record(z.string(), z.array(ProvenanceEntry));
/** What is known of a former holder, who held the number until about `until`. */
export const EarlierHolder = z.object({ ...named, ...told, until: KeptTime, provenance });
export type EarlierHolder = z.infer<typeof EarlierHolder>;

export const Profile = z.object({
  id: text,
  phone: text,
  ...named,
  photos: z.array(z.object({ imageId: text, source: text })),
  ...told,
  /** Null where the number has probably not changed hands. All other fields are of the present holder. */
  otherHolder: OtherHolder.nullable(),
  /** Those who held it before, the last one first. */
  earlier: z.array(EarlierHolder),
  createdTimestamp: KeptTime,
  timestamp: KeptTime,
  /** Today's, as sources say; null where none says any. */
  line: Line.nullable(),
  /** What the numbering plan says of the number since it was first assigned. */
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
  at: KeptTime,
  observedAt: KeptTime.nullable(),
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
  at: KeptTime,
  observedAt: KeptTime.nullable(),
  cached: z.boolean(),
  status: AnswerStatus.optional(),
  message: text.optional(),
  profile: SourceFields.nullable(),
});
export const ProfileDetail = z.object({ target: Profile, sources: z.array(DetailSource) });
export type ProfileDetail = z.infer<typeof ProfileDetail>;

export const PhoneList = describedAs(z.array(PhoneParam), z.array(PhoneParam).min(1).max(limits.listItems));
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
