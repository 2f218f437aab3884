import { rewriteJson } from './rewrite-json.ts';

/** Where one may stand, also within a text: looked for first, as most answers have none. */
const mayBeLong = /(?:^|[[:,\s])-?\d{16,}(?=[\s,}\]]|$)/;
const longInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * A JSON text as values. A whole number past 2^53, which would become another number, is the text of its digits: ids and
 * phones keep all of them.
 * @throws SyntaxError when it is no JSON
 */
export function parseExactJson(json: string): unknown {
  // First as it is: what is no JSON must not become one.
  const value: unknown = JSON.parse(json);
  if (!mayBeLong.test(json)) return value;
  const exact = rewriteJson(json, {
    ofText: (quoted) => quoted,
    ofRest: (rest) =>
      rest.replaceAll(longInteger, (digits) => (Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`)),
  });
  return exact === json ? value : (JSON.parse(exact) as unknown);
}
