// Floor: one multipart upload of phones; scan bytes, drop repeats, one durable commit. Nothing is judged, nobody is
// asked who calls.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

const ROWS_A_STATEMENT = 100;
const app = Fastify();
await app.register(multipart, { limits: { fileSize: 600 * 1024 * 1024 } });

app.post('/', async (request) => {
  const part = await request.file();
  const phones = new Float64Array(1_000_000);
  let count = 0;
  let current = 0;
  let digits = 0;
  let inFirstCell = true;
  for await (const chunk of part?.file ?? []) {
    for (const byte of chunk as Uint8Array) {
      if (byte === 10) {
        if (digits > 0) phones[count++] = current;
        current = 0;
        digits = 0;
        inFirstCell = true;
      } else if (byte === 44) inFirstCell = false;
      else if (inFirstCell && byte >= 48 && byte <= 57) {
        current = current * 10 + (byte - 48);
        digits++;
      }
    }
  }
  const sorted = phones.subarray(0, count).sort();
  const db = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'floor-')), 'floor.sqlite'));
  db.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE phones (phone INTEGER PRIMARY KEY, status INTEGER) WITHOUT ROWID; BEGIN',
  );
  const insert = db.prepare(`INSERT OR IGNORE INTO phones VALUES ${Array(ROWS_A_STATEMENT).fill('(?,0)').join(',')}`);
  const single = db.prepare('INSERT OR IGNORE INTO phones VALUES (?,0)');
  let index = 0;
  for (; index + ROWS_A_STATEMENT <= sorted.length; index += ROWS_A_STATEMENT)
    insert.run(...sorted.subarray(index, index + ROWS_A_STATEMENT));
  for (; index < sorted.length; index++) single.run(sorted[index] ?? 0);
  db.exec('COMMIT');
  db.close();
  return { count };
});

await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
