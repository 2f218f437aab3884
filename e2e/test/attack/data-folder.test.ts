import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Api } from '../../src/calls/api.ts';
import { type FailedStart, failingStart } from '../../src/attack/failing-start.ts';
import { ownFolders } from '../../src/product/own-folders.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { full } from '../../src/scale.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

// One process on its own files, whichever way the suite runs.
const newFolder = ownFolders();
const whole = newFolder();
let product: Product | undefined;

/** A copy of a folder in which work was done. */
function copied(): string {
  const dir = newFolder();
  cpSync(whole, dir, { recursive: true });
  return dir;
}

const start = (dataDir: string): Promise<Product> =>
  startProduct({ dataDir, embedded: true, env: { SANDBOX: 'true' } });

beforeAll(async () => {
  product = await start(whole);
  const api = await Api.login(product.url);
  const { number } = await api.call(calls.createJobByRange, {
    body: { name: 'first', from: '998901234500', to: '998901234539' },
  });
  await jobIs(api, number, 'DONE');
  await product.stop();
});
afterEach(() => product?.stop('SIGKILL'));

/** It ended with its reason in words, and showed nothing of the code or of secrets. */
function expectClear({ code, said, logged }: FailedStart, ...words: RegExp[]): void {
  for (const word of words) expect(said).toMatch(word);
  expect(code).toBe(1);
  expect(said).not.toMatch(/\n\s+at |PRIVATE KEY|First administrator|is ready at/);
  expect(logged).not.toMatch(/PRIVATE KEY|First administrator/);
}

/** All of them at full size: each is a start of its own. */
const some = <T>(all: readonly T[], few: number): readonly T[] => (full ? all : all.slice(0, few));

const garbage = Buffer.alloc(8192, 'no database ');

describe('a damaged file stops the start with its name and what to do, and stays as it is', () => {
  const damages: Array<[what: string, name: string, damage: (file: string) => void]> = [
    [
      'garbage for a header',
      'jobs.sqlite',
      (file: string) => writeFileSync(file, Buffer.concat([garbage, readFileSync(file).subarray(8192)])),
    ],
    [
      'its second half gone',
      'profiles.sqlite',
      (file: string) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096),
    ],
    [
      'garbage in the middle',
      'audit.sqlite',
      (file: string) => {
        const bytes = readFileSync(file);
        bytes.fill('x', 4096, 3 * 4096);
        writeFileSync(file, bytes);
      },
    ],
    ['garbage for a header', 'bus.sqlite', (file: string) => writeFileSync(file, garbage)],
  ];
  it.each(some(damages, 2))('%s: %s', async (_what, name, damage) => {
    const dir = copied();
    const file = join(dir, name);
    damage(file);
    const before = readFileSync(file);
    expectClear(await failingStart(dir), new RegExp(`${name} is damaged`), /restore/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('one of a newer version', async () => {
    const dir = copied();
    const file = join(dir, 'sources.sqlite');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const before = readFileSync(file);
    expectClear(await failingStart(dir), /sources\.sqlite .*newer version/, /version 99/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  const keys: Array<[what: string, damage: (pem: string) => string]> = [
    ['cut off', (pem) => pem.slice(0, 60)],
    ['empty', () => ''],
    ['something else', () => 'hello'],
  ];
  it.each(some(keys, 1))('the key of the tokens, %s', async (_what, damage) => {
    const dir = copied();
    const file = join(dir, 'token-key.pem');
    const damaged = damage(readFileSync(file, 'utf8'));
    writeFileSync(file, damaged);
    const failed = await failingStart(dir);
    expectClear(failed, /token-key\.pem/, /damaged/, /delete/);
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  });
});

describe('a file that is gone beside others that were worked with stops the start', () => {
  it.each(some(['users', 'bus', 'jobs', 'audit'], 2))('%s.sqlite', async (name) => {
    const dir = copied();
    for (const file of readdirSync(dir)) if (file.startsWith(`${name}.sqlite`)) rmSync(join(dir, file));
    expectClear(await failingStart(dir), new RegExp(`${name}\\.sqlite is missing`), /restore/);
    expect(existsSync(join(dir, `${name}.sqlite`))).toBe(false);
  });

  it.each([
    ['is empty', (file: string) => truncateSync(file, 0)],
    [
      'holds no user',
      (file: string) => {
        const db = new DatabaseSync(file);
        db.exec('DELETE FROM user');
        db.close();
      },
    ],
  ])('users.sqlite %s: nobody becomes administrator', async (_what, clear) => {
    const dir = copied();
    clear(join(dir, 'users.sqlite'));
    expectClear(await failingStart(dir), /users\.sqlite holds no user/, /restore/);
  });

  it('the pictures, where the records name some', async () => {
    const dir = copied();
    const db = new DatabaseSync(join(dir, 'images.sqlite'));
    db.exec(
      `INSERT INTO image (id, state, type, width, height, bytes, sent_at, times_sent) VALUES ('a', 'STORED', 'image/png', 1, 1, 1, 1, 1)`,
    );
    db.close();
    rmSync(join(dir, 'blobs'), { recursive: true });
    expectClear(await failingStart(dir), /blobs is missing/, /restore/);
  });
});

it.each(some(['600k', '100k'], 1))(
  'a full disk of %s is said, and the start goes on once there is room',
  async (size) => {
    const dir = newFolder();
    const mount = (...words: string[]): boolean =>
      spawnSync('mount', ['-t', 'tmpfs', ...words, 'none', dir]).status === 0;
    if (!mount('-o', `size=${size},mode=700`))
      throw new Error('a small disk is needed, which only who may mount has: run this as root');
    try {
      expectClear(await failingStart(dir), /cannot be (read or )?written|ENOSPC|disk is full/, /room|full/);
      spawnSync('mount', ['-o', 'remount,size=50m', dir]);
      product = await start(dir);
      await Api.login(product.url);
      await product.stop();
    } finally {
      spawnSync('umount', [dir]);
    }
  },
);

it('a start that was killed before it had made all files is no damage', async () => {
  const dir = copied();
  for (const file of readdirSync(dir))
    if (!file.startsWith('auth.sqlite')) rmSync(join(dir, file), { recursive: true });
  truncateSync(join(dir, 'auth.sqlite'), 0);
  product = await start(dir);
  await Api.login(product.url);
  expect(await product.stop()).toBe(0);
});

it('a damaged search index is made anew, and said', async () => {
  const dir = copied();
  writeFileSync(join(dir, 'index.sqlite'), garbage);
  product = await start(dir);
  const api = await Api.login(product.url);
  expect(product.output()).toMatch(/index\.sqlite is damaged/);
  await askUntil(
    () => api.call(calls.searchProfiles, { body: {} }),
    ({ totalElements }) => totalElements > 0,
  );
  await product.stop();
});

describe('what others on the machine can read', () => {
  it("is nothing: files are the own user's alone, whatever the shell says", async () => {
    const dir = newFolder();
    const before = process.umask(0);
    try {
      product = await start(dir);
    } finally {
      process.umask(before);
    }
    await product.stop();
    const open = readdirSync(dir, { recursive: true })
      .map(String)
      .filter((name) => (statSync(join(dir, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  it('is told where the folder is open to them, with the command that closes it', async () => {
    const dir = copied();
    chmodSync(dir, 0o755);
    product = await start(dir);
    expect(product.output()).toContain(`chmod 700 ${dir}`);
    await product.stop();
    chmodSync(dir, 0o700);
    product = await start(dir);
    expect(product.output()).not.toContain('chmod');
    await product.stop();
  });
});
