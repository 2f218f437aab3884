import {
  apiError,
  type JobPhone,
  type JobPhonePage,
  type JobPhonesFilter,
  type Page,
  type PhoneStatus,
  phoneStatuses,
  statusesWithoutProfile,
  toPage,
} from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';
import { placeText, readPlace } from '../store/phone-place.ts';

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
  after?: string | undefined;
}

async function pageOf(
  ref: string,
  statuses: PhoneStatus[],
  request: PageRequest,
  { store }: JobsContext,
): Promise<JobPhonePage> {
  const after = request.after === undefined ? undefined : readPlace(request.after);
  if (after === null)
    throw apiError('INVALID', { details: [{ field: 'after', message: 'must be the next of a page of phones' }] });
  const offset = after === undefined ? request.page * request.size : 0;
  const found = await store.phones(ref, { statuses, offset, limit: request.size, after });
  if (!found) throw apiError('NOT_FOUND');
  const next = found.next === null ? null : placeText(found.next);
  return { ...toPage(found.phones, found.total, request), next };
}

/**
 * A page of a job's phones, in order of their numbers.
 * @throws ApiError NOT_FOUND; INVALID where `after` is nothing that a page answered
 */
export const jobPhones = (ref: string, filter: JobPhonesFilter, context: JobsContext): Promise<JobPhonePage> =>
  pageOf(ref, statusesOf(filter.filters), filter, context);

/**
 * A page of a job's phones without a profile.
 * @throws ApiError NOT_FOUND
 */
export const jobRemainder = (ref: string, request: PageRequest, context: JobsContext): Promise<Page<JobPhone>> =>
  pageOf(ref, statusesWithoutProfile, request, context);
