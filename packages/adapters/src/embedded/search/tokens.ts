import type { IndexField } from '@numscope/platform';
import type { DocumentContent } from '@numscope/platform/packed-documents';

/** One letter for each field, at the head of its tokens. */
const letters: Readonly<Record<IndexField, string>> = {
  name: 'n',
  phone: 'p',
  email: 'e',
  socialNetwork: 's',
  image: 'g',
  job: 'j',
  address: 'a',
  birthDate: 'b',
  work: 'w',
  school: 'u',
  country: 'c',
  source: 'o',
  lineType: 't',
  carrier: 'r',
  city: 'i',
  confidence: 'f',
};

/**
 * Beginnings of these lengths stand in the index as tokens of their own. A short beginning then is one list of rows
 * already in order, however many words begin so; only others, which few words share or nobody asks for, are put
 * together from their words' lists.
 */
const prefixChars: Readonly<Record<IndexField, readonly [from: number, to: number]>> = {
  name: [1, 10],
  phone: [1, 8],
  email: [1, 4],
  socialNetwork: [3, 5],
  image: [0, 0],
  job: [0, 0],
  address: [3, 10],
  birthDate: [0, 0],
  work: [3, 10],
  school: [3, 10],
  country: [0, 0],
  source: [0, 0],
  lineType: [0, 0],
  carrier: [0, 0],
  city: [0, 0],
  confidence: [0, 0],
};

/** What the tokenizer keeps as it is; ASCII capitals it would fold. */
const plain = /^[a-z0-9@.\-:+\u0080-\ud7ff\ue000-\uffff]*$/;
const special = /[^a-z0-9@.\-:+\u0080-\ud7ff\ue000-\uffff]/g;

/**
 * For `CREATE VIRTUAL TABLE`: letters, digits, the marks of `plain` and `_` make tokens, everything else parts them.
 */
export const tokenizer = `ascii tokenchars '@.-:+_'`;

const escape = (char: string): string => `_${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A term with everything that could part or change it written as `_` and four hex digits: a term's beginning stays its
 * beginning.
 */
const encoded = (term: string): string => (plain.test(term) ? term : term.replaceAll(special, escape));

/** The token that says: this field has exactly this term. */
export const exactToken = (field: IndexField, term: string): string => `${letters[field]}0${encoded(term)}`;

/** The token that says: this field has a term that begins so; null where there is none for this length. */
export function prefixToken(field: IndexField, start: string): string | null {
  const [from, to] = prefixChars[field];
  if (start.length === 0 || start.length < from || start.length > to) return null;
  return `${letters[field]}${start.length}${encoded(start)}`;
}

/** All tokens of one term, each followed by a space, as the text that the index takes. */
export function termText(field: IndexField, term: string): string {
  const letter = letters[field];
  const whole = encoded(term);
  const isPlain = whole === term;
  const [from, to] = prefixChars[field];
  const longest = Math.min(to, term.length);
  let text = `${letter}0${whole} `;
  for (let chars = Math.max(1, from); chars <= longest; chars++) {
    const start = term.slice(0, chars);
    text += `${letter}${chars}${isPlain ? start : encoded(start)} `;
  }
  return text;
}

/** The same of all terms of a document, but for null. Repeated ones do no harm. */
export function documentText({ terms }: Pick<DocumentContent, 'terms'>): string {
  let text = '';
  for (const [field, list] of Object.entries(terms))
    for (const term of list ?? []) if (term !== null) text += termText(field as IndexField, term);
  return text;
}
