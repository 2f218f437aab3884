import { type AuditEntry, type CallName, calls } from '@numscope/contracts';
import type { Word } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { type SubjectName, subjectsOf } from './entry-subjects.ts';

type Said = readonly [text: Word<typeof texts>, ...needs: SubjectName[]];

const readJob = ['didReadJob', 'job'] as const;
const secondFactor = ['didSecondFactor'] as const;
const searchFace = ['didSearchFace'] as const;
const readSources = ['didReadSources'] as const;
const readJobs = ['didReadJobs'] as const;
const readProfile = ['didReadProfile', 'phone'] as const;
const readProfiles = ['didReadSomeProfiles'] as const;
const exportProfile = ['didExportProfile', 'phone'] as const;
const readAudit = ['didReadAudit'] as const;
const readHealth = ['didReadHealth'] as const;
const readSource = ['didReadSource', 'source'] as const;

/** What each call does, in words, and what of its entry they need to name. */
const saidOfCalls: Partial<Record<CallName, Said>> = {
  login: ['didLogin'],
  finishProviderSignIn: ['didLogin'],
  logout: ['didLogout'],
  changePassword: ['didChangePassword'],
  listSessions: ['didReadSessions'],
  endSession: ['didEndSession'],
  beginSecondFactor: secondFactor,
  confirmSecondFactor: secondFactor,
  disableSecondFactor: secondFactor,
  listKeys: ['didReadKeys'],
  createKey: ['didCreateKey', 'name'],
  deleteKey: ['didDeleteKey', 'name'],
  searchUsers: ['didReadUsers'],
  createUser: ['didCreateUser', 'user'],
  updateUser: ['didUpdateUser', 'user'],
  deleteUser: ['didDeleteUser', 'user'],
  resetSecondFactor: ['didResetSecondFactor', 'user'],
  createJobFromFile: ['didCreateJob', 'name'],
  createJobByRange: ['didCreateJob', 'name'],
  searchJobs: readJobs,
  listJobs: readJobs,
  findJobs: readJobs,
  getJob: readJob,
  jobPhones: readJob,
  jobPreflight: readJob,
  jobSources: readJob,
  jobPasses: readJob,
  comparePasses: readJob,
  setJobStatus: ['didSetJobStatus', 'job', 'status'],
  setJobStatusById: ['didSetJobStatus', 'job', 'status'],
  updateJob: ['didUpdateJob', 'job'],
  patchJob: ['didUpdateJob', 'job'],
  mergeJobs: ['didMergeJobs', 'jobs'],
  retryFailed: ['didRetryFailed', 'job'],
  listSources: readSources,
  listSourcePresets: readSources,
  sourcesFile: readSources,
  getSource: readSource,
  getSourceDefinition: readSource,
  sourceStatistics: readSource,
  testSource: ['didTestSource', 'source'],
  trySource: ['didTrySource'],
  changeSourceDefinition: ['didChangeSource', 'source'],
  pauseSource: ['didPauseSource', 'source'],
  resumeSource: ['didResumeSource', 'source'],
  endWaiting: ['didEndWaiting', 'source'],
  search4faces: searchFace,
  externalImageSearch: searchFace,
  searchByImage: searchFace,
  getProfile: readProfile,
  profileTimeline: readProfile,
  sameFace: readProfile,
  judgeSameFace: ['didJudgeFace', 'phone'],
  individualExport: exportProfile,
  individualExportAsIs: exportProfile,
  searchProfiles: ['didSearchProfiles'],
  profileFacets: ['didSearchProfiles'],
  profilesByPhones: readProfiles,
  profilesByPhoneList: readProfiles,
  profilesByImageIds: readProfiles,
  exportProfiles: ['didExportProfiles'],
  exportProfileStream: ['didExportProfiles'],
  importProfiles: ['didImportProfiles'],
  previewImport: ['didPreviewImport'],
  listSavedSearches: ['didReadSavedSearches'],
  createSavedSearch: ['didSaveSearch', 'name'],
  deleteSavedSearch: ['didDeleteSearch'],
  exportJobRemainder: ['didExportRemainder', 'job'],
  deleteProfile: ['didDeleteProfile', 'phone'],
  deleteProfileByGet: ['didDeleteProfile', 'phone'],
  refreshProfile: ['didRefreshProfile', 'phone'],
  countryStatistics: ['didReadCountries'],
  clearImageStorage: ['didClearImages'],
  acceptFaceNotice: ['didAcceptNotice'],
  listedNumbers: ['didReadListed'],
  listNumbers: ['didListNumbers'],
  unlistNumber: ['didUnlistNumber', 'name'],
  erasePhone: ['didErase', 'phone'],
  accessDocument: ['didAccess', 'phone'],
  getRetention: ['didReadRetention'],
  setRetention: ['didSetRetention'],
  listWebhooks: ['didReadWebhooks'],
  webhookDeliveries: ['didReadWebhooks'],
  createWebhook: ['didCreateWebhook', 'name'],
  updateWebhook: ['didUpdateWebhook', 'name'],
  deleteWebhook: ['didDeleteWebhook'],
  testWebhook: ['didTestWebhook'],
  replayDelivery: ['didReplayWebhook'],
  replayDeliveries: ['didReplayWebhook'],
  searchAudit: readAudit,
  auditEntry: readAudit,
  auditTrail: readAudit,
  exportAudit: ['didExportAudit'],
  auditChain: ['didCheckChain'],
  health: readHealth,
  healthAll: readHealth,
  healthOne: readHealth,
  followEvents: ['didFollowEvents'],
};

const byName = new Map<string, Said>(Object.entries(saidOfCalls));
/** The details of an entry are the summary of its call, unless that said them otherwise. */
const bySummary = new Map<string, Said | undefined>(
  Object.entries(calls).map(([name, { summary }]) => [summary, byName.get(name)]),
);

const pictureCalls = [calls.getImage, calls.getThumbnail, calls.imageFaces];
const pictureSummaries = new Set<string>(pictureCalls.map(({ summary }) => summary));
const profileSummaries = new Set<string>(
  [calls.getProfile, calls.profileTimeline, calls.sameFace].map(({ summary }) => summary),
);

export const isOfPicture = ({ details }: AuditEntry): boolean => pictureSummaries.has(details);
export const isOfProfile = ({ details }: AuditEntry): boolean => profileSummaries.has(details);
export const isThumbnail = ({ details }: AuditEntry): boolean => details === calls.getThumbnail.summary;

/** What was done, without by whom; the entry's own English details where its shape is not known. */
function whatOf(entry: AuditEntry): string {
  if (isOfPicture(entry)) return texts('didSeePictures', { count: 1 });
  const [text, ...needs] = bySummary.get(entry.details) ?? [];
  if (text === undefined) return entry.details;
  const subjects = subjectsOf(entry);
  const known = needs.every((need) => subjects[need] !== undefined);
  return known ? texts(text, Object.fromEntries(needs.map((need) => [need, subjects[need] ?? '']))) : entry.details;
}

/** Who did what to what, or was not let. */
export const sentenceOf = (entry: AuditEntry, what = whatOf(entry)): string =>
  texts(entry.outcome === 'OK' ? 'auditDid' : 'auditRefused', { who: entry.username, what });
