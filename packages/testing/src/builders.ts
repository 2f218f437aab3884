import {
  type ConsoleSettings,
  type EventData,
  type Job,
  type JobPass,
  type Observation,
  type PhoneResolved,
  productName,
  productVersion,
  type ProfileUpdated,
  type SourceInfo,
} from '@numscope/contracts';
import { newId, type OutgoingEvent, outgoing } from '@numscope/platform';

const PHONE = '+998901234567';

export const consoleSettings: ConsoleSettings = {
  productName,
  version: productVersion,
  sandbox: false,
  languages: ['en'],
  mainJobStoppable: false,
  requirePurpose: false,
};

export const buildJobPass = (overrides: Partial<JobPass> = {}): JobPass => ({
  id: 'job-1',
  number: 1,
  pass: 1,
  ...overrides,
});

/** A bound source that was never asked, unless said. */
export const buildSourceInfo = (name: string, overrides: Partial<SourceInfo> = {}): SourceInfo => ({
  name,
  configured: true,
  connector: 'http',
  needs: [],
  state: 'CLOSED',
  pausedBy: null,
  cause: null,
  keptAnswer: null,
  resumesAt: null,
  waitingEndedBy: null,
  quota: null,
  accounts: [],
  lastHour: { since: null, asked: 0, found: 0, nothing: 0, failed: 0, averageMs: null, answers: [] },
  limits: null,
  freshForDays: null,
  cost: null,
  trust: null,
  lastError: null,
  ...overrides,
});

export function buildObservation(overrides: Partial<Observation> = {}): Observation {
  return {
    id: newId(),
    phone: PHONE,
    source: 'TELEGRAM',
    account: null,
    at: Date.now(),
    cached: false,
    status: 'FOUND',
    fields: { firstName: 'Anvar', lastName: 'Karimov', names: [{ name: 'Anvar Karimov', type: 'OK' }] },
    trust: 0.8,
    ...overrides,
  };
}

/** FOUND by one source unless said; `sources` follow from the observations. */
function buildPhoneResolved(overrides: Partial<PhoneResolved> = {}): PhoneResolved {
  const phone = overrides.phone ?? PHONE;
  const observations = overrides.observations ?? [buildObservation({ phone })];
  return {
    phone,
    job: buildJobPass(),
    status: 'FOUND',
    sources: observations.map(({ source, status, at, cached }) => ({ source, status, at, cached })),
    observations,
    ...overrides,
  };
}

export const buildProfileUpdated = (overrides: Partial<ProfileUpdated> = {}): ProfileUpdated => ({
  phone: PHONE,
  profileId: newId(),
  revision: 1,
  changed: ['firstName', 'lastName', 'names'],
  job: buildJobPass(),
  ...overrides,
});

export function buildJob(overrides: Partial<Job> = {}): Job {
  const counts = overrides.counts ?? { PENDING: 1, SENT: 0, FOUND: 0, NOT_FOUND: 0, FAILED: 0, NOT_VALID: 0 };
  return {
    id: 'job-1',
    number: 1,
    name: 'First job',
    status: 'CREATED',
    type: 'REGULAR',
    subtype: 'SINGLE',
    iteration: 1,
    pass: 1,
    cyclic: false,
    prioritized: false,
    mainJob: false,
    schedule: null,
    createdOn: Date.now(),
    createdBy: 'admin',
    startedOn: null,
    finishedOn: null,
    changedOn: overrides.createdOn ?? Date.now(),
    workedMs: null,
    phonesSent: 0,
    totalPhoneNumbers: 1,
    progress: 0,
    counts,
    waiting: [],
    duplicates: 0,
    skippedLines: 0,
    rate: 0,
    eta: null,
    purpose: null,
    mergedInto: null,
    nextPassAt: null,
    parentNumber: null,
    toCome: counts.PENDING + counts.SENT,
    toRetry: 0,
    actions: [],
    ...overrides,
  };
}

/** `phone.requested` as an event: phones of a job's first run, keyed by the first. */
export const phoneRequestedEvent = (phones: string[]): OutgoingEvent =>
  outgoing('phone.requested', phones[0] ?? '', {
    job: buildJobPass(),
    run: 1,
    lane: 'REGULAR',
    reuseFresh: true,
    only: null,
    phones,
  });

/** `phone.resolved` as an event, keyed by its phone. */
export function phoneResolvedEvent(overrides: Partial<PhoneResolved> = {}): OutgoingEvent {
  const data = buildPhoneResolved(overrides);
  return outgoing('phone.resolved', data.phone, data);
}

/** `profile.updated` as an event, keyed by its phone. */
export function profileUpdatedEvent(overrides: Partial<ProfileUpdated> = {}): OutgoingEvent {
  const data = buildProfileUpdated(overrides);
  return outgoing('profile.updated', data.phone, data);
}

/** A small event of a one-partition topic, told apart by its user name. */
export function userChangedEvent(userName: string, overrides: Partial<EventData<'user.changed'>> = {}): OutgoingEvent {
  return outgoing('user.changed', userName, {
    userName,
    at: Date.now(),
    roles: ['USER'],
    modules: [],
    deleted: false,
    ...overrides,
  });
}
