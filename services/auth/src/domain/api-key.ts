import type { KeyScope, Module, Role } from '@numscope/contracts';

/** An API key as it is kept. Times in milliseconds. */
export interface ApiKeyRecord {
  id: string;
  /**
   * SHA-256 of the key, in hexadecimal. A password needs a slow hash because people choose it, so that it can be
   * guessed; a key is 256 random bits, which nobody guesses however fast he may try, so one SHA-256 is enough. And each
   * call brings a key: a slow hash would be paid for each.
   */
  hash: string;
  /** How the key begins, to tell keys apart: four characters of it, far too few to help whoever guesses. */
  prefix: string;
  name: string;
  /** The id of the user whose it is; null: it is of a service and belongs to no person. */
  ownerId: string | null;
  createdBy: string;
  /** What one of a service may do; one of a person may do what that person may. */
  role: Role | null;
  modules: Module[];
  scopes: KeyScope[];
  /** Addresses that the key may be used from; empty: any. */
  addresses: string[];
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  lastUsedFrom: string | null;
}

/** The owner under which keys are kept that belong to nobody. */
export const NOBODY = '';

/** The user name of a service's key: no user's name has a blank or a bracket. */
export const serviceHolder = (name: string): string => `service [${name}]`;

/** How the audit names what somebody does with a key, or by it. */
export const shownAs = (ownerName: string | null, name: string): string =>
  ownerName === null ? serviceHolder(name) : `${ownerName} [${name}]`;

/** A use is noted when the one that is known lies so far back. */
export const USE_NOTED_MS = 60_000;
