import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiError, apiError } from '@numscope/contracts';
import { errorBody, newId } from '@numscope/platform';
import { maxHeaderSize, STATUS_CODES } from '@numscope/platform/http/node-http';
import { strictHeaders } from '../http/security-headers.ts';

/** How long a refused caller has to read why. */
const READING_MS = 1000;

const refused = new WeakSet<Duplex>();

/** Whether a connection was answered already: what else comes on it is nobody's to handle. */
export const wasRefused = (socket: Duplex): boolean => refused.has(socket);

/**
 * Answers a caller who sends what no request can be made of, or nothing, in the one shape; then the connection ends.
 */
export function refuseSocket(socket: Duplex, fault: ApiError): void {
  if (refused.has(socket) || socket.destroyed) return;
  refused.add(socket);
  const requestId = newId();
  const body = JSON.stringify(errorBody(fault, requestId));
  const headers = [
    ...Object.entries(strictHeaders),
    ['x-request-id', requestId],
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
    ...(fault.retryAfter === undefined ? [] : [['retry-after', String(Math.ceil(fault.retryAfter))]]),
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  const late = setTimeout(() => socket.destroy(), READING_MS).unref();
  socket.once('close', () => clearTimeout(late));
  socket.end(`HTTP/1.1 ${fault.statusCode} ${STATUS_CODES[fault.statusCode] ?? ''}\r\n${headers.join('')}\r\n${body}`);
}

const wrong = (message: string, status?: number): ApiError =>
  apiError('INVALID', { details: [{ message }], ...(status === undefined ? {} : { status }) });

function faultOf(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return apiError('TOO_SLOW');
  if (code === 'HPE_HEADER_OVERFLOW')
    return wrong(`the address and the headers are longer than ${maxHeaderSize} bytes together`, 431);
  return wrong('this is no HTTP request that can be read');
}

/** Whether an answer is already on its way, into which nothing may be written. */
function isAnswering(socket: Socket): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return (
    typeof response === 'object' && response !== null && 'headersSent' in response && response.headersSent === true
  );
}

/** For Fastify's `clientErrorHandler`: what Node.js could not read. */
export function refuseClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (isAnswering(socket)) socket.destroy();
  else refuseSocket(socket, faultOf(error.code));
}
