import { apiError, type LoginLane } from '@numscope/contracts';
import { Admission, newId, type OutgoingEvent } from '@numscope/platform';
import type { AuthDeps } from '../deps.ts';
import { judge, type Standing } from '../domain/login-rules.ts';
import { attemptKeys, type AttemptKeys } from './attempt-keys.ts';
import { KeyedMutex } from './keyed-mutex.ts';

/**
 * What a password came to. What is told of a success is kept with it; of a wrong one it matters whether a user has the
 * name.
 */
export type Tried<T> = { passed: { value: T; events: OutgoingEvent[] } } | { passed: null; named: boolean };

export interface Trying<T> {
  userName: string;
  address: string;
  /** Called as soon as it is certain that a user has the name, also when the attempt is refused. */
  onNamed?(): void;
  check(lane: LoginLane): Promise<Tried<T>>;
}

const tooMany = (waitMs: number) => apiError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, waitMs / 1000) });

/**
 * Lets passwords be tried, within limits that all instances share. An attempt is noted before it is made and taken back
 * if it was none, so that many at once are no more than many in a row.
 */
export class Attempts {
  readonly #deps: Pick<AuthDeps, 'store' | 'kit'>;
  readonly #admission = new Admission();
  readonly #mutex = new KeyedMutex();

  constructor(deps: Pick<AuthDeps, 'store' | 'kit'>) {
    this.#deps = deps;
  }

  /**
   * What the check passed; null: the password is wrong, which is counted. A check that throws counts as none.
   * @throws ApiError TOO_MANY_REQUESTS
   */
  make<T>(trying: Trying<T>): Promise<T | null> {
    const keys = attemptKeys(trying.userName, trying.address);
    return this.#admission.pass(keys.address, () =>
      this.#mutex.runExclusive(keys.pair, () => this.#inTurn(keys, trying)),
    );
  }

  async #inTurn<T>(keys: AttemptKeys, trying: Trying<T>): Promise<T | null> {
    const { store, kit } = this.#deps;
    const now = kit.clock.now();
    this.#admit(await store.standing(keys, now), now, trying);
    const id = newId();
    const before = await store.beginAttempt(keys, id, now);
    const tried = await this.#tryAs(before, keys, now, trying).catch(async (error: unknown) => {
      await store.takeBackAttempt(keys, id);
      throw error;
    });
    if (tried.passed) {
      await store.passAttempt(keys, id, kit.clock.now(), tried.passed.events);
      return tried.passed.value;
    }
    if (tried.named) trying.onNamed?.();
    await store.failAttempt(keys, id, kit.clock.now(), tried.named);
    return null;
  }

  /** @throws ApiError TOO_MANY_REQUESTS */
  #admit<T>(standing: Standing, now: number, { onNamed }: Trying<T>) {
    if (standing.named) onNamed?.();
    const admission = judge(standing, now);
    if (!admission.admitted) throw tooMany(admission.retryAfterMs);
    return admission;
  }

  /** @throws ApiError TOO_MANY_REQUESTS, and what the check throws */
  async #tryAs<T>(standing: Standing, keys: AttemptKeys, now: number, trying: Trying<T>): Promise<Tried<T>> {
    const { lane, gapMs } = this.#admit(standing, now, trying);
    if (gapMs !== null && !(await this.#deps.store.takeSlowed(keys, now, gapMs))) throw tooMany(gapMs);
    return trying.check(lane);
  }
}
