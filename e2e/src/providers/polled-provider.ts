import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '@numscope/testing/local-server';

/** What a caller may be at when it is killed: asking for a token, handing in, asking whether it is done, asking for the next page. */
export const moments = ['token', 'submission', 'poll', 'page'] as const;
export type Moment = (typeof moments)[number];

/** A provider that gives tokens, takes a number, works on it for a while, and answers in two pages. */
export interface PolledProvider {
  url: string;
  /** How often each number was handed in. */
  submitted: Map<string, number>;
  /** How often the whole answer of each number went out. */
  answered: Map<string, number>;
  /** Calls about each number, of whatever kind. */
  seen: Map<string, number>;
  /** Tokens that were given. */
  tokens(): number;
  /** Numbers handed in again although somebody had asked already how far they were. */
  resubmitted(): number;
  /** Resolves at the next call of this kind, which is never answered. */
  arrives(moment: Moment): Promise<void>;
  /** Calls whose token was not taken: one that had ended, or none of ours. */
  refused(): number;
  close(): Promise<void>;
}

export interface PolledProviderOptions {
  doneAfterMs: number;
  tokenSeconds: number;
}

const count = (times: Map<string, number>, key: string): void => void times.set(key, (times.get(key) ?? 0) + 1);

export async function startPolledProvider({
  doneAfterMs,
  tokenSeconds,
}: PolledProviderOptions): Promise<PolledProvider> {
  const submitted = new Map<string, number>();
  const answered = new Map<string, number>();
  const seen = new Map<string, number>();
  const works = new Map<string, { phone: string; doneAt: number }>();
  const endOf = new Map<string, number>();
  const polled = new Set<string>();
  const awaited = new Map<Moment, () => void>();
  let refused = 0;
  let resubmitted = 0;

  const momentOf = ({ method }: IncomingMessage, { pathname, searchParams }: URL): Moment => {
    if (pathname === '/token') return 'token';
    if (method === 'POST') return 'submission';
    return searchParams.has('page') ? 'page' : 'poll';
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const url = new URL(request.url ?? '', 'http://provider');
    const now = performance.now();
    const say = (said: unknown, status = 200): void => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said));
    };
    const moment = momentOf(request, url);
    const work = works.get(url.pathname.split('/').at(-1) ?? '');
    const phone = work?.phone ?? new URLSearchParams(body).get('number');
    if (phone) count(seen, phone);
    const arrived = awaited.get(moment);
    if (arrived) {
      awaited.delete(moment);
      return arrived();
    }
    if (moment === 'token') {
      const token = `token-${endOf.size + 1}`;
      endOf.set(`Bearer ${token}`, now + tokenSeconds * 1000);
      return say({ access_token: token, expires_in: tokenSeconds });
    }
    if (!((endOf.get(request.headers.authorization ?? '') ?? 0) >= now)) {
      refused++;
      return say({ error: 'invalid_token' }, 401);
    }
    if (moment === 'submission') {
      if (!phone) return say({ error: 'no number' }, 400);
      const id = `w${works.size + 1}`;
      works.set(id, { phone, doneAt: now + doneAfterMs });
      count(submitted, phone);
      if (polled.has(phone)) resubmitted++;
      return say({ work: { id } }, 202);
    }
    if (work) polled.add(work.phone);
    if (!work || now < work.doneAt) return say({ done: false });
    if (moment === 'poll') return say({ done: true, names: [`Person ${work.phone}`], next: '?page=2' });
    count(answered, work.phone);
    return say({ done: true, emails: [`p${work.phone}@mail.example`], next: null });
  };

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.keepAliveTimeout = 30_000;
  return {
    ...(await listenLocally(server)),
    submitted,
    answered,
    seen,
    resubmitted: () => resubmitted,
    arrives: (moment) => new Promise((resolve) => awaited.set(moment, resolve)),
    tokens: () => endOf.size,
    refused: () => refused,
  };
}

/** A sources file that binds OFFICE to such a provider. */
export const polledSources = (url: string, concurrency: number): string => `
sources:
  OFFICE:
    connector: http
    request:
      method: POST
      url: "${url}/works"
      body: { form: { number: "{phone}" } }
    auth: { type: oauth2, tokenUrl: "${url}/token", clientId: office, clientSecret: "\${env:CLIENT_SECRET}" }
    poll: { url: "${url}/works/{answer.work.id}", until: body.done, everyMs: 100, atMostMs: 600000 }
    next: body.next
    answer: { map: { names: names, emails: emails } }
    limits: { concurrency: ${concurrency} }
    timeoutMs: 60000
    freshForDays: 0
`;
