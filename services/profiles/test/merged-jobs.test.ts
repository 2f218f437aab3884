import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiError, calls } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { buildJob } from '@numscope/testing';
import { contentOf, foundPhone, type Setup, setUp } from './setup.ts';

const phone = (place: number): string => `+99890123456${place}`;

describe('merged jobs', () => {
  let setup: Setup;
  /** Into what each job was merged. */
  const targets: Record<string, number> = { 1: 2, 2: 3 };
  beforeAll(async () => {
    setup = await setUp();
    setup.client.answer({
      getJob: ({ params: { number } }) => {
        if (number === '4') throw apiError('NOT_FOUND');
        return buildJob({ id: `job-${number}`, number: Number(number), mergedInto: targets[number] ?? null });
      },
    });
    await setup.resolve(...[1, 2, 3, 5].map((job) => foundPhone(phone(job), { firstName: 'Anvar' }, { job })));
    const merged = [4, 1, 2].map((number) =>
      outgoing('job.status-changed', String(number), {
        id: `job-${number}`,
        number,
        name: 'merged',
        from: 'DONE',
        to: 'MERGED',
        run: 1,
        at: Date.now(),
        by: 'admin',
      }),
    );
    await setup.bus.deliver(...merged);
  });
  afterAll(() => setup.close());

  const phonesOf = async (job: string, and: boolean) => {
    const found = await setup.user.call(calls.searchProfiles, { body: { filters: { jobId: { values: [job], and } } } });
    return contentOf(found.body).map((profile) => profile.phone);
  };

  it.each([true, false])(
    'a job has the profiles of those that were merged into it, directly or not (ticked: %s)',
    async (and) => {
      expect((await phonesOf('3', and)).sort()).toEqual([phone(1), phone(2), phone(3)]);
      expect((await phonesOf('job-3', and)).sort()).toEqual([phone(1), phone(2), phone(3)]);
      expect((await phonesOf('2', and)).sort()).toEqual([phone(1), phone(2)]);
      expect(await phonesOf('5', and)).toEqual([phone(5)]);
    },
  );

  it('the streamed export has them too', async () => {
    const body = { filters: { jobId: { values: [3] } } };
    const lines = (await setup.admin.call(calls.exportProfileStream, { body })).body.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ count: 3 });
  });
});
