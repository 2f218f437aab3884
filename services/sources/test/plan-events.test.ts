import { describe, expect, test } from '@jest/globals';
import { describePhone } from '@numscope/numbering';
import { stableId } from '@numscope/platform/ids';
import { unpackEvents } from '@numscope/platform/packed-events';
import {
  listedPhone,
  planPart,
  refusedPlanPart,
  resolutionKey,
  resolvePhone,
} from '../src/domain/results/resolve-phone.ts';
import { open, type PlanOnlyRequest } from '../src/store/plan/plan-worker.ts';

const job = { id: 'job "7"', number: 7, pass: 2 };
// Alike but for themselves, of several countries and of none, of many time zones, and not valid.
const phones = [
  '+998901234567',
  '+998901234568',
  '+79991234567',
  '+79161234567',
  '+12024561111',
  '+12024561112',
  '+18005551234',
  '+80012345678',
  '+5491123456789',
  '+390612345678',
  '+4930123456',
  '+441212345678',
  '+123',
  '+999999999',
];
const asked: PlanOnlyRequest = {
  phones,
  listed: [],
  job,
  run: 3,
  retryOf: null,
  at: 1_764_537_825_123,
  plan: { trust: 0.4, pausedBy: null },
  trace: 'a trace\n"quoted"',
};

const plan = open();
const told = (request: PlanOnlyRequest) =>
  unpackEvents(plan.resolve(request).events).map(({ json, ...event }) => ({ ...event, ...JSON.parse(json) }));
const envelope = (phone: string, { run, retryOf, at, trace }: PlanOnlyRequest, data: unknown) => ({
  topic: 'phone.resolved',
  type: 'phone.resolved',
  version: 1,
  id: stableId(resolutionKey(job, run, phone, retryOf)),
  key: phone,
  at,
  trace,
  data,
});

describe('What only the numbering plan is asked', () => {
  test('of many numbers at once, each is told as if it were alone', () => {
    const expected = phones.map((phone) => {
      const part = planPart(phone, describePhone(phone), asked.at, 0.4);
      return envelope(phone, asked, resolvePhone(phone, job, [part]));
    });
    expect(told(asked)).toEqual(expected);
    expect(plan.resolve(asked).answered).toEqual({ FOUND: phones.length - 2, NOT_FOUND: 2, FAILED: 0 });
  });

  test('numbers on the do-not-look-up list are told among the others, and not counted as answered', () => {
    const request = { ...asked, phones: phones.slice(0, 3), listed: phones.slice(1, 2), retryOf: 'before' };
    const events = told(request);
    expect(events[1]).toEqual(envelope(phones[1] ?? '', request, listedPhone(phones[1] ?? '', job)));
    expect(events.map(({ data }) => data.status)).toEqual(['FOUND', 'NOT_FOUND', 'FOUND']);
    expect(plan.resolve(request).answered).toEqual({ FOUND: 2, NOT_FOUND: 0, FAILED: 0 });
  });

  test('while it is paused, or off, that is told of each', () => {
    const paused = { ...asked, plan: { trust: 0.4, pausedBy: 'anna' } };
    expect(told(paused)).toEqual(
      phones.map((phone) => envelope(phone, paused, resolvePhone(phone, job, [refusedPlanPart('anna', asked.at)]))),
    );
    const off = { ...asked, plan: null };
    expect(told(off)).toEqual(phones.map((phone) => envelope(phone, off, resolvePhone(phone, job, []))));
    expect(plan.resolve(off).answered).toEqual({ FOUND: 0, NOT_FOUND: 0, FAILED: 0 });
  });

  test('of no number nothing is told', () => {
    expect(plan.resolve({ ...asked, phones: [] }).events).toBe('');
  });
});
