import { expect, it } from '@jest/globals';
import { calls, PlanAnswer } from '@numscope/contracts';
import { start } from './support/each-test.ts';
import { officeYaml, phones, type UnderTestOptions } from './support/sources-under-test.ts';

const planned = async (options: UnderTestOptions, count = 250) => {
  const sources = await start(options);
  const plan = await sources.internal.call(calls.planLookups, { body: { phones: phones(count) } });
  return PlanAnswer.parse(plan.json()).sources[0];
};

const bound = (connector: string, more: readonly string[]): UnderTestOptions => ({
  yaml: ['sources:', '  ONE:', `    connector: ${connector}`, ...more.map((line) => `    ${line}`)].join('\n'),
  env: { URL: connector === 'sql' ? 'postgresql://127.0.0.1:1/x' : 'http://127.0.0.1:1' },
});
const people = ['url: "${env:URL}"', 'phone: tel', 'map: { names: name }', 'cost: 2', 'costPerNumber: 0.01'];
const sql = [...people, 'query: "select tel, name from people where tel = any($1)"'];
const index = [...people, 'index: people'];

it.each<[string, UnderTestOptions, number, number]>([
  ['a database', bound('sql', sql), 3, 3 * 2 + 2.5],
  ['a database, asked as the file says', bound('sql', [...sql, 'batchSize: 10']), 25, 25 * 2 + 2.5],
  ['an index', bound('elasticsearch', index), 3, 3 * 2 + 2.5],
  ['the sandbox', { sandbox: true }, 10, 0],
])('a call of %s is planned for as many numbers as it is asked about at once', async (_what, options, count, cost) => {
  const plan = await planned(options);
  expect(plan?.calls).toBe(count);
  expect(plan?.cost).toBeCloseTo(cost, 9);
});

const bothLimited = '[{ name: a, perMinute: 20 }, { name: b, perMinute: 10 }]';

it.each<[string, string[], number | null]>([
  ['nothing', [], null],
  ['a day', ['limits: { perDay: 10 }'], null],
  ['the second', ['limits: { perSecond: 2, perMinute: 600 }'], 2],
  ['the minute', ['limits: { perSecond: 2, perMinute: 30 }'], 0.5],
  ['the minute alone', ['limits: { perMinute: 30 }'], 0.5],
  ['its accounts together', [`accounts: ${bothLimited}`, 'limits: { perMinute: 60 }'], 0.5],
  ['no account, as one has no limit', ['accounts: [{ name: a, perMinute: 30 }, { name: b }]'], null],
])('how fast a source can be asked is planned by %s', async (_by, lines, expected) => {
  const plan = await planned({ yaml: officeYaml('http://127.0.0.1:1', lines) }, 1);
  if (expected === null) expect(plan?.perSecond).toBeNull();
  else expect(plan?.perSecond).toBeCloseTo(expected, 9);
});
