import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { PdfCopies } from '../src/export/pdf-copies.ts';
import { PdfLines } from '../src/export/pdf-lines.ts';
import { PdfText } from '../src/export/pdf-text.ts';
import { nasty } from './export-document.ts';

const font = new Uint8Array(
  readFileSync(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))),
);
/** Pairs that are moved together, marks above and below letters that have none of their own, blanks at both ends. */
const texts = [
  ...nasty.flatMap((text) => text.split('\n')).map((text) => text.replaceAll('\t', '  ')),
  'AVAToWa To. Тоғ',
  'x\u0301 e\u0328\u0300 plain again',
  '  set in  twice ',
  ' ',
];
const [SIZE, INK, LEFT] = [9, '#1a1c20', 170];
const topOf = (at: number): number => 40 + at * 12.6;

function newFile(): { file: PdfCopies; text: Promise<string> } {
  const file = new PdfCopies({ size: 'A4', margin: 0, autoFirstPage: false, compress: false, font: '' });
  file.registerFont('text', font);
  file.font('text', 1);
  const chunks: Uint8Array[] = [];
  file.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const text = new Promise<string>((resolve) => {
    file.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
  return { file, text };
}

const linesOf = (file: PdfCopies): PdfLines =>
  new PdfLines(file, new PdfText(font, (piece) => file.widthOfString(piece), '[?]').ascent);

/** Where letters stand and which, however they are divided into stretches. */
const lettersOf = (page = ''): string[] =>
  Array.from(page.matchAll(/ (\S+) (\S+) Tm\n(?:\/F1 \S+ Tf\n)?\[(.*)\] TJ/g), ([, x, y, stretches = '']) => {
    const letters = stretches.replaceAll(/> -?0(?: <|$)/g, '').replace(/ <>$/, '');
    return `${Number(x).toFixed(2)} ${Number(y).toFixed(2)} ${letters.replace(/>$/, '')}`;
  });

const pagesOf = (pdf: string): string[] =>
  Array.from(pdf.matchAll(/stream\n([^]*?)endstream/g), ([, content = '']) => content).filter((content) =>
    content.includes('BT\n'),
  );

describe('lines of a PDF', () => {
  it('have the letters that pdfkit writes itself, at the same places', async () => {
    const { file, text } = newFile();
    const lines = linesOf(file);
    file.addPage();
    for (const [at, line] of texts.entries()) lines.write(line, LEFT, topOf(at), SIZE, INK);
    lines.flush();
    file.addPage().fillColor(INK).fontSize(SIZE);
    for (const [at, line] of texts.entries()) file.text(line, LEFT, topOf(at), { lineBreak: false });
    file.end();
    const [copied, own] = pagesOf(await text).map(lettersOf);
    expect(own?.length).toBeGreaterThan(texts.length);
    expect(copied).toEqual(own);
  });

  it('lie on the page in a few pieces, and are told ink and size where these change', async () => {
    const { file, text } = newFile();
    const lines = linesOf(file);
    file.addPage();
    for (const at of [0, 1, 2, 3]) lines.write('again', LEFT, topOf(at), at < 2 ? SIZE : SIZE + 1, INK);
    lines.flush();
    lines.flush();
    file.end();
    const [page = ''] = pagesOf(await text);
    const count = (operator: string): number => page.split('\n').filter((line) => line.endsWith(operator)).length;
    expect([count('BT'), count(' scn'), count(' Tf'), count(' TJ'), count('ET')]).toEqual([1, 1, 2, 4, 1]);
  });
});
