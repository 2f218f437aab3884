import { createHash, createHmac, randomUUID } from 'node:crypto';
import { fillText } from '../../../domain/template.ts';
import type { Outgoing } from '../outgoing.ts';
import type { AuthOf } from './auth-settings.ts';

/** What a signature may be made over. `timestamp` in seconds, `query` without its question mark. */
export const signedParts = [
  'method',
  'url',
  'host',
  'path',
  'query',
  'body',
  'bodySha256',
  'timestamp',
  'timestampMs',
  'date',
  'nonce',
] as const;

/** Adds a signature over parts of the request to it; the moment and the nonce are those of its other headers. */
export function signByHmac(auth: AuthOf<'hmac'>, now: () => number): (request: Outgoing) => Outgoing {
  const { algorithm, secret, over, header, value, encoding } = auth;
  const others = Object.entries(auth.headers);
  return (request) => {
    const { href, host, pathname, search } = new URL(request.url);
    const at = now();
    const body = request.body ?? '';
    const parts = {
      method: request.method,
      url: href,
      host,
      path: pathname,
      query: search.slice(1),
      // Nobody signs over the bytes of a file as a text.
      body: typeof body === 'string' ? body : '',
      bodySha256: createHash('sha256').update(body).digest('hex'),
      timestamp: String(Math.floor(at / 1000)),
      timestampMs: String(at),
      date: new Date(at).toUTCString(),
      nonce: randomUUID(),
    } satisfies Record<(typeof signedParts)[number], string>;
    const signature = createHmac(algorithm, secret)
      .update(fillText(over, [], parts))
      .digest(encoding);
    const signed = others.map(([name, text]) => [name.toLowerCase(), fillText(text, [], parts)] as const);
    return {
      ...request,
      headers: {
        ...request.headers,
        ...Object.fromEntries(signed),
        [header.toLowerCase()]: fillText(value, [], { ...parts, signature }),
      },
    };
  };
}
