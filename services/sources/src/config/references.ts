import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const reference = /\$\{(env|file):([^}]*)\}/g;

/** Behind the last brace that closes none is looked for: from each that opens it would be to the end of the text. */
const closedPart = (text: string): string => text.slice(0, text.lastIndexOf('}') + 1);

const braced = { '${': /\$\{[^}]*\}/g, '{': /\{[^}]*\}/g };

/** The text with `by` for all that stands in braces, from this beginning on. */
export function replaceBraced(text: string, begin: keyof typeof braced, by: string): string {
  const closed = closedPart(text);
  return closed.replaceAll(braced[begin], by) + text.slice(closed.length);
}

/** A text without its references, and whatever else begins as they do. */
export const withoutReferences = (text: string): string => replaceBraced(text, '${', '');

/** The references of a text, as they stand there. */
export const referencesIn = (text: string): string[] => closedPart(text).match(reference) ?? [];

/** Whether a text has at least one `${env:NAME}` or `${file:path}`. */
export const hasReference = (text: string): boolean => closedPart(text).search(reference) >= 0;

const letterOrDigit = /[\p{L}\p{N}]/u;
/** The character before a place, whole where it is a pair. */
const lastCharacter = (text: string, end: number): string =>
  /.$/su.exec(text.slice(Math.max(0, end - 2), end))?.[0] ?? '';

/** What stands at a place of a text, with the letters and digits that adjoin it. */
function wordAround(text: string, from: number, length: number): string {
  let begin = from;
  for (let one = lastCharacter(text, begin); letterOrDigit.test(one); one = lastCharacter(text, begin))
    begin -= one.length;
  const after = /^[\p{L}\p{N}]*/u.exec(text.slice(from + length))?.[0] ?? '';
  return text.slice(begin, from + length) + after;
}

export interface Resolver {
  /**
   * The text with its references filled in. @throws Error that names the reference, never a value
   * @param isSecret whether what a reference at an offset of the text fills in is secret there
   * @param found hears of each secret that was filled in, and of its reference
   */
  resolve(
    text: string,
    isSecret: (reference: string, offset: number) => boolean,
    found?: (reference: string, secret: string) => void,
  ): string;
  /** Every secret that was filled in so far, and each word that a text makes of one by letters or digits beside it. */
  secrets(): string[];
}

/**
 * Fills in references from the environment and from files, whose paths are relative to `folder`; a file's last line
 * break is dropped.
 */
export function createResolver(folder: string, env: Readonly<Record<string, string | undefined>>): Resolver {
  const secrets = new Set<string>();

  const valueOf = (kind: string, name: string): string => {
    if (kind === 'env') {
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
      return value;
    }
    try {
      const value = readFileSync(resolve(folder, name), 'utf8').replace(/\r?\n$/, '');
      if (value === '') throw new Error('empty');
      return value;
    } catch {
      throw new Error(`the file ${name} cannot be read or is empty`);
    }
  };

  return {
    resolve(text, isSecret, found) {
      const places: Array<{ secret: string; place: number }> = [];
      let longer = 0;
      const closed = closedPart(text);
      const replaced = closed.replaceAll(reference, (whole, kind: string, name: string, offset: number) => {
        const value = valueOf(kind, name);
        if (isSecret(whole, offset)) {
          secrets.add(value);
          found?.(whole, value);
          places.push({ secret: value, place: offset + longer });
        }
        longer += value.length - whole.length;
        return value;
      });
      const filled = replaced + text.slice(closed.length);
      for (const { secret, place } of places) secrets.add(wordAround(filled, place, secret.length));
      return filled;
    },
    secrets: () => [...secrets],
  };
}
