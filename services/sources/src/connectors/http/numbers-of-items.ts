import { textOf } from '../../domain/fields/field-shapes.ts';
import type { AskedNumber } from '../../domain/template.ts';

/** A number as it stands in an item, in digits: with its country's code for sure, or as it may be dialled within one. */
interface Written {
  digits: string;
  isWhole: boolean;
}

const NOBODY: ReadonlySet<string> = new Set();

function written(value: unknown): Written | null {
  const text = textOf(value) ?? '';
  const digits = text.replaceAll(/\D/g, '');
  if (digits === '') return null;
  if (/^\D*\+/.test(text)) return { digits, isWhole: true };
  return digits.startsWith('00') ? { digits: digits.slice(2), isWhole: true } : { digits, isWhole: false };
}

/** Which of the numbers asked for an item is about, each as its digits with the country's code. */
export interface ItemNumbers {
  of: ReadonlySet<string>;
  /** It is about one of these, and nobody can say about which. */
  oneOf: ReadonlySet<string>;
}

/**
 * Tells what each item is about, by the values in which its numbers stand. The same digits may be one number's whole
 * form and another's within its country: which of both is meant the other items tell, if they are written in one way
 * alone.
 * @param pace awaited before each item, of which there may be many
 */
export async function numbersOfItems<T>(
  items: readonly T[],
  valuesOf: (item: T) => readonly unknown[],
  numbers: readonly AskedNumber[],
  pace: () => Promise<void> | void,
): Promise<ItemNumbers[]> {
  const asked = new Set(numbers.map(({ phone }) => phone));
  const within = new Map<string, Set<string>>();
  for (const { phone, national } of numbers)
    for (const form of [national, `0${national}`]) within.set(form, (within.get(form) ?? new Set()).add(phone));
  const withinOf = ({ digits, isWhole }: Written): ReadonlySet<string> =>
    isWhole ? NOBODY : (within.get(digits) ?? NOBODY);

  const read: Written[][] = [];
  const ways = new Set<'whole' | 'within'>();
  for (const item of items) {
    await pace();
    const all = valuesOf(item).flatMap((value) => written(value) ?? []);
    read.push(all);
    for (const one of all) {
      const isAsked = asked.has(one.digits);
      const inCountry = withinOf(one).size;
      if (isAsked && inCountry === 0) ways.add('whole');
      else if (!isAsked && inCountry > 0) ways.add('within');
    }
  }
  const possible = (one: Written): ReadonlySet<string> => {
    const inCountry = withinOf(one);
    if (!asked.has(one.digits)) return inCountry;
    const whole = new Set([one.digits]);
    if (inCountry.size === 0 || (ways.has('whole') && !ways.has('within'))) return whole;
    return ways.has('within') && !ways.has('whole') ? inCountry : whole.union(inCountry);
  };
  const about: ItemNumbers[] = [];
  for (const all of read) {
    await pace();
    const sets = all.map(possible);
    const of = new Set(sets.flatMap((set) => (set.size === 1 ? [...set] : [])));
    about.push({ of, oneOf: new Set(sets.flatMap((set) => (set.size > 1 ? [...set] : []))) });
  }
  return about;
}
