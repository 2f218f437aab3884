import type { ApiKey } from '@numscope/contracts';
import type { ApiKeyRecord } from '../domain/api-key.ts';

/** @param owner the name of its owner, where a person owns it */
export const presentKey = (key: ApiKeyRecord, owner: string): ApiKey => ({
  id: key.id,
  name: key.name,
  kind: key.ownerId === null ? 'SERVICE' : 'PERSONAL',
  owner: key.ownerId === null ? null : owner,
  role: key.role,
  prefix: key.prefix,
  scopes: key.scopes,
  addresses: key.addresses,
  createdAt: key.createdAt,
  createdBy: key.createdBy,
  expiresAt: key.expiresAt,
  lastUsedAt: key.lastUsedAt,
  lastUsedFrom: key.lastUsedFrom,
});
