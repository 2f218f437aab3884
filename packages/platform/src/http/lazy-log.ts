import type { FastifyBaseLogger } from 'fastify';
import { logSerializers } from '../runtime/logger.ts';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Write = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * The logger of an app, and of each of its requests: made only when there is something to say. Most requests have
 * nothing, and making one costs more than all checks.
 */
class LazyLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: Options;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  /** Fastify's own would tell an error a second time. */
  get serializers(): typeof logSerializers {
    return logSerializers;
  }

  get level(): string {
    return this.#log.level;
  }

  fatal(...args: unknown[]): void {
    this.#write('fatal', args);
  }

  error(...args: unknown[]): void {
    this.#write('error', args);
  }

  warn(...args: unknown[]): void {
    this.#write('warn', args);
  }

  info(...args: unknown[]): void {
    this.#write('info', args);
  }

  debug(...args: unknown[]): void {
    this.#write('debug', args);
  }

  trace(...args: unknown[]): void {
    this.#write('trace', args);
  }

  silent(): void {}

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return new LazyLog(this, bindings, options);
  }

  get #log(): FastifyBaseLogger {
    const parent = this.#parent instanceof LazyLog ? this.#parent.#log : this.#parent;
    this.#made ??= parent.child(this.#bindings, this.#options);
    return this.#made;
  }

  #write(level: Write, args: unknown[]): void {
    Reflect.apply(this.#log[level], this.#log, args);
  }
}

/** For Fastify's `loggerInstance`. */
export const lazyLog = (log: FastifyBaseLogger): FastifyBaseLogger => new LazyLog(log, {}, undefined);
