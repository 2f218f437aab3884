import { describe, expect, it } from '@jest/globals';
import { ApiError, jobActions, type JobSchedule, jobSchedules, type JobStatus, jobStatuses } from '@numscope/contracts';
import * as fc from 'fast-check';
import { fairShares, type Wanting } from '../src/domain/fair-share.ts';
import { jobName } from '../src/domain/job-name.ts';
import { phoneRange } from '../src/domain/phone-range.ts';
import { RateMeter } from '../src/domain/rate-meter.ts';
import { nextPassAt, nextRun } from '../src/domain/schedule.ts';
import { actionsFor, allowedStatuses } from '../src/domain/status-table.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const faultOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
};

describe('the status table', () => {
  const table: Record<JobStatus, string[]> = {
    CREATED: ['PLAY', 'PAUSE', 'STOP', 'CANCEL', 'MERGE', 'DELETE', 'UPDATE'],
    SCHEDULED: ['PAUSE', 'STOP', 'CANCEL', 'MERGE', 'UPDATE'],
    IN_PROGRESS: ['PAUSE', 'STOP', 'CANCEL', 'MERGE', 'UPDATE'],
    PAUSED: ['PLAY', 'STOP', 'CANCEL', 'MERGE', 'DELETE', 'UPDATE'],
    DONE: ['PLAY', 'MERGE', 'DELETE', 'UPDATE'],
    CANCELED: ['MERGE', 'DELETE'],
    DELETED: [],
    MERGED: [],
  };

  it.each(jobStatuses)('allows from %s what is written', (status) => {
    expect(actionsFor({ status, mainJob: false, subTask: false }, false)).toEqual(table[status]);
    expect(actionsFor({ status, mainJob: false, subTask: true }, false)).toEqual([]);
  });

  it('keeps from the main job what the setting does not allow', () => {
    expect(actionsFor({ status: 'IN_PROGRESS', mainJob: true, subTask: false }, false)).toEqual(['UPDATE']);
    expect(actionsFor({ status: 'IN_PROGRESS', mainJob: true, subTask: false }, true)).toEqual(table.IN_PROGRESS);
    expect(jobActions).toEqual(expect.arrayContaining(table.CREATED));
  });

  it('names the statuses that may be asked for', () => {
    const job = { mainJob: false, subTask: false };
    expect(allowedStatuses({ ...job, status: 'DONE' }, false)).toEqual(['IN_PROGRESS', 'DELETED']);
    expect(allowedStatuses({ ...job, status: 'MERGED' }, false)).toEqual([]);
    expect(allowedStatuses({ ...job, status: 'PAUSED', subTask: true }, true)).toEqual([]);
    expect(allowedStatuses({ ...job, status: 'IN_PROGRESS', mainJob: true }, false)).toEqual([]);
  });
});

describe('schedules', () => {
  it.each([
    ['hourly', '2026-11-20T23:30:00Z', '2026-11-21T00:30:00Z'],
    ['daily', '2026-12-31T10:00:00Z', '2027-01-01T10:00:00Z'],
    ['weekly', '2026-11-20T10:00:00Z', '2026-11-27T10:00:00Z'],
    ['monthly', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['monthly', '2028-01-30T10:00:00Z', '2028-02-29T10:00:00Z'],
    ['every weekday', '2026-11-20T10:00:00Z', '2026-11-23T10:00:00Z'],
    ['every weekday', '2026-11-22T10:00:00Z', '2026-11-23T10:00:00Z'],
    ['last day of month', '2026-11-20T10:00:00Z', '2026-11-30T10:00:00Z'],
    ['last day of month', '2026-11-30T10:00:00Z', '2026-12-31T10:00:00Z'],
    ['last weekday of month', '2026-05-20T10:00:00Z', '2026-05-29T10:00:00Z'],
    ['last weekday of month', '2026-05-30T10:00:00Z', '2026-06-30T10:00:00Z'],
  ] as const)('%s after %s comes at %s', (schedule, after, expected) => {
    expect(new Date(nextRun(schedule, Date.parse(after))).toISOString()).toBe(new Date(expected).toISOString());
  });

  it('always come later, within a month and a few days, at the same time of day', () => {
    const moments = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2040-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...jobSchedules), moments, (schedule, date) => {
        const next = nextRun(schedule, date.getTime());
        expect(next).toBeGreaterThan(date.getTime());
        expect(next - date.getTime()).toBeLessThanOrEqual(62 * 86_400_000);
        if (schedule !== 'hourly') expect(next % 86_400_000).toBe(date.getTime() % 86_400_000);
      }),
    );
  });

  /** Whether a pass comes on a day by a schedule that counts from `from`; told without its steps. */
  const comesOn = (schedule: JobSchedule, day: Date, from: Date): boolean => {
    const monthEnds = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0));
    const isWorked = (date: Date): boolean => ![0, 6].includes(date.getUTCDay());
    const rest = Array.from(
      { length: monthEnds.getUTCDate() - day.getUTCDate() },
      (_none, index) => new Date(day.getTime() + (index + 1) * DAY_MS),
    );
    switch (schedule) {
      case 'hourly':
      case 'daily':
        return true;
      case 'weekly':
        return day.getUTCDay() === from.getUTCDay();
      case 'monthly':
        return day.getUTCDate() === Math.min(from.getUTCDate(), monthEnds.getUTCDate());
      case 'every weekday':
        return isWorked(day);
      case 'last day of month':
        return rest.length === 0;
      case 'last weekday of month':
        return isWorked(day) && !rest.some(isWorked);
    }
  };

  it('count from when a pass began: the first of their times that is later than its end, at the same time of day', () => {
    const begins = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2040-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...jobSchedules), begins, fc.nat(100 * DAY_MS), (schedule, from, lasted) => {
        const [begun, now] = [from.getTime(), from.getTime() + lasted];
        const step = schedule === 'hourly' ? HOUR_MS : DAY_MS;
        let expected = begun + step;
        while (expected <= now || !comesOn(schedule, new Date(expected), from)) expected += step;
        const next = nextPassAt({ schedule, iteration: 0, begun }, now);
        expect(new Date(next).toISOString()).toBe(new Date(expected).toISOString());
      }),
    );
  });

  it.each([
    ['hourly', '2026-11-20T10:00:00Z', '2026-11-20T10:50:00Z', '2026-11-20T11:00:00Z'],
    ['hourly', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z'],
    ['daily', '2026-11-20T22:00:00Z', '2026-11-21T01:00:00Z', '2026-11-21T22:00:00Z'],
    ['monthly', '2026-01-31T10:00:00Z', '2026-01-31T11:00:00Z', '2026-02-28T10:00:00Z'],
    ['monthly', '2026-01-31T10:00:00Z', '2026-02-28T11:00:00Z', '2026-03-31T10:00:00Z'],
  ] as const)('%s from %s on, after a pass that ended at %s, comes at %s', (schedule, from, ended, expected) => {
    const job = { schedule, iteration: 0, begun: Date.parse(ended) - 1000, from: Date.parse(from) };
    expect(nextPassAt(job, Date.parse(ended))).toBe(Date.parse(expected));
  });

  it.each([
    ['daily', 3 * HOUR_MS + DAY_MS],
    ['monthly', 31 * DAY_MS + 3 * HOUR_MS],
    [null, 3 * HOUR_MS + 60_000],
  ] as const)('do not wait for years where the clock was ahead when a pass began: %s', (schedule, expected) => {
    const now = Date.parse('2026-01-01T03:00:00Z');
    const [ahead, midnight] = [Date.parse('2036-05-01T00:00:00Z'), Date.parse('2026-01-01T00:00:00Z')];
    for (const from of [ahead, null])
      expect(nextPassAt({ schedule, iteration: 0, begun: ahead, from }, now)).toBe(midnight + expected);
  });

  it('an endless job without a schedule does not spin', () => {
    expect(nextPassAt({ schedule: null, iteration: 0, begun: 1000 }, 2000)).toBe(61_000);
    expect(nextPassAt({ schedule: null, iteration: 3, begun: 1000 }, 2000)).toBe(2000);
  });
});

describe('fair shares', () => {
  const window = { size: 400, chunk: 50 };
  const jobs = fc
    .array(fc.record({ priority: fc.boolean(), pending: fc.nat(2000), sent: fc.nat(600), stalled: fc.boolean() }), {
      minLength: 1,
      maxLength: 20,
    })
    .map((list): Wanting[] => list.map((job, index) => ({ ...job, key: index + 1 })));
  /** Shares out among any jobs; `urgent` says that a priority job waits. */
  const forAllJobs = (judge: (list: Wanting[], given: (job: Wanting) => number, urgent: boolean) => void): void =>
    fc.assert(
      fc.property(jobs, (list) => {
        const shares = fairShares(list, window);
        expect(shares.every(({ phones }) => phones > 0 && phones <= window.chunk)).toBe(true);
        const given = ({ key }: Wanting): number =>
          shares.filter((share) => share.key === key).reduce((sum, { phones }) => sum + phones, 0);
        judge(
          list,
          given,
          list.some(({ priority, pending, stalled }) => priority && pending > 0 && !stalled),
        );
      }),
    );

  it('never give more than a job has, and nothing to regular jobs while a priority job waits', () => {
    forAllJobs((list, given, urgent) => {
      for (const job of list) {
        expect(given(job)).toBeLessThanOrEqual(job.pending);
        if (urgent && !job.priority) expect(given(job)).toBe(0);
      }
    });
  });

  it('starve nobody: each waiting job of the lane may have its equal share out, whatever the others do', () => {
    forAllJobs((list, given, urgent) => {
      for (const job of list) {
        if (job.pending === 0 || (urgent && !job.priority)) continue;
        const each = Math.floor(
          window.size / list.filter((other) => other.pending > 0 && other.priority === job.priority).length,
        );
        // Only a crumb may be missing.
        expect(job.sent + given(job)).toBeGreaterThan(
          Math.min(each, job.sent + job.pending) - Math.min(window.chunk / 2, each),
        );
      }
    });
  });

  it('let regular jobs go on while a priority job waits for its sources', () => {
    const stuck = { key: 1, priority: true, pending: 10_000, sent: 400, stalled: true };
    const regular = { key: 2, priority: false, pending: 50, sent: 0, stalled: false };
    expect(fairShares([stuck, regular], window)).toEqual([{ key: 2, phones: 50 }]);
    expect(fairShares([{ ...stuck, stalled: false }, regular], window)).toEqual([]);
  });

  it('fill the window for a lone job, and hand the rest out evenly', () => {
    expect(fairShares([{ key: 1, priority: false, pending: 10_000, sent: 0, stalled: false }], window)).toHaveLength(8);
    const two = fairShares(
      [
        { key: 1, priority: false, pending: 10_000, sent: 0, stalled: false },
        { key: 2, priority: false, pending: 10_000, sent: 0, stalled: false },
      ],
      window,
    );
    expect(two.filter((share) => share.key === 1)).toHaveLength(4);
    expect(two).toHaveLength(8);
  });
});

describe('names and ranges', () => {
  it('takes 1 to 255 printable characters as a name', () => {
    expect(jobName('  Список 1 ')).toBe('Список 1');
    expect(jobName('😀'.repeat(255))).toBe('😀'.repeat(255));
    expect(faultOf(() => jobName(' '))).toBe('JOB_NAME_REQUIRED');
    expect(faultOf(() => jobName(null))).toBe('JOB_NAME_REQUIRED');
    expect(faultOf(() => jobName('a'.repeat(256)))).toBe('JOB_NAME_INVALID');
    expect(faultOf(() => jobName('a\u0007b'))).toBe('JOB_NAME_INVALID');
  });

  it.each([
    ['', '', 'RANGE_START_REQUIRED'],
    [null, '1', 'RANGE_START_REQUIRED'],
    ['1', ' ', 'RANGE_END_REQUIRED'],
    ['abc', '5', 'PHONES_NOT_NUMERIC'],
    ['200', '100', 'RANGE_ORDER'],
    ['100', '99', 'RANGE_LENGTH'],
    ['998901234567', '99890123', 'RANGE_LENGTH'],
    ['99', '100', 'RANGE_LENGTH'],
    ['100', '200', 'RANGE_TOO_LARGE'],
  ])('refuses the range %s to %s', (from, to, code) => {
    expect(faultOf(() => phoneRange(from, to))).toBe(code);
  });

  it('has both ends, 100 numbers at most, the plus and the zeros', () => {
    expect(phoneRange('+998901234599', 998901234601)).toEqual(['+998901234599', '+998901234600', '+998901234601']);
    expect(phoneRange('100', '199')).toHaveLength(100);
    expect(phoneRange('007', '008')).toEqual(['007', '008']);
  });
});

describe('the rate', () => {
  it('is what became final a second over the last ten seconds, however often it is looked at', () => {
    for (const step of [50, 500, 1000]) {
      const meter = new RateMeter();
      for (let at = 0; at <= 30_000; at += step) meter.see([{ key: 1, final: at / 10 }], at);
      expect(meter.rate(1, 30_000)).toBe(100);
    }
  });

  it('is 0 when nothing came for ten seconds, begins anew with each pass, and is forgotten with the job', () => {
    const meter = new RateMeter();
    meter.see([{ key: 1, final: 0 }], 0);
    meter.see([{ key: 1, final: 500 }], 1000);
    expect(meter.rate(1, 1000)).toBe(500);
    meter.see([{ key: 1, final: 500 }], 11_001);
    expect(meter.rate(1, 11_001)).toBe(0);
    meter.see([{ key: 1, final: 0 }], 11_100);
    meter.see([{ key: 1, final: 20 }], 13_100);
    expect(meter.rate(1, 13_100)).toBe(10);
    meter.see([], 13_200);
    expect(meter.rate(1, 13_200)).toBe(0);
  });
});
