import { createHmac } from 'node:crypto';

/** Carries when a delivery was signed (seconds since the epoch) and HMAC-SHA-256 of `SECONDS.body` by the webhook's secret. */
export const SIGNATURE_HEADER = 'x-numscope-signature';

export function signatureOf(body: string, secret: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
