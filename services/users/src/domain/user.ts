import type { Module, Role } from '@numscope/contracts';
import type { SecondFactor } from './second-factor.ts';

/** Somebody at an identity provider: the issuer's address and its `sub`, which together never change or go to others. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
}

/** A user as the service keeps it. Times in milliseconds. */
export interface UserRecord {
  id: string;
  /** As it was written; two names that differ in case only are the same name. */
  userName: string;
  /** PHC string of an argon2id hash; null: there is no password, the identity provider says who it is. */
  passwordHash: string | null;
  /** Who it is at the identity provider; null: a local account. */
  provider: ProviderIdentity | null;
  roles: Role[];
  modules: Module[];
  /** Null: the password is enough. */
  secondFactor: SecondFactor | null;
  createdAt: number;
  lastLogin: number | null;
  /** Grows with each change, so that two changes at a time cannot overwrite each other. */
  revision: number;
}

/** What a change may touch. */
export type UserChange = Pick<UserRecord, 'userName' | 'passwordHash' | 'roles' | 'modules' | 'secondFactor'>;

/** What others are told when tokens no longer count. The name is the one the tokens carry. */
export interface SessionEnd extends Pick<UserRecord, 'userName' | 'roles' | 'modules'> {
  userId: string;
  deleted: boolean;
  /** The token issued exactly then still counts. */
  keepIssuedAt?: number | undefined;
}

/** That tokens of this user no longer count. */
export const sessionEnd = (
  { id: userId, userName, roles, modules }: UserRecord,
  { deleted = false, keepIssuedAt }: Partial<Pick<SessionEnd, 'deleted' | 'keepIssuedAt'>> = {},
): SessionEnd => ({ userId, userName, roles, modules, deleted, keepIssuedAt });

/** Whether tokens of this user say something that is no longer so, or were got by a password that is no longer so. */
export function endsSessions(before: UserChange, after: UserChange): boolean {
  return (
    before.userName !== after.userName ||
    before.passwordHash !== after.passwordHash ||
    before.roles.join() !== after.roles.join() ||
    before.modules.join() !== after.modules.join()
  );
}

/**
 * What an administrator's change was made from, as callers know it: name, roles and modules, which such a change writes
 * anew. Neither a login nor a new password makes it another one.
 */
export const shownRevision = ({ userName, roles, modules }: UserRecord): string =>
  [userName, roles.join(), modules.join()].join(' ');
