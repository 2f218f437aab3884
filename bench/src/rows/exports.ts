import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { portrait } from '@numscope/testing/portraits';
import type { ExportDocument, WriteDocument } from '@numscope/ui/export/export-document.ts';
import { writeDocx } from '@numscope/ui/export/write-docx.ts';
import { writeHtml } from '@numscope/ui/export/write-html.ts';
import { writeJson } from '@numscope/ui/export/write-json.ts';
import { pdfWriter } from '@numscope/ui/export/write-pdf.ts';
import { writeText } from '@numscope/ui/export/write-text.ts';
import { writeXlsx } from '@numscope/ui/export/write-xlsx.ts';
import { writeXml } from '@numscope/ui/export/write-xml.ts';
import sharp from 'sharp';
import type { Row } from '../report.ts';

const FIELDS = 30;
/** Pixels of a side, as the product keeps them. */
const THUMBNAIL = 160;
const JPEG = 'image/jpeg';
const moment = '2026-11-20 10:41:07 UTC';
const said = ['GETCONTACT', 'TELEGRAM'].map((source) => ({ source, at: moment, observedAt: null, cached: false }));

/** People with thirty fields, of which five in six say something, by one source or two; a photo each. */
function documentOf(people: number): ExportDocument {
  const columns = Array.from({ length: FIELDS }, (_none, at) => ({
    name: `field${at}`,
    heading: `Маълумот ${at}`,
    width: 20,
  }));
  return {
    language: 'uz-Cyrl-UZ',
    title: 'Профиллар',
    facts: [],
    columns,
    records: Array.from({ length: people }, (_none, person) => ({
      id: `+99890${1_000_000 + person}`,
      heading: `Ғайрат Ҳакимов ${person}`,
      mark: null,
      photos: [String(person)],
      values: columns.map((_column, at) =>
        at % 6 === 5 ? [] : [{ value: `Қиймат ${person} ${at}`, said: said.slice(at % 2) }],
      ),
    })),
    words: { photo: 'Сурат', records: 'Профиллар', about: 'Экспорт', otherScript: '[?]', otherScriptNote: '[?]' },
    provenance: {
      title: 'Ким айтади',
      record: 'Телефон',
      field: 'Майдон',
      value: 'Қиймат',
      source: 'Манба',
      asked: 'Сўралган',
      observed: 'Шундай',
      cached: 'кешдан',
    },
  };
}

/** A thumbnail each that no other has. */
function photosOf({ records }: ExportDocument, picture: Uint8Array) {
  return new Map(
    records.map(({ id, photos }) => {
      // What stands behind the end of a JPEG is passed over.
      const bytes = new Uint8Array(Buffer.concat([picture, Buffer.from(id)]));
      return [photos[0] ?? id, { type: JPEG, bytes, width: THUMBNAIL, height: THUMBNAIL }] as const;
    }),
  );
}

/** The seconds that a console's export of a thousand people with photos may take, by format. */
const writers = (font: Uint8Array<ArrayBuffer>): readonly (readonly [format: string, bar: number, WriteDocument])[] => [
  ['json', 1, async (document) => writeJson(document)],
  ['txt', 1, writeText],
  ['xml', 1, writeXml],
  ['html', 1, writeHtml],
  ['xlsx', 3, writeXlsx],
  ['pdf', 2, pdfWriter(font)],
  ['docx', 3, writeDocx],
];

/** The writers of the console's exports in one thread of Node.js, beside what copying the same data takes. */
export async function* measureExports(people: number): AsyncGenerator<Row> {
  const ofConsole = createRequire(import.meta.resolve('@numscope/ui/export/write-pdf.ts'));
  const font = new Uint8Array(
    readFileSync(ofConsole.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  );
  const document = documentOf(people);
  const thumbnail = await sharp(portrait('a-1')).resize(THUMBNAIL, THUMBNAIL).jpeg().toBuffer();
  const photos = photosOf(document, thumbnail);
  const copied = performance.now();
  structuredClone({ document, photos });
  const floor = (performance.now() - copied) / 1000;
  for (const [format, bar, write] of writers(font)) {
    const began = performance.now();
    const { size } = await write(document, { photos, progress: () => undefined });
    const seconds = (performance.now() - began) / 1000;
    yield {
      work: `export of ${people} profiles with photos as ${format}`,
      floor: `a copy of the same data ${floor.toFixed(2)} s`,
      product: `${seconds.toFixed(2)} s, ${(size / 1e6).toFixed(1)} MB`,
      bar: `${bar} s`,
      reached: seconds <= bar,
    };
  }
}
