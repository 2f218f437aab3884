import { describe, expect, it } from '@jest/globals';
import {
  audiences,
  type Call,
  type CallName,
  calls,
  type KeyScope,
  keyScopes,
  type Module,
  type Role,
  type SocketMessage,
} from '@numscope/contracts';
import { authorise, isAllowed, type Identity } from '../src/index.ts';

type Need = 'nobody' | 'a token' | 'Profiler' | 'ADMIN' | 'ADMIN with Profiler' | 'services only';

/** The decision for each call, said once more: a new call does not compile before somebody has decided here. */
const needs: Record<CallName, Need> = {
  login: 'nobody',
  jwks: 'nobody',
  health: 'nobody',
  consoleSettings: 'nobody',

  me: 'a token',
  logout: 'a token',
  listSessions: 'a token',
  endSession: 'a token',
  listKeys: 'a token',
  createKey: 'a token',
  deleteKey: 'a token',
  changePassword: 'a token',
  searchAudit: 'a token',
  exportAudit: 'a token',

  getProfile: 'Profiler',
  profileTimeline: 'Profiler',
  individualExport: 'Profiler',
  individualExportAsIs: 'Profiler',
  searchProfiles: 'Profiler',
  profilesByPhones: 'Profiler',
  profilesByPhoneList: 'Profiler',
  profilesByImageIds: 'Profiler',
  exportProfiles: 'Profiler',
  listSavedSearches: 'Profiler',
  createSavedSearch: 'Profiler',
  deleteSavedSearch: 'Profiler',
  countryStatistics: 'Profiler',
  getImage: 'Profiler',
  getThumbnail: 'Profiler',
  imageFaces: 'Profiler',
  facesState: 'Profiler',
  acceptFaceNotice: 'Profiler',
  searchByImage: 'Profiler',
  listFaceProviders: 'Profiler',
  search4faces: 'Profiler',
  externalImageSearch: 'Profiler',
  sameFace: 'Profiler',
  judgeSameFace: 'Profiler',

  searchUsers: 'ADMIN',
  createUser: 'ADMIN',
  updateUser: 'ADMIN',
  deleteUser: 'ADMIN',
  auditChain: 'ADMIN',
  auditTrail: 'ADMIN',
  healthAll: 'ADMIN',
  healthOne: 'ADMIN',
  listSources: 'ADMIN',
  getSource: 'ADMIN',
  pauseSource: 'ADMIN',
  sourceStatistics: 'ADMIN',
  resumeSource: 'ADMIN',
  endWaiting: 'ADMIN',
  sourcesFile: 'ADMIN',
  listedNumbers: 'ADMIN',
  listNumbers: 'ADMIN',
  unlistNumber: 'ADMIN',
  erasePhone: 'ADMIN',
  accessDocument: 'ADMIN',

  testSource: 'ADMIN with Profiler',
  trySource: 'ADMIN with Profiler',
  listSourcePresets: 'ADMIN',
  getSourceDefinition: 'ADMIN',
  changeSourceDefinition: 'ADMIN',
  createJobFromFile: 'ADMIN with Profiler',
  createJobByRange: 'ADMIN with Profiler',
  jobPasses: 'ADMIN with Profiler',
  comparePasses: 'ADMIN with Profiler',
  searchJobs: 'ADMIN with Profiler',
  listJobs: 'ADMIN with Profiler',
  findJobs: 'ADMIN with Profiler',
  mainJob: 'ADMIN with Profiler',
  getJob: 'ADMIN with Profiler',
  jobPhones: 'ADMIN with Profiler',
  jobPreflight: 'ADMIN with Profiler',
  setJobStatus: 'ADMIN with Profiler',
  setJobStatusById: 'ADMIN with Profiler',
  updateJob: 'ADMIN with Profiler',
  patchJob: 'ADMIN with Profiler',
  mergeJobs: 'ADMIN with Profiler',
  retryFailed: 'ADMIN with Profiler',
  exportProfileStream: 'ADMIN with Profiler',
  importProfiles: 'ADMIN with Profiler',
  previewImport: 'ADMIN with Profiler',
  listImports: 'ADMIN with Profiler',
  getImport: 'ADMIN with Profiler',
  exportJobRemainder: 'ADMIN with Profiler',
  deleteProfileByGet: 'ADMIN with Profiler',
  deleteProfile: 'ADMIN with Profiler',
  refreshProfile: 'ADMIN with Profiler',
  clearImageStorage: 'ADMIN with Profiler',
  previewClearImageStorage: 'ADMIN with Profiler',

  jobsOfPhone: 'services only',
  auditOfPhone: 'services only',
  eraseFromJobs: 'services only',
  eraseFromSources: 'services only',
  eraseImages: 'services only',
  scrubJobs: 'services only',
  scrubSources: 'services only',
  scrubImages: 'services only',
  revocations: 'services only',
  checkPassword: 'services only',
  admitKey: 'services only',
  userRights: 'services only',
  setPassword: 'services only',
  storeImage: 'services only',
  similarFaces: 'services only',
  preparePicture: 'services only',
  readImage: 'services only',
  knownImages: 'services only',
  requestRefresh: 'services only',
  imageReferences: 'services only',
  planLookups: 'services only',
  sourceWaits: 'services only',
  askingCounts: 'services only',
  observationsAsIs: 'services only',
};

/** What a key must be made for, said once more: no call is left to chance here either. */
const keyNeeds: Record<CallName, KeyScope | 'any key' | 'no key' | 'nobody'> = {
  login: 'nobody',
  jwks: 'nobody',
  health: 'nobody',
  consoleSettings: 'nobody',

  me: 'any key',
  healthAll: 'any key',
  healthOne: 'any key',

  logout: 'no key',
  changePassword: 'no key',
  listSessions: 'no key',
  endSession: 'no key',
  listKeys: 'no key',
  createKey: 'no key',
  deleteKey: 'no key',

  searchAudit: 'audit:read',
  exportAudit: 'audit:read',
  auditChain: 'audit:read',
  auditTrail: 'audit:read',

  getProfile: 'profiles:read',
  profileTimeline: 'profiles:read',
  individualExport: 'profiles:read',
  individualExportAsIs: 'profiles:read',
  searchProfiles: 'profiles:read',
  profilesByPhones: 'profiles:read',
  profilesByPhoneList: 'profiles:read',
  profilesByImageIds: 'profiles:read',
  exportProfiles: 'profiles:read',
  exportProfileStream: 'profiles:read',
  listSavedSearches: 'profiles:read',
  countryStatistics: 'profiles:read',
  sameFace: 'profiles:read',
  previewImport: 'profiles:read',
  listImports: 'profiles:read',
  getImport: 'profiles:read',
  createSavedSearch: 'profiles',
  deleteSavedSearch: 'profiles',
  judgeSameFace: 'profiles',
  importProfiles: 'profiles',
  deleteProfileByGet: 'profiles',
  deleteProfile: 'profiles',
  refreshProfile: 'profiles',

  getImage: 'images:read',
  getThumbnail: 'images:read',
  imageFaces: 'images:read',
  facesState: 'images:read',
  searchByImage: 'images:read',
  listFaceProviders: 'images:read',
  search4faces: 'images:read',
  externalImageSearch: 'images:read',
  previewClearImageStorage: 'images:read',
  acceptFaceNotice: 'images',
  clearImageStorage: 'images',

  searchUsers: 'users:read',
  createUser: 'users',
  updateUser: 'users',
  deleteUser: 'users',

  listSources: 'sources:read',
  getSource: 'sources:read',
  sourceStatistics: 'sources:read',
  sourcesFile: 'sources:read',
  listSourcePresets: 'sources:read',
  getSourceDefinition: 'sources:read',
  pauseSource: 'sources',
  resumeSource: 'sources',
  endWaiting: 'sources',
  testSource: 'sources',
  trySource: 'sources',
  changeSourceDefinition: 'sources',

  listedNumbers: 'privacy:read',
  listNumbers: 'privacy',
  unlistNumber: 'privacy',
  erasePhone: 'privacy',
  accessDocument: 'privacy:read',

  jobPasses: 'jobs:read',
  comparePasses: 'jobs:read',
  searchJobs: 'jobs:read',
  listJobs: 'jobs:read',
  findJobs: 'jobs:read',
  mainJob: 'jobs:read',
  getJob: 'jobs:read',
  jobPhones: 'jobs:read',
  jobPreflight: 'jobs:read',
  exportJobRemainder: 'jobs:read',
  createJobFromFile: 'jobs',
  createJobByRange: 'jobs',
  setJobStatus: 'jobs',
  setJobStatusById: 'jobs',
  updateJob: 'jobs',
  patchJob: 'jobs',
  mergeJobs: 'jobs',
  retryFailed: 'jobs',

  jobsOfPhone: 'no key',
  auditOfPhone: 'no key',
  eraseFromJobs: 'no key',
  eraseFromSources: 'no key',
  eraseImages: 'no key',
  scrubJobs: 'no key',
  scrubSources: 'no key',
  scrubImages: 'no key',
  revocations: 'no key',
  checkPassword: 'no key',
  admitKey: 'no key',
  userRights: 'no key',
  setPassword: 'no key',
  storeImage: 'no key',
  similarFaces: 'no key',
  preparePicture: 'no key',
  readImage: 'no key',
  knownImages: 'no key',
  requestRefresh: 'no key',
  imageReferences: 'no key',
  planLookups: 'no key',
  sourceWaits: 'no key',
  askingCounts: 'no key',
  observationsAsIs: 'no key',
};

const messageKeyNeeds: Record<SocketMessage['type'], KeyScope | 'any key'> = {
  ready: 'any key',
  system: 'any key',
  notification: 'jobs:read',
  'profile.updated': 'profiles:read',
  step: 'jobs:read',
  'job.updated': 'jobs:read',
  'job.progress': 'jobs:read',
  'job.deleted': 'jobs:read',
};

const messageNeeds: Record<SocketMessage['type'], Need> = {
  ready: 'a token',
  system: 'a token',
  notification: 'ADMIN',
  'profile.updated': 'Profiler',
  step: 'ADMIN with Profiler',
  'job.updated': 'ADMIN with Profiler',
  'job.progress': 'ADMIN with Profiler',
  'job.deleted': 'ADMIN with Profiler',
};

const roleSets: ReadonlyArray<readonly Role[]> = [['ADMIN'], ['USER'], ['ADMIN', 'USER']];
const moduleSets: ReadonlyArray<readonly Module[]> = [['Profiler'], ['Webint'], ['Profiler', 'Webint'], []];

const people = roleSets.flatMap((roles) =>
  moduleSets.map((modules): Identity => ({
    userId: 'id',
    userName: `${roles.join('+')} with ${modules.join('+') || 'nothing'}`,
    roles,
    modules,
    issuedAt: 0,
    expiresAt: 1,
  })),
);

function has(need: Need, { roles, modules }: Identity): boolean {
  if (need === 'services only') return false;
  const admin = roles.includes('ADMIN');
  const profiler = modules.includes('Profiler');
  return (
    need === 'nobody' ||
    need === 'a token' ||
    (need === 'Profiler' && profiler) ||
    (need === 'ADMIN' && admin) ||
    (need === 'ADMIN with Profiler' && admin && profiler)
  );
}

function outcome(call: Call, identity: Identity | null): string {
  try {
    authorise(call, identity);
    return 'allowed';
  } catch (error) {
    return String(Reflect.get(Object(error), 'statusCode'));
  }
}

const named = Object.entries(calls).map(([name, call]) => [name, call] as const);

describe('the right to each call', () => {
  it.each(people.map((person) => [person.userName, person] as const))('of %s', (_name, person) => {
    const given = Object.fromEntries(named.map(([name, call]) => [name, outcome(call, person)]));
    const due = Object.fromEntries(
      Object.entries(needs).map(([name, need]) => [name, has(need, person) ? 'allowed' : '403']),
    );
    expect(given).toEqual(due);
  });

  it('of somebody without a token', () => {
    const open = named.filter(([, call]) => outcome(call, null) === 'allowed').map(([name]) => name);
    expect(open.toSorted()).toEqual(
      Object.keys(needs)
        .filter((name) => Reflect.get(needs, name) === 'nobody')
        .toSorted(),
    );
    expect(new Set(named.filter(([name]) => !open.includes(name)).map(([, call]) => outcome(call, null)))).toEqual(
      new Set(['401']),
    );
  });

  it('is never left to chance by a call with a right of its own: each says its module or null', () => {
    expect(named.filter(([, call]) => !('module' in call)).map(([name]) => name)).toEqual([]);
  });
});

describe('the right to hear each message of the websocket', () => {
  it.each(people.map((person) => [person.userName, person] as const))('of %s', (_name, person) => {
    const heard = Object.entries(audiences).flatMap(([type, audience]) => (isAllowed(audience, person) ? [type] : []));
    const due = Object.entries(messageNeeds).flatMap(([type, need]) => (has(need, person) ? [type] : []));
    expect(heard.toSorted()).toEqual(due.toSorted());
  });
});

/** A program of an administrator who may do everything, with a key of one scope. */
const program = (scope: KeyScope): Identity => ({
  userId: 'id',
  userName: 'root',
  roles: ['ADMIN'],
  modules: ['Profiler', 'Webint'],
  issuedAt: 0,
  expiresAt: 1,
  key: { id: 'key', shownAs: 'root [key]', scopes: [scope] },
});

const suffices = (need: string, scope: KeyScope): boolean =>
  need === 'nobody' || need === 'any key' || need === scope || need === `${scope}:read`;

describe('what an API key may do', () => {
  it.each(keyScopes)('made for %s', (scope) => {
    const given = Object.fromEntries(named.map(([name, call]) => [name, outcome(call, program(scope))]));
    const due = Object.entries(keyNeeds).map(([name, need]) => [name, suffices(need, scope) ? 'allowed' : '403']);
    expect(given).toEqual(Object.fromEntries(due));
  });

  it.each(keyScopes)('hear, made for %s', (scope) => {
    const heard = Object.entries(audiences).flatMap(([type, to]) => (isAllowed(to, program(scope)) ? [type] : []));
    const due = Object.entries(messageKeyNeeds).flatMap(([type, need]) => (suffices(need, scope) ? [type] : []));
    expect(heard.toSorted()).toEqual(due.toSorted());
  });

  it('is never more than its holder may', () => {
    const ofUser = { ...program('jobs'), roles: ['USER'] };
    const withoutModule = { ...program('profiles'), modules: [] };
    expect([outcome(calls.listJobs, ofUser), outcome(calls.getProfile, withoutModule)]).toEqual(['403', '403']);
  });

  it('says which scope it lacks', () => {
    expect(() => authorise(calls.createJobByRange, program('jobs:read'))).toThrow(
      expect.objectContaining({ code: 'KEY_SCOPE', details: { scope: 'jobs' } }),
    );
  });
});
