import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { signatureOf } from '../src/webhooks/signature.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
const [, example = ''] = /```js\n(.*?)```/s.exec(document) ?? [];

/** What the documented check says of each of these. */
function documentedCheck(given: Array<[body: string, header: string, secret: string]>): boolean[] {
  const script = `${example}\nconsole.log(JSON.stringify(${JSON.stringify(given)}.map((one) => isFromNumscope(...one))));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
}

it('is what the documented check takes, and nothing else is', () => {
  const body = '{"id":"1","data":{"name":"Ўткир"}}';
  const now = Date.now();
  const right = signatureOf(body, 'secret of mine', now);
  expect(
    documentedCheck([
      [body, right, 'secret of mine'],
      [body, right, 'another secret'],
      [`${body} `, right, 'secret of mine'],
      [body, signatureOf(body, 'secret of mine', now - 3_600_000), 'secret of mine'],
      [body, right.replace(/.$/, ''), 'secret of mine'],
      [body, '', 'secret of mine'],
    ]),
  ).toEqual([true, false, false, false, false, false]);
});
