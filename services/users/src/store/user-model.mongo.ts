import { type Connection, type OutboxEntry, outboxField, outboxIndex } from '@numscope/adapters/mongo';
import { Module, Role } from '@numscope/contracts';
import { type Model, Schema } from 'mongoose';
import * as z from 'zod';
import type { UserRecord } from '../domain/user.ts';

export interface UserDocument {
  _id: string;
  userName: string;
  /** Arbiter of who has the name: 'Bob' and 'bob' are one. */
  nameKey: string;
  passwordHash: string;
  roles: string[];
  modules: string[];
  /** By which lists are put in order. */
  rolesKey: string;
  modulesKey: string;
  createdAt: number;
  lastLogin: number | null;
  revision: number;
  /** When others were last told that its tokens no longer count; a login that comes later is dated after it. */
  changedAt?: number;
  /** Only the first administrator has it, and nobody else can. */
  first?: true;
  /** The user is gone; the document stays until that is told. */
  removed?: true;
  outbox?: OutboxEntry[];
}

const schema = new Schema<UserDocument>(
  {
    _id: String,
    userName: String,
    nameKey: String,
    passwordHash: String,
    roles: [String],
    modules: [String],
    rolesKey: String,
    modulesKey: String,
    createdAt: Number,
    lastLogin: Number,
    revision: Number,
    changedAt: Number,
    first: Boolean,
    removed: Boolean,
    outbox: outboxField,
  },
  { collection: 'users', versionKey: false },
);
schema.index({ nameKey: 1 }, { name: 'name', unique: true });
schema.index({ first: 1 }, { name: 'first', unique: true, sparse: true });
schema.index({ roles: 1 }, { name: 'roles' });
schema.index(outboxIndex.key, { name: outboxIndex.name, sparse: outboxIndex.sparse });

export type UserModel = Model<UserDocument>;

export async function openUserModel(connection: Connection): Promise<UserModel> {
  const users = connection.model<UserDocument>('User', schema);
  await users.createIndexes();
  return users;
}

/** The filter that leaves out who is gone. */
export const present = { removed: { $exists: false } } as const;

/** As SQLite's NOCASE: the letters A to Z, which are all that names have. */
export const foldName = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const StoredUser = z
  .object({
    _id: z.string(),
    userName: z.string(),
    passwordHash: z.string(),
    roles: z.array(Role),
    modules: z.array(Module),
    createdAt: z.number(),
    lastLogin: z.number().nullable(),
    revision: z.number(),
  })
  .transform(({ _id, ...user }): UserRecord => ({ id: _id, ...user }));

/** @throws Error when the document is not one that was ever written */
export const readUser = (document: unknown): UserRecord => StoredUser.parse(document);

/** What follows from the fields that a change may touch. */
export const derived = ({ userName, roles, modules }: Pick<UserRecord, 'userName' | 'roles' | 'modules'>) => ({
  nameKey: foldName(userName),
  rolesKey: JSON.stringify(roles),
  modulesKey: JSON.stringify(modules),
});

export const toDocument = ({ id, ...user }: UserRecord): UserDocument => ({ _id: id, ...user, ...derived(user) });
