import { withoutDirectionMarks } from '@numscope/contracts/direction-marks';
import type { ExportDocument, ExportPhoto, ExportRecord, WriteDocument } from './export-document.ts';
import { escapeText } from './escape-text.ts';
import { base64Of } from './base64.ts';
import { saidText } from './said-text.ts';

/** Nothing is loaded and nothing runs, even if somebody changes the file. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
const STYLE = `body{font:14px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1c20;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:0}article{border-top:1px solid #c9cdd4;padding:1rem 0;break-inside:avoid}
dl{display:grid;grid-template-columns:12rem 1fr;gap:.2rem 1rem;margin:.5rem 0}dt{color:#555b66}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
small{color:#6a707c;display:block}.mark{font-weight:600;color:#8a4b00;margin:.2rem 0}img{height:96px;width:auto;margin:.5rem .5rem 0 0;border-radius:4px}`;

/** What others have written, so that it turns nothing round beside it. */
const apart = (text: string): string => `<bdi>${escapeText(withoutDirectionMarks(text))}</bdi>`;

const pictureHtml = ({ type, bytes, width, height }: ExportPhoto, name: string): string =>
  `<img alt="${escapeText(name)}" width="${width}" height="${height}" src="data:${escapeText(type)};base64,${base64Of(bytes)}">`;

function recordHtml(
  { heading, mark, photos, values }: ExportRecord,
  { columns, words, provenance }: ExportDocument,
  pictures: ReadonlyMap<string, ExportPhoto>,
): string {
  const fields = columns.flatMap(({ heading: label }, index) => {
    const all = (values[index] ?? []).map(({ value, said }) => {
      const who = said.length === 0 ? '' : `<small>${escapeText(saidText(said, provenance))}</small>`;
      return `<dd>${apart(String(value))}${who}</dd>`;
    });
    // The columns of the list stay two, however many values there are.
    return all.length === 0 ? [] : [`<dt>${escapeText(label)}</dt>${all.join('<dt></dt>')}`];
  });
  const shown = photos.flatMap((id) => pictures.get(id) ?? []);
  const images = shown.map((photo, at) => pictureHtml(photo, `${words.photo} ${at + 1}, ${heading}`));
  const said = mark === null ? '' : `<p class="mark">${escapeText(mark)}</p>`;
  return `<article><h2>${escapeText(heading)}</h2>${said}${images.join('')}<dl>${fields.join('')}</dl></article>\n`;
}

/** One page without scripts, its pictures within. */
export const writeHtml: WriteDocument = async (document, { photos, progress }) => {
  const { language, title, facts, records } = document;
  const articles: string[] = [];
  for (const record of records) {
    articles.push(recordHtml(record, document, photos));
    if (articles.length % 100 === 0) progress(articles.length, records.length);
  }
  const head = `<!DOCTYPE html>
<html lang="${escapeText(language)}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeText(POLICY)}">
<meta name="viewport" content="width=device-width"><title>${escapeText(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeText(title)}</h1><dl>${facts.map(({ label, value }) => `<dt>${escapeText(label)}</dt><dd>${apart(value)}</dd>`).join('')}</dl>\n`;
  return new Blob([head, ...articles, '</body></html>\n'], { type: 'text/html;charset=utf-8' });
};
