import * as z from 'zod';
import * as privacy from '../privacy/privacy.ts';
import * as retention from '../privacy/retention.ts';
import { AuditEntry } from '../audit/audit.ts';
import { answersNothing, PhoneParam } from '../schemas/values.ts';
import { call } from './call.ts';

const ofAdministrators = { access: 'ADMIN', module: null, audit: 'PRIVACY' } as const;
const list = { ...ofAdministrators, service: 'sources', path: '/api/privacy/do-not-look-up' } as const;

const ofProfiles = {
  method: 'POST',
  access: 'service',
  services: ['profiles'],
  module: null,
  repeatable: true,
} as const;

const retentionCall = { ...ofAdministrators, service: 'profiles', path: '/api/privacy/retention' } as const;

/** Four bytes a character at most, and what stands around them. */
const LIST_BYTES = 4 * 1024 * 1024;

/** What people may ask of those who keep data about them. */
export const privacyCalls = {
  listedNumbers: call({
    method: 'GET',
    ...list,
    services: ['profiles'],
    query: privacy.ListedQuery,
    answer: privacy.ListedNumberPage,
    summary: 'The numbers that no source is asked about',
  }),
  listNumbers: call({
    method: 'POST',
    ...list,
    bodyBytes: LIST_BYTES,
    body: privacy.ListNumbers,
    answer: privacy.NumbersListed,
    status: 201,
    summary: 'Have no source asked about these numbers',
  }),
  unlistNumber: call({
    method: 'DELETE',
    ...list,
    query: privacy.UnlistQuery,
    ...answersNothing,
    summary: 'Take an entry off the do-not-look-up list',
  }),
  erasePhone: call({
    method: 'POST',
    path: '/api/privacy/erase',
    service: 'profiles',
    ...ofAdministrators,
    costly: true,
    body: privacy.EraseRequest,
    answer: privacy.ErasureCertificate,
    summary: 'Erase a number everywhere',
  }),
  accessDocument: call({
    method: 'GET',
    path: '/api/privacy/access',
    service: 'profiles',
    ...ofAdministrators,
    // It tells whole profiles, which nobody reads without this module.
    module: 'Profiler',
    costly: true,
    query: z.object({ phone: PhoneParam }),
    answer: privacy.AccessDocument,
    page: true,
    summary: 'Everything that is known of a number',
  }),
  getRetention: call({
    method: 'GET',
    ...retentionCall,
    costly: true,
    query: retention.RetentionQuery,
    answer: retention.Retention,
    summary: 'How long things are kept, what the next daily run would remove, and what the last ones did',
  }),
  setRetention: call({
    method: 'PUT',
    ...retentionCall,
    body: retention.RetentionDays,
    answer: retention.Retention,
    summary: 'Set how long things are kept',
  }),
  countOldJobs: call({
    ...ofProfiles,
    path: '/internal/job/retention/count',
    service: 'jobs',
    body: retention.OlderThan,
    answer: retention.CountOfOld,
    summary: 'How many jobs ended before then',
  }),
  removeOldJobs: call({
    ...ofProfiles,
    path: '/internal/job/retention/remove',
    service: 'jobs',
    body: retention.RemoveOlder,
    answer: retention.RemovedOld,
    summary: 'Remove jobs that ended before then, some at a time',
  }),
  countOldObservations: call({
    ...ofProfiles,
    path: '/internal/source/retention/count',
    service: 'sources',
    body: retention.OlderThan,
    answer: retention.CountOfOld,
    summary: 'How many answers of sources came before then',
  }),
  removeOldObservations: call({
    ...ofProfiles,
    path: '/internal/source/retention/remove',
    service: 'sources',
    body: retention.RemoveOlder,
    answer: retention.RemovedOld,
    summary: 'Remove answers of sources that came before then, some at a time',
  }),
  countOldAudit: call({
    ...ofProfiles,
    path: '/internal/audit/retention/count',
    service: 'audit',
    body: retention.AuditOlder,
    answer: retention.OldAudit,
    summary: 'How many entries of the audit would go',
  }),
  setAuditRetention: call({
    ...ofProfiles,
    path: '/internal/audit/retention/days',
    service: 'audit',
    body: retention.AuditOlder,
    ...answersNothing,
    summary: 'Note how long entries of the audit are kept',
  }),
  removeOldAudit: call({
    ...ofProfiles,
    path: '/internal/audit/retention/remove',
    service: 'audit',
    answer: retention.AuditGone,
    summary: 'Remove old entries of the audit, and tell how many went from it in all',
  }),
  jobsOfPhone: call({
    ...ofProfiles,
    path: '/internal/job/of-phone',
    service: 'jobs',
    body: privacy.OnePhone,
    answer: z.array(privacy.JobOfPhone),
    summary: 'The jobs that a number is in',
  }),
  auditOfPhone: call({
    ...ofProfiles,
    path: '/internal/audit/of-phone',
    service: 'audit',
    body: privacy.OnePhone,
    answer: z.array(AuditEntry),
    summary: 'The newest entries of the audit that name a number',
  }),
  eraseFromJobs: call({
    ...ofProfiles,
    path: '/internal/job/erase',
    service: 'jobs',
    body: privacy.OnePhone,
    answer: privacy.Erased,
    summary: 'Take a number out of all jobs',
  }),
  eraseFromSources: call({
    ...ofProfiles,
    path: '/internal/source/erase',
    service: 'sources',
    body: privacy.OnePhone,
    answer: privacy.Erased,
    summary: 'Forget what sources said about a number',
  }),
  eraseImages: call({
    ...ofProfiles,
    path: '/internal/image/erase',
    service: 'images',
    body: privacy.ErasedImages,
    answer: privacy.ErasedPictures,
    summary: 'Remove pictures that nobody refers to any more, at once',
  }),
  dropImages: call({
    ...ofProfiles,
    path: '/internal/image/drop',
    service: 'images',
    body: privacy.ErasedImages,
    ...answersNothing,
    summary: 'Remove pictures that nobody refers to any more, and an hour later those whose profile may be on its way',
  }),
  scrubJobs: call({
    ...ofProfiles,
    path: '/internal/job/scrub',
    service: 'jobs',
    ...answersNothing,
    summary: 'Overwrite what was removed of jobs',
  }),
  scrubSources: call({
    ...ofProfiles,
    path: '/internal/source/scrub',
    service: 'sources',
    ...answersNothing,
    summary: 'Overwrite what was removed of sources',
  }),
  scrubImages: call({
    ...ofProfiles,
    path: '/internal/image/scrub',
    service: 'images',
    ...answersNothing,
    summary: 'Overwrite what was removed of pictures',
  }),
};
