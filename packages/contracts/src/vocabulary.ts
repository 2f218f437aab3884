import * as z from 'zod';

/** Closed lists of the specification. */
export const roles = ['ADMIN', 'USER'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

export const modules = ['Profiler', 'Webint'] as const;
export const Module = z.enum(modules);
export type Module = z.infer<typeof Module>;

export const languages = ['en', 'ru', 'uz', 'uz_cyrl', 'es', 'fr', 'pt'] as const;
export type Language = (typeof languages)[number];

export const jobStatuses = ['CREATED', 'SCHEDULED', 'IN_PROGRESS', 'PAUSED', 'DONE', 'CANCELED', 'DELETED', 'MERGED'] as const;
export const JobStatus = z.enum(jobStatuses);
export type JobStatus = z.infer<typeof JobStatus>;

export const JobType = z.enum(['PRIORITY', 'REGULAR']);
export type JobType = z.infer<typeof JobType>;
export const JobSubtype = z.enum(['SINGLE', 'SUPER_JOB', 'SUB_TASK']);
export type JobSubtype = z.infer<typeof JobSubtype>;

export const jobSchedules = [
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'every weekday',
  'last day of month',
  'last weekday of month',
] as const;
export const JobSchedule = z.enum(jobSchedules);
export type JobSchedule = z.infer<typeof JobSchedule>;

export const jobActions = ['PLAY', 'PAUSE', 'STOP', 'CANCEL', 'MERGE', 'DELETE', 'UPDATE'] as const;
export const JobAction = z.enum(jobActions);
export type JobAction = z.infer<typeof JobAction>;

export const phoneStatuses = ['PENDING', 'SENT', 'FOUND', 'NOT_FOUND', 'FAILED', 'NOT_VALID'] as const;
export const PhoneStatus = z.enum(phoneStatuses);
export type PhoneStatus = z.infer<typeof PhoneStatus>;

/** What one source said about one phone. NOT_FOUND: it knows nothing. */
export const AnswerStatus = z.enum(['FOUND', 'NOT_FOUND', 'FAILED']);
export type AnswerStatus = z.infer<typeof AnswerStatus>;

export const specifiedSources = [
  'TC',
  'ME',
  'WHATSAPP',
  'SYNCME',
  'VIBER',
  'LINE',
  'WECHAT',
  'IMO',
  'GETCONTACT',
  'TELEGRAM',
  'SKYPE',
  'VKONTAKTE',
  'EYECON',
  'CALLAPP',
  'TAMTAM',
  'ZALO',
  'DRUPE',
  'HIYA',
  'DEEPWEB',
  'VIEWCALLER',
] as const;

export const NUMBERING_PLAN = 'NUMBERING_PLAN';
export const SANDBOX = 'SANDBOX';
/** What an administrator imported. */
export const IMPORT = 'IMPORT';

/** A source's name: a specified one or the operator's own. */
export const SourceName = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'capitals, digits and underscore, beginning with a letter');

export const nameTypes = ['UNKNOWN', 'OK', 'TT', 'CUSTOM', 'DEVICE', 'CONSTRUCTOR'] as const;

export const socialNetworks = [
  'FB',
  'FACEBOOK',
  'ODNOKLASSNIKI',
  'VKONTAKTE',
  'LINKEDIN',
  'TWITTER',
  'FOURSQUARE',
  'ANGELLIST',
  'INSTAGRAM',
  'MY_MAIL_RU',
  'GPLUS',
  'GOOGLE_PLUS',
  'SNAPCHAT',
  'BADOO',
  'FLING',
  'TPERSONA',
  'PH_NEW_ID',
  'BLACKHATWORLD',
  'DUBSMASH',
  'GEORGIA_CITIZENSHIP',
  'TELEGRAM',
  'WEBVS_PRIMARY',
  'PINTEREST',
] as const;

/** Networks that are one thing under two names: kept as sent, found by either. */
export const networkTwins: Readonly<Record<string, string>> = {
  FB: 'FACEBOOK',
  FACEBOOK: 'FB',
  GPLUS: 'GOOGLE_PLUS',
  GOOGLE_PLUS: 'GPLUS',
};

export const auditTypes = [
  'LOGIN',
  'LOGOUT',
  'CREATE_JOB',
  'CREATE_RANGE_JOB',
  'JOB',
  'PING',
  'IMAGE',
  'IMAGE_CLEAR_STORAGE',
  'AUDIT',
  'USER',
  'PROFILE',
  'HEALTH_STATUS',
  'DELETE',
  'SEARCH_4_FACES',
  'MERGE_JOB',
  'SOURCE',
  'PRIVACY',
] as const;
export const AuditType = z.enum(auditTypes);
export type AuditType = z.infer<typeof AuditType>;

/** What the audit screens offer as filters: for administrators, and the shorter list. */
export const auditFilterTypes = ['AUDIT', 'LOGIN', 'LOGOUT', 'JOB', 'PROFILE', 'CREATE_JOB', 'CREATE_RANGE_JOB', 'USER'] as const;
export const auditFilterTypesShort = ['AUDIT', 'LOGIN', 'LOGOUT', 'PROFILE'] as const;

export const serviceNames = ['auth', 'users', 'jobs', 'sources', 'profiles', 'images', 'audit'] as const;
export type ServiceName = (typeof serviceNames)[number];
