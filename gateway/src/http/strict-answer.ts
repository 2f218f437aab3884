import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse as AnyAnswer } from 'node:http';
import { ServerResponse } from '@numscope/platform/http/node-http';
import { requestIdOf } from './request-id.ts';
import { strictHeaders } from './security-headers.ts';

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[];

function strict(answer: StrictAnswer, given: Given | undefined): Given {
  const own: Record<string, string> = { ...strictHeaders, 'x-request-id': requestIdOf(answer.req) };
  // Who answers with a stream has set its headers already, one by one.
  for (const name of answer.getHeaderNames()) delete own[name];
  if (!Array.isArray(given)) return Object.assign(own, given);
  for (let at = 0; at < given.length; at += 2) delete own[String(given[at]).toLowerCase()];
  return [...Object.entries(own).flat(), ...given];
}

const isTrailer = (name: string): boolean => name.length === 7 && name.toLowerCase() === 'trailer';

/** Names of trailers as RFC 9110 (6.6.2) has them: Fastify parts several by blanks. */
const listed = (names: string): string => names.split(/[\s,]+/).join(', ');

/**
 * An answer to the outside, whoever gives it: the gateway, a service that was handed the raw request, or Node.js
 * itself. It has the strict headers and the request's id, put in once, where the head is written; whoever answers may
 * replace one by its own.
 */
export class StrictAnswer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(name, isTrailer(name) && typeof value === 'string' ? listed(value) : value);
  }

  override writeHead(statusCode: number, text?: string | Given, headers?: Given): this {
    return typeof text === 'string'
      ? super.writeHead(statusCode, text, strict(this, headers))
      : super.writeHead(statusCode, strict(this, text));
  }
}

/**
 * The same of an answer to a request for a websocket. Node.js has left its connection to whoever opens one, and neither
 * bounds it nor ends it any more: where it is refused, it ends with that.
 */
export function makeStrict(answer: AnyAnswer): void {
  if (answer instanceof StrictAnswer) return;
  answer.once('finish', () => answer.req.socket.destroySoon());
  answer.setHeader('connection', 'close');
  for (const [name, value] of Object.entries(strictHeaders)) answer.setHeader(name, value);
  answer.setHeader('x-request-id', requestIdOf(answer.req));
}
