import {
  apiError,
  type JobPhone,
  type JobPhonesFilter,
  type Page,
  type PhoneStatus,
  phoneStatuses,
  toPage,
} from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';

/** The statuses that a filter leaves; both of its parts must allow one. */
function statusesOf({ valid, status }: JobPhonesFilter['filters']): PhoneStatus[] {
  return phoneStatuses.filter(
    (each) =>
      (valid === undefined || valid === (each !== 'NOT_VALID')) &&
      (!status || status.length === 0 || status.includes(each)),
  );
}

interface PageRequest {
  page: number;
  size: number;
}

async function pageOf(
  ref: string,
  statuses: PhoneStatus[],
  request: PageRequest,
  { store }: JobsContext,
): Promise<Page<JobPhone>> {
  const found = await store.phones(ref, { statuses, offset: request.page * request.size, limit: request.size });
  if (!found) throw apiError('NOT_FOUND');
  return toPage(found.phones, found.total, request);
}

/**
 * A page of a job's phones, in order of their numbers.
 * @throws ApiError NOT_FOUND
 */
export const jobPhones = (ref: string, filter: JobPhonesFilter, context: JobsContext): Promise<Page<JobPhone>> =>
  pageOf(ref, statusesOf(filter.filters), filter, context);

/** Only numbers that were found have a profile. */
const withoutProfile = phoneStatuses.filter((status) => status !== 'FOUND');

/**
 * A page of a job's phones without a profile.
 * @throws ApiError NOT_FOUND
 */
export const jobRemainder = (ref: string, request: PageRequest, context: JobsContext): Promise<Page<JobPhone>> =>
  pageOf(ref, withoutProfile, request, context);
