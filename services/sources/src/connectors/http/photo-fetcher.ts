import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { type Picture, SourceFault } from '../connector.port.ts';
import { guardedLookup } from './private-addresses.ts';
import type { ProxyOptions } from './proxy.ts';
import { transportFault } from './transport-fault.ts';

const PHOTO_BYTES = 10 * 1024 * 1024;
const CONNECTIONS = 8;
const types: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

export interface PhotoFetcherOptions {
  /** Hosts, or hosts with a port, that photos may come from. */
  hosts: readonly string[];
  timeoutMs: number;
  proxy: ProxyOptions | null;
}

const bare = (host: string): string => host.toLowerCase().replace(/^\[|\]$/g, '');
const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/** Fetches photos from the listed hosts only, and follows nobody elsewhere. */
export class PhotoFetcher {
  readonly #hosts: ReadonlySet<string>;
  readonly #timeoutMs: number;
  readonly #agent: Dispatcher;

  constructor({ hosts, timeoutMs, proxy }: PhotoFetcherOptions) {
    this.#hosts = new Set(hosts.map((host) => host.toLowerCase()));
    this.#timeoutMs = timeoutMs;
    const listed = new Set(hosts.map((host) => bare(host.replace(/(?<=[^:\]]|\]):\d+$/, ''))));
    const limits = {
      connections: CONNECTIONS,
      maxResponseSize: PHOTO_BYTES,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: 10_000,
    };
    // Through a proxy it is the proxy that looks names up: of names it gets only those that the operator listed.
    this.#agent = proxy
      ? new ProxyAgent({ ...limits, ...proxy })
      : new Agent({ ...limits, connect: { timeout: timeoutMs, lookup: guardedLookup((address) => listed.has(address)) } });
  }

  /** @throws SourceFault */
  async fetch(reference: string, signal: AbortSignal): Promise<Picture> {
    const url = this.#allowed(reference);
    try {
      const { statusCode, headers, body } = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        signal,
      });
      const contentType = String(headers['content-type'] ?? '')
        .split(';', 1)
        .join('')
        .trim()
        .toLowerCase();
      if (statusCode !== 200 || !types.has(contentType)) {
        await body.dump({ limit: 64 * 1024 });
        throw new SourceFault(statusCode === 200 ? 'a photo is of another type' : `a photo was refused with status ${statusCode}`);
      }
      return { content: new Uint8Array(await body.arrayBuffer()), contentType };
    } catch (error) {
      throw transportFault(error, this.#timeoutMs);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #allowed(reference: string): URL {
    const url = URL.parse(reference);
    if (!url || !/^https?:$/.test(url.protocol)) throw new SourceFault('a photo has no web address');
    const host = url.hostname.toLowerCase();
    const isListed = [host, bare(host), `${host}:${portOf(url)}`].some((name) => this.#hosts.has(name));
    // A literal address never reaches the look-up of names: that it is listed is all that it needs.
    if (!isListed) throw new SourceFault('a photo comes from a host that is not listed');
    return url;
  }
}
