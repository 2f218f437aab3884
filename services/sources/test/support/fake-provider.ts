import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '@numscope/testing';

/** One call as the provider saw it. `at` in milliseconds of a steady clock. */
export interface SeenCall {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  at: number;
}

export interface FakeProvider {
  /** `http://127.0.0.1:port` */
  url: string;
  host: string;
  seen: SeenCall[];
  /** Most calls that were open at the same time. */
  widest(): number;
  /** Resolves when this many calls have come in. */
  arrived(calls: number): Promise<void>;
  close(): Promise<void>;
}

type Reply = (call: SeenCall, response: ServerResponse) => void | Promise<void>;

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** The digits at the end of a call's path. */
export const phoneOf = ({ url }: SeenCall): string => /(\d+)\D*$/.exec(url)?.[1] ?? '';

/** An HTTP API on this machine that answers as the test says, and remembers what it was asked. */
export async function startProvider(reply: Reply): Promise<FakeProvider> {
  const seen: SeenCall[] = [];
  const waiting: Array<{ calls: number; resolve(): void }> = [];
  let open = 0;
  let widest = 0;
  const server = createServer((request, response) => {
    widest = Math.max(widest, ++open);
    response.on('close', () => open--);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString('utf8'), at: performance.now() };
      seen.push(call);
      for (const one of waiting) if (seen.length >= one.calls) one.resolve();
      void reply(call, response);
    });
  });
  return {
    ...(await listenLocally(server)),
    seen,
    widest: () => widest,
    arrived: (calls) =>
      seen.length >= calls ? Promise.resolve() : new Promise((resolve) => waiting.push({ calls, resolve })),
  };
}
