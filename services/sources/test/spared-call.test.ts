import { expect, it } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { TestClock } from '@numscope/testing';
import { ownLimits } from '../src/asking/call-limits.ts';
import type { Outcome } from '../src/asking/question.ts';
import { SourceRunner } from '../src/asking/source-runner.ts';
import { bindSources } from '../src/config/load-sources-file.ts';
import type { Connector } from '../src/connectors/connector.port.ts';
import { compileAnswer } from '../src/connectors/http/expressions.ts';
import { askByPolling } from '../src/connectors/http/polling.ts';
import { SecretMask } from '../src/connectors/http/secret-mask.ts';
import { memorySubmissions } from '../src/connectors/http/submissions.memory.ts';
import { askedNumber } from '../src/domain/asked-number.ts';
import { httpYaml } from './support/office.ts';
import { questionOf } from './support/questions.ts';
import { PHONE } from './support/sources-under-test.ts';

const yaml = httpYaml([
  'request: { url: "https://api.example/{phone}" }',
  'poll: { url: "https://api.example/{answer.id}", until: "body.done", everyMs: 100 }',
]);
const bound = bindSources(yaml, { name: 'sources.yaml', folder: '.', sandbox: false, env: {} });
const [office] = bound.asked;
if (office?.config.connector !== 'http' || !office.config.poll) throw new Error('it is not bound');
const http = office.config;
const { poll } = office.config;
const number = askedNumber(PHONE, null);

/** Asks one number of a connector through a runner; how many calls were counted. */
async function callsOf(ask: Connector['ask']): Promise<{ outcome: Outcome | null; calls: number }> {
  let calls = 0;
  const limits = ownLimits(http);
  const runner = new SourceRunner({
    name: 'OFFICE',
    config: http,
    connector: {
      batchSize: 1,
      start: async () => undefined,
      ask,
      fetchPhoto: () => Promise.reject(new Error('none')),
      close: async () => undefined,
    },
    limits,
    clock: new TestClock(),
    log: createLogger('test', 'silent'),
    photos: { replace: async (answer) => answer, again: async () => ({ ids: [], later: [], lost: 0, holdMs: 0 }) },
    hasRoom: () => true,
    counted: () => undefined,
    called: () => void calls++,
    stopped: () => Promise.resolve(),
  });
  const outcome = await new Promise<Outcome | null>((resolve) =>
    runner.ask('REGULAR', [questionOf(PHONE, { done: resolve })]),
  );
  await runner.close(0);
  return { outcome, calls };
}

it('a call that its connector spared says nothing of the source, and any other does', async () => {
  const nothing = { status: 'NOT_FOUND', fields: null } as const;
  const spared = await callsOf(async (_numbers, { spared: tell }) => {
    tell?.();
    return [nothing];
  });
  expect(spared).toMatchObject({ calls: 0, outcome: { status: 'NOT_FOUND' } });
  expect((await callsOf(async () => [nothing])).calls).toBe(1);
});

it('a polled connector tells that nobody was called where others had answered meanwhile, and only then', async () => {
  const envelope = { status: 200, headers: {}, body: { done: true } };
  const page = { url: '', envelope, told: envelope, fault: null, raw: '{}', bytes: 2 };
  const told = async (unanswered: 'all' | 'none') => {
    let isSpared = false;
    let submits = 0;
    const parts = {
      source: 'OFFICE',
      poll,
      expressions: compileAnswer(http, new SecretMask([])),
      submissions: memorySubmissions(),
      now: Date.now,
      ending: new AbortController().signal,
    };
    const steps: Parameters<typeof askByPolling>[1] = {
      submit: async () => {
        submits++;
        return page;
      },
      ask: async () => page,
      answers: async () => ({ answers: [{ status: 'FOUND', fields: { city: 'Tashkent' } }], bytes: 2 }),
      cost: () => null,
      values: () => ({}),
    };
    await askByPolling(parts, steps, [number], {
      account: 'main',
      unanswered: async (numbers) => (unanswered === 'all' ? numbers : []),
      spared: () => (isSpared = true),
    });
    return { isSpared, submits };
  };
  expect(await told('none')).toEqual({ isSpared: true, submits: 0 });
  expect(await told('all')).toEqual({ isSpared: false, submits: 1 });
});
