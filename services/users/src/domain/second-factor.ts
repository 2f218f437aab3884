import { limits } from '@numscope/contracts/limits';

/** What a user's codes are known by (RFC 6238). Times in milliseconds. */
export interface SecondFactor {
  /** The shared secret, sealed where there is a key for that. */
  secret: string;
  /** When its first code was shown; null: it is being set up, and no login asks for it yet. */
  confirmedAt: number | null;
  /** The latest time step whose code was used: that one and those before it count no more. */
  usedStep: number;
  /** SHA-256, in hexadecimal, of the recovery codes that were not used yet. */
  recovery: readonly string[];
  /** When wrong codes came, as far as they still count. */
  failures: readonly number[];
}

/**
 * A second factor that is on. One that is being set up does not outlive the password that it was begun by: whoever had
 * that may hold the secret.
 */
export const confirmedFactor = ({ secondFactor }: { secondFactor: SecondFactor | null }): SecondFactor | null =>
  typeof secondFactor?.confirmedAt === 'number' ? secondFactor : null;

/** What a code came to, with the factor as it is after that. */
export type CodeVerdict =
  | { outcome: 'RIGHT' | 'WRONG'; factor: SecondFactor }
  /** Too many wrong codes: none is looked at for a while. */
  | { outcome: 'TOO_MANY'; retryAfterMs: number };

/** A code that somebody brings: the time steps that it is of, or else the hash of what may be a recovery code. */
export interface BroughtCode {
  step: number | null;
  hash: string;
}

/**
 * Whether a code counts now. One of a time step counts once, and none does that is older than one that was used; a
 * recovery code goes when it is used. Wrong ones are counted for the account, from wherever they come: only who knows
 * the password gets so far.
 */
export function judgeCode(factor: SecondFactor, { step, hash }: BroughtCode, now: number): CodeVerdict {
  const failures = factor.failures.filter((at) => at > now - limits.codeFailureWindowMs && at <= now);
  const oldest = failures.at(-limits.codeFailures);
  if (oldest !== undefined)
    return { outcome: 'TOO_MANY', retryAfterMs: Math.max(1, oldest + limits.codeFailureWindowMs - now) };
  if (step !== null && step > factor.usedStep)
    return { outcome: 'RIGHT', factor: { ...factor, usedStep: step, failures: [] } };
  if (factor.recovery.includes(hash)) {
    const recovery = factor.recovery.filter((one) => one !== hash);
    return { outcome: 'RIGHT', factor: { ...factor, recovery, failures: [] } };
  }
  return { outcome: 'WRONG', factor: { ...factor, failures: [...failures, now] } };
}
