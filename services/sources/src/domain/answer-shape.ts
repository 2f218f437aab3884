import { isItem } from './fields/field-shapes.ts';

/** What is shown of a list, a field and a text at most: more tells nothing more of how an answer is built. */
const SHOWN_ITEMS = 3;
const SHOWN_FIELDS = 200;
const SHOWN_DEPTH = 30;
const SHOWN_CHARS = 60;
const SHOWN_LINES = 3;
/** No header is longer. */
const HEADER_CHARS = 16_000;
/** A name with so many digits in it, or an address, is itself something that was said of somebody. */
const tellsOfSomebody = /@|(?:\d\D?){5}/;

const masked = (text: string): string => text.replaceAll(/\p{L}/gu, 'x').replaceAll(/\p{N}/gu, '0');
const shown = (text: string): string => {
  const cut = text.slice(0, SHOWN_CHARS);
  return masked(cut) + (text.length > SHOWN_CHARS ? '…' : '');
};

/** Names of elements and of attributes stay. */
const shapeOfMarkup = (text: string): string =>
  text.replaceAll(
    /(<[/?]?[\w:.-]+)|(\s[\w:.-]+(?==["']))|[\p{L}\p{N}]/gu,
    (_whole, element: string | undefined, attribute: string | undefined) => element ?? attribute ?? 'x',
  );

/** The separator of two lines that look like rows of one table. */
const markOf = (first: string, second: string): string | undefined =>
  [',', ';', '\t'].find((mark) => first.includes(mark) && first.split(mark).length === second.split(mark).length);

/** Whether a first row has something that is said of somebody, as where a table has no names of its columns. */
const isSaid = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^[^\p{L}]*(?:\p{N}|$)/u.test(cell) || tellsOfSomebody.test(cell));

function shapeOfText(text: string, header: string | null): string {
  if (text.trimStart().startsWith('<')) return shapeOfMarkup(text);
  const [head = '', ...rows] = text.split('\n', SHOWN_LINES + 1);
  const mark = markOf(head, rows[0] ?? '');
  if (mark === undefined) return shown(text);
  const isHeader = head === header && !isSaid(head.split(mark));
  return [isHeader ? head : masked(head), ...rows.map(masked)].join('\n');
}

function shapeOfValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shown(value);
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (Array.isArray(value) && depth < SHOWN_DEPTH) {
    const items = value.slice(0, SHOWN_ITEMS).map((item: unknown) => shapeOfValue(item, depth + 1));
    return value.length > SHOWN_ITEMS ? [...items, '…'] : items;
  }
  if (!isItem(value) || depth >= SHOWN_DEPTH) return value === null ? null : '…';
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, SHOWN_FIELDS)
      .map(([name, one]) => [tellsOfSomebody.test(name) ? shown(name) : name, shapeOfValue(one, depth + 1)]),
  );
}

/** The first row of an answer that is a text of several; null where it is none. @param raw as JSON text */
export function firstRowOf(raw: string): string | null {
  // As it is written there: an answer of megabytes is not read for it.
  const [, row] = /^"((?:[^"\\]|\\[^n])*)\\n/.exec(raw.slice(0, HEADER_CHARS)) ?? [];
  return row === undefined ? null : (JSON.parse(`"${row}"`) as string);
}

/**
 * How an answer is built, which is all that mending a mapping needs: its names, with letters and digits of its values
 * masked, as nobody who may look at a source need learn anything about anybody by it.
 * @param raw as JSON text, which a page of XML or CSV is one text of
 * @param header the first row of a table that names its columns; null where nobody knows whether it has one
 */
export function answerShape(raw: string, header: string | null): string {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? shapeOfText(value, header) : JSON.stringify(shapeOfValue(value, 0));
  } catch {
    return shown(raw);
  }
}
