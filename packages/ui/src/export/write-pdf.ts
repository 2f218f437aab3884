import type { ExportDocument, ExportPhoto, ExportRecord, WriteDocument } from './export-document.ts';
import { PdfCopies } from './pdf-copies.ts';
import { PdfPages } from './pdf-pages.ts';
import { PdfText } from './pdf-text.ts';
import { pretty } from './pretty.ts';
import { saidText } from './said-text.ts';

const FONT = 'text';
const PROGRESS_AFTER = 50;

/** The bytes of a document as they come. */
function bytesOf(file: PDFKit.PDFDocument): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return new Promise((resolve, reject) => {
    file.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk));
    file.on('error', reject);
    file.on('end', () => resolve(new Blob(chunks, { type: 'application/pdf' })));
  });
}

function writeRecord(
  pages: PdfPages,
  { heading, mark, values, photos }: ExportRecord,
  { columns, provenance }: ExportDocument,
  pictures: ReadonlyMap<string, ExportPhoto>,
): void {
  pages.heading(heading, mark);
  pages.pictures(photos.flatMap((id) => pictures.get(id) ?? []));
  for (const [index, { heading: label }] of columns.entries()) {
    for (const [at, { value, said }] of (values[index] ?? []).entries())
      pages.value(at === 0 ? label : '', pretty(String(value)), saidText(said, provenance));
  }
}

/**
 * A PDF of A4 pages whose text can be searched and copied.
 * @param fontBytes a TrueType font with the scripts of all languages; what is used of it is embedded
 */
export const pdfWriter =
  (fontBytes: Uint8Array<ArrayBuffer>): WriteDocument =>
  async (document, { photos, progress }) => {
    const { title, facts, records, language, words } = document;
    // Without a font of its own: in a browser pdfkit has none before it is given one.
    const file = new PdfCopies({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      font: '',
      lang: language,
      info: { Title: title },
    });
    const bytes = bytesOf(file);
    file.registerFont(FONT, fontBytes);
    file.font(FONT, 1);
    const text = new PdfText(fontBytes, (piece) => file.fontSize(1).widthOfString(piece), words.otherScript);
    const pages = new PdfPages(file, text);
    pages.title(title);
    for (const { label, value } of facts) pages.value(label, value, '');
    for (const [index, record] of records.entries()) {
      writeRecord(pages, record, document, photos);
      if (index % PROGRESS_AFTER === 0) progress(index, records.length);
    }
    if (text.replaced) pages.note(words.otherScriptNote);
    pages.end();
    file.end();
    progress(records.length, records.length);
    return bytes;
  };
