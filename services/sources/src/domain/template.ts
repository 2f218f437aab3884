/**
 * A number in the forms that a provider may want. `national` is without the country's code; `country` the ISO code, or
 * empty.
 */
export interface AskedNumber {
  e164: string;
  phone: string;
  national: string;
  country: string;
}

const placeholders = ['e164', 'phone', 'national', 'country', 'phones'] as const;
const known: ReadonlySet<string> = new Set(placeholders);
const pattern = /\{([A-Za-z0-9_]+)\}/g;

/** The placeholders of a text that nobody knows. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !known.has(name));

export const takesBatch = (text: string): boolean => text.includes('{phones}');

type Form = Exclude<(typeof placeholders)[number], 'phones'>;
const formOf = (number: AskedNumber | undefined, name: string): string => number?.[name as Form] ?? '';

/** Fills a URL: every value percent-encoded; `{phones}` separated by commas. */
export function fillUrl(template: string, numbers: readonly AskedNumber[]): string {
  return template.replaceAll(pattern, (whole, name: string) => {
    if (!known.has(name)) return whole;
    if (name === 'phones') return numbers.map(({ phone }) => encodeURIComponent(phone)).join(',');
    return encodeURIComponent(formOf(numbers[0], name));
  });
}

/**
 * Fills a JSON text: every value escaped as in a JSON string; `{phones}`, with or without quotes around it, becomes a
 * list.
 */
export function fillJson(template: string, numbers: readonly AskedNumber[]): string {
  return template.replaceAll(/"\{phones\}"|\{([A-Za-z0-9_]+)\}/g, (whole, name: string | undefined) => {
    if (name === undefined || name === 'phones') return JSON.stringify(numbers.map(({ phone }) => phone));
    return known.has(name) ? JSON.stringify(formOf(numbers[0], name)).slice(1, -1) : whole;
  });
}
