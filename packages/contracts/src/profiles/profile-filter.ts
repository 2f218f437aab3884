import * as z from 'zod';
import { pageRequest, sortBy } from '../schemas/paging.ts';
import { E164, Timestamp } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { isRecord } from '../schemas/is-record.ts';
import { limits } from '../limits.ts';
import { profileSortFields } from '../lists.ts';
import { byFacetField, byFilterField, confidenceBands } from './profile-fields.ts';
import { PhoneList } from './profiles.ts';

const text = z.string();

const filterValue = describedAs(
  z.string().trim().min(1).max(limits.filterChars),
  z.string().regex(/\S/).max(limits.filterChars),
);

/**
 * One search field. `and` ticked: every value must match; else any. None of `not` may match, whatever `and` is. Too many
 * criteria, and a field without any, answer texts of their own.
 */
function fieldFilter<V extends z.ZodType>(value: V) {
  const list = describedAs(z.array(value), z.array(value).max(limits.bulkCriteria));
  return z.strictObject({ values: list, and: z.boolean().default(false), not: list.optional() }).meta({
    if: { properties: { values: { minItems: 1 } } },
    else: { required: ['not'], properties: { not: { minItems: 1 } } },
  });
}
export const FieldFilter = fieldFilter(filterValue);
export type FieldFilter = z.infer<typeof FieldFilter>;

const jobNumber = z.int().min(1);
/** A job's id, or its number, as text or as a number. */
const JobFilter = fieldFilter(z.union([filterValue, describedAs(jobNumber.transform(String), jobNumber)]));

const ConfidenceFilter = fieldFilter(z.enum(confidenceBands));

/** Strict: a filter that is misspelt would find what nobody asked for. */
const filters = z.strictObject({
  ...byFilterField(FieldFilter.optional()),
  jobId: JobFilter.optional(),
  confidence: ConfidenceFilter.optional(),
});

/**
 * Ticked fields must all match; of the unticked ones at least one must, if there are any; of what is excluded nothing may. Strict, as no filter at all
 * finds everybody: `{ filter: ... }` and `{ name: ... }` are refused.
 */
export const ProfileFilter = z.strictObject({
  ...pageRequest(limits.pageSize.profiles),
  sort: sortBy(profileSortFields).optional(),
  filters: filters.default({}),
});
export type ProfileFilter = z.infer<typeof ProfileFilter>;

/** A value, as the filter of the same field takes it, and how many of the profiles that a search finds have it. */
const facet = z.array(z.object({ value: text, profiles: z.int().min(1) })).max(limits.facetValues);
/** The values of these fields among what a search finds: the largest, equal ones in order of the alphabet. */
export const Facets = z.object(byFacetField(() => facet));
export type Facets = z.infer<typeof Facets>;

const PhonesToExport = z.strictObject({ phones: PhoneList });
/** Strict, so that a list with one bad phone is never taken for a filter that lets everything through. */
export const describedExport = z.union([PhonesToExport, ProfileFilter]);
/**
 * The same, which of both is told by `phones`: of a union only "Invalid input" is said, or what is wrong for the other
 * one.
 */
export const ProfileExport = z
  .custom<z.input<typeof describedExport>>()
  .transform((body: unknown, context): z.output<typeof describedExport> => {
    const result = (isRecord(body) && 'phones' in body ? PhonesToExport : ProfileFilter).safeParse(body);
    if (result.success) return result.data;
    for (const { message, path } of result.error.issues)
      context.addIssue({ code: 'custom', message, path, input: body });
    return z.NEVER;
  });

/** A filter as it was kept: what an earlier version wrote beside it is passed over. */
export const KeptFilter = z.object(ProfileFilter.shape);
export const SavedSearch = z.object({ id: text, name: text, filter: KeptFilter, createdTimestamp: Timestamp });
export type SavedSearch = z.infer<typeof SavedSearch>;

/** Which of these numbers have a profile that a saved search finds; `known` is false once the search is gone. */
export const SavedSearchMatch = z.object({ savedSearchId: text, owner: text, phones: z.array(E164).max(500) });
export const SavedSearchMatches = z.object({ known: z.boolean(), phones: z.array(E164) });

const describedSearchName = z
  .string()
  .regex(/^[\p{L}\p{M}\p{N} _-]*[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N} _-]*$/u)
  .max(255);
export const SavedSearchDraft = z.object({
  name: describedAs(text.nullish(), describedSearchName),
  filter: ProfileFilter,
});
export type SavedSearchDraft = z.infer<typeof SavedSearchDraft>;
