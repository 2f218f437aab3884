import { type AnswerStatus, NUMBERING_PLAN, type Numbering } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import { LastHour } from '../domain/health/last-hour.ts';
import { type Part, planPart, refusedPlanPart } from '../domain/results/resolve-phone.ts';
import type { SourceFigures } from '../store/shared-records.port.ts';

/** The numbering plan as a source among the others: it costs nothing and is never down, but a person may pause it. */
export class PlanSource {
  readonly trust: number;
  pausedBy: string | null;
  readonly #clock: Clock;
  readonly #hour: LastHour;

  /** @param former - whose place it takes, with what that one answered */
  constructor(trust: number, pausedBy: string | null, clock: Clock, former: PlanSource | null = null) {
    this.trust = trust;
    this.pausedBy = pausedBy;
    this.#clock = clock;
    this.#hour = former ? former.#hour : new LastHour(clock.now());
  }

  get state(): SourceFigures['state'] {
    return this.pausedBy === null ? 'CLOSED' : 'PAUSED';
  }

  get figures(): SourceFigures {
    return { source: NUMBERING_PLAN, state: this.state, hour: this.#hour.sum(this.#clock.now()), lastError: null };
  }

  part(phone: string, numbering: Numbering | null): Part {
    const at = this.#clock.now();
    return this.pausedBy === null ? planPart(phone, numbering, at, this.trust) : refusedPlanPart(this.pausedBy, at);
  }

  /** Counts numbers that got this answer. */
  noteAnswers(status: AnswerStatus, numbers: number): void {
    this.#hour.note(status, this.#clock.now(), numbers);
  }
}
