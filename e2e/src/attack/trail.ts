import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type AuditEntry, calls } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import type { Api } from '../calls/api.ts';
import { withDatabase } from '../product/distributed-engines.ts';
import { isDistributed } from '../product/installation.ts';

const WITHIN_MS = 45_000;

/** What the audit finds, once there is something that fits: entries come a moment after their calls. */
export async function audited(
  api: Api,
  filter: object,
  fits: (entry: AuditEntry) => boolean = () => true,
): Promise<AuditEntry[]> {
  const found = await askUntil(
    async () => (await api.call(calls.searchAudit, { body: { size: 100, ...filter } })).content.filter(fits),
    (entries) => entries.length > 0,
    { withinMs: WITHIN_MS },
  );
  if (found.length === 0) throw new Error(`the audit has nothing that fits ${JSON.stringify(filter)}`);
  return found;
}

function databaseBytes(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  const of = (name: string): number => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
  const bytes = of('page_count') * of('page_size');
  db.close();
  return bytes;
}

/**
 * Bytes that an installation keeps: of all its databases and files or, where its records are elsewhere, of the documents of its trail. The write-ahead logs are
 * not counted: they are used over and over, and what they hold is among the pages of their databases.
 */
export async function keptBytes(dataDir: string): Promise<number> {
  if (isDistributed) {
    return withDatabase(dataDir, 'audit', async (db) => {
      let bytes = 0;
      for await (const document of db.collection('entries').find({}))
        bytes += Buffer.byteLength(JSON.stringify(document));
      return bytes;
    });
  }
  let bytes = 0;
  for (const name of readdirSync(dataDir, { recursive: true }).map(String)) {
    const path = join(dataDir, name);
    if (/-(?:wal|shm)$/.test(name)) continue;
    bytes += name.endsWith('.sqlite') ? databaseBytes(path) : statSync(path).size;
  }
  return bytes;
}

/** Puts a copy of the first entry at another place, behind the service's back; resolves with how to take it away again. */
export async function putStranger(dataDir: string, place: number): Promise<() => Promise<void>> {
  if (isDistributed) {
    type Entry = Record<string, unknown> & { _id: number };
    await withDatabase(dataDir, 'audit', async (db) => {
      const entries = db.collection<Entry>('entries');
      await entries.insertOne({ ...(await entries.findOne({ _id: 1 })), _id: place, id: 'stranger' });
    });
    return () =>
      withDatabase(
        dataDir,
        'audit',
        async (db) => void (await db.collection<Entry>('entries').deleteOne({ _id: place })),
      );
  }
  const change = (statement: string): void => {
    const db = new DatabaseSync(join(dataDir, 'audit.sqlite'), { timeout: 10_000 });
    db.prepare(statement).run(place);
    db.close();
  };
  change(
    `INSERT INTO entry SELECT ?, 'stranger', action_type, created_at, username, ip, details, args, outcome, hash, user_id FROM entry WHERE seq = 1`,
  );
  return async () => change('DELETE FROM entry WHERE seq = ?');
}
