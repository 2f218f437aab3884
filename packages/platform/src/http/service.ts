import type { ServiceHealth, ServiceName } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';

/** One domain service, ready to be mounted by whatever process runs it. */
export interface Service {
  name: ServiceName;
  /** Its routes. Does not listen. */
  app: FastifyInstance;
  /** How it and its parts are; with how far it is behind in its topics where that is wanted, which asks the bus. */
  health(wanted?: { queues?: boolean }): Promise<ServiceHealth>;
  /**
   * Begins its background work: consumers, relays, schedules. Called once, after the app is ready and the others are
   * mounted.
   */
  start(): Promise<void>;
  /** Answers at once whoever waits only for news, now and from then on: the server is about to close. */
  release?(): void;
  /** Ends the background work first, then the routes, then its store. */
  close(): Promise<void>;
}
