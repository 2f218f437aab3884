import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Job, WholeProfile } from '@numscope/contracts';
import type { Api } from '../../src/calls/api.ts';
import type { Product } from '../../src/product/product.ts';
import { ADMIN_PASSWORD } from '../../src/product/product.ts';
import { oneOfEach, sharedProductForAll } from '../../src/product/tested-product.ts';

const root = join(import.meta.dirname, '..', '..', '..');

let product: Product;
let admin: Api;
let key: string;
let folder: string;
sharedProductForAll((opened) => ({ product, admin } = opened), oneOfEach);
beforeAll(async () => {
  const body = { name: 'Scripts', scopes: ['jobs', 'profiles', 'sources', 'privacy'] };
  ({ key } = await admin.call(calls.createKey, { body }));
  folder = await mkdtemp(join(tmpdir(), 'numscope-command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bin = join(root, 'node_modules', '.bin');

async function shell(script: string, env: NodeJS.ProcessEnv = { NUMSCOPE_KEY: key }, args: string[] = []) {
  const { PATH, HOME } = process.env;
  const child = spawn('bash', ['-c', script, 'bash', ...args], {
    cwd: folder,
    env: { PATH: `${bin}:${PATH}`, HOME, NUMSCOPE_URL: product.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** The program that `npx numscope` finds. */
const numscope = (args: string[], env?: NodeJS.ProcessEnv) => shell('exec numscope "$@"', env, args);

const jsonOf = async (...args: Parameters<typeof numscope>): Promise<unknown> => {
  const { code, out, err } = await numscope(['--json', ...args[0]], ...(args[1] ? [args[1]] : []));
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  return JSON.parse(out);
};

it('does a whole job from a shell: a file in, watched until it is done, profiles searched, exported, imported, erased', async () => {
  const phones = Array.from({ length: 40 }, (_none, n) => `9989077700${String(n).padStart(2, '0')}`);
  await writeFile(join(folder, 'march.csv'), phones.join('\n'));
  const done = Job.parse(await jsonOf(['job', 'create', 'march.csv', '--purpose', 'a test', '--watch']));
  expect(done).toMatchObject({ name: 'march', status: 'DONE', totalPhoneNumbers: 40, purpose: 'a test' });
  const job = String(done.number);
  expect(await jsonOf(['job', 'show', job])).toMatchObject({ number: done.number, status: 'DONE' });
  expect((await numscope(['job', 'watch', job])).out).toMatch(/DONE +100\.0% +40\/40/);

  const found = await jsonOf(['profile', 'search', '--job', job, '--limit', '5']);
  expect(found).toHaveLength(5);
  const { code, out } = await numscope(['profile', 'export', '--job', job, '--out', 'march.jsonl']);
  expect([code, out]).toEqual([0, expect.stringMatching(/march\.jsonl: \d+ bytes, \d+ profiles, checksum right/)]);
  const lines = (await readFile(join(folder, 'march.jsonl'), 'utf8')).trimEnd().split('\n');
  const profiles = lines.flatMap((line) => WholeProfile.safeParse(JSON.parse(line)).data ?? []);
  const phone = profiles[0]?.phone ?? '';
  expect(await jsonOf(['profile', 'get', phone])).toMatchObject({ phone });
  expect((await numscope(['profile', 'export', '--job', job, '--format', 'csv'])).out.split('\n')[0]).toMatch(/phone/i);
  expect(await jsonOf(['profile', 'import', 'march.jsonl'])).toMatchObject({
    state: 'DONE',
    profiles: profiles.length,
  });

  expect(await jsonOf(['erase', phone, '--purpose', 'asked for', '--yes'])).toMatchObject({
    phone,
    purpose: 'asked for',
  });
  expect(await numscope(['profile', 'get', phone])).toMatchObject({
    code: 1,
    err: expect.stringContaining('[NOT_FOUND]'),
  });
});

it('does what the script of the docs says', async () => {
  const page = await readFile(join(root, 'docs', 'command.md'), 'utf8');
  const script = /```sh\n(#!.*?)```/s.exec(page)?.[1] ?? '';
  await writeFile(join(folder, 'phones.csv'), '998907772001\n998907772002\n');
  // Within the repository `npx` finds the command; here it stands aside.
  const { code, out, err } = await shell(script.replaceAll('npx numscope', 'numscope'));
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(out).toMatch(/^found\.jsonl: .*checksum right\nJob \d+ is done\n$/);
  expect((await readFile(join(folder, 'found.csv'), 'utf8')).split('\n')[0]).toMatch(/phone/i);
});

it('leads a job that is held, by its range', async () => {
  const made = Job.parse(await jsonOf(['job', 'range', '998907771000', '998907771009', '--hold', '--name', 'Held']));
  const number = String(made.number);
  expect(made).toMatchObject({ name: 'Held', status: 'CREATED' });
  expect(await jsonOf(['job', 'cancel', number])).toMatchObject({ status: 'CANCELED' });
  const refused = await numscope(['job', 'pause', number]);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('[WRONG_STATE]') });
  const watched = await numscope(['job', 'watch', number]);
  expect(watched).toMatchObject({ code: 1, err: expect.stringContaining('ended CANCELED') });
});

it('lists sources, asks one and tells what it is worth, by name and password', async () => {
  const env = { NUMSCOPE_USERNAME: 'admin', NUMSCOPE_PASSWORD: ADMIN_PASSWORD };
  const sources = await jsonOf(['source', 'list'], env);
  const [source] = (await admin.call(calls.listSources)).filter(({ configured }) => configured);
  expect(sources).toEqual(expect.arrayContaining([expect.objectContaining({ name: source?.name })]));
  expect(await jsonOf(['source', 'test', source?.name ?? '', '--phone', '998907770001'], env)).toMatchObject({
    ok: true,
  });
  expect(await jsonOf(['source', 'stats', source?.name ?? ''], env)).toMatchObject({ source: source?.name });
  const wrong = await numscope(['source', 'list'], { ...env, NUMSCOPE_PASSWORD: 'Plover.Meadow_17' });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('[BAD_CREDENTIALS]') });
});

it('asks the scripts of the repository what needs no server, with their exit codes', async () => {
  expect((await numscope(['source', 'prove', 'veriphone'])).code).toBe(0);
  expect((await numscope(['audit', 'verify', join(folder, 'nothing')])).code).toBe(2);
});
