import { bodyNameOf, type Call, type CallName, isRequired } from '@numscope/contracts';
import { RequiredError } from './api-failure.ts';

/** What a call is given, before it is typed. */
export interface RawInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

const absent = (value: unknown): value is null | undefined => value === null || value === undefined;

/**
 * The address and method of a call.
 * @throws RequiredError when a parameter of its path or query, or the body it must have, is null or undefined
 */
export function requestFor(
  definition: Call,
  name: CallName,
  input: RawInput,
): { method: string; url: string; body: unknown } {
  const path = definition.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = input.params?.[key];
    if (absent(value) || value === '') throw new RequiredError(key, name);
    return encodeURIComponent(String(value));
  });
  for (const [key, schema] of Object.entries(definition.query?.shape ?? {}))
    if (absent(input.query?.[key]) && isRequired(schema)) throw new RequiredError(key, name);
  const needsBody =
    definition.accepts === 'multipart' || (definition.body !== undefined && isRequired(definition.body));
  if (needsBody && absent(input.body)) throw new RequiredError(bodyNameOf(definition), name);
  return { method: definition.method, url: path + queryText(input.query), body: input.body };
}

function queryText(query: Record<string, unknown> | undefined): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) if (!absent(item)) params.append(key, String(item));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
