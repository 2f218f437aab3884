import type { LookupFunction } from 'node:net';
import { Agent, ProxyAgent } from 'undici';
import type { Proxy } from '../../config/source-config.ts';
import { retryAfterMs } from '../../domain/retry.ts';
import { type AskedNumber, fillJson, fillUrl } from '../../domain/template.ts';
import {
  type AskOptions,
  type CallWatcher,
  type Connector,
  type SourceAnswer,
  SourceFault,
} from '../connector.port.ts';
import { compileAnswer, watched } from './expressions.ts';
import { beginTime, type CallTime, exchange, type HttpRequest } from './http-exchange.ts';
import { PhotoFetcher } from './photo-fetcher.ts';
import { proxyOptions } from './proxy.ts';
import { type HttpAnswer, readAnswer } from './read-answer.ts';
import { TimeLimits } from './time-limits.ts';
import type { HttpSource } from './http-source.ts';
import { transportFault } from './transport-fault.ts';

const ANSWER_BYTES = 8 * 1024 * 1024;
const REDIRECTS = 3;

export interface HttpConnectorOptions {
  config: HttpSource;
  proxy: Proxy | null;
  /** Taken out of whatever comes back. */
  secrets: readonly string[];
  now(): number;
  /** How hosts are looked up, where not every address may be called. */
  lookup?: LookupFunction;
}

interface Outgoing {
  method: HttpRequest['method'];
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** An HTTP API by declarative mapping, with connections of its own. */
export function createHttpConnector({ config, proxy, secrets, now, lookup }: HttpConnectorOptions): Connector {
  const { request, limits, timeoutMs } = config;
  const expressions = compileAnswer(config.answer);
  const viaProxy = proxy ? proxyOptions(proxy) : null;
  const options = {
    connections: limits.concurrency || null,
    pipelining: 1,
    // A call has one time limit for all of it, kept here.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
    maxResponseSize: ANSWER_BYTES,
  };
  const agent = viaProxy
    ? new ProxyAgent({ ...options, ...viaProxy })
    : new Agent({ ...options, connect: { timeout: timeoutMs, ...(lookup && { lookup }) } });
  const times = new TimeLimits(timeoutMs);
  const photos = new PhotoFetcher({ hosts: config.photoHosts, timeoutMs, proxy: viaProxy });
  const template =
    request.body === undefined || request.body === null
      ? null
      : typeof request.body === 'string'
        ? request.body
        : JSON.stringify(request.body);
  const headersOf = new Map(
    config.accounts.map(({ name, headers }) => [
      name,
      {
        accept: 'application/json',
        'user-agent': 'numscope',
        ...(template === null ? {} : { 'content-type': 'application/json' }),
        ...lowerNames(request.headers),
        ...lowerNames(headers),
      },
    ]),
  );

  const clean = (text: string): string => {
    let cleaned = text;
    for (const secret of secrets)
      if (secret.length > 3 && cleaned.includes(secret)) cleaned = cleaned.replaceAll(secret, '***');
    return cleaned;
  };

  const send = async (
    { url, method, headers, body }: Outgoing,
    time: CallTime,
    watcher: CallWatcher | undefined,
    redirects = REDIRECTS,
  ): Promise<HttpAnswer> => {
    watcher?.sent({ method, url, headers, body });
    const { origin, pathname, search } = new URL(url);
    const answer = await exchange(agent, { origin, path: pathname + search, method, headers, body }, time);
    watcher?.received(answer);
    const { location } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && typeof location === 'string') {
      const next = URL.parse(location, url);
      if (next?.origin !== origin) throw new SourceFault('sends its callers to another host');
      if (redirects === 0 || method !== 'GET') throw new SourceFault('sends its callers around without an answer');
      return send({ method, headers, body, url: next.href }, time, watcher, redirects - 1);
    }
    return { status: answer.status, headers: answer.headers, text: clean(answer.text) };
  };

  return {
    batchSize: request.batchSize,
    start: async () => undefined,
    async ask(numbers: readonly AskedNumber[], { account, watcher }: AskOptions): Promise<SourceAnswer[]> {
      const { time, done } = beginTime(times);
      let answer: HttpAnswer;
      try {
        const outgoing = {
          method: request.method,
          url: fillUrl(request.url, numbers),
          headers: headersOf.get(account) ?? {},
          body: template === null ? null : fillJson(template, numbers),
        };
        answer = await send(outgoing, time, watcher);
      } catch (error) {
        throw transportFault(error, timeoutMs);
      } finally {
        done();
      }
      const { status, headers } = answer;
      if (status === 429 && !expressions.notFoundStatus.includes(status)) {
        const header = headers['retry-after'];
        const holdMs = retryAfterMs(typeof header === 'string' ? header : undefined, now());
        throw new SourceFault('answered that it is asked too often (429)', {
          kind: 'QUOTA',
          retry: true,
          isTooOften: true,
          ...(holdMs === null ? {} : { holdMs }),
        });
      }
      if (status >= 500 && !expressions.notFoundStatus.includes(status))
        throw new SourceFault(`failed with status ${status}`, { retry: true, unwell: true });
      return readAnswer(answer, watcher ? watched(expressions, watcher) : expressions, numbers);
    },
    fetchPhoto: (reference, signal) => photos.fetch(reference, signal),
    async close() {
      await Promise.all([agent.destroy(), photos.close()]);
      times.close();
    },
  };
}

const lowerNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
