/** Who calls, as a checked token says. Times in milliseconds. */
export interface Identity {
  /** Whose own a thing is goes by this: a name may change, and go to somebody else. Of a service its subject. */
  userId: string;
  userName: string;
  roles: readonly string[];
  modules: readonly string[];
  issuedAt: number;
  expiresAt: number;
}

/** The role that only our own services' tokens carry. */
export const SERVICE_ROLE = 'SERVICE';

export const isService = (identity: Identity): boolean => identity.roles.includes(SERVICE_ROLE);
export const isAdmin = (identity: Identity): boolean => identity.roles.includes('ADMIN');
