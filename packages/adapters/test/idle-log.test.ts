import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { openDatabase } from '../src/sqlite/index.ts';
import { idleLog } from '../src/sqlite/idle-log.ts';

let dir: ReturnType<typeof tempDir>;
let path: string;
let db: ReturnType<typeof openDatabase>;
let log: ReturnType<typeof idleLog>;
beforeEach(() => {
  dir = tempDir();
  path = join(dir.path, 'some.sqlite');
  db = openDatabase({ path, migrations: ['CREATE TABLE rows (text TEXT NOT NULL)'] });
  log = idleLog(db, path);
});
afterEach(() => {
  db.close();
  dir.remove();
});

const write = (chars: number): void => void db.prepare('INSERT INTO rows VALUES (?)').run('x'.repeat(chars));
const logBytes = (): number => statSync(`${path}-wal`).size;
const rows = (): unknown => db.prepare('SELECT count(*) AS count FROM rows').get()?.['count'];

it('empties the log of a file that nobody writes to', () => {
  write(2_000_000);
  log.look();
  expect(logBytes()).toBeGreaterThan(2_000_000);
  log.look();
  expect(logBytes()).toBe(0);
  expect(rows()).toBe(1);
  write(2_000_000);
  expect(rows()).toBe(2);
});

it('leaves it while it is written to, and while it is small', () => {
  for (let n = 0; n < 3; n++) {
    write(1_000_000);
    log.look();
  }
  expect(logBytes()).toBeGreaterThan(3_000_000);
  log.look();
  write(1000);
  log.look();
  log.look();
  expect(logBytes()).toBeGreaterThan(0);
});

it('waits for nobody who reads or writes, and empties it when they are done', () => {
  write(2_000_000);
  for (const busy of ['BEGIN; SELECT count(*) FROM rows', 'BEGIN IMMEDIATE']) {
    const user = openDatabase({ path, migrations: ['CREATE TABLE rows (text TEXT NOT NULL)'] });
    user.exec(busy);
    const begun = performance.now();
    log.look();
    log.look();
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(logBytes()).toBeGreaterThan(2_000_000);
    user.exec('ROLLBACK');
    user.close();
  }
  log.look();
  expect(logBytes()).toBe(0);
  // The others' commits are waited for as before.
  expect(db.prepare('PRAGMA busy_timeout').get()?.['timeout']).toBe(10_000);
});

it('outlives a fault of the disk, and empties the log by a later look', () => {
  write(2_000_000);
  const whole = readFileSync(`${path}-wal`);
  // What is missing of the log cannot be read, as on a broken disk.
  truncateSync(`${path}-wal`, 1_500_000);
  expect(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)')).toThrow('disk I/O error');
  log.look();
  log.look();
  expect(logBytes()).toBe(1_500_000);
  writeFileSync(`${path}-wal`, whole, { flag: 'r+' });
  log.look();
  expect(logBytes()).toBe(0);
  expect(rows()).toBe(1);
  expect(db.prepare('PRAGMA busy_timeout').get()?.['timeout']).toBe(10_000);
});
