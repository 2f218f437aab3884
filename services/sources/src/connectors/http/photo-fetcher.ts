import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { UnreachableHosts } from '../../domain/photos/unreachable-hosts.ts';
import { PhotoHosts } from '../../domain/photos/photo-hosts.ts';
import { type PhotoOptions, type Picture, SourceFault } from '../connector.port.ts';
import { isDataAddress, PHOTO_BYTES, photoTypes, pictureOfData } from './data-address.ts';
import type { HttpCaller } from './http-caller.ts';
import { retryAfterMs } from '../../domain/limits/retry.ts';
import { guardedLookup, isPrivateFault } from './private-addresses.ts';
import type { ProxyOptions } from './proxy.ts';
import { transportFault } from './transport-fault.ts';
import { unpack } from './unpack.ts';

const CONNECTIONS = 8;
const REDIRECTS = 3;
/** What others are asked with. Without a word about encodings a server may send any. */
const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity' } as const;
const DUMPED_BYTES = 64 * 1024;

export interface PhotoFetcherOptions {
  /** Hosts, or hosts with a port, that photos may come from. */
  hosts: readonly string[];
  timeoutMs: number;
  /** The wall clock, for dates of `Retry-After`. */
  now(): number;
  proxy: ProxyOptions | null;
  /**
   * Where the source itself is: from there photos are fetched with what proves who asks, and from nowhere else, in turn
   * with its calls.
   */
  own: Pick<HttpCaller, 'signed' | 'turn'> & { origin: string };
}

interface Fetching extends PhotoOptions {
  signal: AbortSignal;
  redirects: number;
}

/** Connects to public addresses, and to private ones that the operator wrote down with the very port. */
const connectorTo =
  (hosts: PhotoHosts, timeout: number): buildConnector.connector =>
  (options, callback) => {
    const lookup = guardedLookup((address) => hosts.listsAddress(address, options));
    buildConnector({ timeout, lookup })(options, callback);
  };

const typeOf = (headers: Readonly<Record<string, unknown>>): string =>
  String(headers['content-type'] ?? '')
    .split(';', 1)
    .join('')
    .trim()
    .toLowerCase();

/** Whether asking again may help: what stands in the way may be gone by then. */
function refusedPhoto(status: number, retryAfter: string | string[] | undefined, now: number): SourceFault {
  const retry = status === 429 || status === 408 || status >= 500;
  const holdMs = retry && typeof retryAfter === 'string' ? retryAfterMs(retryAfter, now) : null;
  return new SourceFault(`a photo was refused with status ${status}`, {
    retry,
    ...(holdMs === null ? {} : { holdMs }),
  });
}

/** A host that is away may be there later; an address that is refused here stays refused. */
function photoFault(error: unknown, timeoutMs: number): SourceFault {
  const fault = transportFault(error, timeoutMs);
  if (fault === error || fault.kind !== 'NETWORK' || isPrivateFault(error)) return fault;
  return new SourceFault(fault.message, { kind: 'NETWORK', retry: true });
}

/**
 * Fetches photos from the listed hosts only, and follows nobody elsewhere: each address that it is sent on to must be
 * listed as well.
 */
export class PhotoFetcher {
  readonly #hosts: PhotoHosts;
  readonly #timeoutMs: number;
  readonly #away = new UnreachableHosts();
  readonly #agent: Dispatcher;
  readonly #now: () => number;
  readonly #own: PhotoFetcherOptions['own'];

  constructor({ hosts, timeoutMs, now, proxy, own }: PhotoFetcherOptions) {
    this.#own = own;
    this.#now = now;
    this.#hosts = new PhotoHosts(hosts);
    this.#timeoutMs = timeoutMs;
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
      : new Agent({ ...limits, connect: connectorTo(this.#hosts, timeoutMs) });
  }

  /** @throws SourceFault */
  async fetch(reference: string, options: PhotoOptions): Promise<Picture> {
    if (isDataAddress(reference)) return pictureOfData(reference);
    const url = this.#allowed(reference);
    const get = (): Promise<Picture> => this.#fromHost(url, options);
    return url.origin === this.#own.origin ? this.#own.turn(get) : get();
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Within its time, if its host was not just found to be away. */
  async #fromHost(url: URL, options: PhotoOptions): Promise<Picture> {
    const { host } = url;
    if (!this.#away.mayCall(host, performance.now()))
      throw new SourceFault('its host did not answer several times in a row', { kind: 'NETWORK', retry: true });
    try {
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const picture = await this.#get(url, { ...options, signal, redirects: REDIRECTS });
      this.#away.answered(host);
      return picture;
    } catch (error) {
      const fault = photoFault(error, this.#timeoutMs);
      if (fault.kind === 'NETWORK' && fault.retry) this.#away.silent(host, performance.now());
      else this.#away.answered(host);
      throw fault;
    }
  }

  async #get(url: URL, fetching: Fetching): Promise<Picture> {
    const { signal, redirects } = fetching;
    const { dispatcher, headers: asking, address } = await this.#request(url, fetching);
    const { origin, pathname, search } = address;
    const request = { origin, path: pathname + search, method: 'GET', headers: asking, signal } as const;
    const { statusCode, headers, body } = await dispatcher.request(request);
    const contentType = typeOf(headers);
    if (statusCode === 200 && photoTypes.has(contentType)) {
      const sent = Buffer.from(await body.arrayBuffer());
      const content = await unpack(sent, headers['content-encoding'], PHOTO_BYTES);
      if (typeof content === 'string') throw new SourceFault(`a photo ${content}`);
      return { content: new Uint8Array(content), contentType };
    }
    await body.dump({ limit: DUMPED_BYTES });
    if (statusCode === 200) throw new SourceFault('a photo is of another type');
    const { location } = headers;
    if (statusCode < 300 || statusCode >= 400 || typeof location !== 'string')
      throw refusedPhoto(statusCode, headers['retry-after'], this.#now());
    if (redirects === 0) throw new SourceFault('a photo sends its callers around');
    return this.#get(this.#allowed(location, url), { ...fetching, redirects: redirects - 1 });
  }

  /** Requests a photo: the source's own with its credentials, any other without. */
  async #request(url: URL, { account }: Fetching) {
    if (url.origin !== this.#own.origin) return { dispatcher: this.#agent, headers: HEADERS, address: url };
    const { dispatcher, request } = await this.#own.signed(account ?? '', url.href);
    return { dispatcher, headers: request.headers, address: new URL(request.url) };
  }

  #allowed(reference: string, base?: URL): URL {
    const url = URL.parse(reference, base?.href);
    if (!url || !/^https?:$/.test(url.protocol)) throw new SourceFault('a photo has no web address');
    if (url.origin === this.#own.origin && url.username === '' && url.password === '') return url;
    // A literal address never reaches the look-up of names: that it is listed is all that it needs.
    if (!this.#hosts.allows(url)) throw new SourceFault('a photo comes from a host that is not listed');
    return url;
  }
}
