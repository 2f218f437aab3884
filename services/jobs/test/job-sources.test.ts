import { expect, it } from '@jest/globals';
import { calls, FailedJobs, JobSources, sourceNotAsked } from '@numscope/contracts';
import { authed, buildObservation, phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import { aroundAll } from '@numscope/testing/around';
import { answers } from './answers.ts';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
aroundAll(
  () => setUp(),
  (opened) => (setup = opened),
);

const sourcesOf = async (job: number): Promise<JobSources> => {
  const response = await setup.admin.call(calls.jobSources, { params: { number: String(job) } });
  expect(response.statusCode).toBe(200);
  return JobSources.parse(response.json());
};

const phoneAt = (index: number): string => `+9989011${String(index).padStart(5, '0')}`;
/** More than are read at once, and than a page of phones can hold. */
const PHONES = 2400;

it('counts by source over all valid numbers of a job, and as asked only those that were', async () => {
  const consumer = await setup.bus.subscribe({
    topic: 'phone.requested',
    group: 'fake-sources',
    handle: async (events) =>
      setup.bus.publish(
        events.flatMap(({ data: { job, phones } }) =>
          phones.flatMap((phone) => {
            const index = Number(phone.slice(8));
            const found = index % 2 === 0;
            const observations = [
              buildObservation({
                phone,
                source: 'A',
                status: found ? 'FOUND' : 'NOT_FOUND',
                fields: found ? {} : null,
              }),
              buildObservation({ phone, source: 'B', status: 'FOUND', cached: true }),
              buildObservation({ phone, source: 'C', status: 'FAILED', fields: null }),
              buildObservation({ phone, source: 'NUMBERING_PLAN', status: 'FOUND' }),
            ];
            const sources = observations.map(({ source, status, cached }) => ({
              source,
              status,
              at: 1,
              cached,
              ...(source === 'C' && index < 100 ? { message: `${sourceNotAsked}paused by anna` } : {}),
            }));
            return [
              phoneResolvedEvent({ phone, job, status: 'FOUND', sources, observations }),
              profileUpdatedEvent({ phone, job }),
            ];
          }),
        ),
      ),
  });
  const file = Array.from({ length: PHONES }, (_, index) => phoneAt(index)).join('\n');
  const { number } = await setup.created(`${file}\n12\n`, { name: 'By source' });
  await setup.reaches(number, 'DONE');

  const { at: _at, ...counted } = await sourcesOf(number);
  expect(counted).toEqual({
    phones: PHONES,
    foundIncomplete: PHONES,
    sources: [
      { source: 'A', asked: PHONES, found: PHONES / 2, failed: 0, cached: 0, notAsked: 0 },
      { source: 'C', asked: PHONES - 100, found: 0, failed: PHONES - 100, cached: 0, notAsked: 100 },
      { source: 'B', asked: 0, found: 0, failed: 0, cached: PHONES, notAsked: 0 },
      { source: 'NUMBERING_PLAN', asked: PHONES, found: PHONES, failed: 0, cached: 0, notAsked: 0 },
    ],
  });
  expect(await sourcesOf(number)).toEqual({ at: _at, ...counted });
  await consumer.close();
});

it('has nothing by source of a job that asked nobody, and none of a job that is not there', async () => {
  const { number } = await setup.created('12\n', { name: 'Nothing valid' });
  expect(await sourcesOf(number)).toMatchObject({ phones: 0, foundIncomplete: 0, sources: [] });
  const missing = await setup.admin.call(calls.jobSources, { params: { number: '999' } });
  expect(missing.statusCode).toBe(404);
});

it('tells the gateway in which jobs numbers failed, and leaves out those that ended long ago', async () => {
  const failed = async (): Promise<FailedJobs> => {
    const internal = authed(setup.service.app, setup.serviceToken('gateway'));
    return FailedJobs.parse((await internal.call(calls.failedJobs, {})).json());
  };
  expect(await failed()).toEqual({ jobs: 0, numbers: 0, first: [] });
  const consumer = await setup.bus.subscribe({
    topic: 'phone.requested',
    group: 'failing-sources',
    handle: async (events) => setup.bus.publish(events.flatMap(({ data }) => answers(data, () => 'FAILED'))),
  });
  const numbers: number[] = [];
  for (const phones of [1, 2, 3, 4]) {
    const file = Array.from({ length: phones }, (_, index) => `+99890200${phones}00${index}`).join('\n');
    const { number } = await setup.created(file, { name: `Fails ${phones}` });
    await setup.reaches(number, 'DONE');
    numbers.unshift(number);
  }
  await consumer.close();
  const first = numbers.slice(0, 3).map((number, index) => ({ number, failed: 4 - index }));
  expect(await failed()).toEqual({ jobs: 4, numbers: 10, first });
  setup.clock.advance(31 * 24 * 3600 * 1000);
  expect(await failed()).toEqual({ jobs: 0, numbers: 0, first: [] });
});
