import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  /** Whether the signature is that of the body by the secret. */
  isSigned: boolean;
  event: { id: string; type: string; key: string; data: Record<string, unknown> };
}

/** Checks a signature as docs/webhooks.md tells receivers to. */
function isSigned(body: string, header: string, secret: string): boolean {
  const { t, v1 } = Object.fromEntries(header.split(',').map((part) => part.split('='))) as Record<string, string>;
  const due = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return v1 === due && Math.abs(Date.now() / 1000 - Number(t)) < 300;
}

/** A program that is told by webhooks, on this machine. */
export class WebhookReceiver {
  readonly all: Received[] = [];
  /** What it answers to an event; 204 unless said. */
  answers: (received: Received, response: ServerResponse) => number = () => 204;
  readonly #waiting: Array<() => void> = [];
  /** What signatures are held against. */
  secret: string;
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  constructor(secret: string) {
    this.secret = secret;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  get url(): string {
    return `http://${this.host}/hook`;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves once what was received fits. */
  async until(fits: (all: readonly Received[]) => boolean): Promise<void> {
    while (!fits(this.all)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    const header = String(request.headers['x-numscope-signature']);
    const received = { isSigned: isSigned(body, header, this.secret), event: JSON.parse(body) as Received['event'] };
    this.all.push(received);
    const status = this.answers(received, response);
    if (!response.writableEnded) response.writeHead(status).end();
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
