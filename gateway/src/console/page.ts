import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { pagePolicy } from '../http/security-headers.ts';

/** Answers a page of ours: `__CSP_NONCE__` becomes a new nonce each time. */
export function pageSender(html: string): (reply: FastifyReply) => FastifyReply {
  const pieces = html.split('__CSP_NONCE__');
  return (reply) => {
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pieces.join(nonce));
  };
}
