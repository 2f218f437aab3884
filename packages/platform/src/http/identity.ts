/** Who calls, as a checked token says. Times in milliseconds. */
export interface Identity {
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
