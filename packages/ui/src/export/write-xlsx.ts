import { importedText } from '@numscope/contracts/csv-text';
import { joinCell } from '@numscope/contracts/list-cell';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { escapeText } from './escape-text.ts';
import type {
  ExportColumn,
  ExportDocument,
  ExportPhoto,
  ExportValue,
  ProvenanceWords,
  WriteDocument,
} from './export-document.ts';
import { type Cell, SharedTexts, type Sheet, sheetXml } from './sheet-xml.ts';
import { contentTypes, drawing, type PlacedPicture, relations, styles, workbook } from './workbook-parts.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** In pixels of 1/96 inch, of which a point has 4/3. */
const PHOTO_PX = 72;
const ROW_POINTS = 58;
const PHOTO_WIDTH = 14;
/** Of 0 to 9: the next ones cost more time than they save bytes. */
const LEVEL = 3;

/** As Excel takes the name of a sheet. */
const sheetName = (text: string): string =>
  text
    .replaceAll(/[\\/?*[\]:']/g, ' ')
    .slice(0, 31)
    .trim();

/** Several values stand one below the other. */
function cellOf(values: readonly ExportValue[], cell: ExportColumn['cell']): Cell {
  const [first] = values;
  if (first === undefined) return null;
  if (cell !== undefined && cell !== 'text')
    return importedText(
      joinCell(
        values.map(({ value }) => String(value)),
        cell,
        '\n',
      ),
    );
  if (values.length > 1) return values.map(({ value }) => String(value)).join('\n');
  return cell === 'text' && typeof first.value === 'string' ? importedText(first.value) : first.value;
}

interface Pictures {
  /** Each once, in the order of their files. */
  files: ExportPhoto[];
  placed: PlacedPicture[];
}

/** The first picture of each record, in the column behind all others. */
function picturesOf({ records, columns }: ExportDocument, photos: ReadonlyMap<string, ExportPhoto>): Pictures {
  const files: ExportPhoto[] = [];
  const relationOf = new Map<string, number>();
  const placed: PlacedPicture[] = [];
  for (const [row, record] of records.entries()) {
    const id = record.photos.find((each) => photos.has(each));
    const photo = id === undefined ? undefined : photos.get(id);
    if (id === undefined || photo === undefined) continue;
    if (!relationOf.has(id)) relationOf.set(id, files.push(photo));
    const scale = PHOTO_PX / Math.max(photo.width, photo.height);
    placed.push({
      column: columns.length,
      row: row + 1,
      width: Math.round(photo.width * scale),
      height: Math.round(photo.height * scale),
      relation: relationOf.get(id) ?? 0,
    });
  }
  return { files, placed };
}

function recordsSheet({ columns, records, words }: ExportDocument, { placed }: Pictures): Sheet {
  return {
    columns: placed.length === 0 ? columns : [...columns, { heading: words.photo, width: PHOTO_WIDTH }],
    rows: records.map(({ values }) => values.map((each, at) => cellOf(each, columns[at]?.cell))),
    heights: new Map(placed.map(({ row }) => [row - 1, ROW_POINTS])),
    hasDrawing: placed.length > 0,
  };
}

function provenanceSheet({ columns, records }: ExportDocument, words: ProvenanceWords): Sheet {
  const rows = records.flatMap(({ id, values }) =>
    columns.flatMap(({ heading }, index) =>
      (values[index] ?? []).flatMap(({ value, said }) =>
        said.map(({ source, at, observedAt, cached }): Cell[] => [
          id,
          heading,
          value,
          source,
          at,
          observedAt,
          cached ? words.cached : null,
        ]),
      ),
    ),
  );
  const widths = [18, 22, 40, 16, 24, 24, 12];
  const headings = [words.record, words.field, words.value, words.source, words.asked, words.observed, words.cached];
  return { columns: headings.map((heading, at) => ({ heading, width: widths[at] ?? 20 })), rows };
}

/** The records first, as imports read that sheet; then who says what, then what stands above other formats. */
function sheetsOf(document: ExportDocument, pictures: Pictures): { name: string; sheet: Sheet }[] {
  const { words, provenance, title, facts } = document;
  const about: Sheet = {
    columns: [
      { heading: title, width: 28 },
      { heading: '', width: 80 },
    ],
    rows: facts.map(({ label, value }) => [label, value]),
  };
  return [
    { name: words.records, sheet: recordsSheet(document, pictures) },
    ...(provenance === null ? [] : [{ name: provenance.title, sheet: provenanceSheet(document, provenance) }]),
    { name: words.about, sheet: about },
  ];
}

/** A workbook: nothing in it can run as a formula, what is longer than a cell can be (32,767 characters) is cut and ends with `…`. */
export const writeXlsx: WriteDocument = async (document, { photos, progress }) => {
  const total = document.records.length;
  const pictures = picturesOf(document, photos);
  const sheets = sheetsOf(document, pictures);
  const texts = new SharedTexts();
  const files: Zippable = {};
  const put = (path: string, xml: string): void => {
    files[path] = strToU8(xml);
  };
  for (const [at, { sheet }] of sheets.entries()) put(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet, texts));
  progress(Math.floor(total / 2), total);
  put('xl/sharedStrings.xml', texts.xml());
  put('xl/styles.xml', styles);
  put('xl/workbook.xml', workbook(sheets.map(({ name }) => escapeText(sheetName(name)))));
  put('[Content_Types].xml', contentTypes(sheets.length));
  put('_rels/.rels', relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }]));
  put(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...sheets.map((_sheet, at) => ({ type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
      { type: 'styles', target: 'styles.xml' },
      { type: 'sharedStrings', target: 'sharedStrings.xml' },
    ]),
  );
  put('xl/drawings/drawing1.xml', drawing(pictures.placed));
  if (pictures.placed.length > 0) {
    put('xl/worksheets/_rels/sheet1.xml.rels', relations([{ type: 'drawing', target: '../drawings/drawing1.xml' }]));
    const targets = pictures.files.map((_file, at) => ({ type: 'image', target: `../media/image${at + 1}.jpg` }));
    put('xl/drawings/_rels/drawing1.xml.rels', relations(targets));
    // A JPEG does not get smaller.
    for (const [at, { bytes }] of pictures.files.entries())
      files[`xl/media/image${at + 1}.jpg`] = [bytes, { level: 0 }];
  }
  const book = zipSync(files, { level: LEVEL });
  progress(total, total);
  return new Blob([book], { type: XLSX_TYPE });
};
