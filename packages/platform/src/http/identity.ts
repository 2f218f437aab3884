import type { CallerName } from '@numscope/contracts';

/** Who calls, as a checked token says. Times in milliseconds. */
export interface Identity {
  /** Whose own a thing is goes by this: a name may change, and go to somebody else. Of a service its subject. */
  userId: string;
  userName: string;
  roles: readonly string[];
  modules: readonly string[];
  issuedAt: number;
  expiresAt: number;
  /** Which of our own services it is; absent: a user. */
  service?: CallerName;
}

export const isService = (identity: Identity): boolean => identity.service !== undefined;
export const isAdmin = (identity: Identity): boolean => identity.roles.includes('ADMIN');
