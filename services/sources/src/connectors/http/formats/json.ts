import { parseExactJson } from '../../../domain/json/exact-json.ts';
import { UnreadDocument } from './unread-document.ts';

/** Deeper than anything that a provider means: what is made of an answer goes through it step by step, each on the stack. */
const DEPTH = 500;

function isDeeper(value: unknown, than: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return than === 0 || Object.values(value).some((inner) => isDeeper(inner, than - 1));
}

/** @throws UnreadDocument when it is nested too deeply, SyntaxError when it is no JSON */
export function readJson(text: string): unknown {
  const value = parseExactJson(text);
  // As deep it has as many brackets.
  if (text.length > 2 * DEPTH && isDeeper(value, DEPTH)) throw new UnreadDocument(`is nested deeper than ${DEPTH}`);
  return value;
}
