import { afterEach, describe, expect, it } from '@jest/globals';
import { calls, type JobPhoneSource, JobProgress, type PhoneRequested, type SourceWait } from '@numscope/contracts';
import { buildObservation, phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { type Setup, setUp } from './setup.ts';

const RENEWED_AT = Date.parse('2100-01-01');
const file = (count: number): string =>
  Array.from({ length: count }, (_none, index) => `+${998_901_000_000 + index}`).join('\n');

const answer = (source: string, status: JobPhoneSource['status']): JobPhoneSource => ({
  source,
  status,
  at: 1,
  cached: false,
});

let setup: Setup;
afterEach(() => setup.close());

/** Sources of which SCARCE answers `left` numbers, until it is given more; OFFICE answers always. */
async function provide(left: number) {
  const asked: Array<Pick<PhoneRequested, 'job' | 'only' | 'phones' | 'run'>> = [];
  const scarce = { left, isEnded: false };
  setup = await setUp();
  setup.client.answer({
    sourceWaits: () => [
      { source: 'SCARCE', waitsUntil: scarce.left === 0 && !scarce.isEnded ? RENEWED_AT : null, left: scarce.left },
    ],
  });
  const consumer = await setup.bus.subscribe({
    topic: 'phone.requested',
    group: 'fake-sources',
    handle: async (events) => {
      for (const { data } of events) {
        asked.push(data);
        for (const phone of data.phones) {
          const { job } = data;
          const isAnswered = scarce.left > 0;
          if (isAnswered) scarce.left--;
          const waiting: SourceWait[] =
            isAnswered || scarce.isEnded ? [] : [{ source: 'SCARCE', resumesAt: RENEWED_AT }];
          const sources = [
            answer('OFFICE', 'FOUND'),
            ...(isAnswered ? [answer('SCARCE', 'NOT_FOUND')] : scarce.isEnded ? [answer('SCARCE', 'FAILED')] : []),
          ];
          await setup.bus.publish([
            phoneResolvedEvent({
              phone,
              job,
              status: 'FOUND',
              sources,
              observations: [buildObservation({ phone, status: 'FOUND' })],
              ...(waiting.length > 0 ? { waiting } : {}),
            }),
            profileUpdatedEvent({ phone, job }),
          ]);
        }
      }
    },
  });
  return { asked, scarce, consumer };
}

describe('numbers that wait for the quota of a source', () => {
  it('are open, told with the time, hold nobody up, and go on by themselves at each renewal until all are done', async () => {
    const { asked, scarce } = await provide(10);
    const { number } = await setup.created(file(60));
    const reached = (found: number) => askUntil(async () => (await setup.job(number)).counts.FOUND === found);
    await reached(10);
    await askUntil(async () => (await setup.job(number)).waiting.length > 0);
    expect(await setup.job(number)).toMatchObject({
      status: 'IN_PROGRESS',
      counts: { FOUND: 10, SENT: 50, PENDING: 0 },
      waiting: [{ source: 'SCARCE', resumesAt: RENEWED_AT }],
      eta: null,
    });
    // Photos that come late are no result: who waits goes on waiting.
    const { job, phones } = asked[0] ?? {};
    const late = (phones ?? []).map((phone) => {
      const observations = [buildObservation({ phone, status: 'FOUND' })];
      return phoneResolvedEvent({
        phone,
        ...(job ? { job } : {}),
        status: 'FOUND',
        sources: [],
        observations,
        late: true,
      });
    });
    expect(late).toHaveLength(60);
    await setup.bus.deliver(...late);
    expect(await setup.job(number)).toMatchObject({ status: 'IN_PROGRESS', counts: { FOUND: 10, SENT: 50 } });
    for (let renewal = 1; renewal <= 5; renewal++) {
      scarce.left = 10;
      await reached(10 + renewal * 10);
    }
    expect((await setup.reaches(number, 'DONE')).waiting).toEqual([]);
    const progress = await setup.admin.call(calls.jobProgress, { params: { number: String(number) } });
    const waits = JobProgress.parse(progress.json()).stretches;
    expect(waits.length).toBeGreaterThan(0);
    expect(waits.every(({ kind, to }) => kind === 'QUOTA' && to !== null)).toBe(true);
    expect(waits.flatMap(({ sources }) => sources)).toContain('SCARCE');
    const again = asked.slice(1);
    expect(new Set(again.flatMap(({ only }) => only))).toEqual(new Set(['SCARCE']));
    expect(asked[0]?.only).toBeNull();
    // How the sources stand is asked once a second, so that six renewals last on a busy machine.
  });

  it('go on where a service begins anew, and fail once the waiting is ended', async () => {
    const { scarce } = await provide(2);
    const { number } = await setup.created(file(6));
    await askUntil(async () => (await setup.job(number)).counts.FOUND === 2);
    await askUntil(async () => (await setup.job(number)).counts.SENT === 4);
    await setup.restart();
    expect((await setup.job(number)).counts).toMatchObject({ FOUND: 2, SENT: 4 });
    scarce.isEnded = true;
    await setup.reaches(number, 'DONE');
    expect((await setup.job(number)).counts).toMatchObject({ FOUND: 6 });
    const failed = await setup.admin.call(calls.retryFailed, { params: { number: String(number) } });
    expect(failed.statusCode).toBe(200);
  });

  it('wait again after Pause and Play only for that source, and stay pending when the job is stopped', async () => {
    const { asked } = await provide(0);
    const { number } = await setup.created(file(5));
    const waits = () => askUntil(async () => (await setup.job(number)).waiting.length > 0);
    await waits();
    await setup.set(number, 'PAUSED');
    expect((await setup.job(number)).counts).toMatchObject({ PENDING: 5, SENT: 0 });
    await setup.set(number, 'IN_PROGRESS');
    await askUntil(async () => asked.some(({ run }) => run === 2));
    expect(asked.at(-1)?.only).toEqual(['SCARCE']);
    await waits();
    await setup.set(number, 'DONE');
    expect((await setup.job(number)).counts).toMatchObject({ PENDING: 5, SENT: 0 });
  });

  it('go on in each pass of the main job, whatever waits before them for another source', async () => {
    const FIRST = 998_901_000_000;
    const fileFrom = (from: number, count: number): string =>
      Array.from({ length: count }, (_none, index) => `+${from + index}`).join('\n');
    const single = `+${FIRST + 5000}`;
    const late = new Set(fileFrom(FIRST + 1095, 5).split('\n'));
    let isRenewed = false;
    setup = await setUp();
    setup.client.answer({
      sourceWaits: () => [
        { source: 'SCARCE', waitsUntil: RENEWED_AT, left: 0 },
        { source: 'OFFICE', waitsUntil: isRenewed ? null : RENEWED_AT, left: isRenewed ? 10 : 0 },
      ],
    });
    await setup.bus.subscribe({
      topic: 'phone.requested',
      group: 'fake-sources',
      handle: async (events) =>
        setup.bus.publish(
          events.flatMap(({ data: { job, phones } }) =>
            phones.map((phone) => {
              const source = late.has(phone) ? 'OFFICE' : 'SCARCE';
              const isAnswered = phone === single || (source === 'OFFICE' && isRenewed);
              return phoneResolvedEvent({
                phone,
                job,
                status: 'NOT_FOUND',
                sources: isAnswered ? [answer(source, 'NOT_FOUND')] : [],
                ...(isAnswered ? {} : { waiting: [{ source, resumesAt: RENEWED_AT }] }),
              });
            }),
          ),
        ),
    });
    const main = () => setup.job(1);
    const join = (content: string) => setup.created(content, { targetNumber: '1' });
    await join(`${fileFrom(FIRST + 2000, 1200)}\n${single}`);
    await askUntil(async () => (await main()).counts.NOT_FOUND === 1);
    // Asked for again, it begins another pass, whose numbers may come before those of the pass before.
    await setup.service.app.inject({
      method: 'POST',
      url: calls.requestRefresh.path,
      headers: { authorization: `Bearer ${setup.serviceToken('profiles')}` },
      payload: { phone: single, requestedBy: 'admin' },
    });
    await join(fileFrom(FIRST, 1100));
    await askUntil(async () => (await main()).counts.PENDING === 0);
    await setup.bus.settled();
    expect((await main()).counts).toMatchObject({ SENT: 2300, NOT_FOUND: 1 });
    isRenewed = true;
    await askUntil(async () => (await main()).counts.NOT_FOUND === 6);
    expect((await main()).counts).toMatchObject({ SENT: 2295, PENDING: 0 });
    expect(
      setup.bus.published('phone.requested').filter(({ data }) => data.only !== null && !data.only.includes('OFFICE')),
    ).toEqual([]);
  });

  it('are not said to wait for what others waited for before', async () => {
    await provide(0);
    const before = await setup.created(file(2), { name: 'Before' });
    await askUntil(async () => (await setup.job(before.number)).waiting.length > 0);
    await setup.set(before.number, 'PAUSED');
    const asked = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<Array<{ source: string; waitsUntil: number; left: number }>>();
    setup.client.answer({
      sourceWaits: () => {
        asked.resolve();
        return heard.promise;
      },
    });
    const { number } = await setup.created(file(2), { name: 'After' });
    await asked.promise;
    const unheard = await setup.job(number);
    // Another time than was heard before; the source is the one that the phones wait for, or they would be asked again at once, for ever.
    heard.resolve([{ source: 'SCARCE', waitsUntil: RENEWED_AT + 1, left: 0 }]);
    expect(unheard.waiting).toEqual([]);
    const { waiting } = await askUntil(
      () => setup.job(number),
      (job) => job.waiting.length > 0,
    );
    expect(waiting).toEqual([{ source: 'SCARCE', resumesAt: RENEWED_AT + 1 }]);
  });
});
