import { Numbering } from '@numscope/contracts';
import { itemOf } from '../domain/fields/field-shapes.ts';
import { checkExpression } from './check-expressions.ts';
import type { Fault } from './check-secrets.ts';
import { madeKeysOf, rootsOf } from './expression-roots.ts';
import type { Path } from '@numscope/platform/yaml-lines';

const WHOLE = ['status', 'headers', 'body'];
const numberingKeys = Object.keys(Numbering.shape);

const entries = (value: unknown): Array<[string, string]> =>
  Object.entries(itemOf(value)).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as [string, string]] : [],
  );

/** An expression over `{ status, headers, body }`. One that begins elsewhere would find nothing in any answer. */
function checkWholeRoots(text: unknown, path: Path, faults: Fault[]): void {
  if (typeof text !== 'string') return;
  const wrong = [...rootsOf(text)].find((root) => !WHOLE.includes(root));
  if (wrong === undefined) return;
  faults.push({
    path,
    message: `is over { status, headers, body }: ${wrong} stands nowhere there (body.${wrong}?)`,
  });
}

/** A setting that is an expression over the whole answer. */
export function checkWholeExpression(text: unknown, path: Path, faults: Fault[]): void {
  checkExpression(text, path, faults);
  checkWholeRoots(text, path, faults);
}

/**
 * `notFound`, `failed` and `cost` look at `{ status, headers, body }`, a mapping at the body (or an item) itself, `phone` at
 * an item; `items` and `observedAt` may begin in either.
 */
export function checkRoots(answer: Readonly<Record<string, unknown>>, path: Path, faults: Fault[]): void {
  for (const name of ['notFound', 'failed', 'cost']) checkWholeRoots(answer[name], [...path, name], faults);
  const over = answer['items'] ? 'each item' : 'the body';
  const within: Array<[Path, string]> = [
    ...entries({ phone: answer['phone'] }).map(([name, text]): [Path, string] => [[...path, name], text]),
    ...entries(answer['map']).map(([field, text]): [Path, string] => [[...path, 'map', field], text]),
  ];
  for (const [at, text] of within) {
    if (rootsOf(text).has('body'))
      faults.push({
        path: at,
        message: `is over ${over} already: leave \`body.\` out (\`@.body\`, if it has a field of that name)`,
      });
  }
}

/** An object for `numbering` that lacks a field would be dropped with every answer. */
export function checkNumbering(map: unknown, path: Path, faults: Fault[]): void {
  const [, text] = entries(map).find(([field]) => field === 'numbering') ?? [];
  const keys = text === undefined ? null : madeKeysOf(text);
  const missing = keys === null ? [] : numberingKeys.filter((key) => !keys.includes(key));
  if (missing.length > 0)
    faults.push({ path: [...path, 'numbering'], message: `would be dropped: it lacks ${missing.join(', ')}` });
}
