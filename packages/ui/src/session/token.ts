import { type Module, modules as allModules, type Role, roles as allRoles, TokenClaims } from '@numscope/contracts';

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

/**
 * Reads the claims of an access token. The server checks the signature; the console only needs to know what to show.
 * @returns null when it is not a token or has run out
 */
export function readToken(token: string, now = Date.now()): Session | null {
  const claims = TokenClaims.safeParse(payloadOf(token));
  if (!claims.success) return null;
  const expiresAt = claims.data.exp * 1000;
  if (expiresAt <= now) return null;
  const roles = words(claims.data.roles);
  const named = words(claims.data.modules);
  return {
    token,
    userName: claims.data.sub,
    roles: allRoles.filter((role) => roles.includes(role)),
    modules: allModules.filter((module) => named.includes(module)),
    expiresAt,
  };
}

export const isAdmin = (session: Session | null): boolean => session?.roles.includes('ADMIN') ?? false;
export const hasModule = (session: Session | null, module: Module): boolean =>
  session?.modules.includes(module) ?? false;
