import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { Proxy } from '../../config/source-config.ts';
import { type AskOptions, type CallWatcher, SourceFault } from '../connector.port.ts';
import { ANSWER_BYTES } from './answer-bounds.ts';
import { type Auth, secureOptions } from './auth/auth-settings.ts';
import { type Authenticator, authenticatorOf } from './auth/authenticator.ts';
import { formats } from './formats/formats.ts';
import { exchange } from './http-exchange.ts';
import type { HttpSource } from './http-source.ts';
import type { Outgoing } from './outgoing.ts';
import type { HttpAnswer } from './page.ts';
import { proxyOptions } from './proxy.ts';
import type { SecretMask } from './secret-mask.ts';
import { type CallTime, TimeLimits } from './time-limits.ts';
import { transportFault } from './transport-fault.ts';
import { Turns } from './turns.ts';

const REDIRECTS = 3;

/** What calls are made by, of all that is told of a source. */
export type CalledConfig = Pick<HttpSource, 'auth' | 'timeoutMs'> & {
  request: Pick<HttpSource['request'], 'headers'>;
  answer: Pick<HttpSource['answer'], 'format'>;
  limits: Pick<HttpSource['limits'], 'concurrency'>;
  accounts: ReadonlyArray<Pick<HttpSource['accounts'][number], 'name' | 'headers' | 'auth'>>;
};

export interface HttpCallerOptions {
  config: CalledConfig;
  proxy: Proxy | null;
  mask: SecretMask;
  now(): number;
  lookup?: LookupFunction;
}

/** A request as the sources file tells of it, before anything proves who asks. */
export type PlainRequest = Omit<Outgoing, 'headers'> & { contentType?: string };

export interface CalledAnswer extends HttpAnswer {
  /** Where the answer came from, without what proves who asked. */
  url: string;
}

/** What the calls of one account go out by. */
interface AccountClient {
  dispatcher: Dispatcher;
  auth: Authenticator;
  headers: Readonly<Record<string, string>>;
}

/** Sends the calls of one source, each in the name of an account, over connections of the source's own. */
export class HttpCaller {
  readonly #options: HttpCallerOptions;
  readonly #times: TimeLimits;
  readonly #clients = new Map<string, AccountClient>();
  readonly #agents: Dispatcher[] = [];
  /** As many as there are connections. */
  readonly #turns: Turns;

  constructor(options: HttpCallerOptions) {
    this.#options = options;
    this.#times = new TimeLimits(options.config.timeoutMs);
    const { concurrency } = options.config.limits;
    this.#turns = new Turns(concurrency || Number.POSITIVE_INFINITY);
    const { accounts, request, answer } = options.config;
    const agent = this.#agent(null);
    const known = new Map<Auth, Pick<AccountClient, 'dispatcher' | 'auth'>>();
    for (const account of accounts) {
      const auth = account.auth ?? options.config.auth ?? null;
      // Accounts that share credentials share a token, too.
      const shared = (auth && known.get(auth)) ?? {
        dispatcher: auth?.type === 'certificate' ? this.#agent(auth) : agent,
        auth: this.#authenticator(auth, agent),
      };
      if (auth) known.set(auth, shared);
      const headers = {
        accept: formats[answer.format].accept,
        'accept-encoding': 'identity',
        'user-agent': 'numscope',
        ...lowerNames(request.headers),
        ...lowerNames(account.headers),
        ...shared.auth.headers,
      };
      this.#clients.set(account.name, { ...shared, headers });
    }
  }

  /**
   * One request and its whole answer as it came, secrets and all, within the source's time limit; what proves who asks is
   * renewed once where it was refused: the request that is made again with it counts as any `further` one.
   * @throws SourceFault
   */
  send(
    account: string,
    { method, url, body, contentType }: PlainRequest,
    { watcher, further }: Pick<AskOptions, 'watcher' | 'further'> = {},
  ): Promise<CalledAnswer> {
    const client = this.#client(account);
    const headers = contentType === undefined ? client.headers : { 'content-type': contentType, ...client.headers };
    const outgoing: Outgoing = { method, url, headers, body };
    const first = this.#follow(client, outgoing, watcher);
    if (!client.auth.refused) return first;
    return first.then(async (answer) => {
      if (answer.status !== 401) return answer;
      await further?.(account);
      return this.#follow(client, outgoing, watcher);
    });
  }

  /** An account that the sources file names no more has none. */
  hasAccount(name: string): boolean {
    return this.#clients.has(name);
  }

  /** What a picture of the provider's own is fetched with. @throws SourceFault */
  async signed(account: string, url: string): Promise<{ dispatcher: Dispatcher; request: Outgoing }> {
    const { dispatcher, auth, headers } = this.#client(account);
    const request: Outgoing = { method: 'GET', url, headers: { ...headers, accept: 'image/*' }, body: null };
    return { dispatcher, request: auth.sign ? await auth.sign(request) : request };
  }

  /**
   * Does it when its turn for a connection has come: its time begins then, however many calls and pictures of the
   * provider's own come before it.
   */
  async turn<T>(work: () => Promise<T>): Promise<T> {
    await this.#turns.enter();
    try {
      return await work();
    } finally {
      this.#turns.leave();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.destroy()));
    this.#times.close();
  }

  #client(account: string): AccountClient {
    const client = this.#clients.get(account) ?? this.#clients.values().next().value;
    if (!client) throw new SourceFault('has no account');
    return client;
  }

  /**
   * One call when its turn has come, with the redirects that it meets. Many are under way at once: each promise that one
   * of them has besides is garbage that lived long.
   */
  async #follow({ dispatcher, auth }: AccountClient, request: Outgoing, watcher?: CallWatcher): Promise<CalledAnswer> {
    const { mask } = this.#options;
    const turn = this.#turns.enter();
    if (turn) await turn;
    let time: CallTime | null = null;
    try {
      for (let [plain, redirects] = [request, 0]; ; redirects++) {
        const signed = auth.sign ? await auth.sign(plain) : plain;
        time ??= this.#times.begin();
        if (watcher) watcher.sent(maskRequest(signed, mask));
        const answer = await exchange(dispatcher, signed, time);
        if (watcher)
          watcher.received({ ...answer, headers: maskHeaders(answer.headers, mask), text: mask.clean(answer.text) });
        if (answer.status === 401) auth.refused?.(signed);
        const next = redirected(plain, answer, redirects);
        if (next === null) return { ...answer, url: plain.url };
        plain = next;
      }
    } catch (error) {
      throw time ? this.#faultOf(error) : error;
    } finally {
      if (time) this.#times.done(time);
      this.#turns.leave();
    }
  }

  /** One exchange of what proves who asks. */
  async #obtain(agent: Dispatcher, request: Outgoing): Promise<HttpAnswer> {
    const time = this.#times.begin();
    try {
      return await exchange(agent, request, time);
    } catch (error) {
      throw this.#faultOf(error);
    } finally {
      this.#times.done(time);
    }
  }

  #faultOf(error: unknown): SourceFault {
    return transportFault(error, this.#options.config.timeoutMs);
  }

  #authenticator(auth: Auth | null, agent: Dispatcher): Authenticator {
    const { mask, now } = this.#options;
    return authenticatorOf(auth, { mask, now, send: (request) => this.#obtain(agent, request) });
  }

  #agent(certificate: Extract<Auth, { type: 'certificate' }> | null): Dispatcher {
    const { config, proxy, lookup } = this.#options;
    const options = {
      connections: config.limits.concurrency || null,
      pipelining: 1,
      // A call has one time limit for all of it, kept here.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 30_000,
      maxResponseSize: ANSWER_BYTES,
    };
    const secure = certificate ? secureOptions(certificate) : {};
    const agent = proxy
      ? new ProxyAgent({ ...options, ...proxyOptions(proxy), ...(certificate ? { requestTls: secure } : {}) })
      : new Agent({ ...options, connect: { timeout: config.timeoutMs, ...(lookup && { lookup }), ...secure } });
    this.#agents.push(agent);
    return agent;
  }
}

/**
 * Where an answer sends its caller to; null: nowhere.
 * @param redirects how many it has followed
 * @throws SourceFault when that is too far
 */
function redirected(request: Outgoing, { status, headers }: HttpAnswer, redirects: number): Outgoing | null {
  const { location } = headers;
  if (status < 300 || status >= 400 || typeof location !== 'string') return null;
  const next = URL.parse(location, request.url);
  if (next?.origin !== new URL(request.url).origin) throw new SourceFault('sends its callers to another host');
  if (redirects === REDIRECTS || request.method !== 'GET')
    throw new SourceFault('sends its callers around without an answer');
  return { ...request, url: next.href };
}

const lowerNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const maskHeaders = (headers: Readonly<Record<string, unknown>>, mask: SecretMask): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask.clean(String(value))]));

/** Of what proves who asks, some is made here and known to nobody else. */
const maskRequest = (
  { method, url, headers, body }: Outgoing,
  mask: SecretMask,
): Outgoing & { body: string | null } => ({
  method,
  url: mask.clean(url),
  headers: maskHeaders(headers, mask),
  body: typeof body === 'string' ? mask.clean(body) : body && `${body.byteLength} bytes`,
});
