import { expect, it } from '@jest/globals';
import { openDatabase, scrub } from '@numscope/adapters/sqlite';
import { TransientError } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

it('leaves nothing that was deleted in any file, and refuses while somebody still reads it', () => {
  const dir = tempDir();
  const path = join(dir.path, 'a.sqlite');
  const inFiles = (): boolean =>
    readdirSync(dir.path).some((name) => readFileSync(join(dir.path, name)).includes('nobody is to find this'));
  const db = openDatabase({ path, migrations: ['CREATE TABLE t (word TEXT NOT NULL)'] });
  db.exec(`INSERT INTO t VALUES ('nobody is to find this'), ('this one stays')`);
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec('BEGIN');
  const count = reader.prepare('SELECT count(*) AS words FROM t');
  expect(count.get()).toEqual({ words: 2 });

  db.exec(`DELETE FROM t WHERE word LIKE 'nobody%'`);
  expect(() => scrub(db)).toThrow(TransientError);
  expect([count.get(), inFiles()]).toEqual([{ words: 2 }, true]);

  reader.exec('COMMIT');
  scrub(db);
  expect(inFiles()).toBe(false);
  expect(db.prepare('SELECT word FROM t').all()).toEqual([{ word: 'this one stays' }]);
  reader.close();
  db.close();
  dir.remove();
});
