import { expect, it } from '@jest/globals';
import { TestClock } from '@numscope/testing';
import { setImmediate } from 'node:timers/promises';
import { Admission } from '../src/asking/admission.ts';
import { QuestionPump } from '../src/asking/question-pump.ts';
import { sourceBreaker } from '../src/asking/source-breaker.ts';
import { SourceMetrics } from '../src/asking/source-metrics.ts';
import { AdaptivePace } from '../src/domain/limits/adaptive-pace.ts';
import { Pace } from '../src/domain/limits/pace.ts';
import { PeriodQuota } from '../src/domain/limits/period-quota.ts';
import { questionOf } from './support/questions.ts';

const WIDTH = 100;

/** A pump whose calls are answered when the test says so, and which tells in what order things were done. */
function pumpOf(admits: (inFlight: number, unhanded: number) => boolean) {
  const clock = new TestClock();
  const breaker = sourceBreaker({
    batchSize: 1,
    start: async () => undefined,
    ask: async () => [],
    fetchPhoto: () => Promise.reject(new Error('none')),
    close: async () => undefined,
  });
  const admission = new Admission({
    limits: {
      quota: new PeriodQuota([{ name: 'main' }], {}),
      pace: new AdaptivePace(new Pace(0)),
      instances: 1,
      rank: 0,
    },
    breaker,
    metrics: new SourceMetrics(clock, () => undefined),
    clock,
    counted: () => undefined,
  });
  const done: Array<'begun' | 'handed'> = [];
  let underWay: Array<() => void> = [];
  const pump = new QuestionPump({
    width: WIDTH,
    connector: { batchSize: 1 },
    admission,
    clock,
    admits,
    isEnding: () => false,
    call: () => {
      done.push('begun');
      const { promise, resolve } = Promise.withResolvers<() => void>();
      underWay.push(() => resolve(() => done.push('handed')));
      return promise;
    },
  });
  const begun = async (calls: number): Promise<void> => {
    while (done.filter((one) => one === 'begun').length < calls) await setImmediate();
  };
  /** Answers all that is under way at once. */
  const answerAll = (): void => {
    for (const answer of underWay.splice(0)) answer();
  };
  const rested = async (): Promise<void> => {
    while (!pump.isIdle) await setImmediate();
    breaker.shutdown();
  };
  return { pump, done, begun, answerAll, rested };
}

const questions = (count: number) => Array.from({ length: count }, (_none, n) => questionOf(`+99890${1_000_000 + n}`));

it('begins others in the place of all calls whose answers came at once, before it is done with the answers', async () => {
  const { pump, done, begun, answerAll, rested } = pumpOf(() => true);
  pump.push('REGULAR', questions(2 * WIDTH));
  await begun(WIDTH);
  answerAll();
  await begun(2 * WIDTH);
  const handed = done.slice(0, done.lastIndexOf('begun')).filter((one) => one === 'handed');
  expect(handed).toEqual([]);
  answerAll();
  await rested();
  expect(done.filter((one) => one === 'handed')).toHaveLength(2 * WIDTH);
});

it('tells how many answers are not handed over when it asks whether one more call may begin', async () => {
  const ROOM = 30;
  const { pump, done, begun, answerAll, rested } = pumpOf((inFlight, unhanded) => inFlight + unhanded < ROOM);
  pump.push('REGULAR', questions(3 * ROOM));
  for (let calls = ROOM; calls <= 3 * ROOM; calls += ROOM) {
    await begun(calls);
    answerAll();
  }
  await rested();
  let open = 0;
  const all = done.map((one) => (open += one === 'begun' ? 1 : -1));
  expect(Math.max(...all)).toBe(ROOM);
});
