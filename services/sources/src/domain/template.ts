/**
 * A number in the forms that a provider may want. `national` is without the country's code; `country` the ISO code, or
 * empty. `found`: the first value that other sources found for each field that the source needs.
 */
export interface AskedNumber {
  e164: string;
  phone: string;
  national: string;
  country: string;
  found?: Readonly<Record<string, string>>;
}

/** Values for further placeholders, by their names without braces. */
export type Values = Readonly<Record<string, string>>;

const forms = ['e164', 'phone', 'national', 'country'] as const;
/** For a batch: the forms of all its numbers. */
const lists = { phones: 'phone', e164s: 'e164' } as const;
const known: ReadonlySet<string> = new Set([...forms, ...Object.keys(lists)]);
const pattern = /\{([A-Za-z0-9_.]+)\}/g;
const NONE: Values = {};

/** All placeholders of a text, without braces. */
export const placeholdersOf = (text: string): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Whether a placeholder tells something of the number, or the numbers, asked for. */
export const isOfNumber = (name: string): boolean => known.has(name);

/** The placeholders of a text that are none of a number's, nor of `also`. */
export const unknownPlaceholders = (text: string, also: (name: string) => boolean): string[] =>
  placeholdersOf(text).filter((name) => !known.has(name) && !also(name));

export const takesBatch = (text: string): boolean => text.includes('{phones}') || text.includes('{e164s}');

type Form = (typeof forms)[number];
const isList = (name: string): name is keyof typeof lists => Object.hasOwn(lists, name);
const listOf = (numbers: readonly AskedNumber[], name: keyof typeof lists): string[] => {
  const form = lists[name];
  return numbers.map((number) => number[form]);
};

/** Null for a name that nobody knows: its text stays as it is. */
function valueOf(name: string, number: AskedNumber | undefined, values: Values): string | null {
  if (known.has(name)) return number?.[name as Form] ?? '';
  const found = number?.found;
  if (found && Object.hasOwn(found, name)) return found[name] ?? '';
  return Object.hasOwn(values, name) ? (values[name] ?? '') : null;
}

type Fill = (numbers: readonly AskedNumber[], values?: Values) => string;

/** A plain text to be filled, cut at its placeholders once; each value written as `write` says, lists separated by commas. */
function filler(template: string, write: (value: string) => string): Fill {
  // Texts and the names between them, in turns.
  const parts = template.split(pattern);
  return (numbers, values = NONE) => {
    let filled = parts[0] ?? '';
    for (let at = 1; at < parts.length; at += 2) {
      const name = parts[at] ?? '';
      if (isList(name)) filled += listOf(numbers, name).map(write).join(',');
      else {
        const value = valueOf(name, numbers[0], values);
        filled += value === null ? `{${name}}` : write(value);
      }
      filled += parts[at + 1] ?? '';
    }
    return filled;
  };
}

/** A URL to be filled often: every value percent-encoded; lists separated by commas. */
export const urlFiller = (template: string): Fill => filler(template, encodeURIComponent);

/** Fills a URL once. */
export const fillUrl = (template: string, numbers: readonly AskedNumber[], values: Values = NONE): string =>
  urlFiller(template)(numbers, values);

/** Fills a text as it is: whoever sends it must encode it. */
export const fillText = (template: string, numbers: readonly AskedNumber[], values: Values): string =>
  filler(template, (value) => value)(numbers, values);

/**
 * Fills a JSON text: every value escaped as in a JSON string; `{phones}` and `{e164s}`, with or without quotes around,
 * become lists.
 */
export function fillJson(template: string, numbers: readonly AskedNumber[], values: Values = NONE): string {
  return template.replaceAll(
    /"\{(phones|e164s)\}"|\{([A-Za-z0-9_.]+)\}/g,
    (whole, quoted: string | undefined, name: string | undefined) => {
      const list = quoted ?? name ?? '';
      if (isList(list)) return JSON.stringify(listOf(numbers, list));
      const value = valueOf(list, numbers[0], values);
      return value === null ? whole : JSON.stringify(value).slice(1, -1);
    },
  );
}
