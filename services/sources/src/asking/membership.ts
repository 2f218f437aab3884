import type { Instance } from '../store/shared-records.port.ts';

/**
 * This instance among those that live, by places that all of them see alike. Times in milliseconds of this machine's
 * steady clock.
 */
export interface Standing {
  /** Ids of those that live, this one included, in order. */
  members: string[];
  rank: number;
  /** It counts from then on: all others know of us by then. */
  from: number;
  /** It counts until then: after that the others may take us for dead. */
  until: number;
}

export interface Look {
  standing: Standing;
  others: Instance[];
  dead: Instance[];
}

/** An instance without a heartbeat for this long is dead; the others share its part. */
const DEAD_MS = 8000;
/** How long after a look at the others nobody who came since can have begun. */
const TRUST_MS = 2500;
/** After this, every other instance has looked, or knows that it has not. */
export const JOIN_MS = 3000;
/** An instance that was silent for this long may count as dead already, and joins anew. */
const AWAY_MS = 4000;

/**
 * Which instances live. Each counts its beats, and each judges by its own clock whether the others' counts grow, so
 * that no two clocks need agree. A new one waits until all others know of it, and one that cannot look stops before a
 * new one begins: so what is shared out is never shared out twice.
 */
export class Membership {
  readonly #self: string;
  readonly #seen = new Map<string, { beats: number; at: number }>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #from = 0;

  constructor(self: string) {
    this.#self = self;
  }

  /** What a beat told that was begun and done at these moments. */
  look(instances: readonly Instance[], begun: number, done: number): Look {
    const others: Instance[] = [];
    const dead: Instance[] = [];
    for (const instance of instances)
      if (instance.id !== this.#self) (this.#silence(instance, begun) > DEAD_MS ? dead : others).push(instance);
    const ids = new Set(instances.map(({ id }) => id));
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id);
    if (begun - this.#lookedAt > AWAY_MS) this.#from = others.length > 0 ? done + JOIN_MS : done;
    this.#lookedAt = begun;
    const members = [...others.map(({ id }) => id), this.#self].sort();
    return {
      standing: { members, rank: members.indexOf(this.#self), from: this.#from, until: begun + TRUST_MS },
      others,
      dead,
    };
  }

  #silence({ id, beats }: Instance, now: number): number {
    const seen = this.#seen.get(id);
    if (seen?.beats === beats) return now - seen.at;
    this.#seen.set(id, { beats, at: now });
    return 0;
  }
}
