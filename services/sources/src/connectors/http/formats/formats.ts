import type { HttpSource } from '../http-source.ts';
import { namedRows, readCsv } from './csv.ts';
import { readJson } from './json.ts';
import { readXml } from './xml.ts';

export type Format = HttpSource['answer']['format'];

interface FormatRules {
  /** What the provider is told that we want. */
  accept: string;
  /**
   * What it says, in values that are as JSON no longer than the text: a thread may give them back.
   * @param columns of a table that are read
   * @throws UnreadDocument when it is beyond the bounds of what is read; another Error when it is not of this format
   */
  read(text: string, columns: ReadonlySet<string>): unknown;
  /** What expressions see of that; left out: the same. */
  seen?(read: unknown): Promise<unknown>;
  /** As messages call it. */
  label: string;
  /**
   * A longer one is read in a thread: it would hold everybody else up. Measured for so many characters: JSON 3 ms, with a
   * secret that is sent back 14; XML 3; CSV 5, of short cells 11.
   */
  shortChars: number;
}

export const formats: Readonly<Record<Format, FormatRules>> = {
  json: { accept: 'application/json', read: readJson, label: 'JSON', shortChars: 256 * 1024 },
  xml: { accept: 'application/xml, text/xml', read: readXml, label: 'XML', shortChars: 16 * 1024 },
  csv: {
    accept: 'text/csv',
    read: readCsv,
    seen: namedRows,
    label: 'CSV',
    shortChars: 128 * 1024,
  },
};
