import type { DatabaseSync } from '@numscope/adapters/sqlite';
import type { CountryCounter } from './country-counter.ts';
import { keyOfPhone } from './phone-key.ts';

/** Numbers that were looked up and have no profile: kept only to be counted once. */
export class LookedUpRows {
  readonly #insert;
  readonly #select;
  readonly #delete;
  /** False as long as there are none, as mostly: then none is looked for. */
  #areThere: boolean;

  /** Nobody else is to note any. */
  constructor(db: DatabaseSync) {
    this.#areThere = db.prepare('SELECT 1 FROM looked_up LIMIT 1').get() !== undefined;
    this.#insert = db.prepare('INSERT OR IGNORE INTO looked_up (phone, country) VALUES (?, ?)');
    this.#select = db.prepare('SELECT country FROM looked_up WHERE phone = ?');
    this.#delete = db.prepare('DELETE FROM looked_up WHERE phone = ?');
  }

  note(phone: string, country: string, countries: CountryCounter): void {
    this.#areThere = true;
    if (this.#insert.run(keyOfPhone(phone), country).changes > 0) countries.add(country, 1, 0);
  }

  /** The number has a profile from now on, and is counted by that; or it goes. @returns whether it was there */
  forget(phone: string, countries: CountryCounter): boolean {
    if (!this.#areThere) return false;
    const key = keyOfPhone(phone);
    const row = this.#select.get(key);
    if (!row) return false;
    this.#delete.run(key);
    countries.add(String(row['country']), -1, 0);
    return true;
  }
}
