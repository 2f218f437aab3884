import * as z from 'zod';
import {
  answerStatuses,
  auditTypes,
  type callerNames,
  jobActions,
  jobSchedules,
  jobStatuses,
  jobSubtypes,
  jobTypes,
  type languages,
  modules,
  phoneStatuses,
  roles,
  type serviceNames,
} from '../lists.ts';

export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

export const Module = z.enum(modules);
export type Module = z.infer<typeof Module>;

export type Language = (typeof languages)[number];

export const JobStatus = z.enum(jobStatuses);
export type JobStatus = z.infer<typeof JobStatus>;

export const JobType = z.enum(jobTypes);
export type JobType = z.infer<typeof JobType>;
export const JobSubtype = z.enum(jobSubtypes);
export type JobSubtype = z.infer<typeof JobSubtype>;

export const JobSchedule = z.enum(jobSchedules);
export type JobSchedule = z.infer<typeof JobSchedule>;

export const JobAction = z.enum(jobActions);
export type JobAction = z.infer<typeof JobAction>;

export const PhoneStatus = z.enum(phoneStatuses);
export type PhoneStatus = z.infer<typeof PhoneStatus>;

/** What one source said about one phone. NOT_FOUND: it knows nothing. */
export const AnswerStatus = z.enum(answerStatuses);
export type AnswerStatus = z.infer<typeof AnswerStatus>;

/** A source's name: a specified one or the operator's own. */
export const SourceName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'capitals, digits and underscore, beginning with a letter');

export const AuditType = z.enum(auditTypes);
export type AuditType = z.infer<typeof AuditType>;

export type ServiceName = (typeof serviceNames)[number];
export type CallerName = (typeof callerNames)[number];
