import type { OutgoingEvent } from '@numscope/platform';
import type { AttemptKeys } from '../attempts/attempt-keys.ts';
import type { Standing } from '../domain/login-rules.ts';

/** Attempts to log in, and how they ended. Times in milliseconds. */
export interface AttemptStore {
  standing(keys: AttemptKeys, now: number): Promise<Standing>;
  /**
   * Notes an attempt as under way, and answers what stood there before it: of many at once each sees those before
   * itself.
   */
  beginAttempt(keys: AttemptKeys, id: string, now: number): Promise<Standing>;
  /** It was none. */
  takeBackAttempt(keys: AttemptKeys, id: string): Promise<void>;
  /** @param named whether a user has the name */
  failAttempt(keys: AttemptKeys, id: string, now: number, named: boolean): Promise<void>;
  /** Forgets the failures of the pair alone, and remembers it; the events are kept with that. */
  passAttempt(keys: AttemptKeys, id: string, now: number, events: OutgoingEvent[]): Promise<void>;
  /** Takes the moment for an attempt that is slowed; false: another one was let in less than `gapMs` ago. */
  takeSlowed(keys: AttemptKeys, now: number, gapMs: number): Promise<boolean>;
}
