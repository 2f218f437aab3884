import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, apiError, type ErrorCode, type ServiceName } from '@numscope/contracts';
import CircuitBreaker from 'opossum';
import { Gauge, type Registry } from 'prom-client';
import { Agent } from 'undici';
import { codeOf, reasonOf } from '../errors.ts';
import type { ServiceClient } from '../ports/service-client.port.ts';
import type { Logger } from '../runtime/logger.ts';
import { breakerOptions } from './breaker-options.ts';
import { connectionFault } from './connection-faults.ts';
import { Instances } from './instances.ts';
import { type Answer, clientOver, type OutgoingCall, refuseFaults } from './service-call.ts';
import type { ServiceCredentials } from '../tokens/service-keys.ts';

/** Connections to one instance. */
const CONNECTIONS = 128;
const CONNECT_MS = 1000;
/** Whoever is silent for this long within an answer is given up; how long the whole may take is the call's business. */
const SILENCE_MS = 60_000;
const ROUNDS = 4;
const FIRST_PAUSE_MS = 50;

const BREAKER = { ...breakerOptions, volumeThreshold: 10, resetTimeout: 1000 } as const;

/** Faults that say that the other side is not well, not that it refused us. */
const unwell: ReadonlySet<ErrorCode> = new Set(['SERVICE_UNAVAILABLE', 'TIMEOUT', 'OVERLOADED']);
const isUnwell = (error: unknown): boolean => !(error instanceof ApiError) || unwell.has(error.code);

export interface HttpClientOptions {
  /** The service in whose name the calls are made. */
  caller: ServiceCredentials;
  /** The origins of the services that are called, one for each instance. */
  addresses: Readonly<Partial<Record<ServiceName, readonly string[]>>>;
  log: Logger;
  /** Where the states of the breakers are shown. */
  registry: Registry;
}

export interface HttpClient extends ServiceClient {
  close(): Promise<void>;
}

type Breaker = CircuitBreaker<[call: OutgoingCall, signal: AbortSignal], Answer>;

/** One service that is called: its instances, and the breaker that spares it while it is not well. */
class Target {
  readonly #service: ServiceName;
  readonly #instances: Instances;
  readonly #agent: Agent;
  readonly #log: Logger;
  readonly #breaker: Breaker;

  constructor(service: ServiceName, origins: readonly string[], agent: Agent, log: Logger) {
    this.#service = service;
    this.#instances = new Instances(origins);
    this.#agent = agent;
    this.#log = log;
    this.#breaker = new CircuitBreaker((call: OutgoingCall, signal: AbortSignal) => this.#try(call, signal), {
      ...BREAKER,
      errorFilter: (error: unknown) => !isUnwell(error),
    });
    this.#breaker.on('open', () =>
      log.warn({ target: service }, 'a service is not well: calls to it are refused for a moment'),
    );
    this.#breaker.on('close', () => log.info({ target: service }, 'a service is well again'));
  }

  get isOpen(): boolean {
    return this.#breaker.opened;
  }

  async ask(call: OutgoingCall, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.#breaker.fire(call, signal);
    } catch (error) {
      const isRefused = codeOf(error) === 'EOPENBREAKER';
      throw isRefused ? apiError('SERVICE_UNAVAILABLE', { details: { service: this.#service }, cause: error }) : error;
    }
  }

  close(): void {
    this.#breaker.shutdown();
  }

  /** Asks one instance after the other, and all again after a small pause, as long as asking again does no harm. */
  async #try(call: OutgoingCall, signal: AbortSignal): Promise<Answer> {
    for (let round = 1; ; round++) {
      const origins = this.#instances.order();
      for (const [index, origin] of origins.entries()) {
        try {
          return await this.#askOne(origin, call, signal, index < origins.length - 1);
        } catch (error) {
          const harmless = connectionFault(error) === 'not sent' || (call.repeatable && isUnwell(error));
          const last = round === ROUNDS && index === origins.length - 1;
          if (signal.aborted || !harmless || last) throw error;
          this.#log.debug({ target: origin, url: call.url, reason: reasonOf(error) }, 'a call is tried again');
        }
      }
      await wait(FIRST_PAUSE_MS * 2 ** (round - 1), undefined, { signal });
    }
  }

  async #askOne(origin: string, call: OutgoingCall, signal: AbortSignal, hasOthers: boolean): Promise<Answer> {
    // Half of the time is left for another instance, if it may be asked as well.
    const patience = new AbortController();
    const timer = hasOthers && call.repeatable ? setTimeout(() => patience.abort(), call.timeoutMs / 2) : undefined;
    try {
      const answer = await this.#agent.request({
        origin,
        path: call.url,
        method: call.method,
        headers: call.headers,
        ...(call.payload === undefined ? {} : { body: call.payload }),
        signal: AbortSignal.any([signal, patience.signal]),
      });
      if (answer.headers['connection'] === 'close') this.#instances.rest(origin);
      else this.#instances.answered(origin);
      return await refuseFaults(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) this.#instances.rest(origin);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Calls between services over HTTP. Instances are asked in turn, and the next one if one does not answer: any call
 * while nothing of it was sent, repeatable ones also after that. A service that fails half of its calls is left alone
 * for a second.
 */
export function createHttpClient({ caller, addresses, log, registry }: HttpClientOptions): HttpClient {
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: 0,
    bodyTimeout: SILENCE_MS,
  });
  const targets = new Map<string, Target>();
  for (const [service, origins] of Object.entries(addresses)) {
    targets.set(service, new Target(service as ServiceName, origins, agent, log));
  }
  const breakers = new Gauge({
    name: 'numscope_breaker_open',
    help: 'Whether calls to a service are refused because it is not well (1) or not (0)',
    labelNames: ['target'],
    registers: [registry],
    collect: () => targets.forEach((target, service) => breakers.set({ target: service }, target.isOpen ? 1 : 0)),
  });
  const client = clientOver(caller, (call, signal) => {
    const target = targets.get(call.service);
    if (!target) throw new Error(`${caller.name} was given no address of ${call.service}`);
    return target.ask(call, signal);
  });
  return {
    call: (call, options) => client.call(call, options),
    stream: (call, options) => client.stream(call, options),
    async close() {
      for (const target of targets.values()) target.close();
      await agent.close();
    },
  } as HttpClient;
}
