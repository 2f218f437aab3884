import type { CallerName } from '@numscope/contracts';

/** Who calls, as a checked token says. Times in milliseconds. */
export interface Identity {
  /** Ownership goes by this: a name may change, and go to somebody else. For a service, its subject. */
  userId: string;
  userName: string;
  roles: readonly string[];
  modules: readonly string[];
  issuedAt: number;
  expiresAt: number;
  /** Which of our own services it is; absent: a user. */
  service?: CallerName;
  /** The id of a user's token, which is that of its login; absent where it has none. */
  tokenId?: string;
  /** The API key that a program came with; absent: none. */
  key?: KeyIdentity;
}

/** What an API key adds to, and takes away from, who calls. */
export interface KeyIdentity {
  id: string;
  /** How the audit names it. */
  shownAs: string;
  /** What it may be used for; whatever else its holder may do, it may not. */
  scopes: readonly string[];
}

/** The name that the audit has for a caller. */
export const auditNameOf = ({ key, userName }: Identity): string => key?.shownAs ?? userName;

export const isService = (identity: Identity): boolean => identity.service !== undefined;
export const isAdmin = (identity: Identity): boolean => identity.roles.includes('ADMIN');
