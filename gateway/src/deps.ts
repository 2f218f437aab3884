import type { ConsoleSettings, ServiceHealth, ServiceName } from '@numscope/contracts';
import type { EventBus, ServiceClient, ServiceKit } from '@numscope/platform';
import type { EdgeLimits } from './edge/limits.ts';
import type { Upstream } from './http/upstream.port.ts';

export interface GatewaySettings {
  /** Requests a second from one address; more are answered 429. */
  rateLimit: number;
  /** How often one caller may make each costly call in a minute; more are answered 429. */
  costlyPerMinute: number;
  /** Addresses and ranges, beside this machine's own, that may read the metrics without a token. */
  metricsFrom?: readonly string[];
  /** Whether it tells auth which logins are used, because unused ones end; how often, where it is not the usual. */
  tellsActivity?: boolean;
  activityMs?: number;
  /** How much comes in at most, where it is not the usual. */
  edge?: Partial<EdgeLimits>;
  /** How often sources are asked how they are while an administrator listens, in milliseconds; 5000 unless said. */
  sourceLookMs?: number;
  /** How often it is asked whether pictures wait to be looked at while somebody listens, in milliseconds; 3000 unless said. */
  faceLookMs?: number;
  /** URIs of those who are told of holes in this installation; none: nobody is named. */
  securityContacts?: readonly string[];
  /** The folder that the whole product keeps all in, where there is one: its disk is looked at. */
  dataFolder?: string;
  console: ConsoleSettings;
  /** The folder that has `<part>/dist` for each part of the console; null: no console here. */
  consoleDir: string | null;
}

/** What stands behind the gateway: where a service's calls go, and how it is asked for its health. */
export interface Backend {
  upstream: Upstream;
  health(wanted?: { queues?: boolean }): Promise<ServiceHealth>;
}

/** What the gateway needs from the process that runs it. */
export interface GatewayDeps {
  kit: ServiceKit;
  bus: EventBus;
  /** Asks jobs how they are, for the open websockets. */
  client: ServiceClient;
  backends: Readonly<Record<ServiceName, Backend>>;
  settings: GatewaySettings;
  /** The metrics of everything in this process, as Prometheus text. */
  metrics(): Promise<string>;
}
