import { column, type DatabaseSync, openDatabase, Outbox, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import { changeMoment, loginMoment } from '../../domain/moments.ts';
import type { SecondFactor } from '../../domain/second-factor.ts';
import type { ProviderIdentity, SessionEnd, UserRecord } from '../../domain/user.ts';
import type { UserSortField } from '../../domain/user-sort.ts';
import { factorColumns, factorValues, readUser } from './user-row.ts';
import { userMigrations } from './user-schema.ts';
import type { ChangeOutcome, UserListing, UserStore } from '../user-store.port.ts';

interface UserStoreOptions {
  path: string;
}

const columnOf: Readonly<Record<UserSortField, string>> = {
  id: 'id',
  userName: 'user_name',
  roles: 'roles',
  modules: 'modules',
  createdTimestamp: 'created_at',
  lastLogin: 'last_login',
};

const setFactor = factorColumns.map((name) => `${name} = ?`).join(', ');

function statements(db: DatabaseSync) {
  return {
    insert: db.prepare(
      `INSERT INTO user (id, user_name, password_hash, roles, modules, created_at, last_login, revision,
         provider_issuer, provider_subject)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    any: db.prepare('SELECT 1 FROM user LIMIT 1'),
    byId: db.prepare('SELECT * FROM user WHERE id = ?'),
    byProvider: db.prepare('SELECT * FROM user WHERE provider_issuer = ? AND provider_subject = ?'),
    byName: db.prepare('SELECT * FROM user WHERE user_name = ?'),
    admins: db.prepare(
      `SELECT id FROM user WHERE EXISTS (SELECT 1 FROM json_each(roles) WHERE value = 'ADMIN') LIMIT 2`,
    ),
    nameOfOther: db.prepare('SELECT 1 FROM user WHERE user_name = ? AND id <> ?'),
    update: db.prepare(
      `UPDATE user SET user_name = ?, password_hash = ?, roles = ?, modules = ?, ${setFactor}, revision = revision + 1
       WHERE id = ? AND revision = ?`,
    ),
    remove: db.prepare('DELETE FROM user WHERE id = ? AND revision = ?'),
    moments: db.prepare('SELECT last_login, changed_at FROM user WHERE id = ? AND revision = ?'),
    noteLogin: db.prepare('UPDATE user SET last_login = max(ifnull(last_login, 0), ?) WHERE id = ? AND revision = ?'),
    useFactor: db.prepare(`UPDATE user SET ${setFactor}, revision = revision + 1 WHERE id = ? AND revision = ?`),
    noteChange: db.prepare('UPDATE user SET changed_at = ? WHERE id = ?'),
    count: db.prepare('SELECT count(*) AS total FROM user WHERE ?1 IS NULL OR instr(lower(user_name), lower(?1)) > 0'),
  };
}

/** Runs in the store's worker thread. */
export function open(options: UserStoreOptions) {
  const db = openDatabase({ path: options.path, migrations: userMigrations });
  const outbox = new Outbox(db);
  const sql = statements(db);
  /**
   * Stamped in the thread that also notes the logins: a login that saw the user as it was before is never the later one
   * of the two.
   */
  const changeOf = (id: string, revision: number): number => {
    const row = sql.moments.get(id, revision);
    return changeMoment(row ? column.numberOrNull(row, 'last_login') : null);
  };
  const changed = (ended: SessionEnd, at: number): OutgoingEvent =>
    outgoing('user.changed', ended.userName, { ...ended, at });
  const read = (row: Readonly<Record<string, unknown>> | undefined): UserRecord | null => (row ? readUser(row) : null);
  const isLastAdmin = (id: string): boolean => {
    const admins = sql.admins.all();
    return admins.length === 1 && admins[0]?.['id'] === id;
  };
  const insert = (user: UserRecord): boolean =>
    Number(
      sql.insert.run(
        user.id,
        user.userName,
        user.passwordHash ?? '',
        JSON.stringify(user.roles),
        JSON.stringify(user.modules),
        user.createdAt,
        user.lastLogin,
        user.revision,
        user.provider?.issuer ?? null,
        user.provider?.subject ?? null,
      ).changes,
    ) > 0;

  return {
    create(user: UserRecord, events: OutgoingEvent[]): 'DONE' | 'NAME_TAKEN' {
      return transaction(db, () => {
        if (!insert(user)) return 'NAME_TAKEN';
        outbox.append(events);
        return 'DONE';
      });
    },
    createFirst: (user: UserRecord): boolean => transaction(db, () => !sql.any.get() && insert(user)),
    isEmpty: (): boolean => !sql.any.get(),
    find: (id: string): UserRecord | null => read(sql.byId.get(id)),
    findByProvider: ({ issuer, subject }: ProviderIdentity): UserRecord | null =>
      read(sql.byProvider.get(issuer, subject)),
    findByName: (userName: string): UserRecord | null => read(sql.byName.get(userName)),
    change(...[id, revision, change, events, ended]: Parameters<UserStore['change']>): ChangeOutcome {
      return transaction(db, () => {
        if (sql.nameOfOther.get(change.userName, id)) return 'NAME_TAKEN';
        if (!change.roles.includes('ADMIN') && isLastAdmin(id)) return 'LAST_ADMIN';
        const { userName, passwordHash, roles, modules, secondFactor } = change;
        const at = changeOf(id, revision);
        const done = sql.update.run(
          userName,
          passwordHash ?? '',
          JSON.stringify(roles),
          JSON.stringify(modules),
          ...factorValues(secondFactor),
          id,
          revision,
        ).changes;
        if (Number(done) === 0) return 'STALE';
        if (ended) sql.noteChange.run(at, id);
        outbox.append(ended ? [...events, changed(ended, at)] : events);
        return 'DONE';
      });
    },
    remove(...[id, revision, events, ended]: Parameters<UserStore['remove']>): Exclude<ChangeOutcome, 'NAME_TAKEN'> {
      return transaction(db, () => {
        if (isLastAdmin(id)) return 'LAST_ADMIN';
        const at = changeOf(id, revision);
        if (Number(sql.remove.run(id, revision).changes) === 0) return 'STALE';
        outbox.append([...events, changed(ended, at)]);
        return 'DONE';
      });
    },
    noteLogin(id: string, revision: number, after: number, factor?: SecondFactor): number | null {
      return transaction(db, () => {
        const row = sql.moments.get(id, revision);
        if (!row) return null;
        const at = loginMoment(column.numberOrNull(row, 'changed_at') ?? 0, after);
        sql.noteLogin.run(at, id, revision);
        if (factor) sql.useFactor.run(...factorValues(factor), id, revision);
        return at;
      });
    },
    list({ namePart, sort, offset, limit }: UserListing): { users: UserRecord[]; total: number } {
      const { field, direction } = sort;
      const rows = db
        .prepare(
          `SELECT * FROM user WHERE ?1 IS NULL OR instr(lower(user_name), lower(?1)) > 0
           ORDER BY ${columnOf[field]} ${direction}, user_name, id LIMIT ?2 OFFSET ?3`,
        )
        .all(namePart, limit, offset);
      return { users: rows.map(readUser), total: Number(sql.count.get(namePart)?.['total']) };
    },
    check: (): void => void sql.any.get(),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    close: (): void => db.close(),
  };
}
