import type { HttpSource } from '../http-source.ts';
import { readCsv } from './csv.ts';
import { readJson } from './json.ts';
import { readXml } from './xml.ts';

export type Format = HttpSource['answer']['format'];

interface FormatRules {
  /** What the provider is told that we want. */
  accept: string;
  /** @throws Error when the text is not of this format, or beyond its bounds */
  read(text: string): unknown;
  /** As messages call it. */
  label: string;
}

export const formats: Readonly<Record<Format, FormatRules>> = {
  json: { accept: 'application/json', read: readJson, label: 'JSON' },
  xml: { accept: 'application/xml, text/xml', read: readXml, label: 'XML' },
  csv: { accept: 'text/csv', read: readCsv, label: 'CSV' },
};
