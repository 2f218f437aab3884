import {
  byListField,
  bySingleField,
  lineFieldNames,
  listFields,
  Numbering,
  singleFields,
  type SourceFields,
} from '@numscope/contracts';
import {
  isItem,
  readFlag,
  readFlagOrText,
  readNames,
  readNetworks,
  readNumberOrText,
  readText,
  readTexts,
  readTime,
} from './field-shapes.ts';
import { lineIn, readLine } from './read-line.ts';

const readers = {
  ...bySingleField({
    text: readText,
    name: readText,
    place: readText,
    date: readText,
    gender: readText,
    country: readText,
    flag: readFlag,
    flagOrText: readFlagOrText,
    numberOrText: readNumberOrText,
    time: readTime,
  }),
  ...byListField({
    text: readTexts,
    name: readNames,
    email: readTexts,
    phone: readTexts,
    account: readNetworks,
    site: readTexts,
    image: readTexts,
  }),
};
const fieldReaders = Object.entries(readers);

/** Every name of a field that a mapping may have. */
export const mappableFields: ReadonlySet<string> = new Set<string>([
  ...singleFields,
  ...listFields,
  'line',
  ...lineFieldNames.map((field) => `line.${field}`),
  'numbering',
  'other',
]);

function readOther(value: unknown): SourceFields['other'] | null {
  if (!isItem(value)) return null;
  const networks = Object.entries(value)
    .map(([network, items]) => [network.trim(), (Array.isArray(items) ? items : [items]).filter(isItem)] as const)
    .filter(([network, items]) => network !== '' && items.length > 0);
  return networks.length > 0
    ? Object.fromEntries(networks.map(([network, items]) => [network, items.map((item) => ({ ...item }))]))
    : null;
}

/**
 * Whatever a source sent, as fields: each read leniently by itself, so that one odd value costs nothing but itself; an
 * item of the wrong shape is dropped, an unknown word is kept as text, empties go. Photos stay as they were sent. Null
 * when nothing is left.
 */
export function sanitiseFields(sent: unknown): SourceFields | null {
  if (!isItem(sent)) return null;
  const fields: Record<string, unknown> = {};
  const keep = (name: string, value: unknown): void => {
    if (value !== null && !(Array.isArray(value) && value.length === 0)) fields[name] = value;
  };
  for (const [name, read] of fieldReaders) if (sent[name] !== undefined) keep(name, read(sent[name]));
  keep('line', readLine(lineIn(sent)));
  // Asked first, because zod's refusal of what is not there costs more than all the rest.
  if (isItem(sent['numbering'])) keep('numbering', Numbering.safeParse(sent['numbering']).data ?? null);
  keep('other', readOther(sent['other']));
  return Object.keys(fields).length > 0 ? (fields as SourceFields) : null;
}
