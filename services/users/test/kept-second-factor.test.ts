import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { limits } from '@numscope/contracts';
import * as fc from 'fast-check';
import { Secret } from 'otpauth';
import { SealedSecrets } from '../src/app.ts';
import { judgeCode, type SecondFactor } from '../src/domain/second-factor.ts';
import { hashCode, newRecoveryCodes } from '../src/second-factor/recovery-codes.ts';
import { newSecret, stepOf } from '../src/second-factor/time-codes.ts';
import { codeAt, STEP_MS } from './code-at.ts';

describe('what is kept of a second factor', () => {
  const factor: SecondFactor = { secret: '', confirmedAt: 1, usedStep: 0, recovery: [], failures: [] };
  const steps = fc.integer({ min: 1, max: 60 });

  it('never takes a code of a step twice, nor goes back, whatever comes', () => {
    const comings = fc.array(fc.record({ step: fc.option(steps), hash: fc.constantFrom('a', 'b', 'x') }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(comings, (brought) => {
        let state: SecondFactor = { ...factor, recovery: ['a', 'b'] };
        const taken: number[] = [];
        const recovered: string[] = [];
        for (const [index, coming] of brought.entries()) {
          const verdict = judgeCode(state, coming, index);
          if (verdict.outcome === 'TOO_MANY') continue;
          if (verdict.outcome === 'RIGHT' && verdict.factor.usedStep > state.usedStep)
            taken.push(verdict.factor.usedStep);
          else if (verdict.outcome === 'RIGHT') recovered.push(coming.hash);
          state = verdict.factor;
        }
        expect(taken).toEqual([...new Set(taken)].toSorted((a, b) => a - b));
        expect(recovered).toHaveLength(new Set(recovered).size);
        expect(state.failures.length).toBeLessThanOrEqual(limits.codeFailures);
      }),
    );
  });

  it('lets no more wrong codes through than the limit in any hour', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: limits.codeFailureWindowMs / 4 }), { maxLength: 80 }), (gaps) => {
        let state = factor;
        let at = 0;
        const looked: number[] = [];
        for (const gap of gaps) {
          at += gap;
          const verdict = judgeCode(state, { step: null, hash: 'x' }, at);
          if (verdict.outcome === 'TOO_MANY') continue;
          looked.push(at);
          state = verdict.factor;
        }
        for (const begin of looked) {
          const within = looked.filter((one) => one >= begin && one < begin + limits.codeFailureWindowMs);
          expect(within.length).toBeLessThanOrEqual(limits.codeFailures);
        }
      }),
    );
  });

  it('knows the codes of the step before, this one and the next, as another implementation makes them', () => {
    const own = newSecret();
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 60_000_000 }), fc.integer({ min: -3, max: 3 }), (step, off) => {
        const code = codeAt(own, (step + off) * STEP_MS);
        const found = stepOf(code, own, step * STEP_MS);
        if (Math.abs(off) <= 1) expect(found).not.toBeNull();
      }),
    );
    // RFC 6238, appendix B, of SHA-1 in six digits.
    const rfc = Buffer.from('12345678901234567890');
    const base32 = new Secret({ buffer: Uint8Array.from(rfc).buffer }).base32;
    expect(stepOf('287082', base32, 59_000)).toBe(1);
    expect(stepOf('081804', base32, 1_111_111_109_000)).toBe(37_037_036);
    expect(stepOf('081804', base32, 1_111_111_109_000 + 5 * STEP_MS)).toBeNull();
    expect(stepOf('aÒÌ💩1', base32, 59_000)).toBeNull();
    expect(stepOf('٢٨٧٠٨٢', base32, 59_000)).toBeNull();
  });

  it('is opened for its user alone, by a key that is there, also after the keys changed', () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    const sealed = new SealedSecrets([older]).seal('ABC', 'u1');
    expect(sealed).not.toContain('ABC');
    expect(new SealedSecrets([newer, older]).open(sealed, 'u1')).toBe('ABC');
    expect(() => new SealedSecrets([newer, older]).open(sealed, 'u2')).toThrow();
    expect(() => new SealedSecrets([newer]).open(sealed, 'u1')).toThrow('SECOND_FACTOR_KEY');
    const plain = new SealedSecrets([]).seal('ABC', 'u1');
    expect(new SealedSecrets([newer]).open(plain, 'u1')).toBe('ABC');
  });

  it('has recovery codes that differ, and are known however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(limits.recoveryCodes);
    for (const code of codes) {
      expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      expect(hashCode(` ${code.replaceAll('-', '').toUpperCase()}`)).toBe(hashCode(code));
    }
  });
});
