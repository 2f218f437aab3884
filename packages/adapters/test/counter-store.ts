// A small store for worker-store.test.ts.
import type { OutgoingEvent } from '@numscope/platform';
import { openDatabase, Outbox, outboxSchema, transaction } from '@numscope/adapters/sqlite';

export const counterMigrations = ['CREATE TABLE counter (n INTEGER NOT NULL); INSERT INTO counter VALUES (0)', outboxSchema];

export type CounterStore = ReturnType<typeof open>;

export function open({ path }: { path: string }, role: 'writer' | 'reader') {
  const db = openDatabase({ path, migrations: counterMigrations, readOnly: role === 'reader' });
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
    value: (): number => Number(db.prepare('SELECT n FROM counter').get()?.['n']),
    role: (): string => role,
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    exit: (): void => process.exit(3),
    close: (): void => db.close(),
  };
}
