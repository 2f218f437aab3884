import { Instances } from '@numscope/platform/http/instances';
import { connectionFault } from '@numscope/platform/http/connection-faults';
import { Agent, type Dispatcher, Pool } from 'undici';
import { UnreadBody } from './unread-body.ts';

const CONNECTIONS = 256;
const CONNECT_MS = 1000;

type Request = Pick<
  Dispatcher.RequestOptions,
  'origin' | 'path' | 'method' | 'headers' | 'body' | 'headersTimeout' | 'bodyTimeout'
>;
type Response = Dispatcher.ResponseData;
type Done = (error: Error | null, response: Response) => void;

type Trailer = readonly [name: string, value: () => Promise<string>];
const none: readonly Trailer[] = [];
const ignore = (): void => undefined;

const ONCE = 'once.';

/**
 * What a service is asked by: `http://jobs`, or `http://once.jobs` for what may not be asked again once it was sent.
 * Whoever passes requests on by an origin has no other way to say so.
 */
export const originFor = (name: string, isRepeatable: boolean): string => `http://${isRepeatable ? '' : ONCE}${name}`;

function readOrigin(origin: unknown): { name: string; isRepeatable: boolean } {
  const host = String(origin).slice('http://'.length);
  const isRepeatable = !host.startsWith(ONCE);
  return { name: isRepeatable ? host : host.slice(ONCE.length), isRepeatable };
}

/**
 * Sends requests on to services by their names, each of which has one or more instances. The next one is asked when one
 * does not answer and nothing of the request was sent yet; also after that if it may be repeated.
 */
export class RemoteServices {
  readonly #instances: ReadonlyMap<string, Instances>;
  readonly #pools: ReadonlyMap<string, Pool>;
  /** One for how it is, one for how far behind it is: neither waits until the other was answered. */
  readonly #asides = new Agent({ connections: 2, connect: { timeout: CONNECT_MS } });
  readonly #trailers = new WeakMap<object, readonly Trailer[]>();

  /** @param addresses the origins of each service */
  constructor(addresses: Readonly<Record<string, readonly string[]>>) {
    this.#instances = new Map(Object.entries(addresses).map(([name, origins]) => [name, new Instances(origins)]));
    const origins = new Set(Object.values(addresses).flat());
    this.#pools = new Map(
      [...origins].map((origin) => [
        origin,
        new Pool(origin, { connections: CONNECTIONS, connect: { timeout: CONNECT_MS } }),
      ]),
    );
  }

  originsOf(name: string): readonly string[] {
    return this.#of(name).all;
  }

  /** The announced trailers of an answer by their names; each is known once the body was read. */
  trailersOf(body: object): readonly Trailer[] {
    return this.#trailers.get(body) ?? none;
  }

  /** In the way of undici's `request`, where `origin` is as `originFor` makes it. */
  request(options: Request): Promise<Response>;
  request(options: Request, done: Done): void;
  request(options: Request, done?: Done): Promise<Response> | void {
    if (done) return this.#send(options, done);
    return new Promise((resolve, reject) => {
      this.#send(options, (error, response) => (error ? reject(error) : resolve(response)));
    });
  }

  /**
   * Asks one instance, whatever it is known for, by connections of their own: where calls queue, it does not wait behind
   * them.
   */
  ask(origin: string, path: string, timeoutMs: number): Promise<Response> {
    return this.#asides.request({ origin, method: 'GET', path, signal: AbortSignal.timeout(timeoutMs) });
  }

  async close(): Promise<void> {
    await Promise.all([this.#asides, ...this.#pools.values()].map((connections) => connections.close()));
  }

  /** With callbacks and not promises: every call goes this way. */
  #send(options: Request, done: Done): void {
    const { name, isRepeatable } = readOrigin(options.origin);
    const instances = this.#of(name);
    const order = instances.order();
    // One address may stand for many instances: there it is asked once more.
    const origins = order.length === 1 ? [...order, ...order] : order;
    const ask = (index: number): void => {
      const origin = origins[index] ?? '';
      const body = options.body instanceof UnreadBody ? options.body.anew() : (options.body ?? null);
      const signal = body instanceof UnreadBody ? body.callerGone : undefined;
      this.#poolOf(origin).request({ ...options, origin, body, signal }, (error, response) => {
        if (error === null) {
          this.#take(instances, origin, response);
          return done(null, response);
        }
        const fault = connectionFault(error);
        if (fault !== null) instances.rest(origin);
        const canMove = fault === 'not sent' || (fault === 'lost' && isRepeatable);
        const isWhole = !(body instanceof UnreadBody && body.begun);
        if (canMove && isWhole && index < origins.length - 1) ask(index + 1);
        else done(error, response);
      });
    };
    ask(0);
  }

  #take(instances: Instances, origin: string, { headers, body, trailers }: Response): void {
    if (headers.connection === 'close') instances.rest(origin);
    else instances.answered(origin);
    // A caller that left has its answer thrown away, which undici calls an error.
    body.on('error', ignore);
    if (headers.trailer === undefined) return;
    // Fastify parts several by blanks, where the standard has commas.
    const names = String(headers.trailer)
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((name) => name !== '');
    this.#trailers.set(
      body,
      names.map((name) => [name, async () => trailers[name] ?? '']),
    );
  }

  #of(name: string): Instances {
    const instances = this.#instances.get(name);
    if (!instances) throw new Error(`no address of ${name} is known`);
    return instances;
  }

  #poolOf(origin: string): Pool {
    const pool = this.#pools.get(origin);
    if (!pool) throw new Error(`no connections to ${origin}`);
    return pool;
  }
}
