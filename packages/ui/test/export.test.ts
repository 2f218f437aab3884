import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import exceljs from 'exceljs';
import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { strFromU8, unzipSync } from 'fflate';
import { escapeText } from '../src/export/escape-text.ts';
import { isolated } from '../src/export/isolated.ts';
import type { WriteDocument } from '../src/export/export-document.ts';
import { PdfText } from '../src/export/pdf-text.ts';
import { pretty } from '../src/export/pretty.ts';
import { writeDocx } from '../src/export/write-docx.ts';
import { writeHtml } from '../src/export/write-html.ts';
import { writeJson } from '../src/export/write-json.ts';
import { pdfWriter } from '../src/export/write-pdf.ts';
import { writeText } from '../src/export/write-text.ts';
import { writeXlsx } from '../src/export/write-xlsx.ts';
import { writeXml } from '../src/export/write-xml.ts';
import { badCharacters, exampleDocument, nasty, photos, pixel } from './export-document.ts';

const font = new Uint8Array(
  readFileSync(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))),
);
const written = (write: WriteDocument, texts?: readonly string[]): Promise<Blob> =>
  write(exampleDocument(texts), { photos, progress: () => undefined });

/** All texts and attributes of an XML document, which is none if the parser stops. */
function readXml(xml: string): { texts: string[]; names: string[]; attributes: Record<string, string>[] } {
  const found = { texts: [] as string[], names: [] as string[], attributes: [] as Record<string, string>[] };
  let text = '';
  const parser = new SaxesParser({});
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    found.names.push(name);
    found.attributes.push(attributes);
  });
  parser.on('text', (piece) => (text += piece));
  parser.on('closetag', () => {
    if (text !== '') found.texts.push(text);
    text = '';
  });
  parser.write(xml).close();
  return found;
}

describe('an export', () => {
  it('as xlsx opens again: numbers stay numbers, texts are texts whatever they begin with, and the picture is in', async () => {
    const book = new exceljs.Workbook();
    await book.xlsx.load(await (await written(writeXlsx)).arrayBuffer());
    expect(book.worksheets.map(({ name }) => name)).toEqual(['A B   2026', 'Who says it', 'About']);
    const [sheet, who, about] = book.worksheets;
    expect(sheet?.getRow(1).values).toEqual([undefined, 'Phone', 'Texts', 'Confidence', 'Photo']);
    expect(sheet?.getRow(2).values).toEqual([undefined, '+447700900142', nasty.join('\n'), 0.75]);
    expect(sheet?.getRow(3).values).toEqual([undefined, '+447700900143']);
    expect(who?.getColumn(3).values.slice(2)).toEqual(nasty);
    for (const row of [2, 3, 4, 5, 6]) expect(who?.getRow(row).getCell(3).type).toBe(exceljs.ValueType.String);
    expect(about?.getRow(2).values).toEqual([undefined, 'Search', 'Profiles with a name that begins with “<b>”']);
    expect(book.getImage(0).buffer).toEqual(pixel);
  });

  it('as xml holds each value as it is, with who says it and the picture', async () => {
    const { texts, names, attributes } = readXml(await (await written(writeXml)).text());
    expect(texts).toEqual(expect.arrayContaining([...nasty, pixel.toString('base64')]));
    expect(new Set(names)).toEqual(
      new Set(['export', 'fact', 'record', 'field', 'value', 'text', 'said', 'photo', 'picture']),
    );
    expect(attributes).toContainEqual({ source: 'HIYA', at: '2026-11-20 10:41:07 UTC', cached: 'true' });
    expect(attributes).toContainEqual({
      id: '+447700900142',
      heading: 'Marta <Lindgren> · +447700900142',
      mark: 'Made-up person',
    });
  });

  it('as html shows each value and runs nothing', async () => {
    const html = await (await written(writeHtml)).text();
    for (const text of nasty) expect(html).toContain(escapeText(text));
    expect(html).not.toMatch(/<script|<[^>]+ on\w+=/);
    expect(html).toContain('HIYA 2026-11-20 10:41:07 UTC (cached)');
    expect(html).toContain(`src="data:image/jpeg;base64,${pixel.toString('base64')}"`);
    expect(html).toContain('<p class="mark">Made-up person</p>');
  });

  it('as txt has a line for each value', async () => {
    const lines = (await (await written(writeText, ['=1', 'one\ntwo'])).text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Profiles',
        'Marta <Lindgren> · +447700900142',
        'Made-up person',
        '  Texts: =1  [HIYA 2026-11-20 10:41:07 UTC (cached)]',
        '  Texts: one',
        '    two  [HIYA 2026-11-20 10:41:07 UTC (cached)]',
        '  Confidence: 0.75',
      ]),
    );
  });

  it('as docx is XML without fields or links, with all texts and the picture', async () => {
    const parts = unzipSync(new Uint8Array(await (await written(writeDocx)).arrayBuffer()));
    const { texts, names } = readXml(strFromU8(parts['word/document.xml'] ?? new Uint8Array()));
    for (const text of nasty) for (const line of text.split('\n')) expect(texts).toContain(line);
    expect(names.filter((name) => /instrText|fldSimple|hyperlink|object/.test(name))).toEqual([]);
    const media = Object.entries(parts).filter(([name]) => name.startsWith('word/media/'));
    expect(media.map(([, bytes]) => Buffer.from(bytes))).toEqual([pixel]);
  });

  it('as pdf embeds a part of the font, and nothing that acts', async () => {
    const bytes = Buffer.from(await (await written(pdfWriter(font))).arrayBuffer()).toString('latin1');
    expect(bytes).toMatch(/^%PDF-1\.\d/);
    expect(bytes).toMatch(/\/FontName \/[A-Z]{6}\+NotoSans/);
    expect(bytes).not.toMatch(/\/JavaScript|\/JS |\/OpenAction|\/URI/);
  });

  it.each([['xml', writeXml] as const, ['html', writeHtml] as const])(
    'as %s drops what no XML may hold',
    async (_format, write) => {
      const text = await (await written(write, [badCharacters])).text();
      expect(text).toContain('abcde');
    },
  );

  const hebrew = '\u05E9\u05DC\u05D5\u05DD';
  it.each([
    ['html', writeHtml, `<dd><bdi>${hebrew} \u05D0</bdi>`],
    ['txt', writeText, `  Texts: \u2068${hebrew} \u05D0\u2069  [`],
    ['docx', writeDocx, `\u2068${hebrew} \u05D0\u2069`],
  ] as const)(
    'as %s keeps what is written from right to left apart from what stands beside it',
    async (format, write, expected) => {
      const blob = await written(write, [`\u202E${hebrew} \u05D0\u2069`]);
      const text =
        format === 'docx'
          ? strFromU8(unzipSync(new Uint8Array(await blob.arrayBuffer()))['word/document.xml'] ?? new Uint8Array())
          : await blob.text();
      expect(text).toContain(expected);
      expect(text).not.toMatch(/[\u200E\u200F\u202A-\u202E]/);
    },
  );

  it('as json is written as it is', async () => {
    expect(JSON.parse(await writeJson([{ phone: '+447700900142' }]).text())).toEqual([{ phone: '+447700900142' }]);
  });
});

describe('texts', () => {
  it('of any kind come back from XML without what it may not hold', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (codes) => {
        const text = String.fromCharCode(...codes);
        const { texts } = readXml(`<a>${escapeText(text)}</a>`);
        // Control characters and two that are none, and halves of pairs.
        const kept = [...text]
          .filter((character) => character >= ' ' || '\t\n\r'.includes(character))
          .filter((character) => !/^[\uD800-\uDFFF\uFFFE\uFFFF]$/.test(character))
          .join('');
        expect(texts.join('')).toBe(kept);
      }),
    );
  });

  it('of a PDF name what the font has no letters for, once for a stretch, and keep all others', () => {
    const text = new PdfText(font, (piece) => piece.length, '[?]');
    for (const known of nasty) expect(text.writable(known)).toBe(known.replaceAll('\t', '  '));
    expect(text.replaced).toBe(false);
    expect(text.writable('Bruce 李小龙 小 Lee')).toBe('Bruce [?] Lee');
    expect(text.replaced).toBe(true);
  });

  it('of others are apart from what stands beside them only where they would turn it round', () => {
    expect(isolated('Anvar \u202EKarimov')).toBe('Anvar Karimov');
    expect(isolated('\u0645\u062D\u0645\u062F\u2069')).toBe('\u2068\u0645\u062D\u0645\u062F\u2069');
    const text = new PdfText(font, (piece) => piece.length, '[?]');
    expect(text.writable('\u2068Anvar\u2069 · +447700900142')).toBe('Anvar · +447700900142');
    expect(text.replaced).toBe(false);
  });

  it('of a PDF that are long JSON stand with a line for each value, and no others', () => {
    const args = (chars: number): string => JSON.stringify({ phones: ['+447700900142'], text: 'x'.repeat(chars) });
    expect(pretty(args(100))).toBe(args(100));
    expect(pretty(args(200))).toBe(`{\n  "phones": [\n    "+447700900142"\n  ],\n  "text": "${'x'.repeat(200)}"\n}`);
    expect(pretty(`{${'x'.repeat(200)}`)).toBe(`{${'x'.repeat(200)}`);
  });

  it('of a PDF are broken so that each line fits and nothing is lost', () => {
    const text = new PdfText(font, (piece) => piece.length, '[?]');
    expect(text.lines('  "text": "a b"', 1, 12)).toEqual(['  "text": "a', 'b"']);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zё \n]{0,80}$/), fc.integer({ min: 3, max: 30 }), (words, width) => {
        const lines = text.lines(words, 1, width);
        expect(Math.max(...lines.map((line) => line.trimEnd().length))).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.replaceAll(/[ \n]/g, ''));
      }),
    );
  });
});
