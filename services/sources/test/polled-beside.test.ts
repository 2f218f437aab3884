import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@numscope/platform';
import { type AskOptions, type SourceAnswer, SourceFault } from '../src/connectors/connector.port.ts';
import { compileAnswer } from '../src/connectors/http/expressions.ts';
import { HttpSource } from '../src/connectors/http/http-source.ts';
import { checkStatus, openPage, type Page } from '../src/connectors/http/page.ts';
import type { PollSteps } from '../src/connectors/http/poll-steps.ts';
import { askByPolling } from '../src/connectors/http/polling.ts';
import { SecretMask } from '../src/connectors/http/secret-mask.ts';
import type { AskedNumber } from '../src/domain/template.ts';
import { keepRecords } from './support/records.ts';
import { phones } from './support/sources-under-test.ts';

const SOURCE = 'OFFICE';
const HOUR = 3_600_000;
const { poll, ...source } = HttpSource.parse({
  connector: 'http',
  request: { url: 'http://127.0.0.1:1/', batchSize: 4 },
  poll: { url: 'http://127.0.0.1:1/{answer.id}', until: 'body.done', everyMs: 100, atMostMs: 60_000 },
  answer: { notFoundStatus: [404] },
});
const expressions = compileAnswer({ ...source, poll }, new SecretMask([]));

const records = keepRecords();
let now = 0;
let first = 998_900_000_000;
let A = '';
let B = '';
let C = '';

interface Reply {
  status: number;
  body: unknown;
}

/** Lists in lists, so many. */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

const priceOf = ({ envelope }: Page): number | null => (envelope.body as { price?: number } | null)?.price ?? null;

/** What the provider answers, and what it was asked. */
let provider: { takes(work: string): Reply; tells(work: string): Reply };
let submitted: string[][] = [];
let polled: string[] = [];
/** What the answers of the last call cost, and what all calls paid in vain. */
let costs: Array<number | undefined> = [];
let paidInVain = 0;
let messages: Array<string | undefined> = [];
beforeEach(() => {
  now = 1_700_000_000_000;
  [A = '', B = '', C = ''] = phones(3, (first += 10));
  submitted = [];
  polled = [];
  costs = [];
  paidInVain = 0;
  provider = {
    takes: (work) => ({ status: 202, body: { id: work } }),
    tells: () => ({ status: 200, body: { done: true } }),
  };
});

async function pageOf({ status, body }: Reply): Promise<Page> {
  const answer = { status, headers: {}, text: JSON.stringify(body), fault: null };
  checkStatus(answer, expressions, now);
  return openPage(answer, '', expressions);
}

const steps: PollSteps = {
  submit: async (numbers) => {
    submitted.push(numbers.map(({ e164 }) => e164));
    return pageOf(provider.takes(`w${submitted.length}`));
  },
  ask: async (_account, _numbers, { id = '' }) => {
    polled.push(id);
    return pageOf(provider.tells(id));
  },
  answers: async (page, numbers) => {
    const status = page.envelope.status === 404 ? 'NOT_FOUND' : 'FOUND';
    const price = priceOf(page);
    const cost = price === null ? {} : { cost: price / numbers.length };
    return { answers: numbers.map((): SourceAnswer => ({ status, fields: {}, ...cost })), bytes: 10 };
  },
  cost: priceOf,
  values: ({ envelope }) => ({ id: (envelope.body as { id: string }).id }),
};

/** Asks, and keeps the answers as the service does. */
async function ask(list: string[], options: Partial<AskOptions> = {}): Promise<string[]> {
  if (!poll) throw new Error('it is polled');
  const parts = { source: SOURCE, poll, expressions, submissions: records.store, now: () => now };
  const numbers = list.map((e164): AskedNumber => ({ e164, phone: e164, national: e164, country: 'UZ' }));
  const unanswered: AskOptions['unanswered'] = async (all) => all;
  const answers = await askByPolling({ ...parts, ending: new AbortController().signal }, steps, numbers, {
    account: 'main',
    unanswered,
    paidInVain: (cost) => void (paidInVain += cost),
    ...options,
  });
  costs = answers.map(({ cost }) => cost);
  messages = answers.map(({ message }) => message);
  const ended = list.flatMap((phone, at) => {
    const { submission } = answers[at] ?? {};
    return submission === undefined ? [] : { source: SOURCE, phone, id: submission };
  });
  await records.commit({ ended });
  return answers.map(({ status }) => status);
}

/** Hands them in by one call, and lets go of them before it is done. */
async function handIn(...list: string[]): Promise<void> {
  const { tells } = provider;
  let isWanted = true;
  provider.tells = () => {
    isWanted = false;
    return { status: 200, body: { done: false } };
  };
  await expect(ask(list, { isWanted: () => isWanted })).rejects.toThrow('nobody waits');
  provider.tells = tells;
  polled = [];
}

it('a call that waits for a number of another one holds none meanwhile: neither would wait for ever', async () => {
  let isDone = false;
  provider.tells = (work) => ({ status: 200, body: { done: work !== 'w1' || isDone } });
  const one = ask([A]);
  const both = ask([A, B]);
  expect(await ask([B])).toEqual(['FOUND']);
  expect(submitted).toEqual([[A], [B]]);
  isDone = true;
  expect(await one).toEqual(['FOUND']);
  expect(await both).toEqual(['FOUND', 'FOUND']);
  expect(submitted).toEqual([[A], [B], [A, B]]);
});

it('a number that has its answer by now is not held by a call that goes on for others', async () => {
  await handIn(A);
  expect(await ask([A, B], { unanswered: async (all) => all.filter(({ e164 }) => e164 === B) })).toContain('FOUND');
  expect(submitted).toEqual([[A], [B]]);
  const claim = { id: newId(), source: SOURCE, phones: [A], at: now, since: 0 };
  expect((await records.store.claimNumbers(claim)).submissions).toHaveLength(1);
});

it('what fails of what was handed in fails its own numbers alone, and is asked on for later', async () => {
  for (const phone of [A, B]) await handIn(phone);
  provider.tells = (work) => (work === 'w1' ? { status: 403, body: {} } : { status: 200, body: { done: true } });
  expect(await ask([A, B])).toEqual(['FAILED', 'FOUND']);
  provider.tells = () => ({ status: 200, body: { done: true } });
  expect(await ask([A])).toEqual(['FOUND']);
  expect(submitted).toEqual([[A], [B]]);
});

it('what is not done in time fails its own numbers alone, at their share of its price, and is over', async () => {
  provider.takes = (work) => ({ status: 202, body: { id: work, price: 0.5 } });
  await handIn(A, C);
  now += 1000;
  await handIn(B);
  provider.tells = (work) => {
    now += 59_000;
    return { status: 200, body: { done: work !== 'w1' } };
  };
  expect(await ask([A, B])).toEqual(['FAILED', 'FOUND']);
  expect(costs).toEqual([0.25, 0.5]);
  now = 1_700_000_000_000;
  provider.tells = () => ({ status: 200, body: { done: true } });
  expect(await ask([A])).toEqual(['FOUND']);
  expect(submitted).toEqual([[A, C], [B], [A]]);
});

it('what may be tried again is, with all that the call asks on for', async () => {
  for (const phone of [A, B]) await handIn(phone);
  provider.tells = (work) => (work === 'w1' ? { status: 429, body: {} } : { status: 200, body: { done: true } });
  await expect(ask([A, B])).rejects.toThrow('429');
});

it.each([
  ['before', 2, 1],
  ['after', 1, 2],
])('what may be tried again is, also where that is known %s something else was not done in time', async (...given) => {
  const [, lateAt, busyAt] = given;
  await handIn(A);
  now += 1000;
  for (const phone of [B, C]) await handIn(phone);
  provider.tells = (work) => {
    const poll = polled.filter((one) => one === work).length;
    if (work === 'w2' && poll === busyAt) return { status: 429, body: {} };
    if (work === 'w1' && poll === lateAt) now += 59_000;
    return { status: 200, body: { done: work === 'w3' } };
  };
  await expect(ask([A, B, C])).rejects.toThrow('429');
});

it('what is paid for an answer that came as its number was handed in is told where the call is to be tried again', async () => {
  await handIn(A);
  provider.tells = () => ({ status: 429, body: {} });
  provider.takes = () => ({ status: 404, body: { price: 0.5 } });
  await expect(ask([A, B, C])).rejects.toThrow('429');
  expect(paidInVain).toBe(0.5);
  // Where its answer is taken, it is the answer that costs.
  paidInVain = 0;
  provider.tells = () => ({ status: 200, body: { done: true } });
  expect(await ask([A, B, C])).toEqual(['FOUND', 'NOT_FOUND', 'NOT_FOUND']);
  expect([costs, paidInVain]).toEqual([[undefined, 0.25, 0.25], 0]);
});

it('an answer that came as its number was handed in is given where the call is to be tried again, and its number stays held', async () => {
  await handIn(A);
  provider.tells = () => ({ status: 429, body: {} });
  provider.takes = () => ({ status: 404, body: { price: 0.5 } });
  let early: ReadonlyMap<string, SourceAnswer> = new Map();
  await expect(ask([A, B, C], { answered: (answers) => (early = answers) })).rejects.toThrow('429');
  expect([...early].map(([phone, { status, cost }]) => [phone, status, cost])).toEqual([
    [B, 'NOT_FOUND', 0.25],
    [C, 'NOT_FOUND', 0.25],
  ]);
  expect(paidInVain).toBe(0);
  const claim = { id: newId(), source: SOURCE, phones: [A, B, C], at: now, since: 0 };
  const others = await records.store.claimNumbers(claim);
  expect([others.phones, others.submissions.map(({ phones: asked }) => asked)]).toEqual([[], [[A]]]);
});

it('what is paid for a call that was refused is told where another is to be tried again', async () => {
  await handIn(A);
  provider.tells = () => ({ status: 429, body: {} });
  provider.takes = () => ({ status: 403, body: { price: 0.5 } });
  await expect(ask([A, B])).rejects.toThrow('429');
  expect(paidInVain).toBe(0.5);
});

it('where all fails, each number has its own fault and its own price', async () => {
  await handIn(A);
  provider.tells = () => ({ status: 403, body: {} });
  provider.takes = () => ({ status: 400, body: { price: 0.5 } });
  expect(await ask([A, B])).toEqual(['FAILED', 'FAILED']);
  expect(messages).toEqual([expect.stringContaining('403'), expect.stringContaining('400')]);
  expect([costs, paidInVain]).toEqual([[undefined, 0.5], 0]);
});

describe('what was handed in long ago', () => {
  it('is over once its number was handed in anew, also where that has its answer at once', async () => {
    await handIn(A);
    now += HOUR;
    const { tells } = provider;
    provider.tells = () => ({ status: 200, body: { done: false } });
    provider.takes = () => ({ status: 404, body: null });
    expect(await ask([A])).toEqual(['NOT_FOUND']);
    expect(polled).toEqual(['w1']);
    now += HOUR;
    provider.takes = (work) => ({ status: 202, body: { id: work } });
    provider.tells = tells;
    expect(await ask([A])).toEqual(['FOUND']);
    expect(polled).toEqual(['w1', 'w3']);
  });

  it.each([
    ['a failure', 500],
    ['a refusal', 403],
    ['nothing', 404],
  ])('and of which the provider tells %s is handed in anew', async (_what, status) => {
    await handIn(A);
    now += HOUR;
    provider.tells = (work) => (work === 'w1' ? { status, body: {} } : { status: 200, body: { done: true } });
    expect(await ask([A])).toEqual(['FOUND']);
    expect(submitted).toEqual([[A], [A]]);
    expect(polled).toEqual(['w1', 'w2']);
  });

  it.each<[string, () => Reply]>([
    ['more than is taken', () => ({ status: 200, body: { done: true, filling: 'x'.repeat(8 * 1024 * 1024) } })],
    ['nested deeper than 500', () => ({ status: 200, body: { done: true, in: nested(501) } })],
    [
      'too long to read',
      () => {
        throw new SourceFault('sent what takes too long to read', { kind: 'MAPPING', isUnread: true });
      },
    ],
  ])('is not handed in anew where what the provider tells of it could not be read: it is %s', async (why, tells) => {
    await handIn(A);
    now += HOUR;
    provider.tells = tells;
    await expect(ask([A])).rejects.toThrow(why);
    expect(submitted).toEqual([[A]]);
  });

  it('is not handed in anew while the provider wants to be left alone', async () => {
    await handIn(A);
    now += HOUR;
    provider.tells = () => ({ status: 429, body: {} });
    await expect(ask([A])).rejects.toThrow('429');
    expect(submitted).toEqual([[A]]);
    provider.tells = () => ({ status: 200, body: { done: true } });
    expect(await ask([A])).toEqual(['FOUND']);
    expect(submitted).toEqual([[A]]);
  });
});
