import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pathOfBlob } from '@numscope/adapters/embedded';
import { tempDir } from '@numscope/testing';
import { backUp, backupOptions, checkBackup, restore, restoreOptions } from '../src/backup/index.ts';
import { bytesNeeded } from '../src/backup/backup.ts';
import { requireRoom, withRoom } from '../src/backup/room.ts';
import { lockDataDir } from '../src/data-dir.ts';
import { addPicture, change, filesBelow, runOn, userNameIn } from './made-folder.ts';

const made = tempDir();
const whole = join(made.path, 'data');
let dir: ReturnType<typeof tempDir>;
let dataDir: string;
let folder: string;
let restored: string;
let lines: string[];
const say = (line: string): void => void lines.push(line);

const pictureFile = (of: string, id: string): string => join(of, 'blobs', pathOfBlob(`images/${id}`));

function removePicture(id: string): void {
  change(join(dataDir, 'images.sqlite'), `DELETE FROM image WHERE id = '${id}'`);
  for (const kind of ['thumbs', 'images']) rmSync(join(dataDir, 'blobs', pathOfBlob(`${kind}/${id}`)));
}

/** All files below a folder, and what is in them. */
const filesIn = (path: string): Map<string, string> =>
  new Map(filesBelow(path).map((name) => [name, readFileSync(join(path, name), 'hex')]));

beforeAll(() => runOn(whole));
afterAll(() => made.remove());
beforeEach(async () => {
  dir = tempDir();
  [dataDir, folder, restored] = [join(dir.path, 'data'), join(dir.path, 'backup'), join(dir.path, 'restored')];
  lines = [];
  cpSync(whole, dataDir, { recursive: true });
  await addPicture(dataDir, 'aa');
});
afterEach(() => dir.remove());

describe('a backup', () => {
  it('comes back as it was, for its owner alone, and the product runs on it', async () => {
    writeFileSync(join(dataDir, 'sources.yaml'), 'sources: {}\n');
    const { pictures, audit } = await backUp(dataDir, folder, say);
    expect(pictures.count).toBe(2);
    expect(audit.whole).toBe(true);
    expect(await checkBackup(folder)).toMatchObject({ pictures });
    await restore(folder, restored, say);
    for (const file of ['token-key.pem', 'sources.yaml'])
      expect(readFileSync(join(restored, file), 'utf8')).toBe(readFileSync(join(dataDir, file), 'utf8'));
    expect(readFileSync(pictureFile(restored, 'aa'))).toEqual(readFileSync(pictureFile(dataDir, 'aa')));
    for (const path of [folder, restored])
      for (const name of readdirSync(path, { recursive: true }).map(String)) {
        const { mode } = statSync(join(path, name));
        // The test's own umask stands for a command that forgot to set it.
        if (!/lock\.sqlite/.test(name) && statSync(join(path, name)).isDirectory()) expect(mode & 0o077).toBe(0);
      }
    await runOn(restored);
  });

  it('goes on after it was broken off: pictures are not copied again, databases are', async () => {
    await addPicture(dataDir, 'bb');
    const broken = (line: string): void => {
      if (line.startsWith('jobs.sqlite')) throw new Error('broken off');
    };
    await expect(backUp(dataDir, folder, broken)).rejects.toThrow('broken off');
    expect(existsSync(join(folder, 'backup.json'))).toBe(false);
    await expect(restore(folder, restored, say)).rejects.toThrow(/holds no whole backup/);
    const before = statSync(pictureFile(join(folder, 'data'), 'bb')).ino;
    change(join(dataDir, 'users.sqlite'), `UPDATE user SET user_name = 'later'`);
    await backUp(dataDir, folder, say);
    expect(lines[0]).toMatch(/goes on/);
    expect(statSync(pictureFile(join(folder, 'data'), 'bb')).ino).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['backup.json', 'data', 'pictures.sha256']);
    await restore(folder, restored, say);
    expect(userNameIn(restored)).toBe('later');
  });

  it('holds the pictures of its moment: one that is removed while it is made is not in it', async () => {
    await addPicture(dataDir, 'bb');
    const meanwhile = (line: string): void => {
      say(line);
      if (line.startsWith('pictures:')) removePicture('bb');
    };
    const { pictures } = await backUp(dataDir, folder, meanwhile);
    expect(pictures.count).toBe(2);
    expect(existsSync(pictureFile(join(folder, 'data'), 'bb'))).toBe(false);
  });

  it('is of a later moment where a picture of the first was removed before it could be copied', async () => {
    let added = false;
    const meanwhile = (line: string): void => {
      say(line);
      if (!added && line.startsWith('users.sqlite')) {
        added = true;
        removePicture('aa');
        rmSync(pictureFile(join(folder, 'data'), 'aa'));
      }
    };
    const { pictures } = await backUp(dataDir, folder, meanwhile);
    expect(lines.join('\n')).toMatch(/copied anew/);
    expect(pictures.count).toBe(0);
  });

  it('is made also where the installation has lost a picture, and says so', async () => {
    rmSync(pictureFile(dataDir, 'aa'));
    const { pictures } = await backUp(dataDir, folder, say);
    expect(lines.join('\n')).toMatch(/images\/aa is not in the installation/);
    expect(pictures.count).toBe(1);
  });

  it('is made also where the chain of the audit was broken before, and says so', async () => {
    change(join(dataDir, 'audit.sqlite'), 'UPDATE head SET entries = entries + 5');
    const { audit } = await backUp(dataDir, folder, say);
    expect(audit.whole).toBe(false);
    expect(lines.join('\n')).toMatch(/chain is broken in \d+ places, in the installation already/);
  });

  it('is made without a search index that is damaged: a start makes it anew', async () => {
    writeFileSync(join(dataDir, 'index.sqlite'), Buffer.alloc(9000, 'x'));
    const { databases } = await backUp(dataDir, folder, say);
    expect(lines.join('\n')).toMatch(/index\.sqlite is damaged .*left out/);
    expect(databases.map(({ file }) => file)).not.toContain('index.sqlite');
    await restore(folder, restored, say);
    await runOn(restored);
  });

  it('keeps what nobody had handled from being dropped as old when it comes back late', async () => {
    const old = Date.now() - 30 * 86_400_000;
    for (const sql of [
      `INSERT INTO chunks (stream, last, count, at, payload) VALUES ('phone.resolved/0', 0, 1, ${old}, '{}'), ('phone.resolved/0', 1, 1, ${old}, '{}')`,
      `INSERT INTO streams (stream, start, end) VALUES ('phone.resolved/0', 0, 2) ON CONFLICT (stream) DO UPDATE SET end = 2`,
      `INSERT INTO offsets (grp, stream, next) VALUES ('jobs', 'phone.resolved/0', 1) ON CONFLICT (grp, stream) DO UPDATE SET next = 1`,
      `UPDATE offsets SET next = 2 WHERE stream = 'phone.resolved/0' AND grp <> 'jobs'`,
    ])
      change(join(dataDir, 'bus.sqlite'), sql);
    await backUp(dataDir, folder, say);
    await restore(folder, restored, say);
    const db = new DatabaseSync(join(restored, 'bus.sqlite'));
    const times = db
      .prepare(`SELECT at FROM chunks WHERE stream = 'phone.resolved/0' ORDER BY last`)
      .all()
      .map((row) => Number(row['at']));
    db.close();
    expect(times[0]).toBe(old);
    expect(Date.now() - (times[1] ?? 0)).toBeLessThan(60_000);
  });
});

describe('a backup is refused', () => {
  it.each([
    [
      'into a folder with anything in it',
      () => (mkdirSync(folder), writeFileSync(join(folder, 'mine.txt'), '')),
      /is not empty/,
    ],
    ['into the data folder', () => void (folder = join(dataDir, 'backup')), /lie in each other/],
    ['of a folder without an installation', () => void (dataDir = restored), /there is no folder/],
    ['of a part of an installation', () => rmSync(join(dataDir, 'audit.sqlite')), /only a part.*audit\.sqlite/],
    [
      'of a part of a backup',
      () => writeFileSync(join(dataDir, 'restore-unfinished.json'), '{}'),
      /its restore has not ended/,
    ],
    [
      'of a damaged database',
      () => writeFileSync(join(dataDir, 'audit.sqlite'), Buffer.alloc(9000, 'x')),
      /audit\.sqlite is damaged/,
    ],
  ])('%s', async (_what, prepare, reason) => {
    prepare();
    await expect(backUp(dataDir, folder, say)).rejects.toThrow(reason);
    expect(existsSync(join(folder, 'backup.json'))).toBe(false);
  });

  it('into one that is whole', async () => {
    await backUp(dataDir, folder, say);
    const before = filesIn(folder);
    await expect(backUp(dataDir, folder, say)).rejects.toThrow(/holds a whole backup already/);
    expect(filesIn(folder)).toEqual(before);
  });

  it('with engines of others, and with words that it does not know', () => {
    expect(() => backupOptions(['--to', 'x'], { BLOB_URL: 's3+http://key:secret@127.0.0.1:9000/name' })).toThrow(
      /BLOB_URL: .*docs\/distributed\.md/,
    );
    expect(() => backupOptions(['--to', 'x', '--stopped'], {})).toThrow(/--stopped: is for the distributed way/);
    expect(() => restoreOptions(['--from', 'x', '--replace'], {})).toThrow(/--replace: is for the distributed way/);
    expect(() => backupOptions([], {})).toThrow(/--to FOLDER or --check FOLDER/);
    expect(() => backupOptions(['--into', 'x'], {})).toThrow(/--into: there is no such option/);
    expect(() => backupOptions(['--to'], {})).toThrow(/must name a folder/);
    expect(() => backupOptions(['--to', 'a', '--check', 'b', '--key', 'k'], {})).toThrow(/say one of/);
    expect(() => backupOptions(['--check', 'b', '--incremental'], {})).toThrow(/belong to --to/);
    expect(() => restoreOptions(['--from', 'a', '--at', 'monday'], {})).toThrow(/--at: must be a moment/);
    expect(restoreOptions(['--from', '/a', '--at=2026-02-03T04:05:06+01:00'], { DATA_DIR: '/d' })).toEqual({
      way: 'folder',
      dataDir: '/d',
      folder: '/a',
      at: new Date('2026-02-03T03:05:06Z'),
      keyFile: null,
    });
  });

  it('of the distributed way, when not all engines that hold what counts are named', () => {
    const store = { STORE_URL: 'mongodb://127.0.0.1:27017/n' };
    expect(() => backupOptions(['--to', 'x'], store)).toThrow(/BUS_URL: is not set[\s\S]*BLOB_URL: is not set/);
    expect(() => restoreOptions(['--from', 'x'], store)).toThrow(/BUS_URL: is not set[\s\S]*BLOB_URL: is not set/);
    const all = { ...store, BUS_URL: 'kafka://127.0.0.1:9092', BLOB_URL: 's3+http://key:secret@127.0.0.1:9000/name' };
    expect(backupOptions(['--to', '/a', '--stopped'], all)).toMatchObject({
      action: 'engines-to',
      stopped: true,
      incremental: false,
      addresses: { storeUrl: { url: store.STORE_URL } },
    });
    expect(restoreOptions(['--from', '/a', '--replace'], all)).toMatchObject({ way: 'engines', replace: true });
    // Neither opens an engine.
    expect(backupOptions(['--check', '/a'], store)).toEqual({ action: 'check', folder: '/a', keyFile: null });
  });
});

describe('a full disk', () => {
  it('is said before anything is written, with how much is needed', () => {
    expect(() => requireRoom(dir.path, 1e15)).toThrow(/no room in .*: about 1000000\.0 GB are still needed, and \d/);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['a file', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
    ['a database', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
  ])('is said when it shows only while %s is written', async (_what, fault) => {
    await expect(withRoom(dir.path, 1000, () => Promise.reject(fault))).rejects.toThrow(
      /there is no room in [^:]*: [\d.]+ [MG]B are free\. .*the same command goes on/,
    );
  });

  it('is not said for pictures that come by another name alone, nor for databases that go before', async () => {
    change(join(dataDir, 'images.sqlite'), 'UPDATE image SET bytes = 1000000000000000');
    await expect(backUp(dataDir, folder, say)).rejects.toThrow(/about 1300000\.0 GB are still needed/);
    await backUp(dataDir, join(dataDir, 'run', 'backup'), say, { passing: true });

    // As if the rest of the disk were full of what a former try copied.
    expect(bytesNeeded(dataDir, folder)).toBeGreaterThan(1e15);
    change(join(dataDir, 'images.sqlite'), 'UPDATE image SET bytes = 10');
    const all = bytesNeeded(dataDir, folder);
    const size = statSync(join(dataDir, 'jobs.sqlite')).size;
    writeFileSync(join(folder, 'data', 'jobs.sqlite'), Buffer.alloc(size));
    expect(bytesNeeded(dataDir, folder)).toBe(all - size);
  });
});

describe('a restore is refused, and nothing is written,', () => {
  beforeEach(() => backUp(dataDir, folder, say));

  const spoil = (file: string): void =>
    writeFileSync(join(folder, file), Buffer.concat([readFileSync(join(folder, file)), Buffer.from('x')]));
  const picture = (): string => join('data', 'blobs', pathOfBlob('images/aa'));

  it.each([
    [
      'of a folder without a manifest',
      () => rmSync(join(folder, 'backup.json')),
      /no whole backup: there is no backup\.json/,
    ],
    [
      'of a manifest that is cut off',
      () => writeFileSync(join(folder, 'backup.json'), '{"format": 1,'),
      /backup\.json is damaged/,
    ],
    [
      'of a manifest that leads elsewhere',
      () => edit((manifest) => ({ ...manifest, files: [{ ...manifest.files[0], file: '../../x' }] })),
      /leads out/,
    ],
    [
      'with a damaged database',
      () => spoil('data/jobs.sqlite'),
      /jobs\.sqlite is damaged: its SHA-256 is [0-9a-f]{64}, and was [0-9a-f]{64}/,
    ],
    ['without a database', () => rmSync(join(folder, 'data/profiles.sqlite')), /profiles\.sqlite is missing/],
    ['with a damaged key', () => writeFileSync(join(folder, 'data/token-key.pem'), 'x'), /token-key\.pem is damaged/],
    ['with a damaged picture', () => spoil(picture()), /images\+aa is damaged/],
    ['without a picture', () => rmSync(join(folder, picture())), /images\+aa is missing/],
    ['with a damaged list of pictures', () => spoil('pictures.sha256'), /pictures\.sha256 is damaged/],
    ['of a newer version', () => newer(), /newer version.*users\.sqlite \(schema 99/],
  ])('%s', async (_what, prepare, reason) => {
    prepare();
    await expect(restore(folder, restored, say)).rejects.toThrow(reason);
    expect(existsSync(restored)).toBe(false);
  });

  interface Written {
    files: Array<{ file: string }>;
    databases: Array<{ file: string; schema: number }>;
  }
  function edit(how: (manifest: Written) => unknown): void {
    const file = join(folder, 'backup.json');
    writeFileSync(file, JSON.stringify(how(JSON.parse(readFileSync(file, 'utf8')) as Written)));
  }
  const newer = (): void =>
    edit((manifest) => ({
      ...manifest,
      databases: manifest.databases.map((entry) => (entry.file === 'users.sqlite' ? { ...entry, schema: 99 } : entry)),
    }));

  it('into a folder with anything in it', async () => {
    mkdirSync(restored);
    writeFileSync(join(restored, 'mine.txt'), '');
    await expect(restore(folder, restored, say)).rejects.toThrow(/is not empty/);
    expect(readdirSync(restored)).toEqual(['mine.txt']);
  });

  it('into a folder that somebody uses', async () => {
    const lock = lockDataDir(restored);
    await expect(restore(folder, restored, say)).rejects.toThrow(/another process is using/);
    lock.release();
  });
});

describe('a restore that was broken off', () => {
  it('leaves a folder on which nothing starts, and goes on', async () => {
    await backUp(dataDir, folder, say);
    const key = join(folder, 'data', 'token-key.pem');
    await restore(folder, restored, say);
    // As it is in the middle: the marker, and not all of it.
    const { id } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as { id: string };
    writeFileSync(join(restored, 'restore-unfinished.json'), JSON.stringify({ from: folder, id }));
    rmSync(join(restored, 'token-key.pem'));
    writeFileSync(join(restored, 'jobs.sqlite'), 'half of it');
    await expect(runOn(restored)).rejects.toThrow(/its restore has not ended.*npm run restore -- --from .*backup/);
    expect(existsSync(join(restored, 'token-key.pem'))).toBe(false);

    const other = join(dir.path, 'other');
    await backUp(dataDir, other, say);
    await expect(restore(other, restored, say)).rejects.toThrow(/a part of another backup/);
    await restore(folder, restored, say);
    expect(readFileSync(join(restored, 'token-key.pem'), 'utf8')).toBe(readFileSync(key, 'utf8'));
    await runOn(restored);
  });

  it('reads its backup wherever that lies now', async () => {
    await backUp(dataDir, folder, say);
    const moved = join(dir.path, 'moved');
    renameSync(folder, moved);
    await restore(moved, restored, say);
    await runOn(restored);
  });
});
