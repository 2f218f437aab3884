import { expect, it } from '@jest/globals';
import { planResolved, usualProfiled } from '@numscope/jobs/read-without-parsing';
import { unpackEvents } from '@numscope/platform';
import { open as openProfiles } from '@numscope/profiles/profile-store';
import { isPlanAnswer, readResolved } from '@numscope/profiles/read-resolved';
import { open as openPlan } from '@numscope/sources/plan-worker';
import { tempDir } from '@numscope/testing';

const AT = 1_760_000_000_000;
const job = { id: 'job-1', number: 1, pass: 1 };

/** What the thread of the numbering plan writes of some numbers. */
const answers = (): string[] => {
  const { events } = openPlan().resolve({
    phones: ['+998901234567', '+14155550123', '+79161234567', '+80012345678'],
    listed: [],
    job,
    run: 1,
    retryOf: null,
    at: AT,
    plan: { trust: 0.4, pausedBy: null },
    trace: 'trace',
  });
  return unpackEvents(events).map(({ json }) => json);
};

it('when the numbering plan alone is asked, then its answers are written as profiles and jobs read them without taking them apart', () => {
  const written = answers();
  const read = written.map(readResolved);
  expect(read.filter(({ data }) => data.status === 'FOUND').length).toBeGreaterThan(2);
  for (const [place, answer] of read.entries()) {
    expect(isPlanAnswer(answer)).toBe(answer.data.status === 'FOUND');
    expect(planResolved(written[place] ?? '') !== null).toBe(answer.data.status === 'FOUND');
  }
});

it('when profiles come of such answers, then jobs are told of them as they read it without taking it apart', () => {
  const dir = tempDir();
  const profiles = openProfiles({ dataDir: dir.path });
  try {
    const told = unpackEvents(profiles.absorb(answers(), AT)?.events ?? '');
    expect(told.length).toBeGreaterThan(2);
    expect(told.map(({ json }) => usualProfiled(json))).toEqual(
      told.map(({ key }) => ({ jobId: job.id, pass: job.pass, phone: key })),
    );
  } finally {
    profiles.close();
    dir.remove();
  }
});
