import { join } from 'node:path';
import { openDatabase, transaction } from '@numscope/adapters/sqlite';
import type { PackedDocument } from '@numscope/platform';
import { foldProfile, RULES_VERSION } from '../src/domain/fold-profile.ts';
import type { KeptObservation, ProfileIdentity } from '../src/domain/observation.ts';
import { indexDocument } from '../src/search/index-document.ts';
import { CountryCounter } from '../src/store/sqlite/country-counter.ts';
import { ProfileRows } from '../src/store/sqlite/profile-rows.ts';
import { migrations } from '../src/store/sqlite/schema.ts';

/** What is known of a number before it has a profile. */
export interface Known {
  identity: ProfileIdentity;
  country: string;
  observations: readonly KeptObservation[];
}

/**
 * Fills the records of a product that does not run: profiles by the rules and in the rows of today, with nobody told of
 * them. For measurements of many profiles.
 */
export function openFill({ dataDir }: { dataDir: string }) {
  const db = openDatabase({ path: join(dataDir, 'profiles.sqlite'), migrations, pageSize: 8192 });
  const rows = new ProfileRows(db);
  db.prepare('INSERT OR REPLACE INTO rules (one, version) VALUES (1, ?)').run(RULES_VERSION);
  return {
    /** All in one commit. @returns what the index is to keep of them */
    put(all: readonly Known[]): PackedDocument[] {
      return transaction(db, () => {
        const countries = new CountryCounter();
        const documents = all.map(({ identity, country, observations }) => {
          const { id, phone, createdTimestamp: created } = identity;
          const profile = foldProfile(identity, observations);
          const jobs = [...identity.jobs];
          rows.save({
            phone,
            id,
            created,
            country,
            jobs,
            profile,
            isPlan: false,
            observations: [...observations],
            revision: 1,
            verdicts: [],
            kept: null,
            changed: true,
          });
          countries.add(country, 1, 1);
          return indexDocument(profile, 1, jobs);
        });
        countries.write(db);
        return documents;
      });
    },
    close: (): void => db.close(),
  };
}
