import type { DatabaseSync } from '@numscope/adapters/sqlite';

/** Counts numbers and profiles by country within one transaction, and writes each country once at its end. */
export class CountryCounter {
  readonly #changes = new Map<string, { phones: number; profiles: number }>();

  add(country: string, phones: number, profiles: number): void {
    const change = this.#changes.get(country);
    if (!change) this.#changes.set(country, { phones, profiles });
    else {
      change.phones += phones;
      change.profiles += profiles;
    }
  }

  write(db: DatabaseSync): void {
    if (this.#changes.size === 0) return;
    const add = db.prepare(
      `INSERT INTO countries (country, phones, profiles) VALUES (?, ?, ?)
       ON CONFLICT (country) DO UPDATE SET phones = phones + excluded.phones, profiles = profiles + excluded.profiles`,
    );
    for (const [country, { phones, profiles }] of this.#changes)
      if (phones || profiles) add.run(country, phones, profiles);
    this.#changes.clear();
  }
}
