// A small store for worker-store.test.ts.
import { rmSync, writeFileSync } from 'node:fs';
import { threadName } from 'node:worker_threads';
import type { OutgoingEvent } from '@numscope/platform';
import { TransientError } from '@numscope/platform/transient-error';
import { type DatabaseSync, openDatabase, Outbox, outboxSchema, transaction } from '@numscope/adapters/sqlite';

export const counterMigrations = [
  'CREATE TABLE counter (n INTEGER NOT NULL); INSERT INTO counter VALUES (0)',
  outboxSchema,
];

const reading = (db: DatabaseSync, role: string) => ({
  value: (): number => Number(db.prepare('SELECT n FROM counter').get()?.['n']),
  role: (): string => role,
  thread: (): string | null => threadName,
  /** Keeps the thread until the gate is not 0. */
  hold: (gate: SharedArrayBuffer): void => void Atomics.wait(new Int32Array(gate), 0, 0),
  endThread: (): void => process.exit(3),
  close: (): void => db.close(),
});

/** There as long as a reader in the thread of that name is open. */
export const markOf = (path: string, thread: string): string => `${path}.${thread}`;

export function openReader({ path }: { path: string }) {
  const read = reading(openDatabase({ path, migrations: counterMigrations, readOnly: true }), 'reader');
  const mark = markOf(path, threadName ?? '');
  writeFileSync(mark, '');
  return {
    ...read,
    close(): void {
      read.close();
      rmSync(mark);
    },
  };
}

export function open({ path }: { path: string }) {
  const db = openDatabase({ path, migrations: counterMigrations });
  const outbox = new Outbox(db);
  return {
    /** Counts and says so in one step, or neither. */
    add(n: number, events: OutgoingEvent[]): number {
      return transaction(db, () => {
        db.prepare('UPDATE counter SET n = n + ?').run(n);
        outbox.append(events);
        if (n < 0) throw new RangeError('only forward');
        return Number(db.prepare('SELECT n FROM counter').get()?.['n']);
      });
    },
    ...reading(db, 'writer'),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    refuse: (): void => {
      throw new TransientError('not now');
    },
    exit: (): void => process.exit(3),
  };
}
