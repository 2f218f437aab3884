import { foldUserName } from '@numscope/contracts/account-rules';
import { type Collection, type Connection, outboxIndex, type WithOutbox } from '@numscope/adapters/mongo';
import { Module, Role } from '@numscope/contracts';
import * as z from 'zod';
import type { ProviderIdentity, UserRecord } from '../../domain/user.ts';

const StoredFactor = z.object({
  secret: z.string(),
  confirmedAt: z.number().nullable(),
  usedStep: z.number(),
  recovery: z.array(z.string()).readonly(),
  failures: z.array(z.number()).readonly(),
});

const StoredUser = z.object({
  _id: z.string(),
  userName: z.string(),
  passwordHash: z.string().nullable(),
  provider: z.object({ issuer: z.string(), subject: z.string() }).nullable().default(null),
  roles: z.array(Role),
  modules: z.array(Module),
  /** Users of before there was such a thing have none. */
  secondFactor: StoredFactor.nullable().default(null),
  createdAt: z.number(),
  lastLogin: z.number().nullable(),
  revision: z.number(),
});

/** A user, with what it is found by and what is to be told. */
export interface UserDocument extends z.input<typeof StoredUser>, WithOutbox {
  /** Arbiter of who has the name: 'Bob' and 'bob' are one. */
  nameKey: string;
  /** Arbiter of who is somebody of a provider; local accounts have none. */
  providerKey?: string;
  /** What lists are sorted by. */
  rolesKey: string;
  modulesKey: string;
  /** When others were last told that its tokens no longer count; a login that comes later is dated after it. */
  changedAt?: number;
  /** Only the first administrator has it, and nobody else can. */
  first?: true;
  /** The user is gone; the document stays until that is told. */
  removed?: true;
}

export type Users = Collection<UserDocument>;

export async function openUsers(connection: Connection): Promise<Users> {
  const users = connection.collection<UserDocument>('users');
  await users.createIndexes([
    { key: { nameKey: 1 }, name: 'name', unique: true },
    { key: { providerKey: 1 }, name: 'provider', unique: true, sparse: true },
    { key: { first: 1 }, name: 'first', unique: true, sparse: true },
    { key: { roles: 1 }, name: 'roles' },
    outboxIndex,
  ]);
  return users;
}

/** The filter that leaves out who is gone. */
export const present = { removed: { $exists: false } } as const;

/** @throws Error when the document is not one that was ever written */
export function readUser(document: unknown): UserRecord {
  const { _id: id, ...user } = StoredUser.parse(document);
  return { id, ...user };
}

/** What follows from the fields that a change may touch. */
export const derived = ({ userName, roles, modules }: Pick<UserRecord, 'userName' | 'roles' | 'modules'>) => ({
  nameKey: foldUserName(userName),
  rolesKey: JSON.stringify(roles),
  modulesKey: JSON.stringify(modules),
});

export const providerKeyOf = ({ issuer, subject }: ProviderIdentity): string => JSON.stringify([issuer, subject]);

export const toDocument = ({ id, ...user }: UserRecord): UserDocument => ({
  _id: id,
  ...user,
  ...derived(user),
  ...(user.provider ? { providerKey: providerKeyOf(user.provider) } : {}),
});
