import type { Module, Role, TokenClaims } from '@numscope/contracts';
import { modules as allModules, roles as allRoles } from '@numscope/contracts/constants';

/** Who is signed in, as the token says. `expiresAt` in milliseconds. */
export interface Session {
  token: string;
  userName: string;
  roles: Role[];
  modules: Module[];
  expiresAt: number;
}

const words = (list: string | string[]): string[] =>
  (typeof list === 'string' ? list.split(',') : list).map((word) => word.trim());

function payloadOf(token: string): unknown {
  const part = token.split('.')[1];
  if (part === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(
      atob(part.replaceAll('-', '+').replaceAll('_', '/')),
      (letter) => letter.codePointAt(0) ?? 0,
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The claims by which the console decides what to show. */
type ShownClaims = Pick<TokenClaims, 'sub' | 'exp' | 'roles'> & { modules?: TokenClaims['modules'] };

/**
 * Whether a token's payload says what the console shows. By hand instead of by the contracts' schema, which is loaded later than
 * the first page needs to know who is there; a test holds the two together.
 */
function isShown(payload: unknown): payload is ShownClaims {
  if (typeof payload !== 'object' || payload === null) return false;
  if (!('sub' in payload && 'exp' in payload && 'roles' in payload)) return false;
  const { sub, exp, roles } = payload;
  const named = 'modules' in payload ? payload.modules : '';
  return (
    typeof sub === 'string' &&
    sub !== '' &&
    typeof exp === 'number' &&
    typeof roles === 'string' &&
    (typeof named === 'string' || (Array.isArray(named) && named.every((name) => typeof name === 'string')))
  );
}

/**
 * Reads the claims of an access token. The server checks the signature; the console only needs to know what to show.
 * @returns null when it is not a token or has run out
 */
export function readToken(token: string, now = Date.now()): Session | null {
  const claims = payloadOf(token);
  if (!isShown(claims)) return null;
  const expiresAt = claims.exp * 1000;
  if (expiresAt <= now) return null;
  const roles = words(claims.roles);
  const named = words(claims.modules ?? '');
  return {
    token,
    userName: claims.sub,
    roles: allRoles.filter((role) => roles.includes(role)),
    modules: allModules.filter((module) => named.includes(module)),
    expiresAt,
  };
}

export const isAdmin = (session: Session | null): boolean => session?.roles.includes('ADMIN') ?? false;
export const hasModule = (session: Session | null, module: Module): boolean =>
  session?.modules.includes(module) ?? false;
