import { strToU8, type Zippable, zipSync } from 'fflate';
import { DOCUMENT_PATH, type DocxForms, docxForms, RELATIONS_PATH, shownWidth } from './docx-forms.ts';
import { allowedText } from './escape-text.ts';
import type { ExportDocument, ExportPhoto, ExportRecord, ExportValue, WriteDocument } from './export-document.ts';
import { isolated } from './isolated.ts';
import { saidText } from './said-text.ts';

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Of 0 to 9: the next ones cost more time than they save bytes. */
const LEVEL = 3;

/** The pictures that stand in a document: each file once, however often it does. */
class DocxPictures {
  readonly #forms: DocxForms;
  readonly #ids = new Map<ExportPhoto, string>();
  #placed = 0;

  constructor(forms: DocxForms) {
    this.#forms = forms;
  }

  /** A picture that stands there once more. */
  xml(photo: ExportPhoto): string {
    const id = this.#ids.get(photo) ?? `picture${this.#ids.size + 1}`;
    this.#ids.set(photo, id);
    this.#placed += 1;
    return this.#forms.picture(shownWidth(photo), this.#placed, id);
  }

  /** The files of all that stand there, and what names them. */
  files(): Zippable {
    const relations = [...this.#ids.values()].map((id) => this.#forms.relation(id, `media/${id}.jpg`));
    const files: Zippable = { [RELATIONS_PATH]: strToU8(this.#forms.relations(relations.join(''))) };
    // A JPEG does not get smaller.
    for (const [{ bytes }, id] of this.#ids) files[`word/media/${id}.jpg`] = [bytes, { level: 0 }];
    return files;
  }
}

/** Word keeps no line breaks of a text: each further line begins with a break of its own. */
const lines = (text: string, isBelow: boolean, { line, nextLine }: DocxForms): string =>
  text
    .split(/\r\n?|\n/)
    .map(isolated)
    .map((each, at) => (at > 0 || isBelow ? nextLine(each) : line(each)))
    .join('');

function fieldOf(
  label: string,
  values: readonly ExportValue[],
  { provenance }: ExportDocument,
  forms: DocxForms,
): string {
  const runs = values.map(({ value, said }, at) => {
    const who = said.length === 0 ? '' : forms.said(saidText(said, provenance));
    return lines(String(value), at > 0, forms) + who;
  });
  return forms.field(forms.label(label) + runs.join(''));
}

function recordOf(
  { heading, mark, values }: ExportRecord,
  pictures: readonly string[],
  document: ExportDocument,
  forms: DocxForms,
): string {
  const fields = document.columns.map(({ heading: label }, index) => {
    const all = values[index] ?? [];
    return all.length === 0 ? '' : fieldOf(label, all, document, forms);
  });
  return [
    forms.heading(heading),
    mark === null ? '' : forms.mark(mark),
    pictures.length === 0 ? '' : forms.pictures(pictures.join('')),
    ...fields,
  ].join('');
}

/** A document for word processors: a heading for each record, its pictures and its values. No field, macro or link is in it. */
export const writeDocx: WriteDocument = async (document, { photos, progress }) => {
  const { title, facts, records, language } = document;
  const forms = await docxForms(allowedText(title), language, [...photos.values()].map(shownWidth));
  const pictures = new DocxPictures(forms);
  const paragraphs = [
    forms.title(title),
    ...facts.map(({ label, value }) => fieldOf(label, [{ value, said: [] }], document, forms)),
  ];
  for (const [index, record] of records.entries()) {
    const shown = record.photos.flatMap((id) => photos.get(id) ?? []);
    paragraphs.push(
      recordOf(
        record,
        shown.map((photo) => pictures.xml(photo)),
        document,
        forms,
      ),
    );
    if (index % 100 === 0) progress(index, records.length);
  }
  const xml = strToU8(forms.document(paragraphs.join('')));
  const files: Zippable = { ...forms.files, [DOCUMENT_PATH]: xml, ...pictures.files() };
  return new Blob([zipSync(files, { level: LEVEL })], { type: DOCX_TYPE });
};
