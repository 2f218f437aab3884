import { type Call, ErrorBody, errorCatalogue, limits } from '@numscope/contracts';
import { underWay } from '@numscope/platform/http/admission';
import { maxHeaderSize } from '@numscope/platform/http/node-http';
import type { Json } from './json-schema.ts';
import { linksOf } from './links.ts';
import type { NamedSchemas } from './named-schemas.ts';

const codesOf = (status: number): string =>
  Object.entries(errorCatalogue)
    .filter(([, fault]) => fault.status === status)
    .map(([code]) => code)
    .join(', ');

const COSTLY = `each caller may have ${limits.costlyAtOnce} of this call under way, and so many a minute as the operator allows`;
/** Of costly calls that need no token: the gateway bounds them by address, and not by the minute. */
const COSTLY_FOR_ANYBODY = `each address may have ${underWay.ofSender} of this call under way at a gateway; from ${underWay.crowded} in all on none that has one gets another, and from ${underWay.full} on nobody does`;
const UNREAD = `a caller that has not taken ${limits.unreadAnswerBytes / 1024 ** 2} MB of answers yet gets no further large one`;

/** Why a call is refused that may be made again later, in words. */
const comeAgain = ({ costly, access, service, returns = 'json' }: Call): string =>
  [
    codesOf(429),
    ...(costly ? [access === 'public' ? COSTLY_FOR_ANYBODY : COSTLY] : []),
    // Answers that are streamed stand in no memory.
    ...(access === 'public' || service === 'gateway' || returns !== 'json' ? [] : [UNREAD]),
    'Retry-After says when to come again',
  ].join('; ');

/** What a status means of this call; figures that are the operator's are left to the answer. */
function meaningOf(status: number, call: Call): string {
  if (status === 431) return `INVALID: the address and the headers are longer than ${maxHeaderSize} bytes together`;
  return status === 429 ? comeAgain(call) : codesOf(status);
}

const refusal = (status: number, call: Call, error: Json): Json => ({
  description: meaningOf(status, call),
  content: { 'application/json': { schema: error } },
});

/** The statuses by which a call may be refused. 500 is none of them: it is a defect. */
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
    ...(takesBody ? [408, 413, 415] : []),
    429,
    431,
    503,
  ].toSorted((a, b) => a - b);
}

/** Bytes of one of these types; JSON is read for what it is. */
const bytesOf = (types: readonly string[] = ['*/*']): Json =>
  Object.fromEntries(
    types
      .map((type) => type.replace(/;.*/, ''))
      .map((type) => [
        type,
        { schema: /^application\/(?:.+\+)?json$/.test(type) ? {} : { type: 'string', format: 'binary' } },
      ]),
  );

/** What a call answers: when it is done, and each way in which it may be refused. */
export function answersOf(call: Call, schemas: NamedSchemas): Json {
  const error = schemas.of(ErrorBody, 'output');
  const status = String(call.status ?? 200);
  const success: Json = { description: call.status === 204 ? 'Done; nothing to say' : call.summary };
  if (call.returns === 'events') success['content'] = { 'text/event-stream': { schema: { type: 'string' } } };
  else if (call.returns === 'stream') success['content'] = bytesOf(call.mediaTypes);
  else if (call.status !== 204)
    success['content'] = {
      'application/json': { schema: schemas.of(call.answer, 'output') },
      ...(call.page ? { 'text/html': { schema: { type: 'string' } } } : {}),
    };
  const links = linksOf(call);
  if (links) success['links'] = links;
  const unready = call.notReady ? { anyOf: [error, schemas.of(call.notReady, 'output')] } : error;
  const refusals = refusalsOf(call).map((code) => [String(code), refusal(code, call, code === 503 ? unready : error)]);
  const had = call.tagged ? { 304: { description: 'The caller has it already, as If-None-Match says' } } : {};
  return { [status]: success, ...had, ...Object.fromEntries(refusals) };
}
