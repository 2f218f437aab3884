import { withoutDirectionMarks } from '@numscope/contracts/direction-marks';
import type { ExportDocument, ExportRecord, Said, WriteDocument } from './export-document.ts';
import { escapeText } from './escape-text.ts';
import { base64Of } from './base64.ts';

const attributes = (values: Readonly<Record<string, string | null>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escapeText(value).replaceAll('\n', '&#10;')}"`))
    .join('');

const saidXml = ({ source, at, observedAt, cached }: Said): string =>
  `<said${attributes({ source, at, observedAt, cached: String(cached) })}/>`;

function recordXml({ id, heading, mark, photos, values }: ExportRecord, columns: ExportDocument['columns']): string {
  const fields = columns.map(({ name, heading: label }, index) => {
    const said = (values[index] ?? []).map(
      (each) => `<value><text>${escapeText(String(each.value))}</text>${each.said.map(saidXml).join('')}</value>`,
    );
    return said.length === 0 ? '' : `<field${attributes({ name, label })}>${said.join('')}</field>`;
  });
  const pictures = photos.map((photo) => `<photo${attributes({ id: photo })}/>`);
  return `<record${attributes({ id, heading: withoutDirectionMarks(heading), mark })}>${fields.join('')}${pictures.join('')}</record>\n`;
}

/**
 * XML 1.0 in UTF-8: `export` with `fact`s, `record`s of `field`s of `value`s (`text`, and `said` for each source), and
 * after them each picture once, in base64.
 */
export const writeXml: WriteDocument = async (document, { photos, progress }) => {
  const facts = document.facts.map(
    ({ name, label, value }) => `<fact${attributes({ name, label })}>${escapeText(value)}</fact>\n`,
  );
  const records = document.records.map((record) => recordXml(record, document.columns));
  const pictures = [...photos].map(
    ([id, { type, bytes }]) => `<picture${attributes({ id, type })}>${base64Of(bytes)}</picture>\n`,
  );
  progress(records.length, records.length);
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<export${attributes({ title: document.title, 'xml:lang': document.language })}>\n`;
  return new Blob([head, ...facts, ...records, ...pictures, '</export>\n'], { type: 'application/xml' });
};
