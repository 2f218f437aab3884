import * as z from 'zod';
import * as filter from '../profiles/profile-filter.ts';
import * as profiles from '../profiles/profiles.ts';
import { JobPhonePage } from '../jobs/job-phones.ts';
import { exportPurpose, wholeNumberText } from '../schemas/values.ts';
import { limits } from '../limits.ts';
import { exportFormats, exportMediaTypes } from '../lists.ts';
import { describedAs } from '../schemas/described.ts';
import { call } from './call.ts';
import { recordedProfileCall } from './profile-call.ts';

/** What leaves as a file. */
export const profileExportsCalls = {
  exportProfiles: call({
    ...recordedProfileCall,
    method: 'POST',
    path: '/api/v2/profile/export',
    exports: true,
    costly: true,
    query: z.object(exportPurpose),
    body: describedAs(filter.ProfileExport.nullish(), filter.describedExport),
    answer: z.array(profiles.Profile),
    reads: true,
    summary: 'Up to 1000 profiles',
  }),
  exportProfileStream: call({
    ...recordedProfileCall,
    access: 'ADMIN',
    method: 'POST',
    path: '/api/profile/export/stream',
    exports: true,
    costly: true,
    query: z.object({
      format: describedAs(z.string().default('jsonl'), z.enum(exportFormats).default('jsonl')),
      ...exportPurpose,
    }),
    // Its page and size do not matter.
    body: describedAs(filter.ProfileFilter.nullish(), filter.ProfileFilter),
    returns: 'stream',
    mediaTypes: Object.values(exportMediaTypes),
    answer: z.unknown(),
    reads: true,
    summary:
      'All profiles of a filter, as jsonl (with all that they were computed from), csv, xlsx, FollowTheMoney, STIX 2.1 or a MISP event',
  }),
  exportJobRemainder: call({
    ...recordedProfileCall,
    access: 'ADMIN',
    service: 'jobs',
    method: 'GET',
    path: '/api/v2/profile/export/{jobNumber}',
    exports: true,
    costly: true,
    params: z.object({ jobNumber: z.string() }),
    query: z.object({
      page: wholeNumberText(0, limits.maxPage),
      size: wholeNumberText(1, limits.maxPageSize),
      ...exportPurpose,
    }),
    answer: JobPhonePage,
    summary: 'Phones of a job without profile',
  }),
};
