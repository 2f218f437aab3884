import { describe, expect, it } from '@jest/globals';
import { AskingCounts, calls } from '@numscope/contracts';
import { newId, outgoing } from '@numscope/platform';
import { provide, start } from './support/each-test.ts';
import { json, phoneOf } from './support/fake-provider.ts';
import { JOB, officeYaml, type SourcesUnderTest } from './support/sources-under-test.ts';

const FOUND = '+998901234501';
const NOTHING = '+998901234502';
const BROKEN = '+12025550103';

async function asked(): Promise<SourcesUnderTest> {
  const provider = await provide((call, response) => {
    const phone = `+${phoneOf(call)}`;
    if (phone === BROKEN) return json(response, { error: 'no' }, 400);
    return json(response, phone === FOUND ? { names: ['Anvar'] } : {});
  });
  return start({ yaml: officeYaml(provider.url, ['cost: 0.004', 'freshForDays: 30', 'retries: 0']) });
}

async function counts(sources: SourcesUnderTest, span: 'HOUR' | 'DAY' = 'HOUR'): Promise<AskingCounts> {
  const now = sources.kit.kit.clock.now();
  const query = { source: 'OFFICE', from: now - 2 * 86_400_000, to: now + 86_400_000, span };
  return AskingCounts.parse((await sources.internal.call(calls.askingCounts, { query })).json());
}

describe('what a source was asked', () => {
  it('is counted by outcome, country, hour and day, with what it cost, and is known after a restart', async () => {
    const sources = await asked();
    await sources.lookUp([FOUND, NOTHING, BROKEN]);
    const hour = await counts(sources);
    expect(hour).toMatchObject({
      known: true,
      ever: { asked: 3, found: 1, nothing: 1, failed: 1, fresh: 0, cost: 0.008 },
    });
    expect(hour.countries.toSorted((a, b) => (a.country < b.country ? -1 : 1))).toEqual([
      { country: 'US', asked: 1, found: 0, nothing: 0, failed: 1, fresh: 0, cost: 0 },
      { country: 'UZ', asked: 2, found: 1, nothing: 1, failed: 0, fresh: 0, cost: 0.008 },
    ]);
    await sources.restart();
    expect(await counts(sources)).toEqual(hour);
    const day = await counts(sources, 'DAY');
    expect(day.countries).toEqual(hour.countries);
    expect(day.times.reduce((sum, { asked: times }) => sum + times, 0)).toBe(3);
  });

  it('counts a kept answer that was used again once, however often its request comes', async () => {
    const sources = await asked();
    await sources.lookUp([FOUND, NOTHING]);
    const job = { ...JOB, id: 'job-2', number: 2 };
    const request = outgoing(
      'phone.requested',
      FOUND,
      { job, run: 1, lane: 'REGULAR', reuseFresh: true, only: null, phones: [FOUND, NOTHING] },
      { id: newId() },
    );
    for (let time = 1; time <= 3; time++) {
      await sources.kit.bus.deliver(request);
      expect((await counts(sources)).ever).toMatchObject({ asked: 2, fresh: 2 });
    }
    await sources.restart();
    await sources.kit.bus.deliver(request);
    expect((await counts(sources)).ever).toMatchObject({ asked: 2, fresh: 2 });
  });
});
