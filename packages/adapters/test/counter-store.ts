// A small store for worker-store.test.ts.
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
  close: (): void => db.close(),
});

export const openReader = ({ path }: { path: string }) =>
  reading(openDatabase({ path, migrations: counterMigrations, readOnly: true }), 'reader');

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
