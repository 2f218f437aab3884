import type { Archive } from './archive.ts';
import { tooLarge } from './spreadsheet-error.ts';
import { readXml } from './walk-xml.ts';

/** Styles of cells, and formats of their own: more than any spreadsheet program takes. */
const MOST_STYLES = 65_536;
/** Characters of one format, as spreadsheet programs take it. */
const FORMAT_CHARS = 255;

/** Formats that every program knows by their numbers: 14 to 22 and 45 to 47 everywhere, the others in East Asia. */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

/** Whether a format shows days or times: by its letters, without what it only quotes or puts in brackets. */
export function isDateFormat(code: string): boolean {
  const letters = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmyhs]/i.test(letters.split(';')[0]?.replaceAll(/general/gi, '') ?? '');
}

/** For each style, by its place, whether it shows a number as a date. @throws SpreadsheetError */
export async function readDateStyles(archive: Archive, part: string): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inStyles = false;
  await readXml(await archive.open(part), {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      const format = Number(numFmtId);
      if (name === 'numFmt') formats.set(format, isDateFormat(formatCode.slice(0, FORMAT_CHARS)));
      else if (name === 'cellXfs') inStyles = true;
      else if (name === 'xf' && inStyles) styles.push(formats.get(format) ?? isBuiltInDate(format));
      if (formats.size > MOST_STYLES || styles.length > MOST_STYLES)
        throw tooLarge(`its cells have more than ${MOST_STYLES} styles`);
    },
    close: (name) => {
      if (name === 'cellXfs') inStyles = false;
    },
  });
  return styles;
}
