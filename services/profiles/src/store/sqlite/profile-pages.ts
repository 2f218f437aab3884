import { join } from 'node:path';
import { openHitsReader } from '@numscope/adapters/embedded/hits-reader';
import { openDatabase } from '@numscope/adapters/sqlite';
import type { IndexQuery } from '@numscope/platform';
import { aroundContent, type PageAsked } from '../../presenters/json-page.ts';
import { profileList } from './profile-list.ts';
import { migrations } from './schema.ts';

export interface ProfilePagesOptions {
  dataDir: string;
  /** The file of the embedded index. */
  indexPath: string;
}

/** Runs in a thread that reads the index and the profiles, so that no hit goes to the main thread and back. */
export function openReader({ dataDir, indexPath }: ProfilePagesOptions) {
  const index = openHitsReader({ path: indexPath });
  const db = openDatabase({ path: join(dataDir, 'profiles.sqlite'), migrations, readOnly: true });
  const listOf = profileList(db);
  return {
    page(query: IndexQuery, request: PageAsked): Uint8Array {
      const { phones, ...totals } = index.hits(query);
      return listOf(phones, aroundContent(totals, request));
    },
    close(): void {
      index.close();
      db.close();
    },
  };
}
