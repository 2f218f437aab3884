import * as z from 'zod';
import { SourceFault } from '../../connector.port.ts';
import type { Outgoing } from '../outgoing.ts';
import type { HttpAnswer } from '../page.ts';
import { tooOften } from '../too-often.ts';
import type { AuthOf } from './auth-settings.ts';

/** A token is renewed so long before its end, or a tenth of its life, whichever is shorter. */
const EARLIER_MS = 30_000;
const TOKEN_CHARS = 16_384;

const Granted = z.object({
  access_token: z.string().min(1).max(TOKEN_CHARS),
  expires_in: z.coerce.number().positive().nullish(),
});
const Refused = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

export interface ClientTokenParts {
  auth: AuthOf<'oauth2'>;
  send(request: Outgoing): Promise<HttpAnswer>;
  now(): number;
  /** Hears of each token, so that it never comes back in an answer. */
  obtained(token: string): void;
}

interface Token {
  value: string;
  renewAt: number;
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/**
 * The token of OAuth 2 client credentials: asked for when first needed, renewed before its end, and when the provider
 * refuses it; one renewal serves all callers.
 */
export class ClientToken {
  readonly #parts: ClientTokenParts;
  #token: Token | null = null;
  #renewing: Promise<string> | null = null;

  constructor(parts: ClientTokenParts) {
    this.#parts = parts;
  }

  /** @throws SourceFault when none is given */
  get(): string | Promise<string> {
    if (this.#token && this.#parts.now() < this.#token.renewAt) return this.#token.value;
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** This one was refused: unless there is another already, the next caller asks for it. */
  refused(value: string): void {
    if (this.#token?.value === value) this.#token = null;
  }

  async #renew(): Promise<string> {
    const { now, obtained, send } = this.#parts;
    const begun = now();
    const { status, headers, text } = await send(this.#request());
    const body = jsonOf(text);
    if (status === 429) throw tooOften('gave no token: it is asked too often (429)', headers, now());
    if (status === 408 || status >= 500)
      throw new SourceFault(`gave no token: status ${status}`, { retry: true, unwell: true });
    if (status < 200 || status > 299) {
      const { data } = Refused.safeParse(body);
      throw new SourceFault(`gave no token: status ${status}${data ? ` (${data.error})` : ''}`, { kind: 'WRONG_KEY' });
    }
    const { data: granted } = Granted.safeParse(body);
    if (!granted) throw new SourceFault('gave no token: its answer has no access_token');
    const lifeMs = granted.expires_in ? granted.expires_in * 1000 : Number.POSITIVE_INFINITY;
    obtained(granted.access_token);
    this.#token = { value: granted.access_token, renewAt: begun + lifeMs - Math.min(EARLIER_MS, lifeMs / 10) };
    return granted.access_token;
  }

  #request(): Outgoing {
    const { tokenUrl, clientId, clientSecret, scope, audience, clientAuth } = this.#parts.auth;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scope) form.set('scope', scope);
    if (audience) form.set('audience', audience);
    const headers: Record<string, string> = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    if (clientAuth === 'basic')
      headers['authorization'] = basicHeader(formEncoded(clientId), formEncoded(clientSecret));
    else {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    return { method: 'POST', url: tokenUrl, headers, body: form.toString() };
  }
}

/** RFC 6749, 2.3.1: name and secret are encoded like a form's before they become a Basic header. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

export const basicHeader = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
