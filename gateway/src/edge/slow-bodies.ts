import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiError } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';
import type { EdgeLimits } from './limits.ts';
import { refuseSocket } from './refuse-socket.ts';

const LOOK_MS = 1000;

type Pace = Pick<EdgeLimits, 'bodyMs' | 'windowMs' | 'windowBytes'>;

/** One body on its way in. */
class Body {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #isForm: boolean;
  /** Time in which we had room, and what came in it. */
  #waitedMs = 0;
  #bytes = 0;
  #read: number;
  #looked = performance.now();

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.#isForm = (request.headers['content-type'] ?? '').startsWith('multipart/');
    this.#read = request.socket.bytesRead;
  }

  /** An answer does not end it: the rest of a refused body holds its connection just as well. */
  get isOver(): boolean {
    return this.#request.complete || this.#request.socket.destroyed;
  }

  isTooSlow({ bodyMs, windowMs, windowBytes }: Pace): boolean {
    const now = performance.now();
    // Time in which this process looked at nothing is not the sender's.
    const passed = Math.min(now - this.#looked, 2 * LOOK_MS);
    this.#looked = now;
    if (!this.#isForm) return (this.#waitedMs += passed) > bodyMs;
    const came = this.#request.socket.bytesRead - this.#read;
    // What we have no room for is not waited for: the one who reads is slower than the one who sends.
    const full = this.#request.readableLength >= this.#request.readableHighWaterMark;
    if (came > 0 || !full) this.#waitedMs += passed;
    this.#bytes += came;
    this.#read += came;
    if (this.#waitedMs < windowMs) return false;
    const enough = this.#bytes >= windowBytes;
    this.#waitedMs = 0;
    this.#bytes = 0;
    return !enough;
  }

  refuse(): void {
    if (this.#response.headersSent) this.#request.socket.destroy();
    else refuseSocket(this.#request.socket, apiError('TOO_SLOW'));
  }
}

/**
 * Ends requests whose bodies come slower than anybody's connection is: each holds a connection and its place with a
 * service. Gives back what looks at each request as it comes.
 */
export function endSlowBodies(
  app: FastifyInstance,
  pace: Pace,
): (request: IncomingMessage, response: ServerResponse) => void {
  const bodies = new Set<Body>();
  const look = (): void => {
    for (const body of bodies) {
      if (body.isOver) bodies.delete(body);
      else if (body.isTooSlow(pace)) {
        bodies.delete(body);
        body.refuse();
      }
    }
  };
  const timer = setInterval(look, Math.min(LOOK_MS, pace.bodyMs, pace.windowMs)).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return (request, response) => {
    const { headers } = request;
    if ('transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0')
      bodies.add(new Body(request, response));
  };
}
