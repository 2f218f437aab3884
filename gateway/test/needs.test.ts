import { afterEach, expect, it } from '@jest/globals';
import { calls, NeedsYou, type SourceInfo } from '@numscope/contracts';
import { bearer, type House, openHouse } from './gateway-house.ts';

let house: House;
afterEach(() => house.close());

const source = (name: string, change: Partial<SourceInfo>): SourceInfo => ({
  name,
  configured: true,
  connector: 'http',
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
  ...change,
});

async function needs(): Promise<NeedsYou> {
  const response = await fetch(house.url + calls.needsYou.path, { headers: bearer(house.test.tokenFor('ADMIN')) });
  expect(response.status).toBe(200);
  return NeedsYou.parse(await response.json());
}

it('tells administrators what needs them: refused and unusable sources, used quotas and failed numbers', async () => {
  house = await openHouse({ dataFolder: true });
  house.client.answer({
    listSources: () => [
      source('FINE', {}),
      source('KEY', { state: 'REFUSED', cause: 'the key is not known' }),
      source('ODD', { state: 'PAUSED', cause: 'answers of a shape that was not told of' }),
      source('RESTING', { state: 'PAUSED', pausedBy: 'anna' }),
      source('SCARCE', { state: 'WAITING_QUOTA', resumesAt: 5000 }),
      source('LEFT', { state: 'WAITING_QUOTA', resumesAt: 5000, waitingEndedBy: 'anna' }),
      source('NEVER', { configured: false, state: 'NOT_CONFIGURED' }),
    ],
    failedJobs: () => ({ jobs: 5, numbers: 40, first: [{ number: 7, failed: 30 }] }),
  });
  const { needs: told, otherFailed, unheard } = await needs();
  expect(told.filter(({ kind }) => kind !== 'DISK')).toEqual([
    { kind: 'SOURCE_STOPPED', source: 'KEY', state: 'REFUSED' },
    { kind: 'SOURCE_STOPPED', source: 'ODD', state: 'PAUSED' },
    { kind: 'QUOTA', source: 'SCARCE', resumesAt: 5000 },
    { kind: 'FAILED_NUMBERS', job: 7, numbers: 30 },
  ]);
  expect(otherFailed).toEqual({ jobs: 4, numbers: 10 });
  expect(unheard).toEqual([]);
  const user = await fetch(house.url + calls.needsYou.path, { headers: bearer(house.test.tokenFor('USER')) });
  expect(user.status).toBe(403);
});

it('says that no source is bound, and tells what it can when a part does not answer', async () => {
  house = await openHouse();
  house.client.answer({
    listSources: () => [source('NUMBERING_PLAN', {}), source('NEVER', { configured: false, state: 'NOT_CONFIGURED' })],
    failedJobs: () => Promise.reject(new Error('connection refused')),
  });
  expect(await needs()).toMatchObject({ needs: [{ kind: 'NO_SOURCE' }], unheard: ['jobs'] });
});
