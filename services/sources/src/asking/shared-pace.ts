import { type CallPace, Pace, rateShare } from '../domain/limits/pace.ts';
import { JOIN_MS, type Standing } from './membership.ts';

/** Where the turn to call a source is taken that allows fewer calls a second than there are instances. */
export interface Turns {
  /** Whether it is ours now: none of the living has it. */
  take(living: string[]): Promise<boolean>;
  end(): Promise<void>;
}

const AGAIN_MS = 100;
/** An instance that has the turn and does not use it for this long loses it. */
const UNUSED_MS = 500;

/** The rate of a source that several instances call: each uses its share, and none while it does not know its share. */
export class SharedPace implements CallPace {
  readonly #perSecond: number;
  readonly #turns: Turns;
  readonly #pace: Pace;
  #standing: Standing = { members: [], rank: 0, from: 0, until: 0 };
  #byTurns = false;
  #turn: 'none' | 'asked' | 'mine' | 'used' = 'none';
  #restUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(perSecond: number, turns: Turns) {
    this.#perSecond = perSecond;
    this.#turns = turns;
    this.#pace = new Pace(perSecond);
  }

  stand(standing: Standing): void {
    const share = rateShare(this.#perSecond, standing.members.length, standing.rank);
    const byTurns = share === null;
    // Some may still call by the other rule, until they have looked.
    if (byTurns !== this.#byTurns && this.#standing.members.length > 0) this.#restUntil = performance.now() + JOIN_MS;
    this.#standing = standing;
    this.#byTurns = byTurns;
    this.#pace.setRate(share ?? this.#perSecond);
  }

  wait(now: number): number {
    const { from, until } = this.#standing;
    if (now < Math.max(from, this.#restUntil) || now >= until) return AGAIN_MS;
    if (this.#byTurns && this.#turn !== 'mine') {
      if (this.#turn === 'none') void this.#take();
      return AGAIN_MS;
    }
    return this.#pace.wait(now);
  }

  count(now: number): void {
    this.#pace.count(now);
    if (this.#turn !== 'mine') return;
    this.#turn = 'used';
    this.#endIn(this.#pace.intervalMs);
  }

  /** The turn itself goes with the instance. */
  close(): void {
    clearTimeout(this.#timer);
  }

  async #take(): Promise<void> {
    this.#turn = 'asked';
    const isOurs = await this.#turns.take(this.#standing.members);
    this.#turn = isOurs ? 'mine' : 'none';
    if (isOurs) this.#endIn(UNUSED_MS);
  }

  /** A turn lasts until the next call may begin, whoever makes it. */
  #endIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#end(), Math.ceil(ms));
  }

  async #end(): Promise<void> {
    this.#turn = 'used';
    await this.#turns.end();
    this.#turn = 'none';
    // The others come first.
    this.#restUntil = performance.now() + 2 * AGAIN_MS;
  }
}
