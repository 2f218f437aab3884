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
  type Item,
  isItem,
  readFlag,
  readFlagOrText,
  readNames,
  readNetworks,
  readNumberOrText,
  readText,
  readImages,
  readTexts,
  readTime,
} from './field-shapes.ts';
import { limits } from '@numscope/contracts/limits';
import { newestFirst, timedValues } from './timed-values.ts';
import { lineIn, readLine, speaksOfLine } from './read-line.ts';

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
    image: readImages,
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

/** The items of all networks together are as many as another list may have. */
function readOther(value: unknown): SourceFields['other'] | null {
  if (!isItem(value)) return null;
  const networks = new Map<string, Item[]>();
  let left: number = limits.valuesOfAnswer;
  for (const [name, sent] of Object.entries(value)) {
    const network = name.trim();
    const items = (Array.isArray(sent) ? sent : [sent]).filter(isItem).slice(0, left);
    if (network === '' || items.length === 0) continue;
    left -= items.length;
    networks.set(
      network,
      items.map((item) => ({ ...item })),
    );
  }
  return networks.size > 0 ? Object.fromEntries(networks) : null;
}

const singles: ReadonlySet<string> = new Set(singleFields);
/** Pictures are told by what they become, so that their addresses need no time. */
const timeless: ReadonlySet<string> = new Set(['photos']);

/**
 * A field of values that say when they were so: what is read of it, and the time of each value. Of a single value's
 * several the newest counts.
 */
function readTimed(name: string, read: (value: unknown) => unknown, sent: unknown) {
  const values = timedValues(sent);
  if (values === null) return null;
  const ordered = singles.has(name) ? newestFirst(values) : values;
  const times = timeless.has(name)
    ? []
    : ordered.flatMap(({ value, observedAt }) =>
        observedAt === null
          ? []
          : [read(value)]
              .flat()
              .filter((one) => one !== null)
              .map((one) => ({ value: one, observedAt })),
      );
  return { value: read(ordered.map(({ value }) => value)), times };
}

/**
 * Whatever a source sent, as fields: each read leniently by itself, so that one odd value costs nothing but itself; an
 * item of the wrong shape is dropped, an unknown word is kept as text, empties go. Photos stay as they were sent. A value
 * may be `{ value, observedAt }`: its time then stands in `valueTimes`. Null
 * when nothing is left.
 */
export function sanitiseFields(sent: unknown): SourceFields | null {
  if (!isItem(sent)) return null;
  const fields: Record<string, unknown> = {};
  const keep = (name: string, value: unknown): void => {
    if (value !== null && !(Array.isArray(value) && value.length === 0)) fields[name] = value;
  };
  const valueTimes: NonNullable<SourceFields['valueTimes']> = {};
  for (const [name, read] of fieldReaders) {
    if (sent[name] === undefined) continue;
    const timed = readTimed(name, read, sent[name]);
    keep(name, timed ? timed.value : read(sent[name]));
    if (timed && timed.times.length > 0) valueTimes[name] = timed.times;
  }
  keep('line', speaksOfLine(sent) ? readLine(lineIn(sent)) : null);
  // Asked first, because zod's refusal of what is not there costs more than all the rest.
  if (isItem(sent['numbering'])) keep('numbering', Numbering.safeParse(sent['numbering']).data ?? null);
  keep('other', readOther(sent['other']));
  if (Object.keys(valueTimes).length > 0) fields['valueTimes'] = valueTimes;
  return Object.keys(fields).length > 0 ? (fields as SourceFields) : null;
}
