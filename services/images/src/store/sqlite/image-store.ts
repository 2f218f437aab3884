import {
  column,
  type DatabaseSync,
  openDatabase,
  Outbox,
  type SqlRow,
  transaction,
  scrub,
} from '@numscope/adapters/sqlite';
import type { StoredImage } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { faceFunctions } from './face-store.ts';
import { imageOf, stateOf } from './image-rows.ts';
import { imageMigrations } from './image-schema.ts';
import type { DueMark, ImageState, SentBefore } from '../image-store.port.ts';
import { searcherFunctions } from './searcher-store.ts';

interface ImageStoreOptions {
  path: string;
}

const idsOf = (rows: readonly SqlRow[]): string[] => rows.map((row) => column.text(row, 'id'));

/** Pictures last sent before one time if sent once, and before another in any case. */
const SENT_BEFORE = '((times_sent = 1 AND sent_at <= ?) OR sent_at <= ?)';

function statements(db: DatabaseSync) {
  return {
    state: db.prepare('SELECT state, removing_at FROM image WHERE id = ?'),
    insert: db.prepare(
      `INSERT INTO image (id, state, type, width, height, bytes, sent_at, times_sent) VALUES (?, 'PENDING', ?, ?, ?, ?, ?, 1)`,
    ),
    again: db.prepare(
      `UPDATE image SET sent_at = ?, times_sent = times_sent + 1, removing_at = NULL,
         state = CASE state WHEN 'REMOVING' THEN 'PENDING' ELSE state END WHERE id = ?`,
    ),
    readAgain: db.prepare(
      `UPDATE image SET sent_at = ?, times_sent = times_sent + 1
       WHERE id IN (SELECT value FROM json_each(?)) AND state = 'STORED' RETURNING id`,
    ),
    confirm: db.prepare(`UPDATE image SET state = 'STORED' WHERE id = ? AND state = 'PENDING'`),
    find: db.prepare(`SELECT id, type, width, height, bytes FROM image WHERE id = ? AND state = 'STORED'`),
    after: db.prepare('SELECT id FROM image WHERE id > ? AND sent_at <= ? ORDER BY id LIMIT ?'),
    settled: db.prepare(`SELECT id FROM image WHERE id IN (SELECT value FROM json_each(?)) AND ${SENT_BEFORE}`),
    setDue: db.prepare('UPDATE image SET due_at = ? WHERE id IN (SELECT value FROM json_each(?))'),
    due: db.prepare('SELECT id, due_at FROM image WHERE due_at <= ? ORDER BY due_at LIMIT ?'),
    replaceDue: db.prepare('UPDATE image SET due_at = ? WHERE id = ? AND due_at = ?'),
    remove: db.prepare(
      `UPDATE image SET state = 'REMOVING', removing_at = ?
       WHERE id = ? AND ${SENT_BEFORE} AND (state <> 'REMOVING' OR removing_at <= ?)`,
    ),
    hold: db.prepare(`UPDATE image SET removing_at = ? WHERE id = ? AND state = 'REMOVING' AND removing_at = ?`),
    forget: db.prepare(`DELETE FROM image WHERE id = ? AND state = 'REMOVING' AND removing_at = ?`),
    overwritten: db.prepare('DELETE FROM face_gone'),
  };
}

/** Runs in the store's worker thread. */
export function open(options: ImageStoreOptions) {
  const db = openDatabase({ path: options.path, migrations: imageMigrations });
  const outbox = new Outbox(db);
  const sql = statements(db);

  return {
    begin(image: StoredImage, now: number, staleBefore: number): ImageState | null {
      return transaction(db, () => {
        const row = sql.state.get(image.id);
        if (!row) {
          sql.insert.run(image.id, image.type, image.width, image.height, image.bytes, now);
          return null;
        }
        const state = stateOf(row);
        const removing = state === 'REMOVING' && column.number(row, 'removing_at') > staleBefore;
        if (!removing) sql.again.run(now, image.id);
        return state === 'REMOVING' && !removing ? 'PENDING' : state;
      });
    },
    sentAgain: (ids: string[], now: number): string[] => idsOf(sql.readAgain.all(now, JSON.stringify(ids))),
    confirm: (id: string, events: OutgoingEvent[]): boolean =>
      transaction(db, () => {
        if (Number(sql.confirm.run(id).changes) === 0) return sql.find.get(id) !== undefined;
        outbox.append(events);
        return true;
      }),
    standing(id: string): ImageState | null {
      const row = sql.state.get(id);
      return row ? stateOf(row) : null;
    },
    find(id: string): StoredImage | null {
      const row = sql.find.get(id);
      return row ? imageOf(row) : null;
    },
    idsAfter: (after: string, sentBefore: number, limit: number): string[] =>
      idsOf(sql.after.all(after, sentBefore, limit)),
    settled: (ids: string[], { once, again }: SentBefore): string[] =>
      idsOf(sql.settled.all(JSON.stringify(ids), once, again)),
    setDue: (ids: string[], dueAt: number): void => void sql.setDue.run(dueAt, JSON.stringify(ids)),
    due: (now: number, limit: number): DueMark[] =>
      sql.due.all(now, limit).map((row) => ({ id: column.text(row, 'id'), dueAt: column.number(row, 'due_at') })),
    replaceDue: (marks: readonly DueMark[], dueAt: number | null): void =>
      transaction(db, () => {
        for (const mark of marks) sql.replaceDue.run(dueAt, mark.id, mark.dueAt);
      }),
    beginRemoval: (id: string, { once, again }: SentBefore, now: number, staleBefore: number): boolean =>
      Number(sql.remove.run(now, id, once, again, staleBefore).changes) > 0,
    holdRemoval: (id: string, since: number, now: number): boolean => Number(sql.hold.run(now, id, since).changes) > 0,
    finishRemoval: (id: string, since: number): void => void sql.forget.run(id, since),
    ...faceFunctions(db, outbox),
    ...searcherFunctions(db, outbox),
    scrub(): void {
      scrub(db);
      sql.overwritten.run();
    },
    check: (): void => void db.prepare('SELECT 1').get(),
    hasUnpublished: (ids: readonly string[]): boolean => outbox.holdsAny(ids),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    close: (): void => db.close(),
  };
}
