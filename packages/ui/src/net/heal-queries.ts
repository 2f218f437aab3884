import { ApiFailure, backoffMs } from '@numscope/client';
import type { ErrorCode } from '@numscope/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { realtime } from './use-realtime.ts';

/** Refusals of what is not there at all, though their status is that of what is away. */
const lasting: readonly string[] = ['FACES_OFF', 'NOT_CONFIGURED'] satisfies ErrorCode[];

/** Whether a failure passes by itself: no answer at all, a part of the server that is away, too much at once. */
export const isPassing = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && [0, 429, 502, 503, 504].includes(error.status) && !lasting.includes(error.code);

/**
 * Whether there is none of what a query shows still. Only the last failure tells that, and after the next one, as of a
 * server that is away, it would stand there again.
 */
const isShownStill = ({ state: { error, data } }: Query): boolean =>
  data !== undefined && error instanceof ApiFailure && error.status === 404;

/** Told to a query's function when it is asked again by itself: the failure is shown already. */
export const again = { again: true } as const;

/** A try that hangs is given up after so long. */
const HANGING_MS = 15_000;

/** Whether the server wants to be left alone still. */
const isHeld = ({ state: { error, errorUpdatedAt } }: Query): boolean =>
  error instanceof ApiFailure && errorUpdatedAt + (error.retryAfterMs ?? 0) > Date.now();

/**
 * Keeps what is on the screen of a client asked for until it is there. Queries that failed for a reason that passes are
 * asked again after pauses of at most 3 s, the first one alone while nothing answers; their failure stays on the screen until they answer,
 * and nothing flickers. What is deleted meanwhile is forgotten. Once the realtime line is back everything is loaded anew, also what still hangs in the lost one.
 */
class Healer {
  readonly #client: QueryClient;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round: AbortController | null = null;
  #attempts = 0;

  constructor(client: QueryClient) {
    this.#client = client;
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (isShownStill(event.query)) event.query.setState({ data: undefined, dataUpdatedAt: 0 });
      if (event.action.type === 'error' && isPassing(event.action.error)) this.#plan();
    });
    realtime().onReconnect(() => void this.#recover());
    window.addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => this.#hurry());
  }

  #failed(): Query[] {
    return this.#client
      .getQueryCache()
      .findAll({ type: 'active', fetchStatus: 'idle' })
      .filter(({ state }) => state.status === 'error' && isPassing(state.error));
  }

  #plan(): void {
    if (this.#timer !== undefined || this.#round !== null) return;
    this.#timer = setTimeout(() => void this.#askAgain(), backoffMs(this.#attempts, Math.random()));
    this.#attempts++;
  }

  #hurry(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    void this.#askAgain();
  }

  async #askAgain(): Promise<void> {
    this.#timer = undefined;
    const failed = this.#failed();
    if (failed.length === 0) {
      this.#attempts = 0;
      return;
    }
    // Nobody looks; it goes on when somebody does.
    if (document.visibilityState === 'hidden') return this.#plan();
    const round = new AbortController();
    this.#round = round;
    const [first, ...others] = failed.filter((query) => !isHeld(query));
    if (first !== undefined && (await this.#ask(first, round.signal)))
      await Promise.all(others.map((query) => this.#ask(query, round.signal)));
    if (this.#round !== round) return;
    this.#round = null;
    this.#plan();
  }

  /** @returns whether the server answered anything */
  async #ask(query: Query, stop: AbortSignal): Promise<boolean> {
    const { queryFn } = query.options;
    if (typeof queryFn !== 'function') return true;
    const { error } = query.state;
    const isStill = (): boolean => query.state.error === error && query.state.fetchStatus === 'idle';
    const signal = AbortSignal.any([stop, AbortSignal.timeout(HANGING_MS)]);
    try {
      const data: unknown = await queryFn({ client: this.#client, queryKey: query.queryKey, signal, meta: again });
      if (isStill()) query.setData(data);
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) return false;
      const isNews = !(error instanceof ApiFailure && failure.status === error.status && failure.code === error.code);
      if (isNews && isStill()) query.setState({ error: failure, errorUpdatedAt: Date.now() });
      return failure.status !== 0;
    }
  }

  async #recover(): Promise<void> {
    this.#round?.abort();
    this.#round = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#attempts = 0;
    await this.#client.cancelQueries({ type: 'active', fetchStatus: 'fetching' });
    await this.#client.invalidateQueries();
  }
}

/** Makes everything that the client loads come right by itself after the server or the line to it was away. */
export const healQueries = (client: QueryClient): void => void new Healer(client);
