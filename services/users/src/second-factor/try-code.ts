import type { UsersDeps } from '../deps.ts';
import { type CodeVerdict, judgeCode, type SecondFactor } from '../domain/second-factor.ts';
import { hashCode, plainCode } from './recovery-codes.ts';
import { stepOf } from './time-codes.ts';

/**
 * What a code that somebody typed comes to, one of an app or a recovery code; nothing is kept here.
 * @throws ApiError NOT_CONFIGURED when the secret was sealed by a key that is not here
 */
export function tryCode(
  typed: string,
  factor: SecondFactor,
  userId: string,
  { secrets, kit }: Pick<UsersDeps, 'secrets' | 'kit'>,
): CodeVerdict {
  const now = kit.clock.now();
  const step = stepOf(plainCode(typed), secrets.open(factor.secret, userId), now);
  return judgeCode(factor, { step, hash: hashCode(typed) }, now);
}
