import { describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import {
  calls,
  Job,
  JobPage,
  JobPassInfo,
  JobPhonePage,
  type Observation,
  PassComparison,
  type SourceFields,
} from '@numscope/contracts';
import { type Consumer, outgoing, type OutgoingEvent } from '@numscope/platform';
import { buildObservation, phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import * as z from 'zod';
import type { JobStore } from '../src/store/job-store.port.ts';
import { answers } from './answers.ts';
import { codeOf, type Setup, setUp } from './setup.ts';

/** What each source says of a phone: its fields, `nothing`, or that it could not answer. */
type Said = Record<string, SourceFields | 'nothing' | 'failed'>;

const phoneAt = (index: number): string => `+9989011122${String(index).padStart(2, '0')}`;

const observationOf = (phone: string, source: string, said: Said[string]): Observation =>
  buildObservation({
    phone,
    source,
    status: said === 'failed' ? 'FAILED' : said === 'nothing' ? 'NOT_FOUND' : 'FOUND',
    fields: typeof said === 'string' ? null : said,
  });

/** Sources and profiles, saying of each phone in each pass what `say` has for it. */
const answerBy = (setup: Setup, say: (phone: string, pass: number) => Said): Promise<Consumer> =>
  setup.bus.subscribe({
    topic: 'phone.requested',
    group: 'fake-sources',
    handle: async (events) =>
      setup.bus.publish(
        events.flatMap(({ data: { job, phones } }) =>
          phones.flatMap((phone) => {
            const observations = Object.entries(say(phone, job.pass)).map(([source, said]) =>
              observationOf(phone, source, said),
            );
            const counted = observations.filter(({ source }) => source !== 'NUMBERING_PLAN');
            const has = (status: string): boolean =>
              (counted.length > 0 ? counted : observations).some((each) => each.status === status);
            const status = has('FOUND') ? 'FOUND' : has('FAILED') ? 'FAILED' : 'NOT_FOUND';
            const resolved = phoneResolvedEvent({ phone, job, status, observations });
            return status === 'FOUND' ? [resolved, profileUpdatedEvent({ phone, job })] : [resolved];
          }),
        ),
      ),
  });

const city = (name: string): SourceFields => ({ city: name, names: [{ name: 'Anvar Karimov', type: 'OK' }] });

/** Of each phone: what is said in the first pass, in the second, and what became of it. */
const cases: Array<[Said, Said, { change: string; fields: string[] } | null]> = [
  [{ A: city('Tashkent') }, { A: city('Samarkand') }, { change: 'CHANGED', fields: ['city'] }],
  [
    { A: { emails: ['a@x.uz', 'b@x.uz'], lastOnline: 1, online: true } },
    { A: { emails: ['b@x.uz', 'a@x.uz'], lastOnline: 2, online: false } },
    null,
  ],
  [{ A: 'nothing' }, { A: city('Tashkent') }, { change: 'APPEARED', fields: ['names', 'city'] }],
  [{ A: city('Tashkent') }, { A: 'nothing' }, { change: 'GONE', fields: ['names', 'city'] }],
  // Who cannot answer takes back nothing.
  [{ A: city('Tashkent') }, { A: 'failed' }, null],
  [
    { A: city('Tashkent'), B: 'nothing' },
    { A: 'failed', B: { emails: ['a@x.uz'] } },
    { change: 'CHANGED', fields: ['emails'] },
  ],
  [{ A: 'failed' }, { A: city('Tashkent') }, { change: 'APPEARED', fields: ['names', 'city'] }],
  // What another source says too is known already.
  [{ A: city('Tashkent'), B: 'nothing' }, { A: city('Tashkent'), B: { city: 'Tashkent' } }, null],
  [{ A: 'nothing' }, { A: 'nothing' }, null],
  [{ A: 'nothing', NUMBERING_PLAN: { country: 'UZ' } }, { A: 'nothing', NUMBERING_PLAN: { country: 'KZ' } }, null],
  [{ NUMBERING_PLAN: { country: 'UZ' } }, { NUMBERING_PLAN: { country: 'UZ' } }, null],
];
const index = (phone: string): number => Number(phone.slice(-2));
const say = (phone: string, pass: number): Said => cases[index(phone)]?.[pass === 1 ? 0 : 1] ?? { A: 'nothing' };

describe('the passes of a job', () => {
  let setup: Setup;
  /** Slices of two passes that were read. */
  let read = 0;
  const counting = (store: JobStore): JobStore =>
    new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === 'passDifferences') read++;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  aroundAll(
    () => setUp({}, counting),
    (opened) => (setup = opened),
  );

  const compare = async (job: number, query: Record<string, number>): Promise<PassComparison> => {
    const response = await setup.admin.inject({
      method: 'GET',
      url: `/api/v2/job/${job}/passes/compare?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`,
    });
    if (response.statusCode !== 200) throw new Error(response.body);
    return PassComparison.parse(response.json());
  };
  const passes = async (job: number): Promise<JobPassInfo[]> =>
    z.array(JobPassInfo).parse((await setup.admin.call(calls.jobPasses, { params: { number: String(job) } })).json());

  it('are kept with their results, and told apart number by number', async () => {
    const consumer = await answerBy(setup, say);
    const file = cases.map((_case, at) => phoneAt(at)).join('\n');
    const { number } = await setup.created(`${file}\n12\n`, { name: 'Twice', iteration: '2' });
    const job = await setup.reaches(number, 'DONE');
    expect(job).toMatchObject({ pass: 2, nextPassAt: null });

    const [second, first] = await passes(number);
    expect([first?.pass, second?.pass]).toEqual([1, 2]);
    expect(second).toMatchObject({ counts: job.counts, finishedOn: job.finishedOn });
    expect(first?.counts).toMatchObject({ FOUND: 7, NOT_FOUND: 3, FAILED: 1, NOT_VALID: 1 });
    expect(first?.finishedOn).toBeLessThanOrEqual(second?.startedOn ?? 0);

    const expected = cases.flatMap(([, , became], at) => (became ? [{ phone: phoneAt(at), ...became }] : []));
    const sorted = (page: PassComparison) =>
      page.content.map(({ phone, change, fields }) => ({ phone, change, fields: fields.toSorted() }));
    const whole = await compare(number, { from: 1, to: 2 });
    expect(sorted(whole)).toEqual(expected.map((each) => ({ ...each, fields: each.fields.toSorted() })));
    expect(whole).toMatchObject({ totalElements: expected.length, counts: { APPEARED: 2, CHANGED: 2, GONE: 1 } });
    const said = whole.content.map(({ phone, saidFrom, saidTo }) => [
      index(phone),
      ...[saidFrom, saidTo].map((answers) => answers.map(({ source }) => source).join()),
    ]);
    // Who could not answer the second time is known by what was said the first time.
    expect(said).toEqual([
      [0, 'A', 'A'],
      [2, '', 'A'],
      [3, 'A', ''],
      [5, 'A', 'A,B'],
      [6, '', 'A'],
    ]);
    const page = await compare(number, { from: 1, to: 2, page: 1, size: 2 });
    expect(sorted(page)).toEqual(sorted(whole).slice(2, 4));
    expect(page).toMatchObject({ number: 1, size: 2, totalPages: 3, counts: whole.counts });
    expect((await compare(number, { from: 2, to: 2 })).totalElements).toBe(0);
    await consumer.close();
  });

  it('are read whole for the first page of a comparison alone', async () => {
    const all = Array.from({ length: 4200 }, (_, at) => `+99890200${String(at).padStart(4, '0')}`);
    // Of those in the middle there is nothing to tell.
    const isMute = (phone: string): boolean => phone > (all[1200] ?? '') && phone < (all[3000] ?? '');
    const consumer = await answerBy(setup, (phone, pass) =>
      pass === 1 || isMute(phone) ? { A: 'nothing' } : { A: city('Tashkent') },
    );
    const { number } = await setup.created(all.join('\n'), { name: 'Pages', iteration: '2' });
    await setup.reaches(number, 'DONE');
    const expected = all.filter((phone) => !isMute(phone));
    const pageAt = async (page: number): Promise<PassComparison> =>
      compare(number, { from: 1, to: 2, page, size: 600 });
    read = 0;
    const told = [await pageAt(0)];
    const whole = read;
    expect(whole).toBeGreaterThan(2);
    for (let page = 1; page < (told[0]?.totalPages ?? 0); page++) {
      read = 0;
      told.push(await pageAt(page));
      expect(read).toBeLessThan(whole);
    }
    expect(told.flatMap(({ content }) => content.map(({ phone }) => phone))).toEqual(expected);
    for (const { totalElements, counts } of told)
      expect([totalElements, counts]).toEqual([expected.length, { APPEARED: expected.length, CHANGED: 0, GONE: 0 }]);
    expect((await pageAt(99)).content).toEqual([]);
    await consumer.close();
  });

  it('are compared for each sub-task by its own numbers', async () => {
    const all = Array.from({ length: 10_001 }, (_, at) => `+${998_901_000_000 + at}`);
    const told = [all[3] ?? '', all.at(-1) ?? ''];
    const consumer = await answerBy(setup, (phone, pass) =>
      pass === 2 && told.includes(phone) ? { A: city('Tashkent') } : { A: 'nothing' },
    );
    const { number } = await setup.created(all.join('\n'), { name: 'In parts', iteration: '2' });
    await setup.reaches(number, 'DONE');
    const parts = JobPage.parse(
      (await setup.admin.call(calls.searchJobs, { body: { parentNumber: number } })).json(),
    ).content.toSorted((a, b) => a.number - b.number);
    const changed = async (ref: number): Promise<string[]> =>
      (await compare(ref, { from: 1, to: 2 })).content.map(({ phone }) => phone);
    expect(await changed(number)).toEqual(told);
    expect(await Promise.all(parts.map((part) => changed(part.number)))).toEqual(told.map((phone) => [phone]));
    await consumer.close();
  });

  it('forget what was found of a number whose profile is deleted, and no more than that', async () => {
    const consumer = await answerBy(setup, say);
    const { number } = await setup.created([3, 4, 0].map(phoneAt).join('\n'), { name: 'Deleted', iteration: '2' });
    const before = await setup.reaches(number, 'DONE');
    expect(before.counts).toMatchObject({ FOUND: 1, NOT_FOUND: 1, FAILED: 1 });
    const [gone] = [phoneAt(0)];
    const deletedAt = (phone: string, at: number): OutgoingEvent =>
      outgoing('profile.deleted', phone, { phone, profileId: 'x', reason: 'DELETED' }, { at });
    const found = JobPhonePage.parse(
      (await setup.admin.call(calls.jobPhones, { params: { id: String(number) }, body: {} })).json(),
    ).content.find(({ phone }) => phone === gone);
    const answeredAt = found?.sources[0]?.at ?? 0;

    // It was deleted before it was asked about again.
    await setup.bus.deliver(deletedAt(gone, answeredAt - 1));
    expect((await setup.job(number)).counts).toEqual(before.counts);

    await setup.bus.deliver(deletedAt(gone, answeredAt + 1), deletedAt('+998909999999', answeredAt + 1));
    expect((await setup.job(number)).counts).toEqual({ ...before.counts, FOUND: 0, NOT_FOUND: 2 });
    const phones = JobPhonePage.parse(
      (await setup.admin.call(calls.jobPhones, { params: { id: String(number) }, body: {} })).json(),
    ).content;
    expect(phones.find(({ phone }) => phone === gone)).toEqual({
      phone: gone,
      status: 'NOT_FOUND',
      sources: [],
      profileDeleted: true,
    });
    expect(phones.filter(({ profileDeleted }) => profileDeleted)).toHaveLength(1);
    // The first pass did find it, but what it found is forgotten.
    expect((await compare(number, { from: 1, to: 2 })).content).toContainEqual({
      phone: gone,
      change: 'GONE',
      fields: [],
      saidFrom: [],
      saidTo: [],
    });
    await consumer.close();
  });

  it('are 404 where there is no such pass, and none of the main job', async () => {
    const { number } = await setup.created(phoneAt(50), { name: 'Held', hold: 'true' });
    expect(await passes(number)).toEqual([]);
    const none = await setup.admin.inject({ method: 'GET', url: `/api/v2/job/${number}/passes/compare?from=1&to=2` });
    expect([none.statusCode, codeOf(none)]).toEqual([404, 'NOT_FOUND']);
    const main = Job.parse((await setup.admin.call(calls.mainJob, {})).json());
    expect(await passes(main.number)).toEqual([]);
    const bad = await setup.admin.inject({ method: 'GET', url: `/api/v2/job/${number}/passes/compare?from=x&to=2` });
    expect([bad.statusCode, codeOf(bad)]).toEqual([400, 'INVALID']);
  });

  it('come by a schedule that is changed meanwhile, and no more once no more are wanted', async () => {
    const consumer = await answerBy(setup, say);
    const { number } = await setup.created(phoneAt(0), { name: 'Rarely', iteration: '3', schedule: 'monthly' });
    await setup.bus.waitFor(
      'job.status-changed',
      ({ data }) => data.number === number && data.to === 'SCHEDULED' && data.from === 'IN_PROGRESS',
    );
    const update = async (body: Record<string, unknown>): Promise<Job> =>
      Job.parse((await setup.admin.call(calls.updateJob, { params: { number: String(number) }, body })).json());
    const waiting = await setup.job(number);
    expect(await update({ name: 'Often' })).toMatchObject({ nextPassAt: waiting.nextPassAt });
    const { nextPassAt } = await update({ name: 'Often', schedule: 'hourly' });
    expect(nextPassAt).toBe((waiting.startedOn ?? 0) + 3_600_000);
    expect(await update({ name: 'Often', iteration: 2 })).toMatchObject({ status: 'SCHEDULED', nextPassAt });
    expect(await update({ name: 'Often', iteration: 1 })).toMatchObject({ status: 'DONE', nextPassAt: null });
    await consumer.close();
  });

  it('begin by themselves at the time that is told, or at once when the job is paused and played', async () => {
    const consumer = await answerBy(setup, say);
    const { number } = await setup.created(phoneAt(0), { name: 'Cyclic', iteration: '0', schedule: 'daily' });
    await setup.bus.waitFor(
      'job.status-changed',
      ({ data }) => data.number === number && data.to === 'SCHEDULED' && data.from === 'IN_PROGRESS',
    );
    const waiting = await setup.job(number);
    expect(waiting).toMatchObject({
      status: 'SCHEDULED',
      pass: 1,
      cyclic: true,
      actions: ['PAUSE', 'STOP', 'CANCEL', 'MERGE', 'UPDATE'],
    });
    expect(waiting.nextPassAt).toBeGreaterThan(Date.now());
    const refused = await setup.set(number, 'IN_PROGRESS');
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'WRONG_STATE']);
    expect((await setup.job(number)).nextPassAt).toBe(waiting.nextPassAt);
    await setup.set(number, 'PAUSED');
    const played = Job.parse((await setup.set(number, 'IN_PROGRESS')).json());
    expect(played).toMatchObject({ status: 'IN_PROGRESS', pass: 2, nextPassAt: null });
    await setup.bus.waitFor(
      'job.status-changed',
      ({ data }) => data.number === number && data.to === 'SCHEDULED' && data.run === 2,
    );
    expect((await passes(number)).map(({ pass }) => pass)).toEqual([2, 1]);
    expect((await compare(number, { from: 1, to: 2 })).content).toMatchObject([
      { phone: phoneAt(0), change: 'CHANGED', fields: ['city'] },
    ]);
    await consumer.close();
  });
});

it('come by a schedule at the same time of day, however late they begin and however long they take', async () => {
  const here = await setUp();
  try {
    /** Ends the pass of this run at a moment; answers when the next one comes. */
    const endAt = async (number: number, run: number, at: string): Promise<string> => {
      const { data } = await here.bus.waitFor(
        'phone.requested',
        ({ data: { job, run: asked } }) => job.number === number && asked === run,
      );
      here.clock.freeze(at);
      await here.bus.deliver(...answers(data, () => 'NOT_FOUND'));
      return new Date((await here.job(number)).nextPassAt ?? 0).toISOString();
    };
    here.clock.freeze('2026-11-20T22:00:00Z');
    // What is under way looked at the clock before.
    await here.restart();
    const { number } = await here.created(phoneAt(0), { name: 'Nightly', iteration: '0', schedule: 'daily' });
    expect(await endAt(number, 1, '2026-11-21T01:00:00Z')).toBe('2026-11-21T22:00:00.000Z');
    await here.restart();
    here.clock.freeze('2026-11-21T22:20:00Z');
    // Whatever is due begins with it.
    const other = await here.created(phoneAt(1), { name: 'Other', hold: 'true' });
    await here.set(other.number, 'IN_PROGRESS');
    expect(await endAt(number, 2, '2026-11-21T23:00:00Z')).toBe('2026-11-22T22:00:00.000Z');
  } finally {
    await here.close();
  }
});
