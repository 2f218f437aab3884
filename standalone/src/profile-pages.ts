import { join } from 'node:path';
import type { ProfilesDeps } from '@numscope/profiles/deps';
import { openProfilePages } from '@numscope/profiles/store';
import { indexFile } from './data-folder/files.ts';
import type { Settings } from './settings.ts';

/**
 * What finds and reads pages of profiles in one step, where this process carries both their index and their records;
 * both must be open.
 */
export async function pagesOfOwn({ dataDir, storeUrl, searchUrl }: Settings): Promise<Pick<ProfilesDeps, 'pages'>> {
  if (storeUrl !== null || searchUrl !== null) return {};
  return { pages: await openProfilePages({ dataDir, indexPath: join(dataDir, indexFile) }) };
}
