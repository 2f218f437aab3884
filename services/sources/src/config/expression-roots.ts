import { compile } from '@jmespath-community/jmespath';
import { isItem } from '../domain/fields/field-shapes.ts';

/** Expressions of which only the left side is evaluated on the input of the whole. */
const chains: ReadonlySet<unknown> = new Set([
  'Subexpression',
  'Pipe',
  'IndexExpression',
  'Projection',
  'ValueProjection',
  'FilterProjection',
]);

function collect(node: unknown, roots: Set<string>): void {
  if (Array.isArray(node)) return node.forEach((one) => collect(one, roots));
  // What `&` refers to is told over the items of a list, wherever that stands.
  if (!isItem(node) || node['type'] === 'Literal' || node['type'] === 'ExpressionReference') return;
  if (node['type'] === 'Field' && typeof node['name'] === 'string') roots.add(node['name']);
  else if (chains.has(node['type'])) collect(node['left'], roots);
  else for (const inner of Object.values(node)) collect(inner, roots);
}

/** The names that an expression looks up in what it is given, not below that; none of what is no expression. */
export function rootsOf(expression: string): Set<string> {
  const roots = new Set<string>();
  try {
    collect(compile(expression), roots);
  } catch {
    // Told where expressions are checked.
  }
  return roots;
}

function* fieldsOf(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* fieldsOf(one);
  if (!isItem(node)) return;
  if (node['type'] === 'Field' && typeof node['name'] === 'string') yield node['name'];
  for (const inner of Object.values(node)) yield* fieldsOf(inner);
}

/** All names that an expression looks up, wherever that is. @throws what the parser says when it is none */
export const fieldsIn = (expression: string): Set<string> => new Set(fieldsOf(compile(expression)));

function keysOf(node: unknown): string[] | null {
  if (!isItem(node)) return null;
  if (node['type'] === 'MultiSelectHash' && Array.isArray(node['children']))
    return node['children'].flatMap((child: unknown) => (isItem(child) ? String(child['name']) : []));
  return chains.has(node['type']) ? keysOf(node['right']) : null;
}

/** The names in the object that an expression makes; null when it does not end in `{ ... }`. */
export function madeKeysOf(expression: string): string[] | null {
  try {
    return keysOf(compile(expression));
  } catch {
    return null;
  }
}
