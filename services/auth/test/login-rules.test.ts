import { describe, expect, it } from '@jest/globals';
import { limits } from '@numscope/contracts';
import { judge, type Standing, windowMs } from '../src/domain/login-rules.ts';

const STEP_MS = 100;

/** A user that `attackers` addresses try ten times a second each, and the owner from a new address once a second. */
class Siege {
  now = 1_000_000;
  #slowedAt = 0;
  readonly #failures: Array<{ address: number; at: number }> = [];

  /** Whether the attempt was let in. */
  attempt(address: number, fails: boolean): boolean {
    const since = (ms: number, of: (failure: { address: number }) => boolean) =>
      this.#failures.filter((failure) => failure.at > this.now - ms && of(failure)).map(({ at }) => at);
    const here = (failure: { address: number }) => failure.address === address;
    const standing: Standing = {
      pair: { failures: since(windowMs.pair, here), underWay: 0 },
      address: { failures: since(windowMs.address, here), underWay: 0 },
      user: { failures: since(windowMs.user, () => true), underWay: 0 },
      known: false,
      named: true,
      slowedAt: this.#slowedAt,
    };
    const admission = judge(standing, this.now);
    if (!admission.admitted) return false;
    if (admission.gapMs !== null) this.#slowedAt = this.now;
    if (fails) this.#failures.push({ address, at: this.now });
    return true;
  }

  /** How long the owner takes to get in while it is attacked, in milliseconds. */
  ownerIn(attackers: number): number {
    for (let waited = 0; ; waited += STEP_MS, this.now += STEP_MS) {
      for (let address = 1; address <= attackers; address++) this.attempt(address, true);
      if (waited % limits.slowedLoginMs === 0 && this.attempt(0, false)) return waited;
    }
  }
}

describe('the owner of an account that is attacked', () => {
  it.each([1, 20, 60])(
    'gets in within a minute from a new address while %i others try without a pause',
    (attackers) => {
      const siege = new Siege();
      expect(siege.ownerIn(attackers)).toBeLessThan(60_000);
      for (let n = 0; n < 300; n++, siege.now += STEP_MS)
        for (let address = 1; address <= attackers; address++) siege.attempt(address, true);
      expect(siege.ownerIn(attackers)).toBeLessThan(60_000);
    },
  );

  it('is tried by all of them together no more than once a second', () => {
    const siege = new Siege();
    let tried = 0;
    for (let n = 0; n < 600; n++, siege.now += STEP_MS)
      for (let address = 1; address <= 60; address++) if (siege.attempt(address, true)) tried++;
    expect(tried).toBeLessThanOrEqual(limits.userLoginFailures + 60);
  });
});
