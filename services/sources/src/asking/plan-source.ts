import type { Numbering } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import { type Part, planPart, refusedPlanPart } from '../domain/resolve-phone.ts';

/** The numbering plan as a source among the others: it costs nothing and is never down, but a person may pause it. */
export class PlanSource {
  readonly trust: number;
  pausedBy: string | null;
  readonly #clock: Clock;

  constructor(trust: number, pausedBy: string | null, clock: Clock) {
    this.trust = trust;
    this.pausedBy = pausedBy;
    this.#clock = clock;
  }

  part(phone: string, numbering: Numbering | null): Part {
    const at = this.#clock.now();
    return this.pausedBy === null ? planPart(phone, numbering, at, this.trust) : refusedPlanPart(this.pausedBy, at);
  }
}
