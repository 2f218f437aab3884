import * as z from 'zod';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import { Nothing, PhoneParam } from './common.ts';
import * as health from './health.ts';
import * as images from './images.ts';
import * as jobs from './jobs.ts';
import * as profiles from './profiles.ts';
import * as sources from './sources.ts';
import * as users from './users.ts';
import { type AuditType, JobStatus, type Module, type ServiceName } from './vocabulary.ts';

/** Who may call: everybody, any signed-in user, administrators only, or only our own services. */
export type Access = 'public' | 'signed-in' | 'ADMIN' | 'service';

/** One call of the product: from this come its route, its checks, its client function and its description. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for parameters. `/api/v2/...` paths also answer under `/api/...`, and `aliases` lists other twins. */
  path: string;
  aliases?: readonly string[];
  service: ServiceName | 'gateway';
  access: Access;
  /** The module a user must have; absent: none. */
  module?: Module;
  /** How the audit names it; absent: not recorded (it touches neither personal data nor settings). */
  audit?: AuditType;
  /** What the body carries: JSON unless said; `bytes` is the thing itself with its own content type. */
  accepts?: 'json' | 'multipart' | 'bytes';
  /** What comes back: JSON by `answer` unless said. */
  returns?: 'json' | 'stream';
  /** Of a multipart call: its text fields, and the names of its files, which come after them. */
  form?: z.ZodType;
  files?: readonly string[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Success status, 200 unless said. */
  status?: 201 | 204;
  /** Asking twice does no more than asking once, so that a call that was lost on its way is made again. Unless said, GET is and the others are not. */
  repeatable?: boolean;
  summary: string;
}

const call = <const C extends Call>(definition: C): C => definition;

const jobRef = z.object({ number: z.string() });
const jobId = z.object({ id: z.string() });
const phoneRef = z.object({ phone: PhoneParam });
const idRef = z.object({ id: z.string() });
const jobsCall = { service: 'jobs', access: 'ADMIN', module: 'Profiler' } as const;
const profileCall = { service: 'profiles', access: 'signed-in', module: 'Profiler' } as const;

export const calls = {
  // auth
  login: call({
    method: 'POST',
    path: '/api/auth/login',
    service: 'auth',
    access: 'public',
    audit: 'LOGIN',
    body: auth.LoginRequest,
    answer: auth.LoginAnswer,
    summary: 'Log in',
  }),
  logout: call({
    method: 'POST',
    path: '/api/auth/logout/{username}',
    service: 'auth',
    access: 'signed-in',
    audit: 'LOGOUT',
    params: z.object({ username: z.string() }),
    answer: Nothing,
    status: 204,
    summary: 'End every token of a user',
  }),
  me: call({ method: 'GET', path: '/api/auth/me', service: 'auth', access: 'signed-in', answer: auth.Me, summary: 'The current user' }),
  changePassword: call({
    method: 'POST',
    path: '/api/auth/password',
    service: 'auth',
    access: 'signed-in',
    audit: 'USER',
    body: auth.OwnPassword,
    answer: Nothing,
    status: 204,
    summary: 'Change the own password',
  }),
  jwks: call({
    method: 'GET',
    path: '/api/auth/.well-known/jwks.json',
    service: 'auth',
    access: 'public',
    answer: auth.JsonWebKeySet,
    summary: 'Public keys of the tokens',
  }),
  revocations: call({
    method: 'GET',
    path: '/internal/auth/revocations',
    service: 'auth',
    access: 'service',
    query: z.object({ since: z.coerce.number().int().default(0) }),
    answer: auth.Revocations,
    summary: 'Which tokens no longer count',
  }),

  // users
  searchUsers: call({
    method: 'POST',
    path: '/api/user/search',
    service: 'users',
    access: 'ADMIN',
    audit: 'USER',
    body: users.UserSearch,
    answer: users.UserPage,
    summary: 'List users',
  }),
  createUser: call({
    method: 'POST',
    path: '/api/user',
    service: 'users',
    access: 'ADMIN',
    audit: 'USER',
    body: users.UserDraft,
    answer: users.User,
    status: 201,
    summary: 'Create a user',
  }),
  updateUser: call({
    method: 'POST',
    path: '/api/user/{id}',
    service: 'users',
    access: 'ADMIN',
    audit: 'USER',
    params: idRef,
    body: users.UserDraft,
    answer: users.User,
    summary: 'Change a user',
  }),
  deleteUser: call({
    method: 'DELETE',
    path: '/api/user/{id}',
    service: 'users',
    access: 'ADMIN',
    audit: 'USER',
    params: idRef,
    answer: Nothing,
    status: 204,
    summary: 'Delete a user',
  }),
  checkPassword: call({
    method: 'POST',
    path: '/internal/user/check',
    service: 'users',
    access: 'service',
    body: users.PasswordCheck,
    answer: users.PasswordVerdict,
    repeatable: true,
    summary: 'Check a password and note the login',
  }),
  setPassword: call({
    method: 'POST',
    path: '/internal/user/password',
    service: 'users',
    access: 'service',
    body: users.PasswordChange,
    answer: Nothing,
    status: 204,
    summary: 'Change a password whose present one is known',
  }),

  // jobs
  createJobFromFile: call({
    ...jobsCall,
    method: 'POST',
    path: '/api/v2/job/file',
    audit: 'CREATE_JOB',
    accepts: 'multipart',
    form: jobs.JobFileForm,
    files: ['file'],
    answer: jobs.Job,
    status: 201,
    summary: 'Create a job from a file of phones',
  }),
  createJobByRange: call({
    ...jobsCall,
    method: 'POST',
    path: '/api/v2/job/range',
    audit: 'CREATE_RANGE_JOB',
    body: jobs.JobRangeForm,
    answer: jobs.Job,
    status: 201,
    summary: 'Create a job by a range of numbers',
  }),
  searchJobs: call({
    ...jobsCall,
    method: 'POST',
    path: '/api/v2/job',
    audit: 'JOB',
    body: jobs.JobFilter,
    answer: jobs.JobPage,
    repeatable: true,
    summary: 'List jobs by filter',
  }),
  listJobs: call({
    ...jobsCall,
    method: 'GET',
    path: '/api/v2/job/list',
    audit: 'JOB',
    query: jobs.JobListQuery,
    answer: z.array(jobs.Job),
    summary: 'List jobs',
  }),
  findJobs: call({
    ...jobsCall,
    method: 'GET',
    path: '/api/v2/job/search',
    audit: 'JOB',
    query: jobs.JobSearchQuery,
    answer: z.array(jobs.Job),
    summary: 'Find jobs by name or number',
  }),
  mainJob: call({ ...jobsCall, method: 'GET', path: '/api/v2/job/main', audit: 'JOB', answer: jobs.Job, summary: 'The main job' }),
  getJob: call({
    ...jobsCall,
    method: 'GET',
    path: '/api/v2/job/{number}',
    audit: 'JOB',
    params: jobRef,
    answer: jobs.Job,
    summary: 'One job',
  }),
  jobPhones: call({
    ...jobsCall,
    method: 'POST',
    path: '/api/v2/job/{id}/phones',
    audit: 'JOB',
    params: jobId,
    body: jobs.JobPhonesFilter,
    answer: jobs.JobPhonePage,
    summary: 'The phones of a job',
  }),
  jobPreflight: call({
    ...jobsCall,
    method: 'GET',
    path: '/api/v2/job/{number}/preflight',
    audit: 'JOB',
    params: jobRef,
    answer: jobs.JobPreflight,
    summary: 'What a job would do',
  }),
  setJobStatus: call({
    ...jobsCall,
    method: 'POST',
    path: '/api/v2/job/{number}/status/{jobStatus}',
    audit: 'JOB',
    params: z.object({ number: z.string(), jobStatus: JobStatus }),
    answer: jobs.Job,
    summary: 'Change the status of a job',
  }),
  setJobStatusById: call({
    ...jobsCall,
    method: 'POST',
    path: '/api/v2/job/id/{jobId}/status/{status}',
    audit: 'JOB',
    params: z.object({ jobId: z.string(), status: JobStatus }),
    answer: jobs.Job,
    summary: 'Change the status of a job, by id',
  }),
  updateJob: call({
    ...jobsCall,
    method: 'PUT',
    path: '/api/v2/job/{number}/update',
    audit: 'JOB',
    params: jobRef,
    body: jobs.JobUpdateForm,
    answer: jobs.Job,
    summary: 'Change a job',
  }),
  patchJob: call({
    ...jobsCall,
    method: 'PATCH',
    path: '/api/v2/job/{id}',
    audit: 'JOB',
    params: jobId,
    body: jobs.JobPatch,
    answer: jobs.Job,
    summary: 'Change type or iteration of a job',
  }),
  mergeJobs: call({
    ...jobsCall,
    method: 'POST',
    path: '/api/v2/job/merge',
    audit: 'MERGE_JOB',
    body: jobs.JobMerge,
    answer: jobs.Job,
    summary: 'Merge jobs into one',
  }),
  retryFailed: call({
    ...jobsCall,
    method: 'POST',
    path: '/api/v2/job/{number}/retry-failed',
    audit: 'JOB',
    params: jobRef,
    answer: jobs.Job,
    summary: 'Ask again what failed',
  }),
  requestRefresh: call({
    method: 'POST',
    path: '/internal/job/refresh',
    service: 'jobs',
    access: 'service',
    body: jobs.RefreshRequest,
    answer: jobs.RefreshAccepted,
    summary: 'Look one number up through the main job',
  }),

  // sources
  listSources: call({
    method: 'GET',
    path: '/api/source',
    service: 'sources',
    access: 'ADMIN',
    audit: 'SOURCE',
    answer: z.array(sources.SourceInfo),
    summary: 'All sources',
  }),
  getSource: call({
    method: 'GET',
    path: '/api/source/{name}',
    service: 'sources',
    access: 'ADMIN',
    audit: 'SOURCE',
    params: z.object({ name: z.string() }),
    answer: sources.SourceInfo,
    summary: 'One source',
  }),
  testSource: call({
    method: 'POST',
    path: '/api/source/{name}/test',
    service: 'sources',
    access: 'ADMIN',
    audit: 'SOURCE',
    params: z.object({ name: z.string() }),
    body: sources.SourceTestRequest.nullish(),
    answer: sources.SourceTestAnswer,
    summary: 'Try a source',
  }),
  pauseSource: call({
    method: 'POST',
    path: '/api/source/{name}/pause',
    service: 'sources',
    access: 'ADMIN',
    audit: 'SOURCE',
    params: z.object({ name: z.string() }),
    answer: sources.SourceInfo,
    summary: 'Pause a source',
  }),
  resumeSource: call({
    method: 'POST',
    path: '/api/source/{name}/resume',
    service: 'sources',
    access: 'ADMIN',
    audit: 'SOURCE',
    params: z.object({ name: z.string() }),
    answer: sources.SourceInfo,
    summary: 'Resume a source',
  }),
  planLookups: call({
    method: 'POST',
    path: '/internal/source/plan',
    service: 'sources',
    access: 'service',
    body: sources.PlanRequest,
    answer: sources.PlanAnswer,
    repeatable: true,
    summary: 'What looking these numbers up would take',
  }),
  observationsAsIs: call({
    method: 'GET',
    path: '/internal/source/observations',
    service: 'sources',
    access: 'service',
    query: z.object({ phone: PhoneParam }),
    answer: z.array(profiles.Observation),
    summary: 'All untouched answers about a number',
  }),

  // profiles
  getProfile: call({
    ...profileCall,
    method: 'GET',
    path: '/api/profile/{phone}',
    audit: 'PROFILE',
    params: phoneRef,
    answer: profiles.Profile,
    summary: 'One profile',
  }),
  individualExport: call({
    ...profileCall,
    method: 'GET',
    path: '/api/profile/individual-export',
    audit: 'PROFILE',
    query: z.object({ phone: PhoneParam.optional() }),
    answer: profiles.ProfileDetail,
    summary: 'A profile with what each source says',
  }),
  individualExportAsIs: call({
    ...profileCall,
    method: 'GET',
    path: '/api/profile/individual-export-as-is',
    audit: 'PROFILE',
    query: profiles.AsIsQuery,
    answer: z.array(profiles.Observation),
    summary: 'The untouched observations',
  }),
  searchProfiles: call({
    ...profileCall,
    method: 'POST',
    path: '/api/v2/profile/search',
    audit: 'PROFILE',
    body: profiles.ProfileFilter,
    answer: profiles.ProfilePage,
    summary: 'Search profiles',
  }),
  profilesByPhones: call({
    ...profileCall,
    method: 'POST',
    path: '/api/v2/profile/search/by-phones/{type}',
    audit: 'PROFILE',
    params: z.object({ type: z.string() }),
    body: profiles.PhoneList.nullish(),
    answer: z.array(z.unknown()),
    summary: 'Profiles of these phones: merged, or of one source',
  }),
  profilesByPhoneList: call({
    ...profileCall,
    method: 'POST',
    path: '/api/v2/profile/by-phones',
    audit: 'PROFILE',
    body: profiles.PhonesBody,
    answer: z.array(profiles.Profile),
    summary: 'Profiles of these phones',
  }),
  profilesByImageIds: call({
    ...profileCall,
    method: 'POST',
    path: '/api/profile/search/by-imageIds',
    audit: 'PROFILE',
    body: profiles.ImageIdList.nullish(),
    answer: z.array(profiles.Profile),
    summary: 'Profiles with these pictures',
  }),
  exportProfiles: call({
    ...profileCall,
    method: 'POST',
    path: '/api/v2/profile/export',
    audit: 'PROFILE',
    body: profiles.ProfileExport.nullish(),
    answer: z.array(profiles.Profile),
    summary: 'Up to 1000 profiles',
  }),
  exportProfileStream: call({
    ...profileCall,
    access: 'ADMIN',
    method: 'POST',
    path: '/api/profile/export/stream',
    audit: 'PROFILE',
    query: z.object({ format: z.string().default('jsonl') }),
    body: profiles.StreamedExportFilter.nullish(),
    returns: 'stream',
    answer: z.unknown(),
    summary: 'All profiles of a filter, as jsonl or csv',
  }),
  importProfiles: call({
    ...profileCall,
    access: 'ADMIN',
    method: 'POST',
    path: '/api/profile/import',
    audit: 'PROFILE',
    accepts: 'multipart',
    form: profiles.ImportForm,
    files: ['file'],
    answer: profiles.ImportAnswer,
    summary: 'Import profiles: all of the file or none',
  }),
  listSavedSearches: call({
    ...profileCall,
    method: 'GET',
    path: '/api/profile/saved-search',
    audit: 'PROFILE',
    answer: z.array(profiles.SavedSearch),
    summary: 'The own saved searches',
  }),
  createSavedSearch: call({
    ...profileCall,
    method: 'POST',
    path: '/api/profile/saved-search',
    audit: 'PROFILE',
    body: profiles.SavedSearchDraft,
    answer: profiles.SavedSearch,
    status: 201,
    summary: 'Save a search',
  }),
  deleteSavedSearch: call({
    ...profileCall,
    method: 'DELETE',
    path: '/api/profile/saved-search/{id}',
    audit: 'PROFILE',
    params: idRef,
    answer: Nothing,
    status: 204,
    summary: 'Delete an own saved search',
  }),
  exportJobRemainder: call({
    ...profileCall,
    access: 'ADMIN',
    service: 'jobs',
    method: 'GET',
    path: '/api/v2/profile/export/{jobNumber}',
    audit: 'PROFILE',
    params: z.object({ jobNumber: z.string() }),
    query: z.object({ page: z.coerce.number().int().min(0).optional(), size: z.coerce.number().int().min(1).max(1000).optional() }),
    answer: jobs.JobPhonePage,
    summary: 'Phones of a job without profile',
  }),
  deleteProfileByGet: call({
    ...profileCall,
    access: 'ADMIN',
    method: 'GET',
    path: '/api/profile/delete/{phone}',
    audit: 'DELETE',
    params: phoneRef,
    answer: Nothing,
    status: 204,
    summary: 'Delete a profile (as the specification has it)',
  }),
  deleteProfile: call({
    ...profileCall,
    access: 'ADMIN',
    method: 'DELETE',
    path: '/api/profile/{phone}',
    audit: 'DELETE',
    params: phoneRef,
    answer: Nothing,
    status: 204,
    summary: 'Delete a profile',
  }),
  refreshProfile: call({
    ...profileCall,
    access: 'ADMIN',
    method: 'POST',
    path: '/api/profile/{phone}/refresh',
    audit: 'PROFILE',
    params: phoneRef,
    answer: jobs.RefreshAccepted,
    summary: 'Ask all sources about one number now',
  }),
  countryStatistics: call({
    method: 'GET',
    path: '/api/stat/country-phone',
    service: 'profiles',
    access: 'signed-in',
    audit: 'PROFILE',
    answer: profiles.CountryStatistics,
    summary: 'Phones and profiles by country',
  }),
  imageReferences: call({
    method: 'POST',
    path: '/internal/profile/image-references',
    service: 'profiles',
    access: 'service',
    body: images.ImageReferences,
    answer: images.ImageReferencesAnswer,
    repeatable: true,
    summary: 'Which pictures profiles refer to',
  }),

  // images
  getImage: call({
    method: 'GET',
    path: '/api/image/{id}',
    service: 'images',
    access: 'signed-in',
    audit: 'IMAGE',
    params: z.object({ id: images.ImageId }),
    returns: 'stream',
    answer: z.unknown(),
    summary: 'A picture',
  }),
  getThumbnail: call({
    method: 'GET',
    path: '/api/image/{id}/thumbnail',
    service: 'images',
    access: 'signed-in',
    audit: 'IMAGE',
    params: z.object({ id: images.ImageId }),
    returns: 'stream',
    answer: z.unknown(),
    summary: 'A picture, small',
  }),
  clearImageStorage: call({
    method: 'POST',
    path: '/api/image/clear-storage',
    service: 'images',
    access: 'ADMIN',
    audit: 'IMAGE_CLEAR_STORAGE',
    answer: images.ClearStorageAnswer,
    summary: 'Remove pictures that no profile refers to',
  }),
  storeImage: call({
    method: 'POST',
    path: '/internal/image',
    service: 'images',
    access: 'service',
    accepts: 'bytes',
    answer: images.StoredImage,
    repeatable: true,
    summary: 'Store a picture that a source sent',
  }),

  // audit
  searchAudit: call({
    method: 'POST',
    path: '/api/audit/search',
    service: 'audit',
    access: 'signed-in',
    audit: 'AUDIT',
    body: audit.AuditFilter,
    answer: audit.AuditPage,
    summary: 'Search the audit trail',
  }),
  exportAudit: call({
    method: 'POST',
    path: '/api/audit/export/{type}',
    service: 'audit',
    access: 'signed-in',
    audit: 'AUDIT',
    params: z.object({ type: z.string() }),
    body: audit.AuditExportFilter,
    returns: 'stream',
    answer: z.unknown(),
    summary: 'Export the audit trail as csv or json',
  }),
  auditChain: call({
    method: 'GET',
    path: '/api/audit/chain',
    service: 'audit',
    access: 'ADMIN',
    answer: audit.ChainState,
    summary: 'Whether the audit chain is whole',
  }),

  // gateway
  health: call({
    method: 'GET',
    path: '/api/health-checker',
    service: 'gateway',
    access: 'public',
    audit: 'PING',
    answer: health.Health,
    summary: 'Whether all is ready',
  }),
  healthAll: call({
    method: 'GET',
    path: '/api/health-checker/all',
    service: 'gateway',
    access: 'ADMIN',
    audit: 'HEALTH_STATUS',
    answer: health.AllHealth,
    summary: 'How each service is',
  }),
  healthOne: call({
    method: 'GET',
    path: '/api/health-checker/{service}',
    service: 'gateway',
    access: 'ADMIN',
    audit: 'HEALTH_STATUS',
    params: z.object({ service: z.string() }),
    answer: health.ServiceHealth,
    summary: 'How one service is',
  }),
  consoleSettings: call({
    method: 'GET',
    path: '/api/console-settings',
    service: 'gateway',
    access: 'public',
    answer: health.ConsoleSettings,
    summary: 'What the console must know before login',
  }),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** All paths under which a call answers: `/api/v2/x` and `/api/x` are one handler. */
export function pathsOf(definition: Call): string[] {
  const twins = definition.path.startsWith('/api/v2/')
    ? [definition.path, definition.path.replace('/api/v2/', '/api/')]
    : [definition.path];
  return [...twins, ...(definition.aliases ?? [])];
}
