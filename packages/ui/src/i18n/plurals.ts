import { formatCount } from '../format/numbers.ts';

const plurals = /\{(\w+), plural,((?: =?\w+ \{(?:[^{}]|\{\w+\})*\})+)\}/g;
const forms = /(=?\w+) \{((?:[^{}]|\{\w+\})*)\}/g;

type LastName<T> = T extends `${string}{${infer Rest}` ? LastName<Rest> : T;

/** The names in a text that stand for numbers with a form of their own. */
export type Counted<T> = T extends `${infer Before}, plural,${infer After}` ? LastName<Before> | Counted<After> : never;

/**
 * Takes of each `{count, plural, one {# job} other {# jobs}}` the form that the language has for its number, with the number for `#`; `=1` is for
 * that number alone. It is the part of ICU's message format that is needed here.
 * @param tag the language of the text, as `ru-RU`
 */
export const withPlurals = (text: string, values: Record<string, string | number>, tag: string): string =>
  text.replaceAll(plurals, (whole, name: string, written: string) => {
    const count = Number(values[name]);
    const kind = new Intl.PluralRules(tag).select(count);
    const found = new Map([...written.matchAll(forms)].map(([, of, form]) => [of, form]));
    return (found.get(`=${count}`) ?? found.get(kind) ?? found.get('other') ?? whole).replaceAll(
      '#',
      formatCount(count),
    );
  });
