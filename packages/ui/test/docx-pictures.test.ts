import { describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import type { ExportDocument, ExportPhoto } from '../src/export/export-document.ts';
import { writeDocx } from '../src/export/write-docx.ts';
import { exampleDocument, pixel } from './export-document.ts';

const photo = (width: number, height: number, mark: number): ExportPhoto => ({
  type: 'image/jpeg',
  bytes: new Uint8Array([...pixel, mark]),
  width,
  height,
});
const photos = new Map([
  ['square', photo(160, 160, 1)],
  ['wide', photo(320, 160, 2)],
  ['of nobody', photo(10, 160, 3)],
]);

/** One record for each list of pictures. */
function documentWith(...shown: string[][]): ExportDocument {
  const [record, ...rest] = exampleDocument(['$& and $1']).records;
  if (record === undefined || rest.length === 0) throw new Error('The example has no records');
  return { ...exampleDocument(), records: shown.map((ids) => ({ ...record, photos: ids })) };
}

async function partsOf(document: ExportDocument) {
  const blob = await writeDocx(document, { photos, progress: () => undefined });
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const text = (path: string): string => strFromU8(files[path] ?? new Uint8Array());
  return { files, xml: text('word/document.xml'), relations: text('word/_rels/document.xml.rels') };
}

const all = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found = '']) => found);

describe('pictures of a docx', () => {
  it('stand as often as they are named, each in its shape and with a number of its own, and lie in it once', async () => {
    const { files, xml, relations } = await partsOf(documentWith(['square', 'wide', 'lost'], [], ['square']));
    // 96 pixels of 1/96 inch high, in English Metric Units.
    expect(all(xml, /<wp:extent (cx="\d+" cy="\d+")\/>/g)).toEqual([
      'cx="914400" cy="914400"',
      'cx="1828800" cy="914400"',
      'cx="914400" cy="914400"',
    ]);
    expect(all(xml, /<wp:docPr id="(\d+)"/g)).toEqual(['1', '2', '3']);
    const [square, wide, again] = all(xml, /r:embed="(\w+)"/g);
    expect(again).toBe(square);
    const bytesOf = (id = ''): Uint8Array | undefined =>
      files[`word/${new RegExp(`Id="${id}"[^>]* Target="([^"]+)"`).exec(relations)?.[1] ?? ''}`];
    expect(bytesOf(square)).toEqual(photos.get('square')?.bytes);
    expect(bytesOf(wide)).toEqual(photos.get('wide')?.bytes);
    expect(Object.keys(files).filter((name) => name.startsWith('word/media/'))).toHaveLength(2);
    const ids = all(relations, / Id="(\w+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leave neither files nor relations behind where there are none', async () => {
    const { files, xml, relations } = await partsOf(documentWith([], []));
    expect(xml).not.toContain('<w:drawing>');
    expect(relations).not.toContain('/image"');
    expect(Object.keys(files).filter((name) => name.startsWith('word/media/'))).toEqual([]);
  });
});

describe('texts of a docx', () => {
  it('stand as they are where they look like what forms are filled by', async () => {
    const { xml } = await partsOf(documentWith(['square']));
    expect(xml).not.toMatch(/COMES-HERE/);
    expect(all(xml, /<w:t xml:space="preserve">(\$[^<]*)</g)).toEqual(['$&amp; and $1']);
  });
});
