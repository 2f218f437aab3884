import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenOn } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';

/** How long callers with open connections have to learn that this process is leaving. */
const LEAVING_MS = 500;
/** How long what is still being answered is waited for then: the process, with what is behind this server, ends after 25 s. */
const ENDING_MS = 15_000;

/**
 * Whoever calls is one of ours, or the gateway with what a caller of it sends; a connection on which nothing moves is
 * cut all the same. Not so one whose caller has sent all and waits for our answer: how long it does is its own business.
 */
const IDLE_MS = 150_000;
const HEADERS_MS = 15_000;
const REQUEST_MS = 3_600_000;
const CONNECTIONS = 10_000;

/** Whether its caller has sent all of it and heard nothing yet. */
const isAwaited = ({ req, headersSent }: ServerResponse): boolean => req.complete && !headersSent;

/**
 * The HTTP server of a process that several others call. It closes so that no request is cut: every answer given from then on
 * says that the connection ends, by which callers turn to other instances; then nobody new is let in; then what is
 * still being answered is waited for, but not without end.
 */
export class GracefulServer {
  readonly #app: FastifyInstance;
  readonly #endingMs: number;
  readonly #answering = new Set<ServerResponse>();
  #isLeaving = false;
  #empty: (() => void) | undefined;

  constructor(app: FastifyInstance, endingMs = ENDING_MS) {
    this.#app = app;
    this.#endingMs = endingMs;
    // The gateway has bounds of its own, which are tighter.
    if (app.server.timeout === 0) {
      app.server.setTimeout(IDLE_MS, (socket) => {
        if (!this.#awaitsAnswer(socket)) socket.destroy();
      });
      app.server.headersTimeout = HEADERS_MS;
      app.server.requestTimeout = REQUEST_MS;
      app.server.maxConnections = CONNECTIONS;
    }
    app.server.prependListener('request', (_request, response) => {
      this.#answering.add(response);
      if (this.#isLeaving) response.setHeader('connection', 'close');
      response.once('close', () => {
        this.#answering.delete(response);
        if (this.#answering.size === 0) this.#empty?.();
      });
    });
  }

  /** Resolves with the address, as `http://127.0.0.1:8080`. */
  open(host: string, port: number): Promise<string> {
    return listenOn(this.#app, host, port);
  }

  /** Ends what is still being answered after some seconds, so that there is time left for what closes after it. */
  async close(): Promise<void> {
    this.#isLeaving = true;
    for (const response of this.#answering) if (!response.headersSent) response.setHeader('connection', 'close');
    await wait(LEAVING_MS);
    this.#app.server.close();
    if (this.#answering.size > 0) await this.#answered();
    // What is left are connections on which nothing is asked, or something without end.
    this.#app.server.closeAllConnections();
  }

  #awaitsAnswer(socket: Socket): boolean {
    return [...this.#answering].some((response) => response.socket === socket && isAwaited(response));
  }

  #answered(): Promise<void> {
    return new Promise((resolve) => {
      this.#empty = resolve;
      setTimeout(resolve, this.#endingMs).unref();
    });
  }
}
