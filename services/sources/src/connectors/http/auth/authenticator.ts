import type { Outgoing } from '../outgoing.ts';
import type { HttpAnswer } from '../page.ts';
import type { SecretMask } from '../secret-mask.ts';
import type { Auth } from './auth-settings.ts';
import { basicHeader, ClientToken } from './client-token.ts';
import { signByHmac } from './hmac.ts';

/** How the calls of an account prove whose they are. */
export interface Authenticator {
  /** The same for every call; their names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Puts into a request what differs from call to call; null: nothing does. */
  sign: ((request: Outgoing) => Outgoing | Promise<Outgoing>) | null;
  /** Hears that the provider refused (401) a signed request; null: signing anew could not help. */
  refused: ((request: Outgoing) => void) | null;
}

export interface AuthParts {
  mask: SecretMask;
  /** One exchange without any proof in it. */
  send(request: Outgoing): Promise<HttpAnswer>;
  now(): number;
}

const constant = (headers: Record<string, string>): Authenticator => ({ headers, sign: null, refused: null });

const BEARER = 'Bearer ';

function byClientToken(token: ClientToken): Authenticator {
  const withToken = (request: Outgoing, value: string): Outgoing => ({
    ...request,
    headers: { ...request.headers, authorization: BEARER + value },
  });
  return {
    headers: {},
    sign(request) {
      const value = token.get();
      return typeof value === 'string' ? withToken(request, value) : value.then((got) => withToken(request, got));
    },
    refused: ({ headers }) => token.refused(headers['authorization']?.slice(BEARER.length) ?? ''),
  };
}

function byQuery(name: string, value: string): Authenticator {
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  const sign = (request: Outgoing): Outgoing => {
    const [address = ''] = request.url.split('#', 1);
    return { ...request, url: `${address}${address.includes('?') ? '&' : '?'}${pair}` };
  };
  return { headers: {}, sign, refused: null };
}

/** Null where the source needs none, or proves it by headers of its own. */
export function authenticatorOf(auth: Auth | null | undefined, parts: AuthParts): Authenticator {
  switch (auth?.type) {
    case undefined:
    case 'certificate':
      return constant({});
    case 'basic': {
      const authorization = basicHeader(auth.user, auth.password);
      parts.mask.add(authorization.slice('Basic '.length));
      return constant({ authorization });
    }
    case 'bearer':
      return constant({ authorization: BEARER + auth.token });
    case 'header':
      return constant({ [auth.name.toLowerCase()]: auth.value });
    case 'query':
      return byQuery(auth.name, auth.value);
    case 'hmac':
      return { headers: {}, sign: signByHmac(auth, parts.now), refused: null };
    case 'oauth2': {
      const { mask, send, now } = parts;
      return byClientToken(new ClientToken({ auth, send, now, obtained: (token) => mask.note(auth, token) }));
    }
  }
}
