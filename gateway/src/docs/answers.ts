import { type Call, errorCatalogue } from '@numscope/contracts';
import { type Json, jsonSchema } from './json-schema.ts';

const refusal = (status: number): Json => ({
  description: Object.entries(errorCatalogue)
    .filter(([, fault]) => fault.status === status)
    .map(([code]) => code)
    .join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** With which statuses a call of this kind may be refused. 500 is none of them: it is a defect. */
function refusalsOf(call: Call): number[] {
  const takesBody = call.body !== undefined || call.accepts !== undefined;
  const changes = call.method !== 'GET';
  const takesAny = takesBody || call.params !== undefined || call.query !== undefined;
  return [
    ...(takesAny ? [400, 422] : []),
    ...(call.access === 'public' ? [] : [401, 403]),
    // A wrong password is told like a wrong token.
    ...(call.access === 'public' && takesBody ? [401] : []),
    ...(call.params || call.query || changes ? [404] : []),
    ...(changes ? [409, 507] : []),
    ...(takesBody ? [413, 415] : []),
    429,
    503,
  ].toSorted((a, b) => a - b);
}

/** What a call answers: when it is done, and each way in which it may be refused. */
export function answersOf(call: Call): Json {
  const status = String(call.status ?? 200);
  const success: Json = { description: call.status === 204 ? 'Done; nothing to say' : call.summary };
  if (call.returns === 'events') success['content'] = { 'text/event-stream': { schema: { type: 'string' } } };
  else if (call.returns === 'stream') success['content'] = { '*/*': { schema: {} } };
  else if (call.status !== 204)
    success['content'] = { 'application/json': { schema: jsonSchema(call.answer, 'output') } };
  return { [status]: success, ...Object.fromEntries(refusalsOf(call).map((code) => [String(code), refusal(code)])) };
}
