import type { FastifyInstance, FastifyRequest } from 'fastify';

/** For answers that are data, not pages: nothing in them may run or be shown in a frame. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const headers: ReadonlyArray<readonly [string, string]> = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ['content-security-policy', DATA_POLICY],
  ['cache-control', 'no-store'],
];

/** What a caller may not tell us about itself. */
const claimed = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded', 'x-real-ip'];

/** Only what a trusted proxy said of the caller's address is left of such claims; `request.ip` is made from it whenever somebody asks. */
function keepAddress(request: FastifyRequest): void {
  const { headers, socket } = request.raw;
  const ip = 'x-forwarded-for' in headers ? request.ip : socket.remoteAddress;
  for (const name of claimed) if (name in headers) delete headers[name];
  if (ip !== undefined && ip !== socket.remoteAddress) headers['x-forwarded-for'] = ip;
}

/** Puts strict headers on every answer; whoever answers may replace one by its own. Set on the raw answer, because that is what services get. */
export function secureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    keepAddress(request);
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-request-id', request.id);
    done();
  });
}

/** The policy of a page of ours; `nonce` allows its own styles and scripts. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
