import { afterEach, describe, expect, it } from '@jest/globals';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
afterEach(() => setup.close());
const ask = (accept = 'text/plain') => fetch(`${setup.url}/.well-known/security.txt`, { headers: { accept } });

describe('/.well-known/security.txt', () => {
  it('names the contacts of the operator, and is good until half a year from now', async () => {
    setup = await setUp({ securityContacts: ['mailto:security@example.org', 'https://example.org/report'] });
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const [first, second, expires, languages, end] = (await answer.text()).split('\n');
    expect([first, second, languages, end]).toEqual([
      'Contact: mailto:security@example.org',
      'Contact: https://example.org/report',
      'Preferred-Languages: en',
      '',
    ]);
    const [, moment = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(expires ?? '') ?? [];
    const days = (Date.parse(moment) - setup.test.kit.clock.now()) / 86_400_000;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThanOrEqual(180);
  });

  it.each(['text/plain', 'text/html'])('is not there where nobody is named, for who wants %s', async (accept) => {
    setup = await setUp();
    const answer = await ask(accept);
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
  });
});
