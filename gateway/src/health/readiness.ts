import type { HealthState } from '@numscope/contracts';
import type * as z from 'zod';

/** Whether the whole has begun its work. Until then only health, the console's settings and its files answer. */
export class Readiness {
  #ready = false;

  get isReady(): boolean {
    return this.#ready;
  }

  setReady(): void {
    this.#ready = true;
  }

  /** How the whole is, given how its parts are. */
  stateOf(parts: ReadonlyArray<z.infer<typeof HealthState>>): z.infer<typeof HealthState> {
    if (!this.#ready) return 'STARTING';
    return parts.every((state) => state === 'UP') ? 'UP' : 'DOWN';
  }
}
