import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { blobsFolder } from '../data-folder/files.ts';
import { PICTURE_LIST } from './layout.ts';

export interface ListedPicture {
  sha256: string;
  /** Below the installation's folder. */
  file: string;
}

const line = new RegExp(`^([0-9a-f]{64})  data/(${blobsFolder}/[0-9a-f]{2}/[A-Za-z0-9._+-]+)$`);

/** The files of the pictures that a backup's list names. @throws Error with the line that is none */
export async function* listedPictures(folder: string): AsyncIterable<ListedPicture> {
  const lines = createInterface({ input: createReadStream(join(folder, PICTURE_LIST)), crlfDelay: Infinity });
  for await (const text of lines) {
    const [, sha256, file] = line.exec(text) ?? [];
    if (sha256 === undefined || file === undefined)
      throw new Error(`${PICTURE_LIST} holds a line that is none of its own: ${text.slice(0, 100)}`);
    yield { sha256, file };
  }
}
