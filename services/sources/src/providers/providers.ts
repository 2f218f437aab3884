import {
  apiError,
  type BoundProvider,
  type FaceProvider,
  faceProviders,
  type ProviderMatch,
} from '@numscope/contracts';
import { hash } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import type { AskingContext } from '../asking/context.ts';
import { SourceFault } from '../connectors/connector.port.ts';
import type { SoughtPicture } from './picture-body.ts';
import type { ProviderConfig } from './provider-config.ts';
import type { ProviderConnector } from './provider-connector.ts';

/** Searches that wait for one provider; whoever comes then is told to come again. */
const WAITING = 20;

interface Bound {
  /** All that it is told, as text: another text is another provider. */
  told: string;
  config: ProviderConfig;
  connector: Promise<ProviderConnector>;
  queue: LimitFunction;
  /** Those that are under way, or wait for their turn. */
  searches: Set<Promise<unknown>>;
}

/** `bound`: as the file is bound now, another one once it was changed. */
type ProvidersContext = Pick<AskingContext, 'bound' | 'kit'>;

/** The providers of face search as the sources file binds them. Each is made ready when it is first searched. */
export class Providers {
  readonly #context: ProvidersContext;
  readonly #made = new Map<FaceProvider, Bound>();

  constructor(context: ProvidersContext) {
    this.#context = context;
  }

  /** Those that the file binds now. */
  list(): BoundProvider[] {
    const { providers } = this.#context.bound;
    return faceProviders.flatMap((provider) => {
      const config = providers[provider];
      return config ? [{ provider, cost: config.cost }] : [];
    });
  }

  /**
   * The provider's settings; it may be asked.
   * @throws ApiError NOT_CONFIGURED with its name
   */
  configOf(name: FaceProvider): ProviderConfig {
    const config = this.#context.bound.providers[name];
    if (config) return config;
    throw apiError('NOT_CONFIGURED', {
      message: `The provider ${name} is not configured: bind it under providers: in the sources file`,
      details: { provider: name },
    });
  }

  /** @throws ApiError NOT_CONFIGURED, OVERLOADED, SERVICE_UNAVAILABLE with what the provider says */
  async search(name: FaceProvider, picture: SoughtPicture): Promise<ProviderMatch[]> {
    const { queue, connector, searches } = this.#of(name);
    if (queue.pendingCount >= WAITING) throw apiError('OVERLOADED', { retryAfter: 5 });
    const search = queue(async () => (await connector).search(picture));
    searches.add(search);
    try {
      return await search;
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      throw apiError('SERVICE_UNAVAILABLE', {
        message: `The provider ${name} ${error.message}`,
        details: { provider: name, kind: error.kind },
        cause: error,
      });
    } finally {
      searches.delete(search);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#made.values()].map(({ connector }) => end(connector)));
  }

  #of(name: FaceProvider): Bound {
    const config = this.configOf(name);
    const { proxies, secrets } = this.#context.bound;
    const proxy = config.proxy ? (proxies[config.proxy] ?? null) : null;
    // Secrets are told only as what they are known by.
    const told = hash('sha256', JSON.stringify([config, proxy]));
    const known = this.#made.get(name);
    if (known?.told === told) return known;
    // Whoever is under way with it comes to an end first.
    if (known) void Promise.allSettled(known.searches).then(() => end(known.connector));
    const connector = import('./provider-connector.ts').then(
      (module) => new module.ProviderConnector({ config, proxy, secrets, now: () => this.#context.kit.clock.now() }),
    );
    const made = { told, config, connector, queue: pLimit(config.concurrency), searches: new Set<Promise<unknown>>() };
    this.#made.set(name, made);
    return made;
  }
}

const end = async (connector: Promise<ProviderConnector>): Promise<void> => (await connector).close();
