import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pathOfBlob } from '@numscope/adapters/embedded';
import { SettingsError } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { decryptingBy, unchanged } from '../src/backup/kept/cipher.ts';
import { openFileList } from '../src/backup/kept/file-list.ts';
import { readIndex } from '../src/backup/kept/pack-index.ts';
import { indexFile, type KeptFile, writeList } from '../src/backup/kept/repository.ts';
import { clearStaging, lockStaging, stagingOf } from '../src/backup/kept/staging.ts';
import { checkKept, identitiesFrom, keep, newKey, recipientsFrom, restore } from '../src/backup/index.ts';
import { addPicture, change, filesBelow, runOn, userNameIn } from './made-folder.ts';

const made = tempDir();
const whole = join(made.path, 'data');
let dir: ReturnType<typeof tempDir>;
let dataDir: string;
let folder: string;
let restored: string;
let lines: string[];
const say = (line: string): void => void lines.push(line);
let key: { identity: string; recipient: string };
let keyFile: string;

const rename = (path: string, name: string): void =>
  change(join(path, 'users.sqlite'), 'UPDATE user SET user_name = ?', name);

const encrypted = async (): Promise<{ incremental: true; recipients: string[] }> => ({
  incremental: true,
  recipients: await recipientsFrom(key.recipient),
});
const plain = { incremental: true, recipients: null };
const latest = { at: null, identities: null };

beforeAll(() => runOn(whole));
afterAll(() => made.remove());
beforeEach(async () => {
  dir = tempDir();
  [dataDir, folder, restored] = [join(dir.path, 'data'), join(dir.path, 'backups'), join(dir.path, 'restored')];
  lines = [];
  key = await newKey();
  keyFile = join(dir.path, 'key.txt');
  writeFileSync(keyFile, `# public key: ${key.recipient}\n${key.identity}\n`);
  cpSync(whole, dataDir, { recursive: true });
  await addPicture(dataDir, 'aa');
});
afterEach(() => dir.remove());

describe('encrypted backups of a folder', () => {
  it('come back as they were with the key, and the product runs on them', async () => {
    rename(dataDir, 'somebody-of-old');
    const { manifest } = await keep(dataDir, folder, await encrypted(), say);
    expect(manifest.pictures.count).toBe(2);
    await checkKept(folder, identitiesFrom(keyFile), say);
    await restore(folder, restored, say, { at: null, identities: identitiesFrom(keyFile) });
    expect(userNameIn(restored)).toBe('somebody-of-old');
    for (const file of ['token-key.pem', join('blobs', pathOfBlob('images/aa'))])
      expect(readFileSync(join(restored, file))).toEqual(readFileSync(join(dataDir, file)));
    // Pieces have the same names again.
    expect(readFileSync(join(restored, 'backup-names.key'))).toEqual(readFileSync(join(dataDir, 'backup-names.key')));
    expect(existsSync(join(dataDir, 'run', 'backup'))).toBe(false);
    await runOn(restored);
  });

  it('show nothing of what is in them, and are their owner\u2019s alone', async () => {
    rename(dataDir, 'somebody-of-old');
    await keep(dataDir, folder, await encrypted(), say);
    for (const name of filesBelow(folder)) {
      const bytes = readFileSync(join(folder, name), 'latin1');
      for (const secret of ['somebody-of-old', 'images aa', 'PRIVATE KEY', 'SQLite format'])
        expect([name, bytes.includes(secret)]).toEqual([name, false]);
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }
  });

  it('are refused without the key, with another, and with a file that holds none; nothing is written', async () => {
    await keep(dataDir, folder, await encrypted(), say);
    const other = join(dir.path, 'other.txt');
    writeFileSync(other, `${(await newKey()).identity}\n`);
    await expect(restore(folder, restored, say)).rejects.toThrow(/--key: .*are encrypted/);
    const byOther = { at: null, identities: identitiesFrom(other) };
    // The command ends as for a word that is wrong.
    await expect(restore(folder, restored, say, byOther)).rejects.toThrow(SettingsError);
    await expect(restore(folder, restored, say, byOther)).rejects.toThrow(/--key: none of the keys in that file/);
    expect(existsSync(restored)).toBe(false);
    writeFileSync(other, 'AGE-SECRET-KEY-hunter2\n');
    expect(() => identitiesFrom(other)).toThrow(/^(?!.*hunter2).*must hold private keys of age/s);
    await expect(recipientsFrom('age1hunter2')).rejects.toThrow(/--encrypt: must be a public key of age/);
  });

  it('are for the same readers all', async () => {
    await keep(dataDir, folder, await encrypted(), say);
    const another = { incremental: true, recipients: [(await newKey()).recipient] };
    await expect(keep(dataDir, folder, another, say)).rejects.toThrow(/are encrypted for others/);
    await expect(keep(dataDir, folder, plain, say)).rejects.toThrow(/are encrypted; say for whom/);
    await expect(keep(dataDir, folder, { ...(await encrypted()), incremental: false }, say)).rejects.toThrow(
      /holds backups already; add --incremental/,
    );
  });
});

describe('backups of a folder', () => {
  it('after the first hold only what has changed, and bring back each moment', async () => {
    const first = await keep(dataDir, folder, plain, say);
    rename(dataDir, 'later');
    await addPicture(dataDir, 'bb');
    const second = await keep(dataDir, folder, plain, say);
    expect(second.written).toBeLessThan(first.written / 2);
    rename(dataDir, 'last');
    await keep(dataDir, folder, plain, say);
    await restore(folder, restored, say, { at: new Date(second.manifest.moment), identities: null });
    expect(userNameIn(restored)).toBe('later');
    expect(lines.at(-1)).toBe(`The backup of ${second.manifest.moment} is restored.`);
    rmSync(restored, { recursive: true });
    const before = new Date(new Date(second.manifest.moment).getTime() - 1);
    await restore(folder, restored, say, { at: before, identities: null });
    expect(userNameIn(restored)).toBe(userNameIn(whole));
    expect(existsSync(join(restored, 'blobs', pathOfBlob('images/bb')))).toBe(false);
    rmSync(restored, { recursive: true });
    await restore(folder, restored, say, latest);
    expect(userNameIn(restored)).toBe('last');
    await runOn(restored);
    const old = new Date('2020-01-01T00:00:00Z');
    await expect(restore(folder, join(dir.path, 'no'), say, { at: old, identities: null })).rejects.toThrow(
      new RegExp(`no backup in .* is as old as that; the oldest is of ${first.manifest.moment}`),
    );
  });

  it('are refused with any byte changed in any of their files, and nothing is written', async () => {
    const identities = identitiesFrom(keyFile);
    for (const options of [plain, await encrypted()]) {
      await keep(dataDir, folder, options, say);
      rename(dataDir, 'later');
      await keep(dataDir, folder, options, say);
      // The head says for whom the next one is; nothing of a backup is in it.
      for (const name of filesBelow(folder).filter((each) => each !== 'backups.json')) {
        const path = join(folder, name);
        const bytes = readFileSync(path);
        for (const part of [0.02, 0.5, 0.98]) {
          const spoiled = Buffer.from(bytes);
          const at = Math.floor(bytes.length * part);
          spoiled.writeUInt8((bytes[at] ?? 0) ^ 4, at);
          writeFileSync(path, spoiled);
          await expect(checkKept(folder, identities, say)).rejects.toThrow();
          if (!name.startsWith('backups'))
            await expect(restore(folder, restored, say, { at: null, identities })).rejects.toThrow();
          expect(existsSync(restored)).toBe(false);
        }
        writeFileSync(path, bytes);
      }
      await checkKept(folder, identities, say);
      rmSync(folder, { recursive: true });
    }
  });

  it('are read together: each pack once, and each backup whole or not by the packs that it needs', async () => {
    const moments: string[] = [];
    const ids: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      rename(dataDir, name);
      const { manifest } = await keep(dataDir, folder, await encrypted(), say);
      moments.push(manifest.moment);
      ids.push(manifest.id);
    }
    const packs = ids.map((id) => join(folder, 'packs', `${id}.pack`));
    const check = async (): Promise<string[]> => {
      lines = [];
      await checkKept(folder, identitiesFrom(keyFile), say);
      return lines;
    };
    const said = await check();
    expect(said.filter((line) => line.includes('.pack: read'))).toEqual(
      packs.map((pack) => expect.stringContaining(pack)),
    );
    expect(said.filter((line) => line.endsWith(': whole'))).toEqual(moments.map((moment) => `${moment}: whole`));

    const [, second = ''] = packs;
    const bytes = readFileSync(second);
    bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
    writeFileSync(second, bytes);
    const needs = async (moment: string, id: string): Promise<boolean> => {
      const list = join(folder, 'backups', `${moment.replaceAll(/[-:.]/g, '')}_${id}.json`);
      return Object.hasOwn((await openFileList(list, decryptingBy([key.identity]))).head.packs, ids[1] ?? '');
    };
    const expected = await Promise.all(
      moments.map(async (moment, at) => `${moment}: ${(await needs(moment, ids[at] ?? '')) ? 'NOT whole' : 'whole'}`),
    );
    await expect(check()).rejects.toThrow(new RegExp(`not all whole:\n  - ${second} is damaged: its SHA-256 is`));
    expect(lines.filter((line) => line.endsWith('whole'))).toEqual(expected);
    expect(expected[0]).toMatch(/: whole$/);
  });

  it('name the pack that is missing', async () => {
    await keep(dataDir, folder, plain, say);
    const [pack = ''] = readdirSync(join(folder, 'packs')).filter((name) => name.endsWith('.pack'));
    rmSync(join(folder, 'packs', pack));
    await expect(restore(folder, restored, say)).rejects.toThrow(new RegExp(`${pack} is missing`));
  });

  it.each([
    ['is gone', (pack: string) => rmSync(pack)],
    ['is cut off', (pack: string) => writeFileSync(pack, readFileSync(pack).subarray(0, -1))],
  ])('are whole also where the pack of a former one %s', async (_what, spoil) => {
    const { manifest } = await keep(dataDir, folder, plain, say);
    const pack = join(folder, 'packs', `${manifest.id}.pack`);
    spoil(pack);
    await keep(dataDir, folder, plain, say);
    expect(lines).toContainEqual(expect.stringContaining(`${pack} is missing or damaged`));
    await restore(folder, restored, say, latest);
    expect(userNameIn(restored)).toBe(userNameIn(whole));
  });

  it.each([
    ['is gone', (index: string) => rmSync(index)],
    ['is no index', (index: string) => writeFileSync(index, 'nonsense')],
  ])('are whole also where the index of a former pack %s', async (_what, spoil) => {
    const { manifest } = await keep(dataDir, folder, plain, say);
    const index = indexFile(folder, manifest.id);
    spoil(index);
    await keep(dataDir, folder, plain, say);
    expect(lines).toContainEqual(expect.stringContaining(index));
    await restore(folder, restored, say, latest);
    expect(userNameIn(restored)).toBe(userNameIn(whole));
  });

  it('leave no copy in clear text behind where one was killed, once the product begins', async () => {
    const left = stagingOf(dataDir);
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'profiles.sqlite'), 'copy');
    // What is being made is left alone.
    const lock = lockStaging(dataDir);
    clearStaging(dataDir);
    expect(existsSync(left)).toBe(true);
    lock.release();
    await runOn(dataDir);
    expect(existsSync(left)).toBe(false);
  });

  it('do not count what was broken off, and clear it away', async () => {
    await keep(dataDir, folder, plain, say);
    const before = filesBelow(folder);
    writeFileSync(join(folder, 'packs', 'broken-off.pack'), 'half');
    writeFileSync(join(folder, 'backups', '20300101T000000000Z_broken-off.json.part'), 'half');
    await restore(folder, restored, say);
    await keep(dataDir, folder, plain, say);
    const after = filesBelow(folder);
    expect(after.filter((name) => name.includes('broken-off'))).toEqual([]);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBe(before.length + 3);
  });

  it('come back too where a version before wrote their lists and indexes as one text each', async () => {
    rename(dataDir, 'somebody-of-old');
    await keep(dataDir, folder, plain, say);
    const [name = ''] = readdirSync(join(folder, 'backups'));
    const list = join(folder, 'backups', name);
    const { head, files: listed } = await openFileList(list, unchanged);
    const files: KeptFile[] = [];
    for await (const file of listed) files.push(file);
    const { manifest, hashKey } = head;
    const index = indexFile(folder, manifest.id);
    const { chunks, ...pack } = await readIndex(folder, manifest.id);
    const text = JSON.stringify({ format: 1, ...pack, chunks });
    writeFileSync(index, text);
    const packs = { [manifest.id]: createHash('sha256').update(text).digest('hex') };
    await writeList(list, { manifest, files, hashKey, packs }, unchanged);
    expect(readFileSync(list, 'utf8')).toMatch(/^[0-9a-f]{64}\n\{"format":1,/);

    await checkKept(folder, [], say);
    rename(dataDir, 'later');
    const { written } = await keep(dataDir, folder, plain, say);
    expect(written).toBeLessThan(pack.bytes / 2);
    await restore(folder, restored, say, { at: new Date(manifest.moment), identities: null });
    expect(userNameIn(restored)).toBe('somebody-of-old');
  });

  it('go on with a restore that was broken off', async () => {
    const { manifest } = await keep(dataDir, folder, await encrypted(), say);
    const options = { at: null, identities: identitiesFrom(keyFile) };
    await restore(folder, restored, say, options);
    writeFileSync(join(restored, 'restore-unfinished.json'), JSON.stringify({ from: folder, id: manifest.id }));
    rmSync(join(restored, 'token-key.pem'));
    writeFileSync(join(restored, 'jobs.sqlite'), 'half of it');
    await expect(runOn(restored)).rejects.toThrow(/its restore has not ended/);
    await restore(folder, restored, say, options);
    expect(lines).toContain('The restore that was begun in this folder goes on.');
    await runOn(restored);
  });

  it('are not mixed with a single backup, nor taken from two at once', async () => {
    writeFileSync(join(dir.path, 'mine'), '');
    await expect(keep(dataDir, dir.path, plain, say)).rejects.toThrow(/lie in each other/);
    const [one, other] = await Promise.allSettled([
      keep(dataDir, folder, plain, say),
      keep(dataDir, join(dir.path, 'others'), plain, say),
    ]);
    expect(one.status).toBe('fulfilled');
    expect(other).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/another process/) } });
  });
});
