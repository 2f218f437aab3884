import { byListField, bySingleField, ImportedProfile, type ImportMapping, networkName } from '@numscope/contracts';
import { unguardedText } from '@numscope/contracts/csv-text';
import { SANDBOX, socialNetworks } from '@numscope/contracts/lists';
import { lineColumns } from './line-columns.ts';
import { isMarkedMadeUp } from './made-up-mark.ts';

/** A row of a table by the names of its columns. */
type TableRow = Readonly<Record<string, unknown>>;

/** The fields that a column can be mapped to. */
export const importFields = [...Object.keys(ImportedProfile.shape), ...lineColumns.map(({ column }) => column)];

const parts = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const lines = (text: string): string[] => parts(text, /[|\r\n]+/);
const items = (text: string): string[] => parts(text, /[|;,\s]+/);
const flag = (text: string): boolean | string =>
  /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;

/** As every export of ours parts sites, in which other separators may stand themselves. */
const sites = (text: string): string[] => parts(text, / \| |[\r\n]+/);

/** `Anvar (OK)`, as every export of ours writes names with their types behind them, which may be any text. */
function nameOf(text: string): { name: string; type: string } {
  const [, name = text, type = 'UNKNOWN'] = /^(.*) \((.+)\)$/.exec(text) ?? [];
  return { name, type };
}

/** Specified networks by what the console's exports call them. Of two that it calls alike the later one. */
const networkOf = new Map(socialNetworks.map((network) => [networkName(network), network]));

/**
 * `TELEGRAM: anvar`, the network in any words, or `TELEGRAM:anvar`. Without a network or an id it is dropped as anywhere.
 * Text that is no account at all stays text, and is refused.
 */
function accountOf(text: string): { id: string; socialNetwork: string } | string {
  const found = /^(.*?)\s*:(?:\s+(.*))?$/.exec(text) ?? /^(\w*):(?!\/\/)(.+)$/.exec(text);
  if (!found) return text;
  const [, network = '', id = ''] = found;
  return { id, socialNetwork: networkOf.get(network) ?? network };
}

const itself = (text: string): string => text;
const { photos: images, ...lists } = byListField({
  text: lines,
  name: (text: string) => lines(text).map(nameOf),
  email: items,
  phone: (text: string) => parts(text, /[|;,\r\n]+/),
  account: (text: string) => lines(text).map(accountOf),
  site: sites,
  image: items,
});

/** How the text of a cell becomes the value of a field. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  ...bySingleField({
    text: itself,
    name: itself,
    place: itself,
    date: itself,
    gender: itself,
    country: itself,
    flag,
    flagOrText: flag,
    numberOrText: itself,
    time: (text: string) => (/^-?\d+$/.test(text) ? Number(text) : text),
  }),
  ...lists,
  images,
  sources: lines,
  ...Object.fromEntries(lineColumns.map(({ column, read }) => [column, read])),
};

/** Takes back the apostrophes by which the CSV export keeps a spreadsheet from running a text. */
const plain = (text: string): string => unguardedText(text.trim());

/** Brings what columns say of the line together, as a profile has it. */
function withLine(candidate: Record<string, unknown>): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const { column, field } of lineColumns) {
    if (candidate[column] !== undefined) line[field] = candidate[column];
    delete candidate[column];
  }
  return Object.keys(line).length > 0 ? { ...candidate, line } : candidate;
}

/** A row of columns as an imported profile might be; whether it is one, its schema tells. Empty cells say nothing. */
export function candidateOf(row: TableRow, mapping: ImportMapping | undefined): Record<string, unknown> {
  const candidate: Record<string, unknown> = {};
  for (const field of importFields) {
    const column = mapping ? mapping[field] : field;
    const cell = column !== undefined && Object.hasOwn(row, column) ? row[column] : undefined;
    if (cell === undefined || cell === null) continue;
    if (typeof cell !== 'string') candidate[field] = cell;
    else if (plain(cell) !== '') candidate[field] = readers[field]?.(plain(cell)) ?? plain(cell);
  }
  return withLine(isMarkedMadeUp(row) ? { ...candidate, sources: [SANDBOX] } : candidate);
}
