import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerStatus, calls, Job, type JobPass, JobPhonePage, type PhoneRequested } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { authed, phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import type { Share } from '../src/domain/fair-share.ts';
import type { JobStore } from '../src/store/job-store.port.ts';
import { answerAll, multipartBody, multipartHeaders, type Setup, setUp } from './setup.ts';

const A = '+998901234561';
const B = '+998901234562';
const C = '+998901234563';
const D = '+998901234564';
const RENEWED_AT = Date.parse('2100-01-01');

let setup: Setup;
/** Whether phones are handed out. */
let handsOut: boolean;
/** What each step of joining waits for. */
let joins: Promise<void>;

const holding = (store: JobStore): JobStore =>
  new Proxy(store, {
    get(target, name) {
      if (name === 'dispatch') return async (shares: Share[]) => (handsOut ? target.dispatch(shares) : 0);
      if (name === 'joinNext')
        return async (now: number) => {
          await joins;
          return target.joinNext(now);
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

beforeEach(async () => {
  handsOut = true;
  joins = Promise.resolve();
  setup = await setUp({}, holding);
  setup.client.answer({ sourceWaits: () => [{ source: 'SCARCE', waitsUntil: RENEWED_AT, left: 0 }] });
});
afterEach(() => setup.close());

type Said = Record<string, AnswerStatus>;

/** What sources were told of a job that handed out `count` phones in a run. */
async function requestsOf(number: number, run: number, count: number): Promise<PhoneRequested[]> {
  const requests: PhoneRequested[] = [];
  await setup.bus.waitFor('phone.requested', ({ data }) => {
    if (data.job.number === number && data.run === run) requests.push(data);
    return requests.flatMap(({ phones }) => phones).length >= count;
  });
  return requests.toSorted((a, b) => (String(a.phones) < String(b.phones) ? -1 : 1));
}

/** The same as short as it can be told. */
const asked = (requests: readonly PhoneRequested[]) =>
  requests.map(({ phones, only, answeredIn = [] }) => [phones, only, answeredIn.map(({ number }) => number)]);

async function say(job: JobPass, phone: string, said: Said, waits = false): Promise<void> {
  const statuses = Object.values(said);
  const status = (['FOUND', 'FAILED'] as const).find((one) => statuses.includes(one)) ?? 'NOT_FOUND';
  const sources = Object.entries(said).map(([source, one]) => ({ source, status: one, at: 1, cached: false }));
  const waiting = waits ? [{ source: 'SCARCE', resumesAt: RENEWED_AT }] : undefined;
  await setup.bus.deliver(
    phoneResolvedEvent({ phone, job, status, sources, observations: [], ...(waiting && { waiting }) }),
    ...(status === 'FOUND' ? [profileUpdatedEvent({ phone, job })] : []),
  );
}

async function merge(source: number, target: number): Promise<void> {
  const body = { sourceNumbers: [source], targetNumber: target };
  expect((await setup.admin.call(calls.mergeJobs, { body })).statusCode).toBe(200);
}

const retry = (number: number) => setup.admin.call(calls.retryFailed, { params: { number: String(number) } });
const held = (phones: readonly string[]) => setup.created(phones.join('\n'), { name: 'Held', hold: 'true' });
const play = (number: number) => setup.set(number, 'IN_PROGRESS');

/** Begins the second pass of a job and hands nothing out of it. */
async function beginAgain(number: number): Promise<void> {
  handsOut = false;
  await play(number);
  await setup.bus.waitFor(
    'job.status-changed',
    ({ data }) => data.number === number && data.to === 'IN_PROGRESS' && data.run === 2,
  );
}

/** A job of which each of the phones was answered so. */
async function answered(said: Record<string, Said>): Promise<JobPass> {
  const phones = Object.keys(said);
  const { number } = await setup.created(phones.join('\n'), { name: 'Answered' });
  const [request] = await requestsOf(number, 1, phones.length);
  if (!request) throw new Error('nothing was asked');
  for (const [phone, one] of Object.entries(said)) await say(request.job, phone, one);
  return request.job;
}

async function sourcesOf(number: number, wanted: string): Promise<Record<string, string>> {
  const page = await setup.admin.call(calls.jobPhones, { params: { id: String(number) }, body: {} });
  const row = JobPhonePage.parse(page.json()).content.find(({ phone }) => phone === wanted);
  return Object.fromEntries((row?.sources ?? []).map(({ source, status }) => [source, status]));
}

describe('phones of a merged job', () => {
  it('that were not answered in full are asked with where the rest is, until they are; in a later pass like all', async () => {
    const first = await setup.created(`${A}\n${B}\n${C}`, { name: 'First' });
    const [request] = await requestsOf(first.number, 1, 3);
    if (request) await say(request.job, A, { OFFICE: 'NOT_FOUND' });
    const target = await held([B, D]);
    await merge(first.number, target.number);
    expect(await setup.phones(target.number)).toEqual({
      [A]: 'NOT_FOUND',
      [B]: 'PENDING',
      [C]: 'PENDING',
      [D]: 'PENDING',
    });
    await play(target.number);
    const parts = [
      [[B, C], null, [first.number]],
      [[D], null, []],
    ];
    const requests = await requestsOf(target.number, 1, 3);
    expect(asked(requests)).toEqual(parts);
    expect(requests[0]?.answeredIn).toEqual([{ number: first.number, pass: 1 }]);
    await setup.set(target.number, 'PAUSED');
    await play(target.number);
    const [again, other] = await requestsOf(target.number, 2, 3);
    expect(asked([again, other].flatMap((one) => one ?? []))).toEqual(parts);

    // What another job gets of it has been answered in both.
    const last = await held([D]);
    await merge(target.number, last.number);
    await play(last.number);
    const all = await requestsOf(last.number, 1, 3);
    expect(asked(all)).toEqual([
      [[B, C], null, [first.number, target.number]],
      [[D], null, [target.number]],
    ]);
    for (const phone of [B, C, D]) await say({ ...(all[0]?.job ?? target), pass: 1 }, phone, { OFFICE: 'NOT_FOUND' });
    await setup.reaches(last.number, 'DONE');
    await play(last.number);
    expect(asked(await requestsOf(last.number, 2, 4))).toEqual([[[A, B, C, D], null, []]]);
  });

  it('that are tried again stay found, and only what failed is asked', async () => {
    const job = await answered({ [A]: { OFFICE: 'FOUND', SCARCE: 'FAILED' }, [B]: { OFFICE: 'NOT_FOUND' } });
    await retry(job.number);
    const target = await held([A]);
    await merge(job.number, target.number);
    await play(target.number);
    const requests = await requestsOf(target.number, 1, 1);
    expect(asked(requests)).toEqual([[[A], ['SCARCE'], [job.number]]]);
    if (requests[0]) await say(requests[0].job, A, { SCARCE: 'NOT_FOUND' });
    expect(await setup.phones(target.number)).toEqual({ [A]: 'FOUND', [B]: 'NOT_FOUND' });
    expect(await sourcesOf(target.number, A)).toEqual({ OFFICE: 'FOUND', SCARCE: 'NOT_FOUND' });
  });

  it('that wait for a quota are asked of that source alone, as often as they wait', async () => {
    const first = await setup.created(A, { name: 'First' });
    const [request] = await requestsOf(first.number, 1, 1);
    if (request) await say(request.job, A, { OFFICE: 'FOUND' }, true);
    const target = await held([B]);
    await merge(first.number, target.number);
    await play(target.number);
    const waiting = [[A], ['SCARCE'], [first.number]];
    const [again] = await requestsOf(target.number, 1, 2);
    expect(asked(again ? [again] : [])).toEqual([waiting]);
    if (again) await say(again.job, A, { OFFICE: 'FOUND' }, true);
    await setup.set(target.number, 'PAUSED');
    await play(target.number);
    const [last] = await requestsOf(target.number, 2, 2);
    expect(asked(last ? [last] : [])).toEqual([waiting]);
  });

  it('are tried again where they went, with where the rest is; once more if that fails once more', async () => {
    const job = await answered({ [A]: { OFFICE: 'NOT_FOUND', SCARCE: 'FAILED' }, [B]: { OFFICE: 'NOT_FOUND' } });
    const target = await answered({ [C]: { OFFICE: 'NOT_FOUND' } });
    await merge(job.number, target.number);
    expect(await setup.phones(target.number)).toEqual({ [A]: 'FAILED', [B]: 'NOT_FOUND', [C]: 'NOT_FOUND' });
    for (const run of [3, 4]) {
      await retry(target.number);
      const requests = await requestsOf(target.number, run, 1);
      expect(asked(requests)).toEqual([[[A], ['SCARCE'], [job.number]]]);
      if (requests[0]) await say(requests[0].job, A, { OFFICE: 'NOT_FOUND', SCARCE: 'FAILED' });
    }
  });

  it('keep what was answered in a pass of which nothing was handed out yet', async () => {
    const target = await answered({ [C]: { OFFICE: 'NOT_FOUND' }, [B]: { OFFICE: 'FOUND' } });
    const job = await answered({ [A]: { OFFICE: 'FOUND' }, [B]: { OFFICE: 'NOT_FOUND' } });
    const open = await setup.created(D, { name: 'Open' });
    await requestsOf(open.number, 1, 1);
    await beginAgain(target.number);
    await merge(job.number, target.number);
    await merge(open.number, target.number);
    expect(await setup.job(target.number)).toMatchObject({ pass: 2, counts: { FOUND: 1, NOT_FOUND: 1, PENDING: 2 } });
    handsOut = true;
    expect(asked(await requestsOf(target.number, 2, 2))).toEqual([
      [[C], null, []],
      [[D], null, [open.number]],
    ]);
  });

  it('keep it in whichever sub-tasks they come to', async () => {
    const consumer = await answerAll(setup);
    const even = Array.from({ length: limits.subTaskPhones + 1 }, (_none, index) => 998_901_000_000 + 2 * index);
    const target = await setup.created(even.join('\n'), { name: 'Large' });
    const odd = [1, 2 * limits.subTaskPhones + 1].map((at) => 998_901_000_000 + at);
    const job = await setup.created([...odd, 12].join('\n'), { name: 'Small' });
    await setup.reaches(job.number, 'DONE');
    await setup.reaches(target.number, 'DONE');
    await consumer.close();
    await beginAgain(target.number);
    await merge(job.number, target.number);
    expect(await setup.job(target.number)).toMatchObject({
      duplicates: 0,
      counts: { FOUND: odd.length, PENDING: even.length, NOT_VALID: 1 },
    });
  });

  it('are known by the pass in which each was asked where the main job is merged', async () => {
    await setup.close();
    setup = await setUp({ mainJobStoppable: true }, holding);
    const refresh = async (phone: string): Promise<JobPass> => {
      const before = setup.bus.published('phone.requested').length;
      const refreshed = await authed(setup.service.app, setup.serviceToken('profiles')).inject({
        method: 'POST',
        url: calls.requestRefresh.path,
        payload: { phone, requestedBy: 'admin' },
      });
      expect(refreshed.statusCode).toBe(200);
      const since = () => setup.bus.published('phone.requested').slice(before);
      const [request] = await askUntil(since, ({ length }) => length > 0);
      if (!request) throw new Error('nothing was asked');
      return request.data.job;
    };
    await say(await refresh(B), B, { OFFICE: 'NOT_FOUND' });
    const [ofA, ofB] = [await refresh(A), await refresh(B)];
    const target = await held([C]);
    await merge(ofA.number, target.number);
    await play(target.number);
    const requests = await requestsOf(target.number, 1, 3);
    const places = requests.flatMap(({ phones, answeredIn = [] }) =>
      phones.map((phone) => [phone, answeredIn.map(({ pass }) => pass)]),
    );
    expect(places).toEqual([
      [A, [ofA.pass]],
      [B, [ofB.pass]],
      [C, []],
    ]);
  });

  it('are asked afresh by a job that only takes its phones', async () => {
    const job = await answered({ [A]: { OFFICE: 'NOT_FOUND', SCARCE: 'FAILED' } });
    const copy = await setup.admin.inject({
      method: 'POST',
      url: calls.createJobFromFile.path,
      headers: multipartHeaders,
      payload: multipartBody(null, { name: 'Copy', targetNumber: String(job.number) }),
    });
    const { number } = Job.parse(copy.json());
    expect(asked(await requestsOf(number, 1, 1))).toEqual([[[A], null, []]]);
  });

  it('all come to a job that takes them, also when theirs is deleted meanwhile', async () => {
    const job = await answered({ [A]: { OFFICE: 'NOT_FOUND' }, [B]: { OFFICE: 'FOUND' } });
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    joins = promise;
    const copying = setup.admin.inject({
      method: 'POST',
      url: calls.createJobFromFile.path,
      headers: multipartHeaders,
      payload: multipartBody(null, { name: 'Copy', targetNumber: String(job.number), hold: 'true' }),
    });
    const { data } = await setup.bus.waitFor('job.created', (event) => event.data.name === 'Copy');
    expect((await setup.set(job.number, 'DELETED')).statusCode).toBe(200);
    goOn();
    await copying;
    expect(await setup.phones(data.number)).toEqual({ [A]: 'PENDING', [B]: 'PENDING' });
  });
});

describe('phones that join a job between two passes', () => {
  it('are asked in the pass that has ended, with where the rest is; the next one comes when it was to', async () => {
    const target = await setup.created(C, { name: 'Monthly', iteration: '2', schedule: 'monthly' });
    const [request] = await requestsOf(target.number, 1, 1);
    if (request) await say(request.job, C, { OFFICE: 'NOT_FOUND' });
    const due = await setup.job(target.number);
    expect(due).toMatchObject({ status: 'SCHEDULED', pass: 1 });
    const open = await setup.created(D, { name: 'Open' });
    await requestsOf(open.number, 1, 1);
    await merge(open.number, target.number);
    const again = await requestsOf(target.number, 2, 1);
    expect(asked(again)).toEqual([[[D], null, [open.number]]]);
    expect(again[0]?.job.pass).toBe(1);
    if (again[0]) await say(again[0].job, D, { OFFICE: 'FOUND' });
    const { nextPassAt, ...after } = await setup.job(target.number);
    expect(after).toMatchObject({ status: 'SCHEDULED', pass: 1, counts: { FOUND: 1, NOT_FOUND: 1 } });
    expect(nextPassAt).toBe(due.nextPassAt);
    // What is answered in full has nothing begin.
    const full = await answered({ [A]: { OFFICE: 'FOUND' } });
    await merge(full.number, target.number);
    expect(await setup.job(target.number)).toMatchObject({ status: 'SCHEDULED', nextPassAt, counts: { FOUND: 2 } });
  });
});

describe('a phone that is being asked', () => {
  it('keeps what the job that joins was answered, and is asked again with where that is', async () => {
    const target = await setup.created(`${A}\n${B}\n${C}`, { name: 'Running' });
    const [request] = await requestsOf(target.number, 1, 3);
    const full = await answered({ [A]: { OFFICE: 'FOUND' }, [B]: { OFFICE: 'NOT_FOUND', SCARCE: 'FAILED' } });
    const open = await setup.created(C, { name: 'Open' });
    await requestsOf(open.number, 1, 1);
    await merge(full.number, target.number);
    await merge(open.number, target.number);
    expect((await setup.job(target.number)).counts).toMatchObject({ SENT: 3 });
    await setup.set(target.number, 'PAUSED');
    await play(target.number);
    expect(asked(await requestsOf(target.number, 2, 3))).toEqual([
      [[A], null, [full.number]],
      [[B], ['SCARCE'], [full.number]],
      [[C], null, [open.number]],
    ]);
    if (!request) throw new Error('nothing was asked');
    await say(request.job, A, { OFFICE: 'NOT_FOUND', CLUB: 'NOT_FOUND' });
    await say(request.job, B, { SCARCE: 'FOUND' });
    await say(request.job, C, { OFFICE: 'NOT_FOUND' });
    expect(await setup.job(target.number)).toMatchObject({ status: 'DONE', counts: { FOUND: 2, NOT_FOUND: 1 } });
    expect(await sourcesOf(target.number, A)).toEqual({ OFFICE: 'FOUND', CLUB: 'NOT_FOUND' });
    expect(await sourcesOf(target.number, B)).toEqual({ OFFICE: 'NOT_FOUND', SCARCE: 'FOUND' });
  });

  it('has what the job that joins is answered last only once it has come from there', async () => {
    const target = await setup.created(A, { name: 'Running' });
    const [request] = await requestsOf(target.number, 1, 1);
    const other = await answered({ [A]: { OFFICE: 'FOUND', SCARCE: 'FAILED' } });
    await retry(other.number);
    await requestsOf(other.number, 2, 1);
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    joins = promise;
    const merging = merge(other.number, target.number);
    await setup.bus.waitFor('job.status-changed', ({ data }) => data.number === other.number && data.to === 'MERGED');
    // Only one source was asked: for who is being asked of all that is no result.
    await say(other, A, { SCARCE: 'NOT_FOUND' });
    expect(await setup.phones(target.number)).toEqual({ [A]: 'SENT' });
    goOn();
    await merging;
    if (request) await say(request.job, A, { CLUB: 'NOT_FOUND' });
    expect(await setup.phones(target.number)).toEqual({ [A]: 'FOUND' });
    expect(await sourcesOf(target.number, A)).toEqual({ OFFICE: 'FOUND', SCARCE: 'NOT_FOUND', CLUB: 'NOT_FOUND' });
  });

  it('does not wait for a quota when the job that joins may know', async () => {
    const target = await setup.created(A, { name: 'Running' });
    const [request] = await requestsOf(target.number, 1, 1);
    if (request) await say(request.job, A, { OFFICE: 'NOT_FOUND' }, true);
    const other = await answered({ [A]: { SCARCE: 'FOUND' } });
    await merge(other.number, target.number);
    const requests = await requestsOf(target.number, 1, 2);
    expect(asked(requests)).toContainEqual([[A], ['SCARCE'], [other.number]]);
  });

  it('is tried again with where the job answered that joined after it had failed', async () => {
    const target = await answered({ [A]: { SCARCE: 'FAILED' } });
    const other = await answered({ [A]: { SCARCE: 'FOUND' } });
    await merge(other.number, target.number);
    expect(await setup.phones(target.number)).toEqual({ [A]: 'FAILED' });
    await retry(target.number);
    expect(asked(await requestsOf(target.number, 3, 1))).toEqual([[[A], ['SCARCE'], [other.number]]]);
  });
});

describe('a phone that is tried again', () => {
  it.each<[string, Said, Said, Said]>([
    ['nothing', { OFFICE: 'NOT_FOUND' }, { SCARCE: 'NOT_FOUND' }, { OFFICE: 'FOUND', SCARCE: 'NOT_FOUND' }],
    ['a failure', { SCARCE: 'FAILED' }, { SCARCE: 'FAILED' }, { OFFICE: 'FOUND', SCARCE: 'FAILED' }],
    ['more', { SCARCE: 'NOT_FOUND', CLUB: 'FOUND' }, {}, { OFFICE: 'FOUND', SCARCE: 'FAILED', CLUB: 'FOUND' }],
  ])('stays found, and is asked again, where a job brings %s', async (_what, brought, later, expected) => {
    const target = await answered({ [A]: { OFFICE: 'FOUND', SCARCE: 'FAILED' } });
    const other = await answered({ [A]: brought });
    await retry(target.number);
    await setup.set(target.number, 'PAUSED');
    await merge(other.number, target.number);
    expect((await setup.job(target.number)).counts).toMatchObject({ PENDING: 1 });
    await play(target.number);
    const requests = await requestsOf(target.number, 3, 1);
    // What the other job was answered is an answer, also to this question.
    expect(asked(requests)).toEqual([[[A], ['SCARCE'], [other.number]]]);
    if (requests[0]) await say(requests[0].job, A, later);
    expect(await setup.phones(target.number)).toEqual({ [A]: 'FOUND' });
    expect(await sourcesOf(target.number, A)).toEqual(expected);
  });

  it('is found where the other job found it', async () => {
    const target = await answered({ [A]: { OFFICE: 'NOT_FOUND', SCARCE: 'FAILED' } });
    const other = await answered({ [A]: { OFFICE: 'FOUND', SCARCE: 'NOT_FOUND' } });
    await retry(target.number);
    await setup.set(target.number, 'PAUSED');
    await merge(other.number, target.number);
    await play(target.number);
    const [request] = await requestsOf(target.number, 3, 1);
    if (request) await say(request.job, A, { SCARCE: 'NOT_FOUND' });
    expect(await setup.phones(target.number)).toEqual({ [A]: 'FOUND' });
    expect(await sourcesOf(target.number, A)).toEqual({ OFFICE: 'FOUND', SCARCE: 'NOT_FOUND' });
  });
});
