import { Writable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { logOptions } from '@numscope/platform';
import { pino } from 'pino';

const SECRET = 'S3cret-Value-9';
const TOKEN = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl-c2ln_bmF0dXJl';

function openLog() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: pino(logOptions('test', 'trace'), sink), lines };
}

it('has no secret in any line, wherever it hangs', () => {
  const { log, lines } = openLog();
  const fault = Object.assign(new Error(`refused with Bearer ${SECRET}`), {
    options: {
      headers: { authorization: `Basic ${SECRET}`, 'x-api-key': SECRET },
      body: [{ name: 'password', value: SECRET }],
    },
    request: { newPassword: SECRET, deep: { deeper: { refresh_token: SECRET } } },
    cause: Object.assign(new Error('inner'), { client_secret: SECRET }),
  });
  log.error({ err: fault }, 'a request failed');
  log.error(fault);
  log.warn(
    { reason: `token ${TOKEN} was refused`, error: fault, session: SECRET },
    `nsk_0123456789abcdef and Bearer ${SECRET}`,
  );
  log.child({ service: 'a' }).info({ url: `/x?access_token=${TOKEN}` }, 'called');
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    for (const secret of [SECRET, TOKEN, '0123456789abcdef']) expect(line).not.toContain(secret);
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  }
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { type: 'Error', message: 'refused with ***: inner', stack: expect.stringContaining('at ') },
  });
});

it('cuts what has no end', () => {
  const { log, lines } = openLog();
  log.error(
    { err: Object.assign(new Error('x'.repeat(1_000_000)), { body: Array.from({ length: 100_000 }, () => 'item') }) },
    'big',
  );
  expect(lines.join('').length).toBeLessThan(20_000);
  log.info({ count: 3, nested: { list: [1, 2] }, none: null }, 'plain');
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    name: 'test',
    msg: 'plain',
    count: 3,
    nested: { list: [1, 2] },
    none: null,
  });
});
