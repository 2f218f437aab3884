import { Document, HeadingLevel, ImageRun, Packer, Paragraph, TextRun } from 'docx';
import { strFromU8, unzipSync } from 'fflate';
import { escapeText } from './escape-text.ts';

/** Twentieths of a point, from the left edge of the text to the values. */
const VALUES_AT = 2600;
const PHOTO_PX = 96;
/** Stand in the forms where a text comes, and the number of a picture. */
const TEXT = 'TEXT-COMES-HERE';
const NUMBER = 'NUMBER-COMES-HERE';
/** What docx takes for the picture of the forms; nothing is in it. */
const NO_PICTURE = 'media/image1.jpg';
export const DOCUMENT_PATH = 'word/document.xml';
export const RELATIONS_PATH = 'word/_rels/document.xml.rels';

/** Told once for all, because each property of a paragraph or of a run is as long as its text. */
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

/** Pixels of 1/96 inch; all pictures are of one height. */
export const shownWidth = ({ width, height }: { width: number; height: number }): number =>
  Math.round((PHOTO_PX * width) / height);

const emptyPicture = (width: number): ImageRun =>
  new ImageRun({
    type: 'jpg',
    data: new Uint8Array(),
    transformation: { width, height: PHOTO_PX },
    altText: { id: NUMBER },
  });

/** A paragraph of each kind. Of a field: its label, a line, a line below another, who says it. */
const paragraphs = (widths: readonly number[]): Paragraph[] => [
  new Paragraph({ heading: HeadingLevel.HEADING_1, text: TEXT }),
  new Paragraph({ heading: HeadingLevel.HEADING_2, text: TEXT, keepNext: true }),
  new Paragraph({ children: [new TextRun({ text: TEXT, bold: true, color: '8A4B00' })] }),
  new Paragraph({
    style: 'Field',
    children: [
      new TextRun({ text: `${TEXT}\t`, style: 'Label' }),
      new TextRun(TEXT),
      new TextRun({ text: TEXT, break: 1 }),
      new TextRun({ text: `  ${TEXT}`, style: 'Said' }),
    ],
  }),
  new Paragraph({ children: widths.map(emptyPicture) }),
];

/** Puts something where it belongs. */
type Fill = (inner: string) => string;

/** A copy of a text with something else where this is. @throws Error where docx has not written this, or more than once */
function form(text: string, place: string): Fill {
  const [before, behind, ...more] = text.split(place);
  if (before === undefined || behind === undefined || more.length > 0)
    throw new Error(`docx wrote this ${more.length + 1} times and not once: ${place.slice(0, 60)}`);
  return (inner) => before + inner + behind;
}

function textForm(xml = ''): Fill {
  const fill = form(xml, TEXT);
  return (text) => fill(escapeText(text));
}

/** Elements that do not lie in each other, and the form of what is around all of them. */
function elementsOf(xml: string, pattern: RegExp): { elements: string[]; around: Fill } {
  const elements = Array.from(xml.matchAll(pattern), ([element]) => element);
  return { elements, around: form(xml, elements.join('')) };
}

const textOf = (bytes = new Uint8Array()): string => strFromU8(bytes);
const RUN = /<w:r>.*?<\/w:r>/g;

/** The forms of pictures and of their relations. docx has written one relation for all of the forms. */
function pictureForms(xml = '', widths: readonly number[], related: string) {
  const { elements, around: pictures } = elementsOf(xml, RUN);
  const runs = new Map(widths.map((width, at) => [width, elements[at]]));
  const relationXml = /<Relationship [^>]*?Target="media\/image1\.jpg"\/>/.exec(related)?.[0] ?? '';
  const id = /Id="(\w+)"/.exec(relationXml)?.[1] ?? '';
  return {
    /** Around the runs of pictures. */
    pictures,
    /** The run of a picture, by its place among all, from 1, and the id of its relation. */
    picture: (width: number, place: number, relation: string) =>
      (runs.get(width) ?? '').replace(NUMBER, String(place)).replace(`"${id}"`, `"${relation}"`),
    /** Around the relations of pictures. */
    relations: form(related, relationXml),
    /** @param target its file, as the document finds it */
    relation: (own: string, target: string) => relationXml.replace(`"${id}"`, `"${own}"`).replace(NO_PICTURE, target),
  };
}

/**
 * Lets docx write a document of one paragraph of each kind. All others are copies of these with other texts: docx's own
 * objects for the paragraphs of a thousand records cost many times what their text does, in time and in memory.
 * @param name of the document, without what no XML may hold
 * @param language a tag of BCP 47
 * @param widths of all pictures, as they are shown
 */
export async function docxForms(name: string, language: string, widths: readonly number[]) {
  // A picture in any case, so that the files and the relations are always the same.
  const all = [...new Set([...widths, PHOTO_PX])];
  const file = new Document({
    title: name,
    styles: { ...styles, default: { document: { run: { language: { value: language } } } } },
    sections: [{ children: paragraphs(all) }],
  });
  const written = unzipSync(new Uint8Array(await Packer.toArrayBuffer(file)));
  const { [DOCUMENT_PATH]: body, [RELATIONS_PATH]: related, [`word/${NO_PICTURE}`]: _none, ...files } = written;
  const { elements, around: document } = elementsOf(textOf(body), /<w:p>.*?<\/w:p>/g);
  const [title, heading, mark, fieldXml = '', picturesXml] = elements;
  const { elements: runs, around: field } = elementsOf(fieldXml, RUN);
  const [label, line, nextLine, said] = runs;
  return {
    /** All files of the package but the document and its relations, by their paths. */
    files,
    /** Around paragraphs. */
    document,
    // Paragraphs around their text.
    title: textForm(title),
    heading: textForm(heading),
    mark: textForm(mark),
    /** A paragraph around its runs. */
    field,
    // Runs around their text; the next line is one below another.
    label: textForm(label),
    line: textForm(line),
    nextLine: textForm(nextLine),
    said: textForm(said),
    ...pictureForms(picturesXml, all, textOf(related)),
  };
}

/** What docx writes around texts and pictures. */
export type DocxForms = Awaited<ReturnType<typeof docxForms>>;
