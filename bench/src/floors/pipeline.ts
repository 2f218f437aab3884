// Floor: the whole way of a number in one thread and one file: lease, ask an in-process source, merge, upsert the
// profile, index it, outbox, mark done; one commit for 500. Prints phones a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describePhone } from '@numscope/numbering';
import { mixedPhoneAt } from '@numscope/e2e/people/phones';

const count = Number(process.argv[2]);
const dir = mkdtempSync(join(tmpdir(), 'floor-'));
const db = new DatabaseSync(join(dir, 'floor.sqlite'));
db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
  CREATE TABLE phones (phone INTEGER PRIMARY KEY, status INTEGER) WITHOUT ROWID;
  CREATE TABLE profiles (phone INTEGER PRIMARY KEY, body TEXT);
  CREATE TABLE outbox (id INTEGER PRIMARY KEY, body TEXT);
  CREATE VIRTUAL TABLE search USING fts5 (terms, content='', contentless_delete=1);`);
db.exec('BEGIN');
const insertPhone = db.prepare('INSERT INTO phones VALUES (?, 0)');
for (let index = 0; index < count; index++) insertPhone.run(Number(mixedPhoneAt(index)));
db.exec('COMMIT');

const lease = db.prepare('SELECT phone FROM phones WHERE phone > ? LIMIT 500');
const upsert = db.prepare('INSERT INTO profiles VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body');
const index = db.prepare('INSERT INTO search (rowid, terms) VALUES (?, ?)');
const emit = db.prepare('INSERT INTO outbox (body) VALUES (?)');
const mark = db.prepare('UPDATE phones SET status = 1 WHERE phone = ?');
const begun = performance.now();
let last = 0;
for (;;) {
  const leased = lease.all(last);
  if (leased.length === 0) break;
  db.exec('BEGIN');
  for (const row of leased) {
    const phone = Number(row['phone']);
    const answer = describePhone(`+${phone}`);
    const body = JSON.stringify({
      phone,
      numbering: answer,
      provenance: { country: [{ source: 'NUMBERING_PLAN', value: answer?.country }] },
    });
    upsert.run(phone, body);
    index.run(phone, `p${phone} c${answer?.country}`);
    emit.run(`{"phone":${phone}}`);
    mark.run(phone);
    last = phone;
  }
  db.exec('COMMIT');
}
process.stdout.write(`${Math.round(count / ((performance.now() - begun) / 1000))}\n`);
db.close();
rmSync(dir, { recursive: true });
