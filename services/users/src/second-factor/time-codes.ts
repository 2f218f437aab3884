import { productName } from '@numscope/contracts';
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const DIGITS = 6;
/** As RFC 4226 recommends: as long as what SHA-1 makes. */
const SECRET_BYTES = 20;
/** Time steps before and after this one whose codes count: clocks differ, and people type slowly. */
const WINDOW = 1;

/** What every authenticator app knows: RFC 6238 with SHA-1, six digits, 30 seconds. */
const codesOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: productName,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

/** A new shared secret, in base32 as apps take it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an app reads from the picture: `otpauth://totp/...` (the Key Uri Format of Google Authenticator). */
export const uriOf = (secret: string, userName: string): string => codesOf(secret, userName).toString();

/**
 * The time step (of 30 s since the epoch) that this is the code of; null: none of those that count now.
 * @param now in milliseconds
 */
export function stepOf(code: string, secret: string, now: number): number | null {
  // Anything but digits of ASCII is longer in bytes than in letters, which the comparison below refuses with a throw.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const delta = codesOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}
