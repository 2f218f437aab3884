// Writes the same number into one database after the other until it is killed, and now and then holds the last of them
// for long: at every moment each holds what the one before it holds, or one less.
import { DatabaseSync } from 'node:sqlite';

const [longMs = '0', ...paths] = process.argv.slice(2);
const databases = paths.map((path) => {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE IF NOT EXISTS t (n INTEGER NOT NULL, filling TEXT NOT NULL)',
  );
  return db;
});
process.stdout.write('ready\n');
for (let n = 1; ; n++) {
  for (const [place, db] of databases.entries()) {
    db.exec('BEGIN IMMEDIATE');
    db.prepare('INSERT INTO t VALUES (?, ?)').run(n, 'x'.repeat(200));
    if (n % 10 === 0 && place === databases.length - 1)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(longMs));
    db.exec('COMMIT');
  }
}
