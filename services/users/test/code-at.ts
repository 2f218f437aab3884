import { Secret, TOTP } from 'otpauth';

/** How long a code of time counts. */
export const STEP_MS = 30_000;

/** The code that an authenticator app shows at a moment. */
export const codeAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
