import { rmSync } from 'node:fs';
import { afterAll } from '@jest/globals';
import { newDataDir } from './installation.ts';

/** Makes folders for the tests of the file that calls it; they are removed after these. */
export function ownFolders(): () => string {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = newDataDir();
    folders.push(folder);
    return folder;
  };
}
