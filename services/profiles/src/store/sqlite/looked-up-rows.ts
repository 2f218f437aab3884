import type { DatabaseSync } from '@numscope/adapters/sqlite';
import type { CountryCounter } from './country-counter.ts';
import { keyOfPhone } from './phone-key.ts';

/** Numbers that were looked up and have no profile: kept only to be counted once. Nobody else is to note any. */
export function lookedUpRows(db: DatabaseSync) {
  const insert = db.prepare('INSERT OR IGNORE INTO looked_up (phone, country) VALUES (?, ?)');
  const select = db.prepare('SELECT country FROM looked_up WHERE phone = ?');
  const remove = db.prepare('DELETE FROM looked_up WHERE phone = ?');
  // As long as there are none, as mostly, none is looked for.
  let areThere = db.prepare('SELECT 1 FROM looked_up LIMIT 1').get() !== undefined;
  return {
    note(phone: string, country: string, countries: CountryCounter): void {
      areThere = true;
      if (insert.run(keyOfPhone(phone), country).changes > 0) countries.add(country, 1, 0);
    },

    /** The number has a profile from now on, and is counted by that; or it goes. @returns whether it was there */
    forget(phone: string, countries: CountryCounter): boolean {
      const row = areThere ? select.get(keyOfPhone(phone)) : undefined;
      if (!row) return false;
      remove.run(keyOfPhone(phone));
      countries.add(String(row['country']), -1, 0);
      return true;
    },
  };
}
