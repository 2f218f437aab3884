import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { dropFaceVectors, openFaceIndex } from '@numscope/mains/engines';
import type { FaceIndex, Logger } from '@numscope/platform';
import { facesFolder } from './data-folder/files.ts';
import type { Settings } from './settings.ts';

/**
 * Opens the vectors of faces of one model, where the settings say; of no model: none, and what was there is dropped.
 */
export async function openVectors(
  { dataDir, searchUrl }: Pick<Settings, 'dataDir' | 'searchUrl'>,
  model: { id: string; length: number } | null,
  log: Logger,
): Promise<FaceIndex | null> {
  const vectors = model && { model: model.id, length: model.length };
  const folder = join(dataDir, facesFolder);
  if (vectors)
    return searchUrl === null ? openEmbeddedFaceIndex({ folder, ...vectors, log }) : openFaceIndex(searchUrl, vectors);
  if (searchUrl === null) rmSync(folder, { recursive: true, force: true });
  else await dropFaceVectors(searchUrl, null);
  return null;
}
