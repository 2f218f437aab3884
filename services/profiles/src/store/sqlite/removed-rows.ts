import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { keyOfPhone } from './phone-key.ts';
import type { ProfileRow } from '../profile-row.ts';
import { countsFrom, REMEMBERED_MS } from '../removed.ts';

/** What is kept of a removed profile; `at` as `countsFrom` says. */
export interface RemovedRow {
  id: string;
  revision: number;
  at: number;
}

/** Numbers whose profiles were removed, for as long as what was found out before may come again. */
export class RemovedRows {
  readonly #any;
  readonly #select;
  readonly #upsert;
  readonly #delete;
  readonly #forget;

  constructor(db: DatabaseSync) {
    this.#any = db.prepare('SELECT 1 FROM removed LIMIT 1');
    this.#select = db.prepare('SELECT id, revision, at FROM removed WHERE phone = ?');
    this.#upsert = db.prepare(
      `INSERT INTO removed (phone, id, revision, at, until) VALUES (?, ?, ?, ?, ?) ON CONFLICT (phone)
       DO UPDATE SET id = excluded.id, revision = excluded.revision, at = excluded.at, until = excluded.until`,
    );
    this.#delete = db.prepare('DELETE FROM removed WHERE phone = ?');
    this.#forget = db.prepare('DELETE FROM removed WHERE until < ?');
  }

  /** Whether there are none, as mostly: then none is to be looked for, as long as nobody writes. */
  isEmpty(): boolean {
    return this.#any.get() === undefined;
  }

  of(phone: string): RemovedRow | null {
    const row = this.#select.get(keyOfPhone(phone));
    return row
      ? { id: column.text(row, 'id'), revision: column.number(row, 'revision'), at: column.number(row, 'at') }
      : null;
  }

  /** Within the transaction of the removal. @param before see `countsFrom` */
  note(
    { phone, id, revision }: Pick<ProfileRow, 'phone' | 'id' | 'revision'>,
    at: number,
    before: number | undefined,
  ): void {
    const from = countsFrom(at, before, this.of(phone)?.at);
    this.#upsert.run(keyOfPhone(phone), id, revision + 1, from, at + REMEMBERED_MS);
  }

  /** Those that were to be remembered until before `now`. */
  readonly forgetRemoved = (now: number): void => {
    this.#forget.run(now);
  };

  forget(phone: string): void {
    this.#delete.run(keyOfPhone(phone));
  }
}
