import type { Call } from '@numscope/contracts';
import * as z from 'zod';
import { mask } from './masking.ts';
import { HIDDEN } from './secrets.ts';

/** What was asked, as Fastify has it. */
export interface Asked {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * The call's own fields that stand in a body which is not known to fit: never a value, nor a name that the sender made
 * up.
 */
function fieldsOf({ body: schema }: Call, body: unknown): string[] {
  const fields = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(fields instanceof z.ZodObject) || typeof body !== 'object' || body === null) return [];
  return Object.keys(fields.shape).filter((name) => Object.hasOwn(body, name));
}

const hidden = (names: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, HIDDEN]));

function bodyArgs(call: Call, body: unknown, fits: boolean): object {
  // What is no JSON is the handler's to tell of; what no schema describes is read by nobody.
  if (body === undefined || call.body === undefined || (call.accepts ?? 'json') !== 'json') return {};
  if (!fits) return body === null ? {} : { fields: fieldsOf(call, body) };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { requestBody: body };
  return { ...body, ...hidden(call.unrecorded) };
}

/**
 * The arguments of a call as its audit entry keeps them, bounded and without secrets. Those of the address and what the
 * handler adds come first, so that a long body cannot push them out.
 * @param fits whether all that was asked passed the call's schemas; else of the body only the names of its fields are
 * kept
 */
export function auditArgs(call: Call, asked: Asked, fits: boolean, added: object = {}): Record<string, unknown> {
  const sent: object = { ...Object(asked.params), ...Object(asked.query) };
  // People also put into the address what belongs into the body.
  const first = { ...sent, ...hidden(call.unrecorded?.filter((name) => Object.hasOwn(sent, name))), ...added };
  return mask({ ...first, ...bodyArgs(call, asked.body, fits), ...first }) as Record<string, unknown>;
}
