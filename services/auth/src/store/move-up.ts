import { foldUserName } from '@numscope/contracts/account-rules';
import { column } from '@numscope/adapters/sqlite';
import { groupedRows, type MovingService, tableRows } from '@numscope/adapters/moving-up';
import { NOBODY } from '../domain/api-key.ts';
import { readKeyRow } from './sqlite/api-key-rows.ts';
import { HEAD, openAuthCollections } from './mongo/auth-collections.ts';
import { authMigrations } from './sqlite/auth-schema.ts';
import { readSessionRow } from './sqlite/session-rows.ts';

/** Ended sessions, failed logins and API keys. The head of the sessions' order comes after what it counts. */
export const movingAuth: MovingService = {
  file: 'auth.sqlite',
  migrations: authMigrations,
  prepare: async (connection) => void (await openAuthCollections(connection, 0)),
  carryings: (db) => [
    tableRows({
      entity: 'ended sessions',
      db,
      table: 'revocation',
      key: 'user_name',
      into: 'revocations',
      document(row) {
        const userName = column.text(row, 'user_name');
        return {
          _id: foldUserName(userName),
          userName,
          notBefore: column.number(row, 'not_before'),
          keepIssuedAt: column.numberOrNull(row, 'keep_issued_at'),
          revision: column.number(row, 'revision'),
        };
      },
    }),
    tableRows({
      entity: 'order of ended sessions',
      db,
      table: 'progress',
      key: 'one',
      into: 'heads',
      document(row) {
        const longestSessionMs = column.number(row, 'longest_session_ms');
        return { _id: HEAD, revision: column.number(row, 'revision'), longestSessionMs, last: [] };
      },
    }),
    tableRows({
      entity: 'moments of tokens',
      db,
      table: 'issue',
      key: 'user_name',
      into: 'issues',
      document(row) {
        return { _id: foldUserName(column.text(row, 'user_name')), at: column.number(row, 'at') };
      },
    }),
    tableRows({
      entity: 'addresses of logins',
      db,
      table: 'known_caller',
      key: 'pair',
      into: 'known_callers',
      document(row) {
        return { _id: column.text(row, 'pair'), user: column.text(row, 'user'), at: column.number(row, 'at') };
      },
    }),
    tableRows({
      entity: 'logins',
      db,
      table: 'session',
      key: 'id',
      into: 'sessions',
      document(row) {
        const { id, ...session } = readSessionRow(row);
        return { ...session, nameKey: foldUserName(session.userName), _id: id };
      },
    }),
    tableRows({
      entity: 'API keys',
      db,
      table: 'api_key',
      key: 'id',
      into: 'api_keys',
      document(row) {
        const { id, ownerId, ...key } = readKeyRow(row);
        return { ...key, _id: id, owner: ownerId ?? NOBODY, slot: column.number(row, 'slot') };
      },
    }),
    groupedRows({
      entity: 'failed logins',
      db,
      table: 'failure',
      key: 'key',
      order: 'at',
      into: 'failures',
      document(rows) {
        const at = rows.map((row) => column.number(row, 'at'));
        return { _id: column.text(rows[0] ?? {}, 'key'), at, latest: Math.max(...at) };
      },
      countIn: ({ document }) => (Array.isArray(document['at']) ? document['at'].length : 0),
    }),
  ],
};
