import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** How long somebody may take at the provider. */
const LIFE_S = 600;
const NAME = 'numscope_sign_in';
/** A browser takes a cookie with this prefix only from this very host, by HTTPS, and for all its paths: no other host can set one. */
const OF_HOST = '__Host-';
const PATH = '/api/auth/oidc';
const MOST_CHARS = 2048;

const Begun = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() });
/** What one sign-in is known by when it comes back. */
export type BegunSignIn = Omit<z.infer<typeof Begun>, 'until'>;

/**
 * The cookie by which a browser that comes back from the provider is known to be the one that was sent there: state,
 * nonce and PKCE's verifier as JSON, signed (HMAC-SHA-256) by a key that comes of the client's secret, so that all
 * instances know it. No script reads it and no other site has it sent. By HTTPS it has the prefix of the host; else,
 * where browsers know no such prefix, it goes to the two calls that need it alone.
 */
export class SignInCookies {
  readonly #key: Uint8Array;
  readonly #name: string;
  readonly #pattern: RegExp;
  readonly #attributes: string;

  /** @param secure whether browsers come by HTTPS */
  constructor(clientSecret: string, secure: boolean) {
    this.#key = new Uint8Array(hkdfSync('sha256', clientSecret, '', 'numscope sign-in cookie', 32));
    this.#name = secure ? `${OF_HOST}${NAME}` : NAME;
    this.#pattern = new RegExp(String.raw`(?:^|;)\s*${this.#name}=([\w-]+)\.([\w-]{43})(?:;|$)`);
    this.#attributes = `Path=${secure ? '/' : PATH}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  }

  /** The header that sets it. */
  set(begun: BegunSignIn, now: number): string {
    const text = Buffer.from(JSON.stringify({ ...begun, until: now + LIFE_S * 1000 })).toString('base64url');
    return `${this.#name}=${text}.${this.#sign(text).toString('base64url')}; Max-Age=${LIFE_S}; ${this.#attributes}`;
  }

  /** The header that takes it away. */
  get gone(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }

  /** What a request's cookie says; null: there is none, it is not ours, or its time is over. */
  read(header: string | undefined, now: number): BegunSignIn | null {
    const [, text = '', signature = ''] = this.#pattern.exec((header ?? '').slice(0, MOST_CHARS)) ?? [];
    const given = Buffer.from(signature, 'base64url');
    const right = this.#sign(text);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const begun = Begun.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return begun.success && begun.data.until > now ? begun.data : null;
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
