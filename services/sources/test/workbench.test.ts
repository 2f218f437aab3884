import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runSourceCommand } from '../src/workbench/source-command.ts';
import { type FakeProvider, json, startProvider } from './support/fake-provider.ts';

const KEY = 'sesame-open-0815';

let folder: string;
let provider: FakeProvider;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'numscope-workbench-'));
  provider = await startProvider(({ headers }, response) =>
    headers.authorization === `Bearer ${KEY}`
      ? json(response, { title: 'Anvar Karimov', mails: ['anvar@example.com'], key: KEY })
      : json(response, { error: 'no such key' }, 401),
  );
});
afterEach(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});

const sourcesFile = (text: string): string => {
  const path = join(folder, 'sources.yaml');
  writeFileSync(path, text);
  return path;
};
const bookWith = (map: string): string => `
sources:
  BOOK:
    connector: http
    request: { url: '${provider.url}/v1/{phone}?key=\${env:BOOK_KEY}', headers: { Authorization: 'Bearer \${env:BOOK_KEY}' } }
    answer: { map: ${map} }
    cost: 0.25
`;

async function run(args: string[], env: Record<string, string> = {}) {
  const said = { out: '', err: '' };
  const code = await runSourceCommand(args, env, {
    out: (text) => void (said.out += `${text}\n`),
    err: (text) => void (said.err += `${text}\n`),
  });
  return { code, ...said };
}

test('a source is tried with no server: the request, the raw answer, what each expression gave, what would be kept, the cost', async () => {
  const file = sourcesFile(bookWith('{ names: title, emails: mails }'));
  const { code, out } = await run(['try', 'BOOK', '--phone', '+998901234567', '--file', file], { BOOK_KEY: KEY });
  expect(out).toContain(`GET ${provider.url}/v1/998901234567?key=***`);
  expect(out).toContain('authorization: Bearer ***');
  expect(out).toContain('"title": "Anvar Karimov"');
  expect(out).toContain("map.emails: [ 'anvar@example.com' ]");
  expect(out).toContain("names: [ { name: 'Anvar Karimov', type: 'UNKNOWN' } ]");
  expect(out).toMatch(/FOUND, in \d+ ms, cost 0\.25/);
  expect(out).not.toContain(KEY);
  expect(code).toBe(0);
  expect(provider.seen).toHaveLength(1);
});

test('a trial is told as JSON to programs', async () => {
  const file = sourcesFile(bookWith('{ names: title }'));
  const { out } = await run(['try', 'BOOK', '--phone', '998901234567', '--json', '--file', file], { BOOK_KEY: KEY });
  expect(JSON.parse(out)).toMatchObject({
    source: 'BOOK',
    phone: '+998901234567',
    status: 'FOUND',
    kind: null,
    cost: 0.25,
    exchanges: [{ request: { method: 'GET' }, answer: { status: 200, isCut: false } }],
    expressions: [{ name: 'map.names', value: 'Anvar Karimov' }],
    fields: { names: [{ name: 'Anvar Karimov' }] },
  });
});

test('what a source refuses ends with 1 and shows its answer', async () => {
  const file = sourcesFile(bookWith('{ names: title }'));
  const { code, out } = await run(['try', 'BOOK', '--phone', '+998901234567', '--file', file], {
    BOOK_KEY: 'another-key',
  });
  expect(code).toBe(1);
  expect(out).toContain('< 401');
  expect(out).toContain('no such key');
  expect(out).toMatch(/^FAILED \(\w+\): refused with status 401/m);
});

test.each([
  ['a source that is not in the file', ['try', 'NOBODY', '--phone', '+998901234567'], 'it has BOOK'],
  ['a number that is none', ['try', 'BOOK', '--phone', '12'], '12 is no phone number'],
  ['no number', ['try', 'BOOK'], 'say which number'],
  ['an unknown option', ['try', 'BOOK', '--phnoe', '1'], '--phnoe'],
  ['an unknown word', ['tyr'], 'npm run source -- try NAME'],
  ['a preset that is none', ['prove', 'nobody'], 'nobody: there is no preset of this name'],
  ['a live proof of all', ['prove', '--live'], 'say which preset'],
])('%s ends with 2 and is told, and nobody is asked', async (_name, args, message) => {
  const file = sourcesFile(bookWith('{ names: title }'));
  const { code, err } = await run([...args, ...(args[0] === 'try' ? ['--file', file] : [])], { BOOK_KEY: KEY });
  expect(err).toContain(message);
  expect(code).toBe(2);
  expect(provider.seen).toHaveLength(0);
});

test('a source that names a preset that is none is a fault with its line', async () => {
  const file = sourcesFile('sources:\n  TWILIO:\n    preset: twillio-lookup\n');
  const { code, err } = await run(['try', 'TWILIO', '--phone', '+998901234567', '--file', file]);
  expect(err).toMatch(/sources\.yaml:3: sources\.TWILIO\.preset: is not known: there are /);
  expect(code).toBe(2);
});

test('a source that is asked with what others found is tried with what --known says of it, and not without', async () => {
  const file = sourcesFile(`
sources:
  BOOK:
    connector: http
    request: { url: '${provider.url}/v1/{phone}?who={names}', headers: { Authorization: 'Bearer \${env:BOOK_KEY}' } }
    needs: [names]
    answer: { map: { names: title } }
`);
  const args = ['try', 'BOOK', '--phone', '+998901234567', '--file', file];
  const without = await run(args, { BOOK_KEY: KEY });
  expect(without.err).toContain("say it as --known 'names=...'");
  expect(without.code).toBe(2);
  expect(provider.seen).toHaveLength(0);
  const { code } = await run([...args, '--known', 'names=Ann Smith'], { BOOK_KEY: KEY });
  expect(code).toBe(0);
  expect(provider.seen.map(({ url }) => url)).toEqual(['/v1/998901234567?who=Ann%20Smith']);
});
