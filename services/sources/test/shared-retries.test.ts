import { afterEach, expect, it } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { TestClock } from '@numscope/testing';
import { ownLimits } from '../src/asking/call-limits.ts';
import type { Outcome } from '../src/asking/question.ts';
import { SourceRunner } from '../src/asking/source-runner.ts';
import { bindSources } from '../src/config/load-sources-file.ts';
import { SourceFault, type SourceFaultOptions } from '../src/connectors/connector.port.ts';
import { PeriodQuota } from '../src/domain/limits/period-quota.ts';
import { SharedQuota } from '../src/domain/limits/shared-quota.ts';
import { httpYaml } from './support/office.ts';
import { questionOf } from './support/questions.ts';
import { phones } from './support/sources-under-test.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ALL = 8;
const yaml = httpYaml([
  'request: { url: "https://api.example/{phone}" }',
  'retries: 1',
  `limits: { perMinute: 60, concurrency: ${ALL} }`,
]);
const [office] = bindSources(yaml, { name: 'sources.yaml', folder: '.', sandbox: false, env: {} }).asked;
if (!office) throw new Error('it is not bound');
const { config } = office;

const tooOften: SourceFaultOptions = { retry: true, isTooOften: true, holdMs: 0 };
const unwell: SourceFaultOptions = { retry: true, unwell: true };

let close: () => Promise<void>;
afterEach(() => close());

/**
 * Asks for eight numbers at once, whose first calls fail together, of a source whose quota brings one call at a time. What it
 * brings next it brings once all eight want it; of further calls, as many as `most`.
 */
function retried(fault: SourceFaultOptions, most: number) {
  const allFailed = Promise.withResolvers<void>();
  const allWant = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const book = new PeriodQuota(config.accounts, config.limits);
  let calls = 0;
  let wants = 0;
  let brought = 0;
  class Watched extends SharedQuota {
    override refill(now: number, only?: string): Promise<void> | null {
      if (calls >= ALL && ++wants === ALL) allWant.resolve();
      return super.refill(now, only);
    }
  }
  const quota = new Watched(config.accounts, config.limits, {
    async reserve(now, wanted) {
      if (brought > ALL) await allWant.promise;
      if (brought >= ALL + most) await goesOn.promise;
      const best = book.best(now);
      if (best !== null) for (let count = 0; count < wanted; count++) book.count(best.name, now);
      brought += wanted;
      return { account: best?.name ?? null, calls: wanted, left: book.left(now) ?? 0, resumesAt: book.resumesAt(now) };
    },
    giveBack: async () => undefined,
  });
  const clock = new TestClock();
  clock.freeze(NOW);
  const runner = new SourceRunner({
    name: 'OFFICE',
    config,
    connector: {
      batchSize: 1,
      start: async () => undefined,
      async ask() {
        calls++;
        if (calls > ALL) {
          if (calls === ALL + most) answered.resolve();
          return [{ status: 'NOT_FOUND', fields: null }];
        }
        if (calls === ALL) allFailed.resolve();
        await allFailed.promise;
        throw new SourceFault('not now', fault);
      },
      fetchPhoto: () => Promise.reject(new Error('none')),
      close: async () => undefined,
    },
    limits: { ...ownLimits(config), quota },
    clock,
    log: createLogger('test', 'silent'),
    photos: { replace: async (answer) => answer, again: async () => ({ ids: [], later: [], lost: 0, holdMs: 0 }) },
    hasRoom: () => true,
    counted: () => undefined,
    called: () => undefined,
    stopped: () => Promise.resolve(),
  });
  close = () => runner.close(0);
  const outcomes = phones(ALL).map(
    (phone) =>
      new Promise<Outcome | null>((resolve) =>
        runner.ask('REGULAR', [questionOf(phone, { done: resolve, wait: () => resolve(null) })]),
      ),
  );
  return { outcomes: Promise.all(outcomes), answered: answered.promise, goOn: goesOn.resolve, calls: () => calls };
}

it.each([
  ['asked too often', tooOften],
  ['not well', unwell],
])(
  'numbers that are tried again all get their turn where the quota is brought call by call: %s',
  async (_what, fault) => {
    const { outcomes, calls } = retried(fault, Number.POSITIVE_INFINITY);
    expect((await outcomes).map((outcome) => outcome?.status)).toEqual(Array(ALL).fill('NOT_FOUND'));
    expect(calls()).toBe(2 * ALL);
  },
);

it('numbers that wait for their turn to be tried again are let go of when their source is closed', async () => {
  const { outcomes, answered, goOn, calls } = retried(unwell, 2);
  await answered;
  await close();
  goOn();
  expect((await outcomes).filter((outcome) => outcome === null).length).toBeGreaterThanOrEqual(ALL - 2);
  expect(calls()).toBe(ALL + 2);
});
