import { Writable } from 'node:stream';
import { beforeEach, expect, it } from '@jest/globals';
import { apiError, calls } from '@numscope/contracts';
import { createServiceApp, FaultLog, type Logger, logOptions, route, TransientError } from '@numscope/platform';
import { authed, type TestKit } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';
import { pino } from 'pino';
import { appForEach } from './app-under-test.ts';

type Line = Record<string, unknown>;
let lines: Seen<Line>;
let log: Logger;
beforeEach(() => {
  lines = new Seen();
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.add(JSON.parse(String(chunk)) as Line);
      done();
    },
  });
  log = pino(logOptions('test', 'info'), sink);
});
let test: TestKit;
appForEach((opened) => ({ test } = opened));

it.each([
  ['SERVICE_UNAVAILABLE', new TransientError('not now', { cause: new Error('MongoDB has no primary') })],
  ['NO_ROOM', Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE' })],
  ['TIMEOUT', apiError('TIMEOUT', { cause: new Error('jobs said nothing') })],
])('tells why a call was answered %s, with its id', async (code, fault) => {
  const app = createServiceApp({ ...test.kit, log });
  route(app, calls.deleteUser, () => Promise.reject(fault));
  const answer = await authed(app, test.tokenFor('ADMIN')).call(calls.deleteUser, { params: { id: '1' } });
  await app.close();
  const { cause } = fault;
  expect(lines.all).toEqual([
    expect.objectContaining({
      level: 40,
      code,
      route: `${calls.deleteUser.method} ${calls.deleteUser.path.replace('{id}', ':id')}`,
      reason: expect.stringContaining(cause instanceof Error ? cause.message : fault.message),
      reqId: answer.json().requestId,
    }),
  ]);
});

it('says nothing of what the caller did wrong, and the whole of what nobody foresaw', async () => {
  const app = createServiceApp({ ...test.kit, log });
  const faults = [apiError('NOT_FOUND'), new TypeError('a defect')];
  route(app, calls.deleteUser, () => Promise.reject(faults.shift()));
  for (const id of ['1', '2']) await authed(app, test.tokenFor('ADMIN')).call(calls.deleteUser, { params: { id } });
  await app.close();
  expect(lines.all).toMatchObject([{ level: 50, err: { type: 'TypeError', message: 'a defect' } }]);
});

it('tells of many at once only some, and how many there were more; then anew', async () => {
  const faults = new FaultLog(log, 50);
  const request = { log, method: 'GET', routeOptions: { url: '/x' } };
  const fail = (times: number): void => {
    for (let n = 0; n < times; n++) faults.tell(request, apiError('TIMEOUT'), new Error('late'));
  };
  fail(100);
  expect(lines.all).toHaveLength(5);
  await lines.count(6);
  expect(lines.all.at(-1)).toMatchObject({ level: 40, code: 'TIMEOUT', route: 'GET /x', leftOut: 95 });
  fail(1);
  expect(lines.all).toHaveLength(7);
});
