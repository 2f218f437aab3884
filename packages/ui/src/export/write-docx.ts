import { Document, HeadingLevel, ImageRun, Packer, Paragraph, TextRun } from 'docx';
import type { ExportDocument, ExportPhoto, ExportRecord, ExportValue, WriteDocument } from './export-document.ts';
import { allowedText } from './escape-text.ts';
import { saidText } from './said-text.ts';

/** Twentieths of a point, from the left edge of the text to the values. */
const VALUES_AT = 2600;
const PHOTO_PX = 96;
const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Told once for all, because each property of a paragraph or of a run costs as much as its text. */
const styles = {
  paragraphStyles: [
    {
      id: 'Field',
      name: 'Field',
      basedOn: 'Normal',
      paragraph: { indent: { left: VALUES_AT, hanging: VALUES_AT }, leftTabStop: VALUES_AT },
    },
  ],
  characterStyles: [
    { id: 'Label', name: 'Label', run: { color: '555B66' } },
    { id: 'Said', name: 'Said', run: { size: 14, color: '6A707C' } },
  ],
};

/** Word keeps no line breaks of a text: each further line begins with a break of its own. */
const lines = (text: string, breakFirst: boolean): TextRun[] =>
  allowedText(text)
    .split(/\r\n?|\n/)
    .map((line, at) => new TextRun(at > 0 || breakFirst ? { text: line, break: 1 } : line));

const labelled = (label: string, runs: readonly TextRun[]): Paragraph =>
  new Paragraph({
    style: 'Field',
    children: [new TextRun({ text: `${allowedText(label)}\t`, style: 'Label' }), ...runs],
  });

function fieldOf(label: string, values: readonly ExportValue[], { provenance }: ExportDocument): Paragraph {
  const runs = values.flatMap(({ value, said }, at) => [
    ...lines(String(value), at > 0),
    ...(said.length === 0
      ? []
      : [new TextRun({ text: allowedText(`  ${saidText(said, provenance)}`), style: 'Said' })]),
  ]);
  return labelled(label, runs);
}

const pictureOf = ({ bytes, width, height }: ExportPhoto): ImageRun =>
  new ImageRun({
    type: 'jpg',
    data: bytes,
    transformation: { width: Math.round((PHOTO_PX * width) / height), height: PHOTO_PX },
  });

function recordOf(
  record: ExportRecord,
  document: ExportDocument,
  photos: ReadonlyMap<string, ExportPhoto>,
): Paragraph[] {
  const pictures = record.photos.flatMap((id) => photos.get(id) ?? []).map(pictureOf);
  return [
    new Paragraph({ heading: HeadingLevel.HEADING_2, text: allowedText(record.heading), keepNext: true }),
    ...(record.mark === null
      ? []
      : [new Paragraph({ children: [new TextRun({ text: record.mark, bold: true, color: '8A4B00' })] })]),
    ...(pictures.length === 0 ? [] : [new Paragraph({ children: pictures })]),
    ...document.columns.flatMap(({ heading }, index) => {
      const values = record.values[index] ?? [];
      return values.length === 0 ? [] : [fieldOf(heading, values, document)];
    }),
  ];
}

/** A document for word processors: a heading for each record, its pictures and its values. No field, macro or link is in it. */
export const writeDocx: WriteDocument = async (document, { photos, progress }) => {
  const { title, facts, records, language } = document;
  const paragraphs = [
    new Paragraph({ heading: HeadingLevel.HEADING_1, text: allowedText(title) }),
    ...facts.map(({ label, value }) => labelled(label, lines(value, false))),
  ];
  for (const [index, record] of records.entries()) {
    paragraphs.push(...recordOf(record, document, photos));
    if (index % 100 === 0) progress(index, records.length);
  }
  const file = new Document({
    title: allowedText(title),
    styles: { ...styles, default: { document: { run: { language: { value: language } } } } },
    sections: [{ children: paragraphs }],
  });
  return new Blob([await Packer.toArrayBuffer(file)], { type: DOCX_TYPE });
};
