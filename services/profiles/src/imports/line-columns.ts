import { type LineKind, lineFieldNames, lineFields } from '@numscope/contracts';
import { splitCell } from '@numscope/contracts/list-cell';

const number = (text: string): number | string => (/^\d+(?:\.\d+)?(?:e-\d+)?$/.test(text) ? Number(text) : text);
export const itself = (text: string): string => text;
export const flag = (text: string): boolean | string =>
  /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;

/** A day or a moment as ISO 8601 has it, of UTC where no zone is told. What is neither stays, and is refused. */
function time(text: string): number | string {
  if (/^-?\d{9,}$/.test(text)) return Number(text);
  const [, day, clock = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(clock === '' ? day : `${day}T${clock}${zone}`);
  return Number.isNaN(ms) ? text : ms;
}

const readers: Readonly<Record<LineKind, (text: string) => unknown>> = {
  text: itself,
  mcc: itself,
  mnc: itself,
  flag,
  time,
  status: (text) => text.toUpperCase(),
  share: number,
  texts: (cell) => splitCell(cell),
};

/** The columns of what is said of a line, as the CSV export names them, with how the text of a cell is read. */
export const lineColumns = lineFieldNames.map((field) => ({
  column: `line.${field}`,
  field,
  read: readers[lineFields[field]],
}));
