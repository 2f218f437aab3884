import { afterEach, expect, it } from '@jest/globals';
import { calls, type KeyScope, NeedsYou } from '@numscope/contracts';
import { buildSourceInfo } from '@numscope/testing';
import { bearer, type Setup, setUp } from './setup.ts';

let setup: Setup;
afterEach(() => setup.close());

async function needs(token = setup.test.tokenFor('ADMIN')): Promise<NeedsYou> {
  const response = await fetch(setup.url + calls.needsYou.path, { headers: bearer(token) });
  expect(response.status).toBe(200);
  return NeedsYou.parse(await response.json());
}

it('tells administrators what needs them: refused and unusable sources, used quotas and failed numbers', async () => {
  setup = await setUp({ dataFolder: true });
  setup.client.answer({
    listSources: () => [
      buildSourceInfo('FINE'),
      buildSourceInfo('KEY', { state: 'REFUSED', cause: 'the key is not known' }),
      buildSourceInfo('ODD', { state: 'PAUSED', cause: 'answers of a shape that was not told of' }),
      buildSourceInfo('RESTING', { state: 'PAUSED', pausedBy: 'anna' }),
      buildSourceInfo('SCARCE', { state: 'WAITING_QUOTA', resumesAt: 5000 }),
      buildSourceInfo('LEFT', { state: 'WAITING_QUOTA', resumesAt: 5000, waitingEndedBy: 'anna' }),
      buildSourceInfo('NEVER', { configured: false, state: 'NOT_CONFIGURED' }),
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
  const user = await fetch(setup.url + calls.needsYou.path, { headers: bearer(setup.test.tokenFor('USER')) });
  expect(user.status).toBe(403);
});

/** Where both sources and jobs need somebody. @param scopes of any API key */
async function openNeedy(scopes: readonly KeyScope[] = []): Promise<void> {
  setup = await setUp();
  const key = { id: 'k1', shownAs: 'root [nightly]', scopes };
  const root = { id: 'u1', userName: 'root', roles: ['ADMIN'], modules: ['Profiler'], key } as const;
  setup.client.answer({
    listSources: () => [buildSourceInfo('KEY', { state: 'REFUSED', cause: 'the key is not known' })],
    failedJobs: () => ({ jobs: 5, numbers: 40, first: [{ number: 7, failed: 30 }] }),
    admitKey: () => ({ verdict: 'KNOWN', token: setup.test.tokens.sign(root, 300), countsMs: 60_000, addresses: [] }),
  });
}
const kindsOf = ({ needs: told }: NeedsYou): string[] => told.map(({ kind }) => kind);

it('tells nobody of jobs without Profiler, nor even asks about them', async () => {
  await openNeedy();
  const told = await needs(setup.test.tokenFor('ADMIN', 'plain', []));
  expect(kindsOf(told)).toEqual(['SOURCE_STOPPED']);
  expect(told).toMatchObject({ otherFailed: { jobs: 0, numbers: 0 }, unheard: [] });
  expect(setup.client.madeTo('failedJobs')).toHaveLength(0);
});

it.each<[KeyScope[], string[]]>([
  [['jobs:read'], ['FAILED_NUMBERS']],
  [
    ['jobs:read', 'sources:read'],
    ['SOURCE_STOPPED', 'FAILED_NUMBERS'],
  ],
])('tells a key what it may read elsewhere: %j', async (scopes, kinds) => {
  await openNeedy(scopes);
  expect(kindsOf(await needs(`nsk_${'a'.repeat(43)}`))).toEqual(kinds);
});

it('says that no source is bound, and tells what it can when a part does not answer', async () => {
  setup = await setUp();
  setup.client.answer({
    listSources: () => [
      buildSourceInfo('NUMBERING_PLAN'),
      buildSourceInfo('NEVER', { configured: false, state: 'NOT_CONFIGURED' }),
    ],
    failedJobs: () => Promise.reject(new Error('connection refused')),
  });
  expect(await needs()).toMatchObject({ needs: [{ kind: 'NO_SOURCE' }], unheard: ['jobs'] });
});
